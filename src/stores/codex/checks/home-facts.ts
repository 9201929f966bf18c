import { addAll } from '../../../model/collections.ts';
import type { CodexFacts } from '../document.ts';
import { type RolloutFacts, sourcesAmong } from '../read/lineage.ts';

export class HomeFacts {
  readonly all = new Set<string>();
  /** Ids of threads with a row in the program's database. */
  readonly listed = new Set<string>();
  hasPaginated = false;
  readonly #rollouts: RolloutFacts[] = [];
  /** Null after a rollout was added: it is computed anew. */
  #hasSource: ReturnType<typeof sourcesAmong> | null = null;

  add({ ids, listed, isPaginated, rollouts }: CodexFacts): void {
    for (const id of ids) this.all.add(id);
    if (listed !== null) this.listed.add(listed);
    this.hasPaginated ||= isPaginated;
    addAll(this.#rollouts, rollouts);
    this.#hasSource = null;
  }

  /** True if the sources of the rollout at `path` are whole. */
  hasSource(path: string): boolean {
    this.#hasSource ??= sourcesAmong(this.#rollouts);
    return this.#hasSource(path);
  }
}
