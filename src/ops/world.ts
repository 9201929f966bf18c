import { nodeWriteDisk } from '../io/disk/write-disk.ts';
import { isConvo, pidSpace, processBirth, processes, startTimeOf } from '../io/processes.ts';
import { nodeWatch } from '../io/run/race-watch.ts';
import type { ThisProcess, World } from '../io/world.ts';
import { KINDS } from '../stores/registry.ts';

export interface Machine {
  readonly pid: number;
  readonly host: string;
  alive(pid: number): boolean;
  /** The time in milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
  interrupted(): boolean;
}

export function worldOf({ pid, host, alive, now, sleep, interrupted }: Machine): World {
  return {
    disk: nodeWriteDisk,
    watch: nodeWatch,
    self: selfOf({ pid, host, alive }),
    now,
    sleep,
    interrupted,
    processes: () => processes(pid),
  };
}

/**
 * The world for an undo, which may have to separate a run's change in a file from later ones. `force`: undoes even if that brings an error
 * back. Loads the code of all kinds.
 */
export async function worldForUndo(world: World, force: boolean): Promise<World> {
  const all = new Map(await Promise.all(KINDS.map(async (kind) => [kind.name, await kind.verbs()] as const)));
  const able: World = {
    ...world,
    putBack: (kind, path, versions) => all.get(kind)?.putBack?.(path, versions) ?? null,
  };
  return force ? able : { ...able, harmOf: (kind, path, change) => all.get(kind)?.harmOf?.(path, change) ?? null };
}

/** Milliseconds that a clock may have been set by since a process started; used only if nothing else tells two processes apart. */
const SLACK_MS = 60_000;

/** This process. Another one may have got the id of one that ended: then its birth is another, or it began after the time in question. */
function selfOf({ pid, host, alive }: Pick<Machine, 'pid' | 'host' | 'alive'>): ThisProcess {
  return {
    pid,
    host,
    birth: processBirth(pid),
    space: pidSpace(),
    alive: (other, since, birth = null) => {
      if (!alive(other)) return false;
      const now = processBirth(other);
      if (birth !== null && now !== null) return birth === now;
      const start = startTimeOf(other);
      return start === null || !(start > since + SLACK_MS);
    },
    isConvo: (other) => isConvo(other),
  };
}
