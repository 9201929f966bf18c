import type { ReadDisk } from '../../../src/io/disk.ts';

/** What a store as it lies would do to its owner, who may look at any moment; null for no harm. */
export type Harm = (disk: ReadDisk) => string | null;

/** Nothing is said of this owner beyond its files. */
export const noHarm = (): Harm => () => null;

/** Every file below the top, and each empty folder as a file without a name. */
export function filesOf(disk: ReadDisk, folder = '/s'): Map<string, Buffer> {
  const out = new Map<string, Buffer>();
  const names = disk.list(folder);
  if (names.length === 0) out.set(`${folder}/`.slice(3), Buffer.alloc(0));
  for (const { name, type } of names) {
    if (name === null || name === '.convo') continue;
    const path = `${folder}/${name}`;
    if (type === 'folder') for (const [each, bytes] of filesOf(disk, path)) out.set(each, bytes);
    else out.set(path.slice(3), Buffer.from(disk.read(path)));
  }
  return out;
}

/** Judges each tree once: most calls change nothing that an owner sees. */
export function judged(judge: (files: Map<string, Buffer>) => string | null): Harm {
  const known = new Map<string, string | null>();
  return (disk) => {
    const files = filesOf(disk);
    const key = [...files].map(([path, bytes]) => `${path}\0${bytes.toString('latin1')}`).join('\0');
    const found = known.get(key);
    if (found !== undefined) return found;
    const harm = judge(files);
    known.set(key, harm);
    return harm;
  };
}
