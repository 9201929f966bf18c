import { basename, dirname, join } from 'node:path';
import { unless } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { refuseCutEarly } from '../../io/journal/cut-runs.ts';
import { JOURNAL } from '../../io/journal/journal.ts';
import { readPlan } from '../../io/journal/plan-file.ts';
import type { World } from '../../io/world.ts';
import { Failure } from '../../model/failure.ts';
import type { Given, Kind, Site } from '../../stores/kind.ts';
import { typedPath } from '../own-files.ts';
import { existsAt, givenAt } from '../sites/given.ts';

/** A migration, and the folder given to write to; null for nowhere. */
interface OutputWish {
  readonly to: string | null;
  /** A path. */
  readonly output: string | null;
}

/**
 * A folder to write to as it was typed, made absolute; null for none. Throws Failure `usage` for what is not a path, and where one is
 * named and not wanted or the other way round.
 */
export function outputPath(cwd: string, kinds: readonly Kind[], { to, output }: OutputWish): string | null {
  const isWanted = to !== null && kinds.some(({ outputs = [] }) => outputs.includes(to));
  if (output === null && isWanted)
    throw new Failure('usage', `--to ${to} writes to a folder of its own: name it with --output DIR`);
  if (output === null) return null;
  if (isWanted) return typedPath(cwd, output);
  const all = kinds.flatMap(({ outputs = [] }) => outputs).map((format) => `--to ${format}`);
  throw new Failure(
    'usage',
    '--output is for a format that is written to a folder of its own',
    `That is ${all.join(', ')}.`,
  );
}

/**
 * A folder to write to, given as an absolute path, as a real one. Throws Failure `usage` for several stores, and for a folder that
 * holds anything, cannot be made or is in a store; `refused` where a run that wrote there was cut.
 */
export function outputFolder(world: World, kinds: readonly Kind[], sites: readonly Site[], path: string): string {
  if (sites.length > 1)
    throw new Failure('usage', '--output is for one store, and there are several', 'Name one with --root.');
  const real = vacantAt(world, path);
  refuseStore(world.disk, kinds, sites, real);
  return real;
}

/** The real path of a folder that is empty, but for a journal of ours, or could be made. */
function vacantAt(world: World, path: string): string {
  const { disk } = world;
  if (existsAt(disk, path)) {
    if (leadsNowhere(disk, path)) throw new Failure('usage', `${path} is a link that leads nowhere`);
    refuseCutEarly(world, disk.realpath(path));
    const { type, names } = givenAt(disk, path);
    if (type === 'folder' && names.every((name) => name === JOURNAL)) return disk.realpath(path);
    throw new Failure('usage', `${path} exists already and is not an empty folder`, 'Give --output a new name.');
  }
  const above = dirname(path);
  if (!existsAt(disk, above)) throw new Failure('usage', `the folder ${above} does not exist`);
  if (disk.stat(above).type !== 'folder') throw new Failure('usage', `${above} is not a folder`);
  return join(disk.realpath(above), basename(path));
}

function leadsNowhere(disk: ReadDisk, path: string): boolean {
  return unless(['ENOENT', 'ENOTDIR', 'ELOOP'], () => disk.realpath(path)) === null;
}

/** The program would take what is written there for its own, and so would we. */
function refuseStore(disk: ReadDisk, kinds: readonly Kind[], sites: readonly Site[], path: string): void {
  const known = sites
    .filter(({ file }) => file === null)
    .map(({ kind, root }) => ({ kind, root: disk.realpath(root) }));
  const around = seenFrom(disk, path).flatMap((given) => kinds.flatMap((kind) => kind.layout.recognise(given) ?? []));
  // A new folder called `conversations` is not a store yet.
  const above = around.filter(({ root, shape }) => root !== path || shape !== 'folder');
  const store = [...known, ...above].find(({ root }) => `${path}/`.startsWith(`${root}/`));
  if (store === undefined) return;
  const hint = 'Name a folder outside of every store; what is written can be moved afterwards.';
  throw new Failure('usage', `${path} is in the ${store.kind} store ${store.root}`, hint);
}

/** An empty folder at a path, and then those above it, each as it looks from outside. */
function seenFrom(disk: ReadDisk, path: string): Given[] {
  const all: Given[] = [];
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    const above = givenAbove(disk, dirname(at));
    const levels = above === null ? [] : [{ path: above.path, names: above.names }, ...above.above];
    if (all.length === 0) all.push({ path, type: 'folder', names: [], head: new Uint8Array(), above: levels });
    if (above !== null) all.push(above);
  }
  return all;
}

/** A folder that may not be looked into says nothing. */
function givenAbove(disk: ReadDisk, path: string): Given | null {
  try {
    return givenAt(disk, path);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Where a plan is to be saved, absolute. Throws Failure when something else than a plan is there: it is not ours to replace. */
export function planPath({ disk }: World, cwd: string, file: string): string {
  const path = typedPath(cwd, file);
  if (!existsAt(disk, dirname(path))) throw new Failure('usage', `the folder ${dirname(path)} does not exist`);
  if (!existsAt(disk, path) || isPlan(disk, path)) return path;
  throw new Failure('usage', `${path} exists already and is not a plan`, 'Give --plan-out another name.');
}

function isPlan(disk: World['disk'], path: string): boolean {
  try {
    return readPlan(disk, path).header.plan === 1;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
