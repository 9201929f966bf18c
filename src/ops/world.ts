import { nodeWriteDisk } from '../io/disk/node-write-disk.ts';
import { processes } from '../io/processes.ts';
import { nodeWatch } from '../io/run/node-watch.ts';
import type { World } from '../io/world.ts';
import { KINDS } from '../stores/index.ts';
import { kindOf } from './survey/kind-of.ts';

export type { World } from '../io/world.ts';

/** What a change needs to know of the process that makes it. */
export interface Around {
  readonly pid: number;
  readonly host: string;
  alive(pid: number): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  interrupted(): boolean;
}

/** The real disk and its effects, lent to one command. */
export function worldOf({ pid, host, alive, now, interrupted }: Around): World {
  return {
    disk: nodeWriteDisk,
    watch: nodeWatch,
    self: { pid, host, alive: (other) => alive(other) },
    now,
    sleep: (ms) => new Promise((wake) => setTimeout(wake, ms)),
    interrupted,
    processes: () => processes(pid),
    takeBack: (kind, path, versions) => kindOf(KINDS, { kind }).putBack?.(path, versions) ?? null,
  };
}
