import { basename, dirname, join } from 'node:path';
import { nullOn } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { JOURNAL } from '../../io/journal/journal.ts';
import { refuseCutEarly } from '../../io/journal/runs.ts';
import type { World } from '../../io/world.ts';
import { Failure } from '../../model/failure.ts';
import type { Kind } from '../../stores/kind.ts';
import { candidateAt, existsAt } from '../sites/given.ts';
import { pathFromArgument } from '../user-files.ts';

interface OutputOptions {
  readonly to: string | null;
  readonly output: string | null;
}

/** Makes a typed output folder absolute. Throws Failure `usage` for an invalid path, a missing folder, or an unwanted one. */
export function outputPath(cwd: string, kinds: readonly Kind[], { to, output }: OutputOptions): string | null {
  const isWanted = to !== null && kinds.some(({ outputs = [] }) => outputs.includes(to));
  if (output === null && isWanted)
    throw new Failure('usage', `--to ${to} writes to a folder of its own: name it with --output DIR`);
  if (output === null) return null;
  if (isWanted) return pathFromArgument(cwd, output);
  const all = kinds.flatMap(({ outputs = [] }) => outputs).map((format) => `--to ${format}`);
  throw new Failure(
    'usage',
    '--output is for a format that is written to a folder of its own',
    `That is ${all.join(', ')}.`,
  );
}

/**
 * The real path of an output folder: missing, or empty but for convo's journal. Throws Failure `usage` for another
 * folder, `refused` if a run there was cut.
 */
export function vacantFolder(world: World, path: string): string {
  const { disk } = world;
  if (existsAt(disk, path)) {
    if (leadsNowhere(disk, path)) throw new Failure('usage', `${path} is a link that leads nowhere`);
    refuseCutEarly(world, disk.realpath(path));
    const { type, names } = candidateAt(disk, path);
    if (type === 'folder' && names.every((name) => name === JOURNAL)) return disk.realpath(path);
    throw new Failure('usage', `${path} exists already and is not an empty folder`, 'Give --output a new name.');
  }
  const above = dirname(path);
  if (!existsAt(disk, above)) throw new Failure('usage', `the folder ${above} does not exist`);
  if (disk.stat(above).type !== 'folder') throw new Failure('usage', `${above} is not a folder`);
  return join(disk.realpath(above), basename(path));
}

function leadsNowhere(disk: ReadDisk, path: string): boolean {
  return nullOn(['ENOENT', 'ENOTDIR', 'ELOOP'], () => disk.realpath(path)) === null;
}
