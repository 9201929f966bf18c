import type { Print } from '../../model/plan.ts';
import { printFolder } from '../disk/print.ts';
import type { Name, ReadDisk } from '../disk.ts';

/** The print that a folder will have once these files are in it, by their paths below it. */
export function plantedPrint(files: ReadonlyMap<string, Uint8Array>): Print {
  return printFolder(memoryDisk(files), '.');
}

// A disk of just these files, so that a folder that does not exist yet is printed by the same function as one that does.
function memoryDisk(files: ReadonlyMap<string, Uint8Array>): ReadDisk {
  const refuse = (): never => {
    throw new Error('a planted folder holds only files and folders');
  };
  return {
    list: (path) => namesIn(files, path === '.' ? '' : `${path}/`),
    read: (path) => files.get(path) ?? refuse(),
    lstat: refuse,
    stat: refuse,
    readlink: refuse,
    realpath: refuse,
  };
}

function namesIn(files: ReadonlyMap<string, Uint8Array>, prefix: string): Name[] {
  const types = new Map<string, Name['type']>();
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...below] = path.slice(prefix.length).split('/');
    types.set(name, below.length > 0 ? 'folder' : 'file');
  }
  const names = [...types].map(([name, type]) => ({ name, raw: Buffer.from(name), type }));
  return names.sort((a, b) => Buffer.compare(a.raw, b.raw));
}
