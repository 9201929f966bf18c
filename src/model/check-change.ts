import { Failure } from './failure.ts';
import type { Change, Step } from './plan.ts';
import { refusePath } from './plan-path.ts';

/**
 * Holds a Change against the rules that apply relies on, before any file is touched. Throws Failure 'usage' naming the path:
 * one that leaves the root, or one that two steps name, unless the first empties it and the second fills it.
 */
export function checkChange(change: Change): void {
  for (const path of [change.path, ...change.locks.map((lock) => lock.path)]) check(path);
  const known: Known = { named: new Set(), vacated: new Set() };
  for (const step of change.steps) {
    for (const path of [...sources(step), ...inner(step)]) check(path);
    for (const use of uses(step)) enter(known, use);
  }
}

/** Paths that the steps so far name, and those of them that they have emptied. */
interface Known {
  readonly named: Set<string>;
  readonly vacated: Set<string>;
}

function enter({ named, vacated }: Known, { path, fills, vacates }: Use): void {
  check(path);
  const isFree = fills && vacated.delete(path);
  if (!isFree && overlaps(named, path)) throw clash(path);
  named.add(path);
  if (vacates) vacated.add(path);
}

interface Use {
  readonly path: string;
  readonly fills: boolean;
  readonly vacates: boolean;
}

function uses(step: Step): readonly Use[] {
  if (step.do === 'put') return [{ path: step.path, fills: step.was === 'absent', vacates: false }];
  if (step.do === 'plant') return [{ path: step.path, fills: true, vacates: false }];
  if (step.do === 'remove') return [{ path: step.path, fills: false, vacates: true }];
  return [
    { path: step.from, fills: false, vacates: true },
    { path: step.to, fills: true, vacates: false },
  ];
}

/** Every path that a Change writes to, locks or reads from: Changes that share none may run side by side. */
export function pathsOf(change: Change): readonly string[] {
  const out = change.locks.map((lock) => lock.path);
  for (const step of change.steps) {
    out.push(...sources(step));
    for (const use of uses(step)) out.push(use.path);
  }
  return out;
}

function sources(step: Step): readonly string[] {
  if (step.do === 'put') return step.content.from === 'copy' ? [step.content.path] : [];
  if (step.do !== 'plant') return [];
  return step.files.flatMap((file) => (file.content.from === 'copy' ? [file.content.path] : []));
}

function inner(step: Step): readonly string[] {
  return step.do === 'plant' ? step.files.map((file) => file.path) : [];
}

function overlaps(named: ReadonlySet<string>, path: string): boolean {
  for (const other of named) {
    if (other === path || other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) return true;
  }
  return false;
}

function check(path: string): void {
  const reason = refusePath(path);
  if (reason !== null) throw new Failure('usage', `the path ${JSON.stringify(path)} in the plan ${reason}`);
}

function clash(path: string): Failure {
  return new Failure('usage', `the plan changes ${JSON.stringify(path)} twice in one Change`);
}
