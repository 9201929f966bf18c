import type { Source } from '../codecs/lines/source.ts';
import type { KindName } from '../model/conversation.ts';
import type { SavedOver, Versions } from '../model/plan.ts';
import type { Process } from '../model/process.ts';
import type { Sentence } from '../model/sentence.ts';
import type { WriteDisk } from './disk/write-disk.ts';
import type { Watch } from './run/race-watch.ts';

/** Who we are, as locks name it. */
export interface Self {
  readonly pid: number;
  readonly host: string;
  /** The identity of our process among others that had or get its id. */
  readonly birth?: string | null;
  /** The namespace in which process ids are ours, as of a container. */
  readonly space?: string | null;
  /** True when the process that had this id on this host at `since` (milliseconds since 1970), with this `birth`, still runs. */
  alive(pid: number, since: number, birth?: string | null): boolean;
  /** True when the process with this id is known to be a convo. */
  isConvo?(pid: number): boolean;
}

/** Every effect a change needs, handed in. */
export interface World {
  readonly disk: WriteDisk;
  readonly self: Self;
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Lets saves be seen that slip in between our last look and our rename; without it they go unseen. */
  readonly watch?: Watch;
  /** The other processes of this machine; without it, none are known. */
  readonly processes?: () => readonly Process[];
  /**
   * What a kind makes of a file that was saved again after a run: the file at `path` without what the run did, or null.
   * Without it, such a file is left alone.
   */
  readonly takeBack?: (kind: KindName, path: string, versions: Versions) => Source | null;
  /** Why that is refused: what would be wrong in the file, and is not now; null where nothing is. Left out, such an undo goes on. */
  readonly harmOf?: (kind: KindName, path: string, change: SavedOver) => Sentence | null;
  /** Called as the locks of a run are dropped at its end, which takes a while where there are many. */
  tidied?(done: number, of: number): void;
  /** Asked between Changes; true stops at the next safe boundary. */
  interrupted(): boolean;
}
