import { addAll } from './collections.ts';
import { Failure } from './failure.ts';
import { foldersAbove } from './path.ts';
import type { Change, Step } from './plan.ts';

/**
 * Checks a Change before any file is touched. Throws Failure 'usage' for a path that leaves the root. A path may be in two
 * steps only if the first empties it and the second fills it.
 */
export function checkChange(change: Change): void {
  for (const path of [change.path, ...change.locks.map((lock) => lock.path)]) check(path);
  const known: NamedPaths = { named: new Set(), above: new Set(), vacated: new Set() };
  for (const step of change.steps) {
    if ('was' in step && step.was === '')
      throw new Failure('failed', `${pathOf(step)} was not read whole, so no plan can be made for it`);
    for (const path of [...sources(step), ...plantedPaths(step)]) check(path);
    for (const use of pathUses(step)) enterUse(known, use);
  }
}

function pathOf(step: Step): string {
  return step.do === 'move' ? step.from : step.path;
}

interface NamedPaths {
  readonly named: Set<string>;
  readonly above: Set<string>;
  readonly vacated: Set<string>;
}

function enterUse(known: NamedPaths, { path, fills, vacates }: PathUse): void {
  const { named, above, vacated } = known;
  check(path);
  const isFree = fills && vacated.delete(path);
  const folders = foldersAbove(path);
  if (!isFree && (named.has(path) || above.has(path) || folders.some((folder) => named.has(folder))))
    throw clashFailure(path);
  named.add(path);
  for (const folder of folders) above.add(folder);
  if (vacates) vacated.add(path);
}

interface PathUse {
  readonly path: string;
  readonly fills: boolean;
  readonly vacates: boolean;
}

function pathUses(step: Step): readonly PathUse[] {
  if (step.do === 'put') return [{ path: step.path, fills: step.was === 'absent', vacates: false }];
  if (step.do === 'plant') return [{ path: step.path, fills: true, vacates: false }];
  if (step.do === 'remove') return [{ path: step.path, fills: false, vacates: true }];
  return [
    { path: step.from, fills: false, vacates: true },
    { path: step.to, fills: true, vacates: false },
  ];
}

/** Every path that a Change writes, locks or reads. Changes without a common path may run side by side. */
export function pathsOf(change: Change): readonly string[] {
  const out = change.locks.map((lock) => lock.path);
  for (const step of change.steps) addAll(out, [...sources(step), ...pathsIn(step)]);
  return out;
}

export function pathsIn(step: Step): readonly string[] {
  return pathUses(step).map(({ path }) => path);
}

/** The paths that a step empties and fills, relative to the root. */
export function pathTurnover(step: Step): { readonly empties: string | null; readonly fills: string | null } {
  if (step.do === 'move') return { empties: step.from, fills: step.to };
  if (step.do === 'remove') return { empties: step.path, fills: null };
  return { empties: null, fills: step.path };
}

function sources(step: Step): readonly string[] {
  if (step.do === 'put') return step.content.from === 'copy' ? [step.content.path] : [];
  if (step.do !== 'plant') return [];
  return step.files.flatMap((file) => (file.content.from === 'copy' ? [file.content.path] : []));
}

function plantedPaths(step: Step): readonly string[] {
  return step.do === 'plant' ? step.files.map((file) => file.path) : [];
}

function check(path: string): void {
  const reason = refusePath(path);
  if (reason !== null) throw new Failure('usage', `the path ${JSON.stringify(path)} in the plan ${reason}`);
}

function clashFailure(path: string): Failure {
  return new Failure('usage', `the plan changes ${JSON.stringify(path)} twice in one Change`);
}

/** Names of the journal: no Change may use them. */
const RESERVED = ['.convo'];

/**
 * Why a path in a plan is refused, as a predicate; null if allowed. Allowed: relative, plain names between `/`, below the root, outside the
 * journal.
 */
export function refusePath(path: string): string | null {
  if (SAFE_PATH.test(path)) return null;
  if (path === '') return 'is empty';
  if (path.startsWith('/')) return 'is absolute';
  if (path.includes('\0')) return 'holds a NUL';
  if (/\p{Surrogate}/u.test(path)) return 'is not well-formed text';
  for (const name of path.split('/')) {
    const reason = refuseName(name);
    if (reason !== null) return reason;
  }
  return null;
}

const SAFE_PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

function refuseName(name: string): string | null {
  if (name === '') return 'holds an empty name';
  if (name === '.' || name === '..') return `holds the name ${name}`;
  // Case-insensitive file systems open the journal under either spelling.
  return RESERVED.includes(name.toLowerCase()) ? 'is in the journal' : null;
}
