import { byKey } from '../model/compare-text.ts';
import { addTo } from '../model/grouped.ts';
import type { Answered, TokenCount } from '../model/stats.ts';
import type { KeySet } from './key-set.ts';

/** Numbers that each answer has in an `AnswerGroup`: key, input, output, read from and written to the cache. */
const WIDTH = 5;

/** The answers of one model in one month. As one array of numbers they cost little on their way from a thread. */
export interface AnswerGroup {
  readonly model: string;
  readonly month: string | null;
  readonly numbers: Float64Array;
}

/** Answers by model and month. */
export function groupAnswers(answers: Iterable<Answered>): AnswerGroup[] {
  const groups = new Map<string, Answered[]>();
  for (const answer of answers) addTo(groups, nameOf(answer), answer);
  return Array.from(groups.values(), (group) => {
    const numbers = new Float64Array(group.length * WIDTH);
    for (const [n, { key, input, output, cacheRead, cacheWrite }] of group.entries())
      numbers.set([key, input, output, cacheRead, cacheWrite], n * WIDTH);
    const { model = '', month = null } = group[0] ?? {};
    return { model, month, numbers };
  });
}

function nameOf({ model, month }: Pick<Answered, 'model' | 'month'>): string {
  return `${model}\0${month ?? ''}`;
}

/** Sums of tokens by model and month, each answer once. */
export class TokenTally {
  readonly #sums = new Map<string, { -readonly [Key in keyof TokenCount]: TokenCount[Key] }>();

  /** `counted`: the answers of all that is looked at, because a fork and a copy have answers of their source. */
  add(groups: readonly AnswerGroup[], counted: KeySet): void {
    for (const { model, month, numbers } of groups) {
      const sum = this.#sumOf(model, month);
      for (let n = 0; n < numbers.length; n += WIDTH) {
        if (!counted.add(numbers[n] as number)) continue;
        sum.answers++;
        sum.input += numbers[n + 1] as number;
        sum.output += numbers[n + 2] as number;
        sum.cacheRead += numbers[n + 3] as number;
        sum.cacheWrite += numbers[n + 4] as number;
      }
    }
  }

  all(): TokenCount[] {
    const met = [...this.#sums].filter(([, { answers }]) => answers > 0);
    return met.sort(byKey).map(([, sum]) => sum);
  }

  #sumOf(model: string, month: string | null) {
    const name = nameOf({ model, month });
    const known = this.#sums.get(name);
    const sum = known ?? { model, month, answers: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    if (known === undefined) this.#sums.set(name, sum);
    return sum;
  }
}
