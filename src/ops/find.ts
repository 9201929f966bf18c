import type { Conversation } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import type { FoundTurn, FoundTurns } from '../model/find.ts';
import type { Covered } from '../model/unsearched.ts';
import type { Reading } from './reading.ts';
import { type LookOptions, lookFor } from './search/look-for.ts';
import { stemsOf } from './search/stems.ts';

export interface FindOptions extends LookOptions {
  readonly question: string;
  readonly redact?: boolean;
  /** Limit of answers. */
  readonly most: number;
}

/** A conversation that answers a question, with the turn that matches best. */
export interface Answering {
  readonly conversation: Conversation;
  readonly turn: FoundTurn;
  readonly score: number;
}

/** The best answers, and the coverage of the search. */
export interface Answers {
  readonly answers: readonly Answering[];
  /** Number of matching conversations in other states. */
  readonly others: number;
  readonly coverage: Covered;
}

/** The conversations in which the words of a question stand, in any order and form: rare words count most, near ones more than far ones. */
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
