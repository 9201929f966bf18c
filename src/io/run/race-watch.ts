import fs from 'node:fs';
import { platform } from 'node:os';
import { basename, dirname } from 'node:path';
import { orNull } from '../disk/error-code.ts';

/**
 * Watches a folder: `saw` is called for each name that appears, disappears or is replaced, in order. Returns a function that ends it; null
 * if impossible.
 */
export type Watch = (folder: string, saw: (name: string) => void) => (() => void) | null;

export interface RaceCheck {
  /** True if another writer replaced `path` between the creation and the rename of `temp`; false if unknown. */
  slipped(): Promise<boolean>;
  drop(): void;
}

export interface RaceWatch {
  /** Begins a check; `temp` must not exist yet. */
  expect(temp: string, path: string): RaceCheck;
  close(): void;
}

interface WatchedFolder extends ExpectedChanges {
  readonly end: (() => void) | null;
}

interface ExpectedChanges {
  readonly temps: Map<string, ExpectedChange>;
  readonly paths: Map<string, ExpectedChange>;
}

interface ExpectedChange {
  state: 'expected' | 'made' | 'moved';
  isSlipped: boolean;
}

const MAX_TICKS = 20;

/** Watches a folder from its first replacement on. `tick` delivers pending events. */
export function raceWatch(watch: Watch, tick: () => Promise<void>): RaceWatch {
  const folders = new Map<string, WatchedFolder>();
  const watched = (folder: string): WatchedFolder => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const cases: ExpectedChanges = { temps: new Map(), paths: new Map() };
    const fresh = { ...cases, end: watch(folder, (name) => seeName(cases, name)) };
    folders.set(folder, fresh);
    return fresh;
  };
  return {
    expect: (temp, path) => {
      const { temps, paths, end } = watched(dirname(temp));
      const one: ExpectedChange = { state: 'expected', isSlipped: false };
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
          for (let n = 0; n < MAX_TICKS && one.state !== 'moved' && end !== null; n++) await tick();
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

/** Takes a name in the order of changes: `temp` appears, then disappears. Events of `path` in between are a race. */
function seeName({ temps, paths }: ExpectedChanges, name: string): void {
  const own = temps.get(name);
  if (own !== undefined) own.state = own.state === 'expected' ? 'made' : 'moved';
  const replaced = paths.get(name);
  if (replaced?.state === 'made') replaced.isSlipped = true;
}

/** A watch by inotify: no other system reports names in order. */
export const nodeWatch: Watch = (folder, saw) => {
  if (platform() !== 'linux') return null;
  return orNull(() => {
    const watcher = fs.watch(folder, { persistent: false }, (event, name) => {
      if (event === 'rename' && name !== null) saw(name);
    });
    // A broken watch sees nothing more, which is harmless.
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  });
};
