import { addAll, grouped } from '../model/collections.ts';
import { type Conversation, conversationKey, lastActiveFirst } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import type { Covered } from '../model/finding.ts';
import { isNameOfCopy, originalOf } from '../model/ids.ts';
import {
  type EstimatedTurn,
  type EstimatedTurns,
  type FindQuery,
  type FoundTurn,
  type FoundTurns,
  isUnlimited,
  type TimeRange,
} from '../model/search.ts';
import { type ReadContext, unitKey } from './reading.ts';
import {
  type AnsweredUnit,
  type FoundIn,
  type SearchOptions,
  searchConversations,
  splitByState,
} from './search/search-conversations.ts';
import { stemsOf, tellingWords, wordsOfStems } from './search/words.ts';
import { redactedConversation, redactedCoverage } from './secrets/redacted.ts';
import type { Redactor } from './secrets/redactor.ts';
import { Coverage, wholeConversations } from './survey/coverage.ts';
import { withSelection } from './survey/survey-options.ts';
import type { WantAnswer } from './survey/want.ts';

export interface FindOptions extends SearchOptions {
  readonly question: string;
  readonly redact?: boolean;
  readonly range?: TimeRange;
  readonly max: number;
}

interface RankedAnswer {
  readonly conversation: Conversation;
  readonly turn: FoundTurn;
  readonly score: number;
  readonly learnt?: FoundTurns['learnt'];
  readonly hasPhrase: boolean;
}

interface FoundAnswer extends RankedAnswer {
  /** Copies and forks that have the message too, which do not take the place of another answer. */
  readonly alike: readonly Conversation[];
}

export interface Answers {
  readonly answers: readonly FoundAnswer[];
  readonly inOtherStates: number;
  readonly coverage: Covered;
  /** Number of promising ids that were not decoded before time ran out. */
  readonly unreached: number;
  /** Words of the question, in lower case, that no conversation has of those searched. */
  readonly nowhere: readonly string[];
}

/**
 * Conversations with the words of a question, in any order and form: rare words count most, close ones more than
 * distant ones. Those with the words side by side in a name or the first question are first. Of nearly equal ones the
 * last active is first.
 */
export async function find(reading: ReadContext, options: FindOptions): Promise<Answers> {
  return bestAnswers(reading, options, [await candidates(reading, options)]);
}

export interface Candidates {
  readonly decoded: readonly Decoded[];
  readonly estimated: readonly EstimatedUnit[];
  readonly coverage: Coverage;
  /** Ids that were searched before time ran out; null for all. */
  readonly reached: number | null;
}

type Decoded = FoundIn<NonNullable<WantAnswer['turns']>[number]>;

/** A unit counted in its bytes; only decoding shows whether its words are in messages. */
interface EstimatedUnit {
  readonly unit: AnsweredUnit;
  readonly turns: EstimatedTurns;
}

export async function candidates(reading: ReadContext, options: FindOptions): Promise<Candidates> {
  const estimated: EstimatedUnit[] = [];
  const onUnit = (unit: AnsweredUnit): void => {
    const { estimate: turns } = unit.answer;
    if (turns !== undefined) estimated.push({ unit, turns });
  };
  // Bytes have no times.
  const { range } = options;
  const isEstimated = Number.isFinite(options.max) && (range === undefined || isUnlimited(range));
  const query = queryOf(options, isEstimated);
  const { all, coverage, reached } = await searchConversations(
    reading,
    options,
    { type: 'find', query },
    { foundIn, onUnit },
  );
  return { decoded: all, estimated, coverage, reached };
}

const foundIn = ({ turns }: WantAnswer) => turns;

function queryOf({ question, redact = false, range }: FindOptions, estimated: boolean): FindQuery {
  const words = askedIn(question);
  return { words, redact, estimated, ...(range === undefined ? {} : { range }) };
}

function askedIn(question: string): string[] {
  const words = tellingWords(question);
  if (words.length === 0) throw new Failure('usage', 'there is no word to look for', 'Name a few WORDS.');
  return words;
}

/** Number of decoded conversations, as a factor of those wanted, before the estimates of others are trusted. */
const MIN_DECODED_FACTOR = 4;
/** At least this many are decoded, or all with these words, so that the first answers do not depend on how many are wanted. */
const MIN_DECODED = 100;
const MIN_DECODED_WORDS = 1_000_000;

/**
 * The best answers of searches, ranked together. Decodes the conversations that promise most first, and others until as
 * many answer as are wanted.
 */
