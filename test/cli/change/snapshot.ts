import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../../src/io/disk/digest.ts';

/** Everything of a tree that a change must bring back: each path with its type, mode, and of a file bytes and time. */
export type Snapshot = Readonly<Record<string, string>>;

/**
 * A tree as it lies there; our own journal is left out, and folders' times too, which nobody promises. Times are whole
 * milliseconds: those of a copied original come back no finer.
 */
export function snapshot(root: string): Snapshot {
  const out: Record<string, string> = {};
  const walk = (below: string) => {
    for (const name of readdirSync(join(root, below)).sort()) {
      if (name === '.convo') continue;
      const path = below === '' ? name : `${below}/${name}`;
      const stat = lstatSync(join(root, path));
      const mode = (stat.mode & 0o7777).toString(8);
      if (stat.isSymbolicLink()) out[path] = `link ${readlinkSync(join(root, path))}`;
      else if (stat.isDirectory()) out[path] = `folder ${mode}`;
      else out[path] = `file ${mode} ${wholeMs(stat.mtimeMs)} ${digestOf(readFileSync(join(root, path)))}`;
      if (stat.isDirectory()) walk(path);
    }
  };
  walk('');
  return out;
}

/** By way of microseconds, which is what comes back: a time just below half a millisecond is taken for the half on both sides. */
function wholeMs(ms: number): number {
  return Math.round(Math.round(ms * 1000) / 1000);
}

/** The paths in which two trees differ. */
export function differences(a: Snapshot, b: Snapshot): string[] {
  const paths = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return paths.filter((path) => a[path] !== b[path]);
}
