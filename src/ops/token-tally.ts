import type { Answered, TokenCount } from '../model/stats.ts';

/** Answers that were counted, of all that is looked at: a fork and a copy have answers of their source. */
export type CountedAnswers = Set<number>;

/** Sums of tokens by model and month, each answer once. */
export class TokenTally {
  readonly #sums = new Map<string, { -readonly [Key in keyof TokenCount]: TokenCount[Key] }>();

  add(answers: readonly Answered[], counted: CountedAnswers): void {
    for (const { key, model, month, input, output, cacheRead, cacheWrite } of answers) {
      if (counted.has(key)) continue;
      counted.add(key);
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
