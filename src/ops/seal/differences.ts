import { join, relative } from 'node:path';
import type { PlacedFinding } from '../../model/finding.ts';
import type { Code } from '../../model/findings.ts';
import { isAtOrBelow } from '../../model/path-below.ts';
import type { SealedConversation } from '../../model/seal.ts';
import type { Reading } from '../reading.ts';
import { locateFinding } from '../survey/locate.ts';
import type { ReadSeal } from './read-seal.ts';
import { type Sealing, sealKey } from './sealing.ts';
import { type FileThen, traceRuns } from './trace.ts';

/** The differences from a manifest, and the files that could not be compared, each below the store that its path is in. */
export function* sealDifferences(
  reading: Reading,
  base: string,
  was: ReadSeal,
  now: Sealing,
): Generator<PlacedFinding> {
  const { sites } = reading;
  yield* now.missed();
  for (const { code, project, id, path, detail } of compareSeal(was, now, traceRuns(reading, base))) {
    const absolute = join(base, path);
    const site = sites.find(({ root }) => isAtOrBelow(absolute, root)) ?? sites[0];
    if (site === undefined) continue;
    const finding = {
      code,
      id,
      path: relative(site.root, absolute),
      at: null,
      offset: null,
      detail,
    } as const;
    yield locateFinding(site, project, finding);
  }
}

/** One difference between a manifest and the stores. */
interface Difference {
  readonly code: Extract<Code, 'ST501' | 'ST502' | 'ST503' | 'ST504' | 'ST505' | 'ST506' | 'ST507' | 'ST509'>;
  readonly kind: string;
  readonly project: string | null;
  readonly id: string | null;
  /** Relative to the base. */
  readonly path: string;
  /** To be read after the file's name. */
  readonly detail: string;
}

type Before = ReadSeal['conversations'][number];

/** The differences since a manifest was written, conversation by conversation; then files that belong to none. */
function* compareSeal(was: ReadSeal, now: Sealing, trace: ReturnType<typeof traceRuns>): Generator<Difference> {
  const seal = now.seal();
  const then = grouped(was.files, was.conversations);
  const here = grouped(new Map(seal.files.map(({ path, digest }) => [path, digest])), seal.conversations);
  const byPath = new Map(seal.conversations.map((each) => [each.path, each]));
  const byKey = new Map(seal.conversations.map((each) => [sealKey(each), each]));
  const matched = new Set<SealedConversation>();
  for (const before of was.conversations) {
    const after = byPath.get(before.path) ?? byKey.get(sealKey(before));
    if (after === undefined) {
      yield goneBy(before, runsBetween(trace, filesOf(then, before), []));
      continue;
    }
    matched.add(after);
    const same = isEqual(then.owned.get(before.path), here.owned.get(after.path));
    const difference = compare(before, after, same, now.prefixes.get(after.path) ?? null);
    const runs = () => (same ? null : runsBetween(trace, filesOf(then, before), filesOf(here, after)));
    if (difference !== null) yield changedBy(difference, after, runs());
  }
  for (const after of seal.conversations)
    if (!matched.has(after)) yield { code: 'ST505', ...placeOf(after), detail: `is new${titleOf(after)}` };
  yield* otherFiles(then, here, trace);
}

function goneBy(before: Before, runs: string | null): Difference {
  const detail = runs === null ? `is gone${titleOf(before)}` : `was taken out by ${runs}${titleOf(before)}`;
  return { code: 'ST501', ...placeOf(before), detail };
}

/** A difference, told apart where runs of convo account for all of it. */
function changedBy(difference: Difference, after: SealedConversation, runs: string | null): Difference {
  if (runs === null) return difference;
  return { ...difference, code: 'ST509', detail: `was changed by ${runs}, and by nothing else${titleOf(after)}` };
}

/** The files of a conversation, by their paths. */
function filesOf({ owned }: Grouped, { path }: { readonly path: string }): FileThen[] {
  return [...(owned.get(path) ?? [])].map(([name, digest]) => ({ path: path + name, digest }));
}

