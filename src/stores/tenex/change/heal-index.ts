import { bomEnd, LF, NO_BYTES } from '../../../codecs/bytes.ts';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import { insertMember, replaceValue } from '../../../codecs/json/edits.ts';
import { scan } from '../../../codecs/json/scan.ts';
import {
  elements,
  isArray,
  isComplete,
  isObject,
  type Member,
  members,
  root,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { countEach } from '../../../model/collections.ts';
import { cmd, sentence } from '../../../model/command.ts';
import { type Code, codesOf } from '../../../model/finding.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type Ask,
  isRefusal,
  NOT_READABLE,
  type NotChanged,
  refused,
  type SharedChange,
  throughLink,
  type UnitDecision,
  unchanged,
} from '../../decision.ts';
import { editDraft, type FileDraft, fileDraft } from '../../engine/change/draft.ts';
import {
  ifWanted,
  isWanted,
  type Pass,
  type PassOptions,
  type PassResult,
  runPasses,
  type Workbench,
} from '../../engine/change/passes.ts';
import { withEdits } from '../../engine/change/steps.ts';
import { withoutLead } from '../../engine/faults/document.ts';
import { endOfWhole } from '../../engine/faults/torn.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { TenexScope } from '../document.ts';
import { indexPath } from '../layout/layout.ts';
import { type IndexFile, indexOf } from '../read/index-file.ts';
import { numberAt } from '../read/members.ts';
import { entrySource, indentedStyle, listSource, type NewEntry, reindex } from '../read/reindex.ts';
import { type HealFact, recentNotes, type TenexIndexUpdate } from './edit-files.ts';
import { type IndexRepair, repairs } from './index-repairs.ts';

export interface IndexClosing extends TenexScope {
  readonly decided: readonly UnitDecision<TenexIndexUpdate>[];
  readonly ask: Ask;
  /** True if no unit of the scope is excluded or out of sight. */
  readonly sawAll: boolean;
}

/**
 * Repairs the index of a scope, in one Change, from the files as healed. Named ids restrict it to their entries. After
 * a migration the entries only follow their conversations.
 */
export function healIndex(all: IndexClosing): SharedChange | NotChanged {
  const { index, ask } = all;
  if (isOutOfSight(all)) return unchanged();
  const options: IndexOptions = {
    only: ask.verb === 'heal' ? ask.only : null,
    lossy: false,
    say: ({ detail }) => `would need the same repair again (${detail})`,
  };
  const refusal = refuseRepair(all, options);
  if (refusal !== null) return refusal;
  const start = { draft: fileDraft(index.part?.bytes ?? NO_BYTES), doc: index };
  const selection = { sawAll: all.sawAll, wants: (code: Code) => isWanted(code, options) };
  const bench: Workbench<FileDraft, IndexFile, IndexRepair, readonly Edit[]> = {
    applyEdits: editDraft,
    open: ({ bytes }) => indexOf(bytes),
    findings: (now) =>
      ask.verb === 'migrate' ? followedRepairs(all, now) : repairs(now, factsOf(all.decided), selection),
  };
  const passed = runPasses(start, bench, [ifWanted(basePass), entriesPass], options);
  if (isRefusal(passed)) return refused({ path: indexPath(all.scope.site), ...passed });
  return passed.codes.length === 0 ? unchanged() : indexChange(all, passed);
}

type IndexOptions = PassOptions<IndexRepair>;
type IndexPass = Pass<IndexFile, IndexRepair, IndexOptions, readonly Edit[]>;

/**
 * True if there is no index to repair: a lone file has its index elsewhere, a migration repairs none without a list, and without
 * conversations none is missing.
 */
function isOutOfSight({ scope, index, ask, decided }: IndexClosing): boolean {
  if (scope.site.shape === 'file') return true;
  if (index.list === null && ask.verb === 'migrate') return true;
  return index.part === null && !factsOf(decided).some(({ state }) => state !== null && state !== 'rests');
}

/** An index without a list is made from all conversations or not at all. */
function refuseRepair({ index, sawAll, scope }: IndexClosing, options: IndexOptions): NotChanged | null {
  const { part, list } = index;
  const code = part === null ? 'TX304' : 'TX301';
  const path = indexPath(scope.site);
  if (list !== null || !isWanted(code, options)) return null;
  if (part !== null && part.bytes === null) return refused({ ...NOT_READABLE, codes: [code], path });
  return sawAll ? null : refused({ codes: [code], path, reason: NOT_ALL });
}

const NOT_ALL = sentence`needs all conversations to be made whole again, and not all were read: run ${cmd`heal`} without ids, once all of them can be`;

