import { basename } from 'node:path';
import { attempt } from '../io/disk/error-code.ts';
import { fileSource, windowsOf } from '../io/disk/file-source.ts';
import { statOf } from '../io/disk/look.ts';
import { glob } from '../io/walk/glob.ts';
import { Moved } from '../model/part.ts';
import type { Reading } from './reading.ts';
import { kindOfSite } from './survey/kind-of.ts';

/** Bytes of the window before that are looked at once more: a path may be cut. */
const OVERLAP = 8192;

/** The files of some stores that name a folder, or one below it, and that `rehome` does not write: absolute, each once. */
export async function stillNamed(
  { disk, kinds, sites }: Reading,
  moved: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const found = new Set<string>();
  for (const site of sites) {
    const traces = await kindOfSite(kinds, site).traces?.();
    if (traces === undefined) continue;
    const scopes = [moved.from, moved.to].map((path) => traces.scopeOf(path, []));
    const named = asPath(moved.from);
    for (const pattern of traces.naming(basename(site.root), scopes))
      for (const path of (await glob(pattern, site.root)).paths)
        if (attempt(() => holds(disk, path, named)) === true) found.add(path);
  }
  return [...found];
}

/** A path where it is not the middle or the beginning of another one. */
function asPath(path: string): RegExp {
  const plain = path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_.~/-])${plain}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'u');
}

function holds(disk: Reading['disk'], path: string, named: RegExp): boolean {
  const stat = statOf(disk, path);
  if (stat?.type !== 'file') return false;
  let before = '';
  for (const bytes of windowsOf(fileSource(disk, path, stat, () => new Moved(path)))) {
    const text = before + Buffer.from(bytes).toString();
    if (named.test(text)) return true;
    before = text.slice(-OVERLAP);
  }
  return false;
}