/** The runs of convo that made of the first files exactly the others; null where something else had to do with it. */
function runsBetween(
  trace: ReturnType<typeof traceRuns>,
  before: readonly FileThen[],
  after: readonly FileThen[],
): string | null {
  const made = before.map(trace);
  const known = new Set(made.map(({ path }) => path));
  for (const { path } of after) if (!known.has(path)) made.push(trace({ path, digest: null }));
  const left = new Map(made.flatMap(({ path, digest }) => (digest === null ? [] : [[path, digest]])));
  const isAll = left.size === after.length && after.every(({ path, digest }) => left.get(path) === digest);
  return isAll ? runText([...new Set(made.flatMap(({ runs }) => runs))]) : null;
}

function runText(runs: readonly string[]): string | null {
  const last = runs.at(-1);
  if (last === undefined) return null;
  return runs.length === 1 ? `run ${last} of convo` : `the runs ${runs.slice(0, -1).join(', ')} and ${last} of convo`;
}

function compare(before: Before, after: SealedConversation, same: boolean, prefix: string | null): Difference | null {
  const place = placeOf(after);
  if (same) {
    if (before.path === after.path) return null;
    return { code: 'ST506', ...place, detail: `was moved from ${before.path}${titleOf(after)}` };
  }
  const silent = {
    code: 'ST502',
    ...place,
    detail: `was changed without a new time stamp${titleOf(after)}`,
  } as const;
  // Of what could be read neither then nor now, the time is all that there is to compare.
  if (before.messages === null && after.messages === null && after.updatedAt === before.updatedAt) return silent;
  const counts = `${before.messages ?? 'an unknown number of'} messages then, ${after.messages ?? 'none that can be read'} now`;
  if (after.messages === null || before.messages === null || prefix !== before.history)
    return { code: 'ST503', ...place, detail: `has another history${titleOf(after)}: ${counts}` };
  if (after.messages > before.messages)
    return { code: 'ST504', ...place, detail: `has grown${titleOf(after)}: ${counts}` };
  if (after.updatedAt === before.updatedAt) return silent;
  return { code: 'ST504', ...place, detail: `was saved again with the same messages${titleOf(after)}` };
}

/** The files of each conversation, by their place in it, and the files of none. */
interface Grouped {
  readonly owned: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly others: ReadonlyMap<string, string>;
}

function grouped(files: ReadonlyMap<string, string>, conversations: readonly { readonly path: string }[]): Grouped {
  const owned = new Map(conversations.map(({ path }) => [path, new Map<string, string>()]));
  const others = new Map<string, string>();
  for (const [path, digest] of files) {
    let at = path;
    while (at !== '' && !owned.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf('/')));
    if (at === '') others.set(path, digest);
    else owned.get(at)?.set(path.slice(at.length), digest);
  }
  return { owned, others };
}

function isEqual(a: ReadonlyMap<string, string> = new Map(), b: ReadonlyMap<string, string> = new Map()): boolean {
  return a.size === b.size && [...a].every(([name, digest]) => b.get(name) === digest);
}

/** Indexes, leftovers and what else belongs to no conversation: programs rewrite them as they go. */
function* otherFiles(was: Grouped, now: Grouped, trace: ReturnType<typeof traceRuns>): Generator<Difference> {
  for (const [path, digest] of was.others) {
    if (now.others.get(path) === digest) continue;
    const there = now.others.get(path);
    const runs = runsBetween(trace, [{ path, digest }], there === undefined ? [] : [{ path, digest: there }]);
    const [alone, by] = there === undefined ? ['is gone', 'was taken out'] : ['was changed', 'was changed'];
    const detail = runs === null ? alone : `${by} by ${runs}`;
    yield { code: 'ST507', kind: '', project: null, id: null, path, detail };
  }
}

function placeOf({ kind, project, id, path }: Before | SealedConversation) {
  return { kind, project, id, path };
}

/** Characters of a title that are shown. */
const TITLE = 60;

function titleOf({ title }: Before | SealedConversation): string {
  if (title === null || title === '') return '';
  const [first = ''] = title.split('\n');
  return ` (${first.length > TITLE ? `${first.slice(0, TITLE)}…` : first})`;
}
