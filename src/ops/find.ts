import { addAll } from '../model/add-all.ts';
import type { Conversation, View } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import type { FoundTurn, FoundTurns } from '../model/find.ts';
import type { PlacedFinding } from '../model/finding.ts';
import { mayHold } from '../stores/engine/byte-filter.ts';
import { toRead } from '../stores/on-demand.ts';
import type { Reading } from './reading.ts';
import { type Finder, finderFor, findInUnit } from './search/find-unit.ts';
import { stemsOf } from './search/stems.ts';
import { addUnread } from './survey/add-unread.ts';
import { locateView, viewFrom } from './survey/locate.ts';
import { type SurveyEvent, type SurveyOptions, surveyInLists } from './survey/survey.ts';
import { unreadFinding } from './survey/unread-finding.ts';
import type { Threads } from './threads/thread-work.ts';

/** A question, and where its answer is looked for. */
export interface FindOptions extends SurveyOptions {
  readonly question: string;
  readonly states: readonly View['state'][];
  /** Threads that may look. */
  readonly jobs?: Threads | null;
  /** The best ones that are answered. */
  readonly most: number;
}

/** A conversation that answers a question, with the turn that matches best. */
export interface Answering {
  readonly conversation: Conversation;
  readonly turn: FoundTurn;
  readonly score: number;
}

/** The best answers, and the files that could not be looked into. */
export interface Answers {
  readonly answers: readonly Answering[];
  readonly unjudged: readonly PlacedFinding[];
}

/** The conversations in which the words of a question stand, in any order and form: rare words count most, near ones more than far ones. */
export async function find({ disk, kinds, sites }: Reading, options: FindOptions): Promise<Answers> {
  const query = { stems: stemsOf(options.question) };
  const finder = finderFor(query);
  if (finder === null || query.stems.length === 0)
    throw new Failure('usage', 'there is no word to look for', 'Name a few WORDS.');
  const { states, jobs = null, most } = options;
  const threads = jobs === null ? null : { use: jobs, wanted: { find: { query, states } } };
  const found: Found[] = [];
  const unjudged: PlacedFinding[] = [];
  for await (const events of surveyInLists(disk, toRead(kinds), sites, { ...options, threads, fleeting: true }))
    for (const event of events) {
      addAll(found, foundIn(event, finder, states, unjudged));
      if (event.is === 'finding') addUnread(unjudged, event, event.finding);
    }
  return { answers: ranked(found, query.stems.length).slice(0, most), unjudged };
}

interface Found {
  readonly conversation: Conversation;
  readonly turns: FoundTurns;
}

/** The results of one event of the survey; what cannot be looked into is added to `unjudged`. */
function foundIn(
  event: SurveyEvent,
  finder: Finder,
  states: FindOptions['states'],
  unjudged: PlacedFinding[],
): Found[] {
  if (event.is === 'answered')
    return (event.answer.turns ?? []).map(({ view, found }) => placed(event, viewFrom(view), found));
  if (event.is !== 'document' || !mayHold(finder.filter, event.parts)) return [];
  try {
    return findInUnit(finder, event.document, states).map(({ view, found }) => placed(event, view, found));
  } catch (error) {
    addUnread(unjudged, event, unreadFinding(event.document.id, event.parts, error));
    return [];
  }
}

function placed({ site, scope }: Pick<Meeting, 'site' | 'scope'>, view: View, turns: FoundTurns): Found {
  return { conversation: locateView(site, scope, view, false), turns };
}

type Meeting = Extract<SurveyEvent, { is: 'document' | 'answered' }>;

/** How soon a word that is there often counts for no more, and how much long turns lose: the usual constants of BM25. */
const K = 1.2;
const B = 0.75;

function ranked(found: readonly Found[], stems: number): Answering[] {
  const sum = (of: (turns: FoundTurns) => number) => found.reduce((all, { turns }) => all + of(turns), 0);
  const count = Math.max(
    1,
    sum((turns) => turns.count),
  );
  const mean = Math.max(1, sum((turns) => turns.words) / count);
  const rarity = Array.from({ length: stems }, (_, n) => {
    const has = sum((turns) => turns.in[n] ?? 0);
    return Math.log(1 + (count - has + 0.5) / (has + 0.5));
  });
  const scoreOf = ({ times, length, span }: FoundTurn) => {
    const words = times.reduce((all, each, n) => {
      const weight = (each * (K + 1)) / (each + K * (1 - B + (B * length) / mean));
      return all + (rarity[n] ?? 0) * weight;
    }, 0);
    const different = times.filter((each) => each > 0).length;
    // All words beside each other count half as much again.
    return words * (1 + (span > 0 ? (0.5 * different) / Math.max(different, span) : 0)) * (different / stems);
  };
  return found
    .flatMap(({ conversation, turns }) => {
      const [turn, ...others] = turns.turns
        .map((each) => ({ turn: each, score: scoreOf(each) }))
        .sort((a, b) => b.score - a.score);
      const rest = others.reduce((all, { score }) => all + score, 0);
      return turn === undefined ? [] : [{ conversation, turn: turn.turn, score: turn.score + rest / 10 }];
    })
    .sort((a, b) => b.score - a.score);
}
