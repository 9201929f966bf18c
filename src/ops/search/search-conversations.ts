import { addAll } from '../../model/collections.ts';
import type { Conversation, View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import type { LostConversation } from '../../model/lost.ts';
import type { ReadContext } from '../reading.ts';
import { Coverage } from '../survey/coverage.ts';
import { locateView } from '../survey/locate.ts';
import { surveyAnswers } from '../survey/survey.ts';
import type { EventOf, SurveyEvent } from '../survey/survey-event.ts';
import { type SurveyOptions, withSelection } from '../survey/survey-options.ts';
import type { WantAnswer, WordsWant } from '../survey/want.ts';
import { type WordSearch, wordSearch } from '../survey/word-search.ts';
import { lostPrompts } from './lost-prompts.ts';

export interface SearchOptions extends SurveyOptions {
  readonly states: readonly View['state'][];
  /** True once the time is over: the search returns its matches so far. */
  readonly isLate?: () => boolean;
  /** Selects conversations whose files are gone; default: by `hasId`. */
  readonly wantsLost?: (lost: Pick<LostConversation, 'id' | 'until'>) => boolean;
}

export interface FoundIn<T> {
  readonly conversation: Conversation;
  readonly in: T;
  /** The unit; null for prompts whose conversation is gone. */
  readonly unit: AnsweredUnit | null;
}

interface SearchOutcome<T> {
  readonly all: readonly FoundIn<T>[];
  readonly coverage: Coverage;
  /** Ids that were searched before time ran out; null for all. */
  readonly reached: number | null;
}

export type AnsweredUnit = Pick<EventOf<'answered'>, 'site' | 'scope' | 'id' | 'answer'>;

interface SearchHandler<T> {
  foundIn(answer: WantAnswer): readonly T[] | undefined;
  readonly onUnit?: (unit: AnsweredUnit) => void;
  /** True to search lost conversations too; the default. */
  readonly lost?: boolean;
}

export async function searchConversations<T extends { readonly view: View }>(
  reading: ReadContext,
  options: SearchOptions,
  want: WordsWant,
  { foundIn, onUnit = () => {}, lost = true }: SearchHandler<T>,
): Promise<SearchOutcome<T>> {
  const all: FoundIn<T>[] = [];
  const coverage = new Coverage(options.run.now);
  const ids = new Set<string>();
  const words = await wordSearch(want);
  const take = (event: SurveyEvent): void => {
    coverage.take(event);
    coverage.takeCompanions(event);
    if (event.type !== 'answered') return;
    ids.add(event.id);
    onUnit(event);
    for (const each of foundIn(event.answer) ?? [])
      all.push({ conversation: locateView(event.site, event.scope, each.view, 'ends'), in: each, unit: event });
  };
  const isWhole = await untilLate(options, async () => {
    for await (const events of surveyAnswers(reading, options, { want, words }))
      for (const event of events) take(event);
  });
  if (isWhole && lost) addAll(all, await inLost(reading, options, words, foundIn));
  return { all, coverage, reached: isWhole ? null : ids.size };
}

export function splitByState<T>(states: SearchOptions['states'], all: readonly FoundIn<T>[]) {
  const found = all.filter(({ conversation }) => states.includes(conversation.state));
  return { found, others: all.length - found.length };
}

async function untilLate({ isLate }: SearchOptions, search: () => Promise<void>): Promise<boolean> {
  try {
    await search();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'interrupted' && isLate?.() === true) return false;
    throw error;
  }
}

async function inLost<T>(
  reading: ReadContext,
  { wantsLost, ...options }: SearchOptions,
  words: WordSearch,
  foundIn: SearchHandler<T>['foundIn'],
): Promise<FoundIn<T>[]> {
  const surveyOptions = wantsLost === undefined ? options : withSelection(options, { hasId: null });
  const lost = await lostPrompts(reading, surveyOptions, { filter: words.filter, wants: wantsLost });
  return lost.flatMap(({ conversation, document }) =>
    (foundIn(words.search(document, [])) ?? []).map((each) => ({
      conversation,
      in: each,
      unit: null,
    })),
  );
}