function factsOf(decided: readonly UnitDecision<TenexIndexUpdate>[]): HealFact[] {
  return decided.flatMap(({ indexUpdate }) => indexUpdate?.fact ?? []);
}

/**
 * Repairs after a migration: entries of changed conversations, and entries without a phase, as later eras wrote them. One of these makes
 * the whole index unreadable.
 */
function followedRepairs({ decided }: IndexClosing, index: IndexFile): IndexRepair[] {
  const migrated = decided.filter(({ outcome }) => outcome.state === 'changed');
  const others = decided.filter(({ outcome }) => outcome.state !== 'changed');
  return [
    ...repairs(index, factsOf(migrated), { sawAll: false, wants: (code) => code === 'TX303' || code === 'TX312' }),
    ...repairs(index, factsOf(others), { sawAll: false, wants: (code) => code === 'TX303' }),
  ];
}

/** Changes all entries in one pass: adding or removing one renumbers the others. */
const entriesPass: IndexPass = ({ doc: { list }, findings }) => {
  if (list === null || findings().length === 0) return null;
  const found = findings();
  const changes = found.flatMap((each) => each.changes);
  return { codes: codesOf(found), edits: reindex(list, changes), notes: repairNotes(found) };
};

function indexChange(
  all: IndexClosing,
  { draft, doc, codes, notes }: PassResult<FileDraft, IndexFile>,
): SharedChange | NotChanged {
  const { scope, index, ask, sawAll } = all;
  const path = indexPath(scope.site);
  if (index.part?.type === 'link') return refused({ ...throughLink(codes), path });
  if (sawAll && ask.verb === 'heal' && ask.only === null && doc.state !== 'sound')
    return refused({ codes, path, reason: 'would still be unreadable: a fault of convo, so nothing is changed' });
  const saved = index.part === null ? [] : [{ savedAt: index.part.mtime }];
  const put = putOf(path, index, draft.edits);
  return { state: 'changed', path, first: [put], last: [], codes, notes: [...notes, ...recentNotes(saved, ask)] };
}

function putOf(path: string, { part }: IndexClosing['index'], edits: readonly Edit[]): Step {
  if (part !== null) return withEdits(part, edits);
  return { do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: applyEdits(NO_BYTES, edits) } };
}

const MAX_NOTES = 20;

function repairNotes(found: readonly IndexRepair[]): string[] {
  const counts = countEach(found.map(({ detail }) => detail));
  const notes = [...counts].map(([detail, count]) => (count === 1 ? detail : `${detail}, ${count} times`));
  return notes.length <= MAX_NOTES
    ? notes
    : [...notes.slice(0, MAX_NOTES), `and ${notes.length - MAX_NOTES} further repairs`];
}

const basePass: IndexPass = ({ doc: { part, list, fault } }) => {
  if (part === null) return { codes: ['TX304'], edits: wholeNew(0), notes: ['is made anew'] };
  const { bytes } = part;
  if (list !== null || bytes === null) return null;
  if (fault === null) return { codes: ['TX302'], ...withList(bytes) };
  const edits = mend(bytes);
  const mended = edits === null ? null : indexOf(applyEdits(bytes, edits));
  const length =
    mended === null || mended.list === null ? 0 : mended.entries.filter(({ value }) => isEntry(value)).length;
  // Whole entries after the damage are kept, too.
  const salvaged = fault.offset < bytes.length ? salvagedIndex(bytes) : null;
  if (salvaged !== null && salvaged.count > length)
    return { codes: ['TX301'], edits: salvaged.edits, notes: [keepsDetail(salvaged.count)] };
  return edits === null || length === 0
    ? { codes: ['TX301'], edits: wholeNew(bytes.length), notes: ['holds no entry that is whole, and is made anew'] }
    : { codes: ['TX301'], edits, notes: [keepsDetail(length)] };
};

function keepsDetail(length: number): string {
  return `keeps the ${length} of its entries that are whole, in their order`;
}

function wholeNew(size: number): Edit[] {
  return [{ at: 0, remove: size, insert: newIndex([]) }];
}

/** Gives a whole document a list, and keeps its other content: it may be a conversation saved over the index. */
function withList(bytes: Uint8Array): { readonly edits: Edit[]; readonly notes: readonly string[] } {
  const notes = ['gets a list of conversations'];
  const top = root(scan(bytes));
  if (!isObject(top)) return { edits: wholeNew(bytes.length), notes };
  const found = lastValue(top, 'conversations');
  if (found !== null) return { edits: [replaceValue(found, '[]')], notes };
  const misnamed = misnamedList(top);
  if (misnamed === null) return { edits: [insertMember(top, 'conversations', '[]')], notes };
  const { key, value } = misnamed;
  return {
    edits: [replaceValue(key, '"conversations"')],
    notes: [`has its ${elements(value).length} entries under the key ${textOf(key)}: it is named "conversations"`],
  };
}

