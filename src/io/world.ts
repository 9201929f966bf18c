import type { WriteDisk } from './disk/write-disk.ts';
import type { Watch } from './run/witness.ts';

/** Who we are, as locks name it. */
export interface Self {
  readonly pid: number;
  readonly host: string;
  /** Is the process that had this id on this host at `since` (milliseconds since 1970) still alive. */
  alive(pid: number, since: number): boolean;
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
  /** Asked between Changes; true stops at the next safe boundary. */
  interrupted(): boolean;
}
