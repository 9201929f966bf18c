import type { Source } from '../codecs/lines/source.ts';
import type { Sentence } from '../model/command.ts';
import type { KindName } from '../model/kinds.ts';
import type { Versions, VersionsAndUndone } from '../model/plan.ts';
import type { Process } from '../model/process.ts';
import { yieldEvery } from '../model/yielding.ts';
import type { WriteDisk } from './disk/write-disk.ts';
import type { Watch } from './run/race-watch.ts';

/** `birth` distinguishes processes that share an id over time; `space` is the namespace of our process ids, as of a container. */
export interface ThisProcess {
  readonly pid: number;
  readonly host: string;
  readonly birth?: string | null;
  readonly space?: string | null;
  /** True if process `pid`, seen at `since` (milliseconds since 1970) with this `birth`, still runs. */
  alive(pid: number, since: number, birth?: string | null): boolean;
  isConvo?(pid: number): boolean;
}

export interface World {
  readonly disk: WriteDisk;
  readonly self: ThisProcess;
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
  readonly watch?: Watch;
  readonly processes?: () => readonly Process[];
  /** Separates a run's change from later saves of the file at `path`; null if impossible. Missing: such files are left alone. */
  readonly putBack?: (kind: KindName, path: string, versions: Versions) => Source | null;
  /** New faults that an undo would cause; null if none. Missing: nothing is checked. */
  readonly harmOf?: (kind: KindName, path: string, change: VersionsAndUndone) => Sentence | null;
  /** Called while a run's locks are dropped. */
  tidied?(done: number, of: number): void;
  /** Asked between Changes; true stops at the next safe point. */
  interrupted(): boolean;
}

export function yielder(world: World): () => Promise<void> {
  return yieldEvery(
    () => world.now(),
    () => world.sleep(0),
  );
}