/** Makes a damaged text a document: removes lead and tail, closes a cut. */
function mend(bytes: Uint8Array): Edit[] | null {
  const from = bomEnd(bytes);
  const lead = withoutLead(from);
  const tape = scan(bytes, from);
  const top = root(tape);
  const list = lastValue(top, 'conversations');
  if (top === null || !isArray(list)) return null;
  if (tape.fault === null) return lead;
  const at = isComplete(top) ? tape.end : endOf(list);
  const closing = isComplete(top) ? '' : isComplete(list) ? '}' : closingOf(bytes, list);
  return [...lead, { at, remove: bytes.length - at, insert: Buffer.from(closing) }];
}

/** The end of a whole list, or of the last whole entry of a cut one. */
function endOf(list: Value): number {
  return isComplete(list) ? spanOf(list).end : endOfWhole(list);
}

function closingOf(bytes: Uint8Array, list: Value): string {
  const start = spanOf(list).start + 1;
  const lines = /^\r?\n/.test(Buffer.from(bytes.subarray(start, start + 2)).toString('latin1'));
  return lines ? '\n  ]\n}' : ']}';
}

/** Byte for byte as TENEX writes an index: two spaces, no final newline (docs/formats/tenex.md). */
export function newIndex(entries: readonly NewEntry[]): Uint8Array {
  const style = indentedStyle('\n  ', '  ');
  const list = entries.map((each) => entrySource(each, style));
  return Buffer.concat([Buffer.from('{\n  "conversations": '), listSource(list, style), Buffer.from('\n}')]);
}

/** Builds an index from the whole entries of damaged bytes, before and after the damage; null for none. */
function salvagedIndex(bytes: Uint8Array): { readonly edits: readonly Edit[]; readonly count: number } | null {
  const found = wholeEntries(bytes);
  if (found.length === 0) return null;
  const lines = bytes.includes(LF);
  const [open, next, close] = lines
    ? ['{\n  "conversations": [\n    ', ',\n    ', '\n  ]\n}']
    : ['{"conversations":[', ',', ']}'];
  const parts = found.flatMap(([start, end], n) => [Buffer.from(n === 0 ? open : next), bytes.subarray(start, end)]);
  const insert = Buffer.concat([...parts, Buffer.from(close)]);
  return { edits: [{ at: 0, remove: bytes.length, insert }], count: found.length };
}

function misnamedList(top: Value): Member | null {
  const lists = members(top).filter(({ value }) => isArray(value) && elements(value).length > 0);
  return lists.find(({ value }) => elements(value).every(isEntry)) ?? null;
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
/** `MAX_ENTRY_BYTES`: size of the largest entry. `MAX_CLOSES`: brackets tried as its end, because titles hold some. */
const MAX_ENTRY_BYTES = 65_536;
const MAX_CLOSES = 8;
/** Most passes over the bytes: a text may be brackets alone. */
const MAX_PASSES = 32;

function wholeEntries(bytes: Uint8Array): [start: number, end: number][] {
  const found: [number, number][] = [];
  const budget = { bytes: bytes.length * MAX_PASSES };
  for (let at = bytes.indexOf(OPEN); at >= 0 && budget.bytes > 0; ) {
    const end = endOfEntry(bytes, at, budget);
    if (end !== null) found.push([at, end]);
    at = bytes.indexOf(OPEN, end ?? at + 1);
  }
  return found;
}

function endOfEntry(bytes: Uint8Array, at: number, budget: { bytes: number }): number | null {
  let close = at;
  for (let n = 0; n < MAX_CLOSES; n++) {
    close = bytes.indexOf(CLOSE, close + 1);
    if (close < 0 || close - at > MAX_ENTRY_BYTES) return null;
    const value = root(scan(bytes.slice(at, close + 1)));
    budget.bytes -= close + 1 - at;
    if (value !== null && isComplete(value)) return isEntry(value) ? close + 1 : null;
  }
  return null;
}

function isEntry(value: Value): boolean {
  return (
    isObject(value) &&
    textAt(value, 'id') !== null &&
    numberAt(value, 'createdAt') !== null &&
    numberAt(value, 'eventCount') !== null
  );
}
