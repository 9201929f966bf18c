import type { Answered, TokenCount } from '../model/stats.ts';
import type { KeySet } from './key-set.ts';

/** Sums of tokens by model and month, each answer once. */
export class TokenTally {
  readonly #sums = new Map<string, { -readonly [Key in keyof TokenCount]: TokenCount[Key] }>();

  /** `counted`: the answers of all that is looked at, because a fork and a copy have answers of their source. */
  add(answers: readonly Answered[], counted: KeySet): void {
    for (const { key, model, month, input, output, cacheRead, cacheWrite } of answers) {
      if (!counted.add(key)) continue;
      const name = `${model}\0${month ?? ''}`;
      const sum = this.#sums.get(name) ?? {
        model,
        month,
        answers: 0,
        input: 0,
        output: 0,
        cacheRead: 0,
        cacheWrite: 0,
      };
      this.#sums.set(name, sum);
      sum.answers++;
      sum.input += input;
      sum.output += output;
      sum.cacheRead += cacheRead;
      sum.cacheWrite += cacheWrite;
    }
  }

  all(): TokenCount[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }
}
