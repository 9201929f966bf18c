import type { UnitDecision } from '../../decision.ts';

export interface CodexUpdate {
  readonly gone?: readonly string[];
  readonly named?: { readonly id: string; readonly name: string };
  readonly along?: readonly string[];
}

/** Threads changed so far. It keeps its position in the list of decisions: each is processed once. */
export class ChangedThreads {
  readonly #ids = new Set<string>();
  /** Moved threads, each with the thread that it was moved along with. */
  readonly #along = new Map<string, string>();
  #of: readonly UnitDecision<CodexUpdate>[] = [];
  #readCount = 0;

  /** `soFar` only grows, or is a new list. */
  upTo(soFar: readonly UnitDecision<CodexUpdate>[]): {
    readonly ids: ReadonlySet<string>;
    readonly along: ReadonlyMap<string, string>;
  } {
    if (soFar !== this.#of || soFar.length < this.#readCount) {
      this.#ids.clear();
      this.#along.clear();
      [this.#of, this.#readCount] = [soFar, 0];
    }
    for (; this.#readCount < soFar.length; this.#readCount++)
      this.#take(soFar[this.#readCount] as UnitDecision<CodexUpdate>);
    return { ids: this.#ids, along: this.#along };
  }

  #take({ id, outcome, indexUpdate }: UnitDecision<CodexUpdate>): void {
    if (outcome.state !== 'changed') return;
    this.#ids.add(id);
    for (const each of indexUpdate?.along ?? []) {
      this.#ids.add(each);
      if (!this.#along.has(each)) this.#along.set(each, id);
    }
  }
}
