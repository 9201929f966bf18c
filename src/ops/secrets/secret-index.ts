import { addTo } from '../../model/collections.ts';

/**
 * Things by their secret, of which two readings are one: a rule may include signs around it. So one value is in the
 * other, which is longer by fewer than `MAX_SIGNS`.
 */
export class SecretIndex<T> {
  readonly #byValue = new Map<string, T[]>();
  /** By all that a reading with fewer signs may be. */
  readonly #byCore = new Map<string, T[]>();

  /** The values are without escapes. */
  add(value: string, of: T): void {
    addTo(this.#byValue, value, of);
    for (const core of coresOf(value)) addTo(this.#byCore, core, of);
  }

  has(value: string): boolean {
    if (this.#byValue.has(value) || this.#byCore.has(value)) return true;
    for (const core of coresOf(value)) if (this.#byValue.has(core)) return true;
    return false;
  }

  /** Each once, in no order. */
  allOf(value: string): ReadonlySet<T> {
    const lists = [value, ...coresOf(value)].map((each) => this.#byValue.get(each) ?? []);
    return new Set([...(this.#byCore.get(value) ?? []), ...lists.flat()]);
  }
}

const MAX_SIGNS = 6;

function coresOf(value: string): ReadonlySet<string> {
  const cores = new Set<string>();
  for (let signs = 1; signs < MAX_SIGNS && signs <= value.length; signs++)
    for (let from = 0; from <= signs; from++) cores.add(value.slice(from, value.length - signs + from));
  return cores;
}
