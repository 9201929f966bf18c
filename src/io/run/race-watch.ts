import fs from 'node:fs';
import { platform } from 'node:os';
import { basename, dirname } from 'node:path';

/**
 * Watches the names in a folder: calls `saw` for each that appears, goes or is replaced, in the order it happened; answers the end
 * of it, or null where that cannot be had.
 */
export type Watch = (folder: string, saw: (name: string) => void) => (() => void) | null;

/** One replacement that is looked at. */
export interface RaceCheck {
  /** Was `path` replaced by someone else after `temp` was made and before `temp` took its place. Unknown counts as no. */
  slipped(): Promise<boolean>;
  /** Looks no longer. */
  drop(): void;
}

/** Sees what no call can ask for: a save between the last look at a file and the rename over it. */
export interface RaceWatch {
  /** Begins to look; `temp` must not exist yet. */
  expect(temp: string, path: string): RaceCheck;
  close(): void;
}

interface Watched {
  readonly cases: Map<string, Case>;
  readonly end: (() => void) | null;
}

interface Case {
  readonly path: string;
  state: 'expected' | 'made' | 'moved';
  isSlipped: boolean;
}

const TURNS = 20;

/** Watches each folder from the first replacement in it. `turn` lets the events in that are waiting. */
export function raceWatch(watch: Watch, turn: () => Promise<void>): RaceWatch {
  const folders = new Map<string, Watched>();
  const watched = (folder: string): Watched => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const cases = new Map<string, Case>();
    const fresh = { cases, end: watch(folder, (name) => see(cases, name)) };
    folders.set(folder, fresh);
    return fresh;
  };
  return {
    expect: (temp, path) => {
      const { cases, end } = watched(dirname(temp));
      const one: Case = { path: basename(path), state: 'expected', isSlipped: false };
      const drop = () => {
        cases.delete(basename(temp));
      };
      if (end !== null) cases.set(basename(temp), one);
      return {
        drop,
        slipped: async () => {
          for (let n = 0; n < TURNS && one.state !== 'moved' && end !== null; n++) await turn();
          drop();
          return one.state === 'moved' && one.isSlipped;
        },
      };
    },
    close: () => {
      for (const { end } of folders.values()) end?.();
    },
  };
}

// The system reports names in the order they changed: the temporary one appears, then it goes. What happened to the other name
// in between happened after it was read, and before it was replaced.
function see(cases: ReadonlyMap<string, Case>, name: string): void {
  const own = cases.get(name);
  if (own !== undefined) own.state = own.state === 'expected' ? 'made' : 'moved';
  else for (const one of cases.values()) if (one.path === name && one.state === 'made') one.isSlipped = true;
}

/** Watches by inotify: no other system reports each name in the order of the changes. */
export const nodeWatch: Watch = (folder, saw) => {
  if (platform() !== 'linux') return null;
  try {
    const watcher = fs.watch(folder, { persistent: false }, (event, name) => {
      if (event === 'rename' && name !== null) saw(name);
    });
    // A watch that breaks down has seen nothing more; the change itself does not depend on it.
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return null;
  }
};
