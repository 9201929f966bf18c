import type { EstimatedTurn, FoundTurn, FoundTurns } from '../../model/search.ts';

/** BM25's usual constants: saturation of frequent words, and the penalty of long turns. */
const K = 1.2;
const B = 0.75;
/** Weight of text outside of turns, judged by its bytes. */
const OF_TOOL = 0.5;

export interface Scored<T extends FoundTurn> {
  readonly turn: T;
  readonly score: number;
}

/** Scores conversations by their best turns. `all` decides how rare a word is. Null without turns. */
export function scorer(all: readonly FoundTurns[], stems: number): (turns: FoundTurns) => Scored<FoundTurn> | null {
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
    const { times, length, span, isOfTool } = turn;
    const words = times.reduce((total, each, n) => {
      const weight = (each * (K + 1)) / (each + K * (1 - B + (B * length) / mean));
      return total + (rarity[n] ?? 0) * weight;
    }, 0);
    const different = times.filter((each) => each > 0).length;
    // All words side by side add half the weight.
    const near = 1 + (span > 0 ? (0.5 * different) / Math.max(different, span) : 0);
    return words * near * (different / stems) * (isOfTool === true ? OF_TOOL : 1);
  };
  return ({ turns }) => {
    const [best, ...others] = turns.map((turn) => ({ turn, score: scoreOf(turn) })).sort((a, b) => b.score - a.score);
    const rest = others.reduce((total, { score }) => total + score, 0);
    return best === undefined ? null : { turn: best.turn, score: best.score + rest / 10 };
  };
}