export async function bestAnswers(
  reading: ReadContext,
  options: FindOptions,
  all: readonly Candidates[],
): Promise<Answers> {
  const { max, states } = options;
  const decoded = all.flatMap((each) => each.decoded);
  const estimated = all.flatMap((each) => each.estimated);
  const coverage = joinedCoverage(options.run.now, all);
  const turns = [...decoded.map(({ in: { found } }) => found), ...estimated.map((each) => each.turns)];
  const words = askedIn(options.question);
  const stems = stemsOf(words);
  const score = scorer(turns, stems.length);
  const waiting = estimated
    .map((each) => ({ ...each, score: score(each.turns)?.score ?? 0 }))
    .sort((a, b) => byPhrase(a.turns, b.turns) || b.score - a.score || b.turns.changed - a.turns.changed);
  const ranked = () =>
    withoutAlike(
      newestOfEqual(
        splitByState(states, decoded).found.flatMap(({ conversation, in: { found } }) => {
          const scored = score(found);
          const { learnt, hasPhrase = false } = found;
          return scored === null ? [] : [{ conversation, ...scored, learnt, hasPhrase }];
        }),
      ),
    );
  let answers = ranked();
  const least = Math.max(max * MIN_DECODED_FACTOR, firstOnes(waiting));
  let unreached = 0;
  let at = 0;
  while (at < waiting.length) {
    const min = answers[max - 1]?.score ?? 0;
    if (min > 0 && at >= least) break;
    const isLate = options.isLate?.() === true;
    // Doubled: each batch walks all stores.
    const batch = waiting.slice(at, isLate ? waiting.length : at + Math.max(least, at));
    at += batch.length;
    const closer = isLate ? EMPTY_BATCH : await decodedOf(reading, options, batch);
    correctCoverage(coverage, batch, closer);
    unreached += batch.length - closer.units.length;
    addAll(decoded, closer.all);
    answers = ranked();
  }
  const allTurns = [...decoded.map(({ in: { found } }) => found), ...waiting.slice(at).map((each) => each.turns)];
  const nowhere = stems.filter((_, n) => !allTurns.some((found) => (found.in[n] ?? 0) > 0));
  return {
    answers: answers.slice(0, max),
    inOtherStates: splitByState(states, decoded).others,
    coverage,
    unreached,
    nowhere: wordsOfStems(words, nowhere),
  };
}

/** Number of these that are decoded in any case. */
function firstOnes(waiting: readonly EstimatedUnit[]): number {
  let words = 0;
  let count = 0;
  while (count < MIN_DECODED && words < MIN_DECODED_WORDS) words += waiting[count++]?.turns.words ?? MIN_DECODED_WORDS;
  return count;
}

/** Scores above this share of the best count as equal: the difference is chance. */
const NEARLY = 0.98;

function byPhrase(a: { readonly hasPhrase?: boolean }, b: { readonly hasPhrase?: boolean }): number {
  return Number(b.hasPhrase === true) - Number(a.hasPhrase === true);
}

function newestOfEqual(answers: readonly RankedAnswer[]): RankedAnswer[] {
  const byScore = [...answers].sort((a, b) => byPhrase(a, b) || b.score - a.score);
  const ranked: RankedAnswer[] = [];
  while (ranked.length < byScore.length) {
    const best = byScore[ranked.length] as RankedAnswer;
    const isEqual = (each: RankedAnswer) => byPhrase(best, each) === 0 && each.score >= best.score * NEARLY;
    const equal = byScore.slice(ranked.length).filter(isEqual);
    addAll(
      ranked,
      equal.sort((a, b) => lastActiveFirst(a.conversation, b.conversation)),
    );
  }
  return ranked;
}

/** Answers with each message once, at its first conversation that is not named as a copy. */
function withoutAlike(ranked: readonly RankedAnswer[]): FoundAnswer[] {
  const groups = grouped(ranked.map((each) => [messageKey(each), each] as const));
  return Array.from(groups.values(), (alike) => {
    const first = alike.find(({ conversation }) => !isNameOfCopy(conversation.id)) ?? (alike[0] as RankedAnswer);
    return { ...first, alike: alike.filter((each) => each !== first).map(({ conversation }) => conversation) };
  });
}

/** A key that is equal for one message in two conversations: its text and time are equal, or one conversation is named as a copy of the other. */
function messageKey({ conversation, turn: { time, text, length } }: RankedAnswer): string {
  const { kind, id } = conversation;
  return JSON.stringify(
    time === undefined ? [conversationKey({ ...conversation, id: originalOf(id) }), text] : [kind, time, text, length],
  );
}

function joinedCoverage(now: number, all: readonly Candidates[]): Coverage {
  const joined = new Coverage(now);
  for (const { coverage } of all) joined.correct(coverage.conversations, coverage);
  return joined;
}

