import type { UnitDecision } from '../../kind.ts';

/** Decisions on threads, as the index of names and later decisions need them. */
export interface CodexUpdate {
  readonly gone?: readonly string[];
  readonly named?: { readonly id: string; readonly name: string };
  readonly along?: readonly string[];
}

/** The threads of a scope that were changed so far: each decision is looked at once, however often they are asked for. */
export class ChangedThreads {
  readonly #ids = new Set<string>();
  /** Threads moved along, with the one they followed. */
  readonly #along = new Map<string, string>();
  #of: readonly UnitDecision<CodexUpdate>[] = [];
  #taken = 0;

  /** Of decisions to which others are only ever added, or of others from the first on. */
  upTo(soFar: readonly UnitDecision<CodexUpdate>[]): {
    readonly ids: ReadonlySet<string>;
    readonly along: ReadonlyMap<string, string>;
  } {
    if (soFar !== this.#of || soFar.length < this.#taken) {
      this.#ids.clear();
      this.#along.clear();
      [this.#of, this.#taken] = [soFar, 0];
    }
    for (; this.#taken < soFar.length; this.#taken++) this.#take(soFar[this.#taken] as UnitDecision<CodexUpdate>);
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
