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

interface Watched extends Cases {
  readonly end: (() => void) | null;
}

/** The files that are watched in one folder, by the names of the new files, and by those that they replace. */
interface Cases {
  readonly temps: Map<string, Case>;
  readonly paths: Map<string, Case>;
}

interface Case {
  state: 'expected' | 'made' | 'moved';
  isSlipped: boolean;
}

const TURNS = 20;

/** Watches each folder from the first replacement in it. `tick` lets the events in that are waiting. */
export function raceWatch(watch: Watch, tick: () => Promise<void>): RaceWatch {
  const folders = new Map<string, Watched>();
  const watched = (folder: string): Watched => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const cases: Cases = { temps: new Map(), paths: new Map() };
    const fresh = { ...cases, end: watch(folder, (name) => see(cases, name)) };
    folders.set(folder, fresh);
    return fresh;
  };
  return {
    expect: (temp, path) => {
      const { temps, paths, end } = watched(dirname(temp));
      const one: Case = { state: 'expected', isSlipped: false };
      const names = { temp: basename(temp), path: basename(path) };
      const drop = () => {
        temps.delete(names.temp);
        if (paths.get(names.path) === one) paths.delete(names.path);
      };
      if (end !== null) {
        temps.set(names.temp, one);
        paths.set(names.path, one);
      }
      return {
        drop,
        slipped: async () => {
          for (let n = 0; n < TURNS && one.state !== 'moved' && end !== null; n++) await tick();
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
function see({ temps, paths }: Cases, name: string): void {
  const own = temps.get(name);
  if (own !== undefined) own.state = own.state === 'expected' ? 'made' : 'moved';
  const replaced = paths.get(name);
  if (replaced?.state === 'made') replaced.isSlipped = true;
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
