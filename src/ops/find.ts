import { addAll } from '../model/collections.ts';
import { type Conversation, sortTime, type View } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import type { Covered } from '../model/gaps.ts';
import type { FoundTurn, FoundTurns, SearchQuery, SearchResult } from '../model/search.ts';
import type { Reading } from './reading.ts';
import { lostPrompts } from './search/lost-prompts.ts';
import { stemsOf } from './search/matcher.ts';
import { redactedConversation, redactedCoverage } from './secrets/redacted.ts';
import type { Redactor } from './secrets/redactor.ts';
import { type DocumentAnswer, type Want, type WordSearch, wordSearch } from './survey/answer-unit.ts';
import { Coverage } from './survey/coverage.ts';
import { locateView } from './survey/locate.ts';
import { type SurveyOptions, surveyAnswers } from './survey/survey.ts';

export interface FindOptions extends LookOptions {
  readonly question: string;
  readonly redact?: boolean;
  readonly most: number;
}

/** A conversation that answers a question, and its best turn. */
interface Answering {
  readonly conversation: Conversation;
  readonly turn: FoundTurn;
  readonly score: number;
}

export interface Answers {
  readonly answers: readonly Answering[];
  readonly others: number;
  readonly coverage: Covered;
}

/**
 * Conversations with the words of a question, in any order and form: rare words count most, close ones more than
 * distant ones.
 */
export async function find(reading: Reading, options: FindOptions): Promise<Answers> {
  const query = { stems: stemsOf(options.question), redact: options.redact === true };
  if (query.stems.length === 0) throw new Failure('usage', 'there is no word to look for', 'Name a few WORDS.');
  const { found, others, coverage } = await lookFor(reading, options, { find: query }, ({ turns }) => turns);
  const entries = found.map(({ conversation, in: { found: turns } }) => ({ conversation, turns }));
  return { answers: ranked(entries, query.stems.length).slice(0, options.most), others, coverage };
}

interface Found {
  readonly conversation: Conversation;
  readonly turns: FoundTurns;
}

/** BM25's usual constants: saturation of frequent words, and the penalty of long turns. */
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
    // All words side by side add half the weight.
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

interface LookOptions extends SurveyOptions {
  readonly states: readonly View['state'][];
}

interface LookedFor<T> {
  readonly found: readonly { readonly conversation: Conversation; readonly in: T }[];
  readonly others: number;
  readonly coverage: Covered;
}

/** Searches all conversations; `foundIn` takes the matches from a unit's answer. */
async function lookFor<T extends { readonly view: View }>(
  reading: Reading,
  options: LookOptions,
  want: Want,
  foundIn: (answer: DocumentAnswer) => readonly T[] | undefined,
): Promise<LookedFor<T>> {
  const all: LookedFor<T>['found'][number][] = [];
  const coverage = new Coverage(options.now);
  const words = await wordSearch(want);
  for await (const events of surveyAnswers(reading, options, { want, words }))
    for (const event of events) {
      coverage.take(event);
      if (event.type !== 'answered') continue;
      for (const each of foundIn(event.answer) ?? [])
        all.push({ conversation: locateView(event.site, event.scope, each.view, false), in: each });
    }
  addAll(all, await inLost(reading, options, words, foundIn));
  const found = all.filter(({ conversation }) => options.states.includes(conversation.state));
  return { found, others: all.length - found.length, coverage };
}

async function inLost<T>(
  reading: Reading,
  options: LookOptions,
  words: WordSearch | null,
  foundIn: (answer: DocumentAnswer) => readonly T[] | undefined,
) {
  const lost = words === null ? [] : await lostPrompts(reading, options, words.filter);
  return lost.flatMap(({ conversation, document }) =>
    (foundIn({ conversations: 1, ...words?.look(document) }) ?? []).map((each) => ({ conversation, in: each })),
  );
}

interface GrepOptions extends LookOptions {
  readonly query: SearchQuery;
}

interface GrepMatch {
  readonly conversation: Conversation;
  readonly result: SearchResult;
}

/** Matches, last changed first, and how much was searched. */
export interface Grepped {
  readonly matches: readonly GrepMatch[];
  readonly others: number;
  readonly coverage: Covered;
}

/** Searches all messages; holds only matches. Throws Failure `usage` for a pattern, `interrupted`. */
export async function grep(reading: Reading, options: GrepOptions): Promise<Grepped> {
  const { found, others, coverage } = await lookFor(
    reading,
    options,
    { search: options.query },
    ({ matches }) => matches,
  );
  const matches = found
    .map(({ conversation, in: { result } }) => ({ conversation, result }))
    .sort((a, b) => (sortTime(b.conversation) ?? 0) - (sortTime(a.conversation) ?? 0));
  return { matches, others, coverage };
}

/** Redacts the rest of each matching conversation; null for no redaction. */
export function redactedMatches(found: Grepped, redact: Redactor | null): Grepped {
  if (redact === null) return found;
  const { matches, others, coverage } = found;
  return {
    others,
    matches: matches.map((match) => redactedMatch(match, redact)),
    coverage: redactedCoverage(coverage, redact),
  };
}

function redactedMatch({ conversation, result }: GrepMatch, redact: Redactor): GrepMatch {
  const lines = result.lines.map((line) => ({
    ...line,
    ...(line.name === undefined ? {} : { name: redact(line.name) }),
    before: redact(line.before),
    match: redact(line.match),
    after: redact(line.after),
  }));
  return { conversation: redactedConversation(conversation, redact), result: { ...result, lines } };
}

export function redactedAnswers(found: Answers, redact: Redactor | null): Answers {
  if (redact === null) return found;
  const { answers, others, coverage } = found;
  return {
    others,
    answers: answers.map((each) => redactedAnswer(each, redact)),
    coverage: redactedCoverage(coverage, redact),
  };
}

function redactedAnswer({ conversation, turn, score }: Answering, redact: Redactor): Answering {
  return {
    conversation: redactedConversation(conversation, redact),
    turn: { ...turn, text: redact(turn.text) },
    score,
  };
}