interface DecodedBatch {
  readonly units: readonly AnsweredUnit[];
  readonly all: readonly Decoded[];
  readonly coverage: Pick<Covered, 'unjudged' | 'gaps'>;
}

const EMPTY_BATCH: DecodedBatch = { units: [], all: [], coverage: { unjudged: [], gaps: [] } };

async function decodedOf(
  reading: ReadContext,
  options: FindOptions,
  batch: readonly EstimatedUnit[],
): Promise<DecodedBatch> {
  const keyOf = ({ site, scope, id }: AnsweredUnit) => unitKey(site, scope, id);
  const keys = new Set(batch.map(({ unit }) => keyOf(unit)));
  const ids = new Set(batch.map(({ unit }) => unit.id));
  const units: AnsweredUnit[] = [];
  const onUnit = (unit: AnsweredUnit): void => {
    if (keys.has(keyOf(unit))) units.push(unit);
  };
  const surveyOptions = withSelection(options, { hasId: (id) => ids.has(id) });
  const want = { type: 'find', query: queryOf(options, false) } as const;
  const { all, coverage } = await searchConversations(reading, surveyOptions, want, { foundIn, onUnit, lost: false });
  return { units, all: all.filter(({ unit }) => unit !== null && keys.has(keyOf(unit))), coverage };
}

function correctCoverage(coverage: Coverage, batch: readonly EstimatedUnit[], closer: DecodedBatch): void {
  const sum = (units: readonly AnsweredUnit[]) => units.reduce((all, unit) => all + wholeConversations(unit), 0);
  coverage.correct(sum(closer.units) - sum(batch.map(({ unit }) => unit)), closer.coverage);
}

export function redactedAnswers(found: Answers, redact: Redactor | null): Answers {
  if (redact === null) return found;
  const { answers, coverage } = found;
  for (const { learnt } of answers) redact.know(learnt ?? []);
  return {
    ...found,
    answers: answers.map((each) => redactedAnswer(each, redact)),
    coverage: redactedCoverage(coverage, redact),
  };
}

function redactedAnswer({ conversation, turn, alike, score, hasPhrase }: FoundAnswer, redact: Redactor): FoundAnswer {
  return {
    conversation: redactedConversation(conversation, redact),
    turn: { ...turn, text: redact(turn.text) },
    score,
    hasPhrase,
    alike: alike.map((each) => redactedConversation(each, redact)),
  };
}

/** BM25's usual constants: saturation of frequent words, and the penalty of long turns. */
const BM25_K1 = 1.2;
const BM25_B = 0.75;
const OUTSIDE_TURNS_WEIGHT = 0.5;
/** A name repeats what was asked: it counts less, and only where nothing that was said is nearer. */
const NAME_WEIGHT = 0.8;

interface ScoredTurn<T extends FoundTurn> {
  readonly turn: T;
  readonly score: number;
}

/** Scores conversations by their best turns. `all` decides how rare a word is. Null without turns. */
function scorer(all: readonly FoundTurns[], stems: number): (turns: FoundTurns) => ScoredTurn<FoundTurn> | null {
  const sum = (of: (turns: FoundTurns) => number) => all.reduce((total, turns) => total + of(turns), 0);
  const count = Math.max(
    1,
    sum((turns) => turns.count),
  );
  const mean = Math.max(1, sum((turns) => turns.words) / count);
  const rarity = Array.from({ length: stems }, (_, n) => {
    const has = sum((turns) => turns.in[n] ?? 0);
    return Math.log(1 + (Math.max(0, count - has) + 0.5) / (has + 0.5));
  });
  const scoreOf = (turn: FoundTurn & Partial<EstimatedTurn>) => {
    const { times, length, span, isOfTool, isName } = turn;
    const words = times.reduce((total, each, n) => {
      const weight = (each * (BM25_K1 + 1)) / (each + BM25_K1 * (1 - BM25_B + (BM25_B * length) / mean));
      return total + (rarity[n] ?? 0) * weight;
    }, 0);
    const different = times.filter((each) => each > 0).length;
    // Words that are all adjacent add half the weight.
    const near = 1 + (span > 0 ? (0.5 * different) / Math.max(different, span) : 0);
    const weight = isName === true ? NAME_WEIGHT : isOfTool === true ? OUTSIDE_TURNS_WEIGHT : 1;
    return words * near * (different / stems) * weight;
  };
  return ({ turns }) => {
    const [best, ...others] = turns.map((turn) => ({ turn, score: scoreOf(turn) })).sort((a, b) => b.score - a.score);
    const rest = others.reduce((total, { turn, score }) => total + (turn.isName === true ? 0 : score), 0);
    return best === undefined ? null : { turn: best.turn, score: best.score + rest / 10 };
  };
}
