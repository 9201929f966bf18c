import { pointerTo } from '../../../codecs/json/pointer.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isObject, kindOf, lexemeOf, members, root, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Finding } from '../../../model/finding.ts';
import { count } from '../../count.ts';
import type { Scope } from '../../kind.ts';
import { kindName } from '../../kind-name.ts';
import { about, atByte, atValue, type Trouble } from '../../trouble.ts';
import { leadOf } from '../decode/lead.ts';
import type { Facts } from '../facts.ts';
import { indexPath } from '../layout/layout.ts';
import type { IndexEntry } from '../read/index-entry.ts';
import type { IndexFile } from '../read/index-file.ts';
import { textTroubles } from './document/faults.ts';
import { doubled } from './document/key-troubles.ts';
import { some } from './some.ts';

/** What is wrong with `metadata.json` itself, and with the index as a whole. */
export function* indexFindings(scope: Scope, index: IndexFile, { seen, unnamed, later }: Facts): Generator<Finding> {
  const path = index.part?.path ?? indexPath(scope.site);
  const whole = scope.site.file === null;
  if (index.state === 'missing' && seen.size > later && whole)
    yield {
      id: null,
      path,
      ...about('TX304', 'overwrites', `is missing, with ${count(seen.size - later, 'conversation')} here`),
    };
  if (index.part?.type === 'folder') yield { id: null, path, ...about('TX301', 'crashes', 'is a folder') };
  if (index.tape === null) return;
  for (const trouble of ownTroubles(index, index.tape)) yield { id: null, path, ...trouble };
  for (const entry of badEntries(index)) yield { id: entry.id, path, ...badEntry(entry) };
  for (const [entry, keys] of endlessEntries(index)) yield { id: entry.id, path, ...endlessEntry(entry, keys) };
  if (whole && index.usable) yield* shrunk(path, index, unnamed.size);
}

function ownTroubles(index: IndexFile, tape: Tape): Iterable<Trouble> {
  return index.state === 'unreadable' ? [unreadable(index, tape)] : readTroubles(index, tape);
}

function badEntries({ state, entries }: IndexFile): readonly IndexEntry[] {
  return state === 'invalid' ? entries.filter(({ issues }) => issues.length > 0) : [];
}

function unreadable({ part, fault }: IndexFile, tape: Tape): Trouble {
  const size = part?.bytes?.length ?? 0;
  if (size === 0) return atByte('TX301', 0, 'overwrites', 'is empty: the next save writes an index of ONE entry');
  const offset = fault?.offset ?? tape.end;
  const marked = leadOf(tape.bytes) > 0;
  const why = marked
    ? 'has a byte-order mark'
    : offset >= size
      ? 'is torn'
      : `is not JSON, ${fault?.expected ?? 'or no document'}`;
  return atByte('TX301', offset, 'overwrites', `${why}: the next save writes an index of ONE entry`);
}

function* readTroubles({ state, list, entries }: IndexFile, tape: Tape): Generator<Trouble> {
  yield* textTroubles(tape);
  yield* doubled(tape);
  const top = root(tape);
  if (state === 'invalid' && list === null && top !== null) {
    const detail = 'has no list of conversations: the next save writes an index of ONE entry';
    yield atValue('TX302', top, '', 'overwrites', detail);
  }
  yield* strangers(top, entries);
}

/** Named by the members that do not fit. */
function badEntry(entry: IndexEntry): Trouble {
  const { value, place, issues } = entry;
  const names = issues.map(({ path }) => String(path[2] ?? ''));
  const words = isObject(value)
    ? names.map((name) => wordsFor(name, entry.member(name))).join(', ')
    : `is ${kindName(value)}`;
  const detail = `has an entry that makes all of it unreadable (${words}): the next save writes an index of ONE entry`;
  return atValue('TX303', value, pointerTo(['conversations', place]), 'overwrites', detail);
}

const NUMBERS = ['createdAt', 'updatedAt', 'eventCount', 'agentCount'];

/** Entries with numbers that JavaScript has as Infinity: TENEX reads them, and writes null for them. */
function* endlessEntries({ state, entries, tape }: IndexFile): Generator<readonly [IndexEntry, readonly string[]]> {
  if (state === 'unreadable' || tape === null || tape.overflow < 0) return;
  for (const entry of entries) {
    const keys = NUMBERS.filter((key) => isEndless(entry.member(key)));
    if (keys.length > 0) yield [entry, keys];
  }
}

function isEndless(value: Value | null): boolean {
  return value !== null && kindOf(value) === 'number' && !Number.isFinite(Number(lexemeOf(value)));
}

function endlessEntry({ value, place }: IndexEntry, keys: readonly string[]): Trouble {
  const detail = `has an entry whose ${keys.join(', ')} is too large: the next save of any conversation makes all of it unreadable`;
  return atValue('TX303', value, pointerTo(['conversations', place]), 'rewrites', detail);
}

function wordsFor(name: string, value: Value | null): string {
  return value === null ? `${name} is missing` : `${name} is ${kindName(value)}`;
}

const TOP = new Set(['conversations']);
const ENTRY = new Set(['id', 'title', 'createdAt', 'updatedAt', 'phase', 'eventCount', 'agentCount', 'archived']);

/** Keys that TENEX leaves out at its next save of any conversation. */
function* strangers(top: Value | null, entries: readonly IndexEntry[]): Generator<Trouble> {
  const met: Met = { names: new Set(), first: null };
  if (top !== null) meet(met, top, TOP, []);
  for (const { value, place } of entries) meet(met, value, ENTRY, ['conversations', place]);
  if (met.first === null) return;
  const { value, at } = met.first;
  yield atValue('TX315', value, at, 'drops', `has keys that TENEX drops: ${some([...met.names])}`);
}

interface Met {
  readonly names: Set<string>;
  first: { readonly value: Value; readonly at: string } | null;
}

function meet(met: Met, object: Value, known: ReadonlySet<string>, path: readonly (string | number)[]): void {
  for (const { key, value } of members(object)) {
    const name = textOf(key);
    if (known.has(name)) continue;
    met.names.add(name);
    met.first ??= { value, at: pointerTo([...path, name]) };
  }
}

/**
 * A file that no entry names may be a slip; more of them than entries are what a save over an unreadable index leaves. `unnamed`
 * counts those that TENEX could load.
 */
function* shrunk(path: string, { entries }: IndexFile, unnamed: number): Generator<Finding> {
  if (unnamed < 2 || unnamed <= entries.length) return;
  const detail = `names ${count(entries.length, 'conversation')} and leaves out ${unnamed} that lie here`;
  yield { id: null, path, ...about('TX314', 'drops', detail) };
}
