import { bomEnd } from '../../../codecs/bytes.ts';
import { pointerTo } from '../../../codecs/json/pointer.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isObject, lexemeOf, root, typeOf, type Value } from '../../../codecs/json/value.ts';
import { type Finding, fileFinding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { atByte, atValue, type FileFinding, findingAbout, placedFindings, withExpected } from '../../file-finding.ts';
import type { Scope, Site } from '../../kind.ts';
import { countOf, kindName, shortened } from '../../words.ts';
import type { ScopeFacts } from '../document.ts';
import { indexPath, isSafeId, tenexArchive, tenexArchivePath, tenexFolder, tenexPath } from '../layout/layout.ts';
import type { IndexEntry, IndexFile } from '../read/index-file.ts';
import { unknownKeys } from '../read/schema.ts';
import { doubledKeyFindings, droppedKeys, textFindings } from './document/faults.ts';
import { typeExpected } from './document/refusals.ts';

export function* tenexScopeFindings(scope: Scope, index: IndexFile, facts: ScopeFacts): Generator<Finding> {
  for (const part of scope.shared) yield* placedFindings(null, part.path, sharedFindings(part));
  if (scope.site.shape === 'file') return;
  yield* indexFindings(scope, index, facts);
  yield* archiveFindings(scope, index);
  if (facts.open > 0) yield readableFinding(scope, facts.open);
  if (scope.site.file === null) yield* caseFindings(scope, index, facts);
}

function* sharedFindings({ path, role, type, bytes }: Part): Generator<FileFinding> {
  if (role === 'stray' && type === 'folder' && path.endsWith('.json'))
    yield findingAbout('TX405', 'is a folder with the name of a conversation');
  else if (role === 'database' && isDatabase(bytes)) yield findingAbout('TX414', 'is the database of a later TENEX');
  else if (role === 'stray' || role === 'database') yield findingAbout('TX406', 'is not a conversation');
  else if (role === 'legacy-folder') yield findingAbout('TX415', 'is where a later TENEX put older conversations');
}

const SQLITE = 'SQLite format 3\0';

function isDatabase(head: Uint8Array | null): boolean {
  return head !== null && Buffer.from(head.subarray(0, SQLITE.length)).toString('latin1') === SQLITE;
}

/** A store that TENEX opened has this folder; its index shows that TENEX did. */
function* archiveFindings({ shared, site }: Scope, index: IndexFile): Generator<Finding> {
  if (index.part === null || shared.some(({ role }) => role === 'archive-folder')) return;
  yield fileFinding('TX413', null, tenexArchive(site), 'is missing: TENEX archives into this folder');
}

function readableFinding({ site }: Scope, open: number): Finding {
  const path = tenexFolder(site);
  return fileFinding('TX407', null, path, `holds ${countOf(open, 'file')} that other users can read`);
}

function* caseFindings({ site }: Scope, index: IndexFile, { filesById }: ScopeFacts): Generator<Finding> {
  const folded = new Map<string, string>();
  for (const id of new Set([...filesById.keys(), ...index.ids()])) {
    const name = id.toLowerCase();
    const first = folded.get(name);
    if (first === undefined) folded.set(name, id);
    else
      yield fileFinding('TX412', id, pathOf(site, id, filesById), `has the id of ${shortened(first)} but for the case`);
  }
}

function pathOf(site: Site, id: string, filesById: ScopeFacts['filesById']): string {
  if (!isSafeId(id)) return indexPath(site);
  return filesById.get(id)?.active === false ? tenexArchivePath(site, id) : tenexPath(site, id);
}

function* indexFindings(scope: Scope, index: IndexFile, { filesById, unnamed, later }: ScopeFacts): Generator<Finding> {
  const path = index.part?.path ?? indexPath(scope.site);
  const isWholeScope = scope.site.file === null;
  if (index.state === 'missing' && filesById.size > later && isWholeScope)
    yield fileFinding('TX304', null, path, `is missing, with ${countOf(filesById.size - later, 'conversation')} here`);
  if (index.part?.type === 'folder') yield fileFinding('TX301', null, path, 'is a folder');
  if (index.tape === null) return;
  for (const finding of ownFindings(index, index.tape)) yield { id: null, path, ...finding };
  for (const entry of badEntries(index)) yield { id: entry.id, path, ...badEntry(entry) };
  for (const [entry, keys] of endlessEntries(index)) yield { id: entry.id, path, ...endlessEntry(entry, keys) };
  if (isWholeScope && index.state === 'sound') yield* shrunkIndex(path, index, unnamed.size);
}

function ownFindings(index: IndexFile, tape: Tape): Iterable<FileFinding> {
  return index.state === 'unreadable' ? [unreadableFinding(index, tape)] : readFindings(index, tape);
}

function badEntries({ state, entries }: IndexFile): readonly IndexEntry[] {
  return state === 'invalid' ? entries.filter(({ issues }) => issues.length > 0) : [];
}

function unreadableFinding({ part, fault }: IndexFile, tape: Tape): FileFinding {
  const size = part?.bytes?.length ?? 0;
  if (size === 0) return atByte('TX301', 0, 'is empty: the next save writes an index of ONE entry');
  const offset = fault?.offset ?? tape.end;
  const marked = bomEnd(tape.bytes) > 0;
  const why = marked
    ? 'has a byte-order mark'
    : offset >= size
      ? 'is torn'
      : `is not JSON, ${fault === null ? 'or no document' : `expected ${fault.expected}`}`;
  const finding = atByte('TX301', offset, `${why}: the next save writes an index of ONE entry`);
  if (marked) return withExpected(finding, 'no byte-order mark');
  return offset < size && fault !== null ? withExpected(finding, fault.expected) : finding;
}

function* readFindings({ state, list }: IndexFile, tape: Tape): Generator<FileFinding> {
  yield* textFindings(tape);
  yield* doubledKeyFindings(tape);
  const top = root(tape);
  if (state === 'invalid' && list === null && top !== null) {
    const detail = 'has no list of conversations: the next save writes an index of ONE entry';
    yield withExpected(atValue('TX302', top, '', detail), 'conversations: a list');
  }
  // TENEX drops these at its next save of any conversation.
  if (top !== null) yield* droppedKeys('TX315', unknownKeys(top, 'index'));
}

function badEntry(entry: IndexEntry): FileFinding {
  const { value, position: place, issues } = entry;
  const names = issues.map(({ path }) => String(path[2] ?? ''));
  const words = isObject(value)
    ? names.map((name) => wordsFor(name, entry.member(name))).join(', ')
    : `is ${kindName(value)}`;
  const detail = `has an entry that makes all of it unreadable (${words}): the next save writes an index of ONE entry`;
  const finding = atValue('TX303', value, pointerTo(['conversations', place]), detail);
  return isObject(value)
    ? withExpected(finding, issues.map(issueText).join(', '), words)
    : withExpected(finding, 'an object');
}

function issueText(issue: IndexEntry['issues'][number]): string {
  return `${String(issue.path[2] ?? '')}: ${typeExpected(issue)}`;
}

const NUMBERS = ['createdAt', 'updatedAt', 'eventCount', 'agentCount'];

/** Entries with numbers that JavaScript reads as Infinity: TENEX accepts them and writes null. */
function* endlessEntries({ state, entries, tape }: IndexFile): Generator<readonly [IndexEntry, readonly string[]]> {
  if (state === 'unreadable' || tape === null || tape.overflow < 0) return;
  for (const entry of entries) {
    const keys = NUMBERS.filter((key) => isEndless(entry.member(key)));
    if (keys.length > 0) yield [entry, keys];
  }
}

function isEndless(value: Value | null): boolean {
  return value !== null && typeOf(value) === 'number' && !Number.isFinite(Number(lexemeOf(value)));
}

function endlessEntry({ value, position: place }: IndexEntry, keys: readonly string[]): FileFinding {
  const detail = `has an entry whose ${keys.join(', ')} is too large: the next save of any conversation makes all of it unreadable`;
  return withExpected(
    atValue('TX303', value, pointerTo(['conversations', place]), detail),
    `${keys.join(', ')}: a number that fits a float of 64 bits`,
  );
}

function wordsFor(name: string, value: Value | null): string {
  return value === null ? `${name} is missing` : `${name} is ${kindName(value)}`;
}

/**
 * One unlisted file may be a slip; more of them than entries come from a save over an unreadable index. `unnamed`: number of unlisted files
 * that TENEX could load.
 */
function* shrunkIndex(path: string, { entries }: IndexFile, unnamed: number): Generator<Finding> {
  if (unnamed < 2 || unnamed <= entries.length) return;
  const detail = `names ${countOf(entries.length, 'conversation')} and leaves out ${unnamed} that are here`;
  yield fileFinding('TX314', null, path, detail);
}
