import { asBuffer, bomEnd, CR, LF } from '../../../codecs/bytes.ts';
import type { Edit } from '../../../codecs/edit.ts';
import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { removeElements, removeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { resolveAll } from '../../../codecs/json/pointer.ts';
import { scan } from '../../../codecs/json/scan.ts';
import {
  elements,
  isArray,
  isComplete,
  isObject,
  lexemeOf,
  member,
  members,
  root,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { CSV, changeTable, parseTable, quoteCell } from '../../../codecs/table/table.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import { type Finding, ruleOf } from '../../../model/finding.ts';
import { isError } from '../../../model/rules/row.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  type UnitChange,
  unchanged,
} from '../../decision.ts';
import { type FileRepair, isWanted } from '../../engine/change/passes.ts';
import { removed, type UnitEdits } from '../../engine/change/steps.ts';
import { dropDuplicates, withoutLead, withoutTail } from '../../engine/faults/document.ts';
import { bracketOf, endOfWhole, truncationPoint, wholeIn } from '../../engine/faults/torn.ts';
import { countOf } from '../../words.ts';
import { otherIndex } from '../checks/companions/json-companion.ts';
import type { RaoDocument } from '../document.ts';
import { isScalar, itemsOf } from '../read/field.ts';
import type { RaoFolder } from '../read/folder.ts';
import { afterText } from '../read/r-json.ts';
import { fieldsUnder, headerLine } from '../read/tables/companion-table.ts';
import {
  CONVERSATION_LOG,
  decisionOf,
  editedFrom,
  editFolders,
  type Files,
  folderRefusal,
  inFiles,
  inFolder,
  type JudgedFolder,
  NO_REPAIR,
  nameFinding,
  nameInFolder,
  type PassedRao,
  quotedShort,
  type RaoPass,
  type RepairedRao,
  raoCounts,
  repairFolder,
  tapeOf,
  topOf,
} from './folders.ts';
import { MESSAGE_PASSES } from './log-passes.ts';
import { renumberPass } from './renumber.ts';
import { TABLE_PASSES, withOwnIndex } from './tables.ts';

export function healRao(document: RaoDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const edited = editFolders(document, (folder, start): UnitEdits | Refusal => {
    if (isDebris(start, ask))
      return folderRefusal(folder) ?? clearedFindings(folder, { ...start, codes: [], notes: [] });
    const healed = repairFolder(document, start, PASSES, ask, (passed) => unreadableRefusal(passed, ask));
    if (isRefusal(healed)) return healed;
    // An empty log may have been all there was.
    if (isDebris(healed, ask)) return folderRefusal(folder) ?? clearedFindings(folder, healed);
    return editedFrom(document, folder, healed, ask.lossy);
  });
  return decisionOf(edited, unchanged());
}

const DEBRIS: readonly string[] = ['RA401', 'RA402'];

function isDebris({ findings }: Pick<JudgedFolder, 'findings'>, ask: Pick<AskFor<'heal'>, 'only'>): boolean {
  return findings.some(({ code }) => DEBRIS.includes(code) && isWanted(code, ask));
}

function clearedFindings(
  folder: RaoFolder,
  { findings, codes, notes }: Pick<RepairedRao, 'findings' | 'codes' | 'notes'>,
): UnitEdits {
  const { path, self } = folder;
  const found = findings.filter(({ code }) => DEBRIS.includes(code));
  return {
    path,
    steps: [removed(self)],
    codes: [...codes, ...found.map(({ code }) => code)],
    notes: [...notes, ...found.map(({ detail }) => `${path} ${detail}: it goes into the journal`)],
    before: raoCounts(folder),
    after: NO_COUNTS,
  };
}

function unreadableRefusal(
  { doc: { files, findings, readable }, codes }: PassedRao,
  ask: Pick<AskFor<'heal'>, 'only'>,
): Refusal | null {
  const blocking = readable ? undefined : findings.find((found) => blocksReading(files, found));
  if (blocking === undefined || (codes.length === 0 && !isWanted(blocking.code, ask))) return null;
  return refused({ codes: [blocking.code], reason: `${nameFinding(files, blocking)}, so Rao cannot read it` });
}

function blocksReading({ path }: Files, { path: file, code }: Finding): boolean {
  const { severity, owner } = ruleOf(code);
  return file === `${path}/${CONVERSATION_LOG}` && isError({ severity }) && owner !== 'reads';
}

/** Initial contents of Rao's files, by name (docs/formats/rao.md, "Life cycle"). */
const EMPTY: Readonly<Record<string, string>> = {
  'conversation_log.json': '[]\n',
  'file_changes.json': '{\n  "changes": []\n}\n',
  'conversation_diffs.json': '{\n  "diffs": []\n}\n',
  'summaries.json': '{\n  "summaries": []\n}\n',
  'script_history.tsv': 'filename\torder\n',
  'message_buttons.csv': `${headerLine('message_buttons.csv')}\n`,
  'attachments.csv': `${headerLine('attachments.csv')}\n`,
  'images.csv': `${headerLine('images.csv')}\n`,
};

const DECODING: readonly RaoPass[] = [
  inFiles(['RA001', 'RA020', 'RA030', 'RA032', 'RA035'], ({ name, bytes }) => begunAnew(name, bytes)),
  inFiles(['RA010', 'RA051'], ({ bytes }) => ({ edits: withoutLead(bomEnd(bytes)), notes: [] })),
  inFiles(['RA005', 'RA024'], ({ bytes }) => withoutStrayCommas(bytes)),
  inFiles(['RA006', 'RA025'], ({ bytes }) => withQuotedNumbers(bytes)),
  // A comma after a bare number is found only once the number is quoted.
  inFiles(['RA005', 'RA024'], ({ bytes }) => withoutStrayCommas(bytes)),
  inFiles(['RA003', 'RA022'], ({ bytes }) => withoutRest(bytes)),
  inFiles(['RA002'], ({ bytes }) => closeTorn(bytes) ?? 'is torn so early that no message of it is whole'),
  inFiles(['RA021'], ({ name, bytes }) => closeTorn(bytes) ?? beginAnew(name, bytes)),
  inFiles(['RA011'], ({ bytes }) => withoutDuplicates(bytes)),
  inFiles(['RA043'], ({ bytes }, found) => withoutPlain(bytes, found)),
];

/** Removes plain values where R looks for members: Rao can read nothing there. Returns a sentence for a line of an edit that has content. */
function withoutPlain(bytes: Uint8Array, found: readonly Finding[]): FileRepair | string {
  const top = topOf(bytes);
  if (top === null) return NO_REPAIR;
  const pointers = new Set(found.flatMap(({ at }) => at ?? []));
  const places = resolveAll(top, pointers);
  for (const [at, value] of places)
    if (isObject(value) || isArray(value)) return `has a line of an edit at ${at} that is not a single value`;
  const plain = new Set(Array.from(places.values(), (value) => value.at));
  const parents = resolveAll(
    top,
    Array.from(places.keys(), (at) => at.slice(0, at.lastIndexOf('/'))),
  );
  const edits = Array.from(parents).flatMap(([at, parent]) => {
    // Only the first of several lines is reported.
    if (isArray(parent)) return removeElements(parent, elements(parent).filter(isScalar));
    const isGone = (value: Value) => plain.has(value.at) || (at.endsWith('/diff_data') && isScalar(value));
    const keys = members(parent).flatMap(({ key, value }) => (isGone(value) ? [key] : []));
    return removeMembers(parent, keys);
  });
  const notes = Array.from(pointers).flatMap((at) => {
    const value = places.get(at);
    return value === undefined ? [] : [`drops ${quotedShort(lexemeOf(value))} at ${at}, which Rao cannot use`];
  });
  return { edits, notes };
}

/** Begins a torn companion anew: Rao takes it for empty and overwrites it, so nothing is lost. */
function beginAnew(name: string, bytes: Uint8Array): FileRepair {
  return { ...begunAnew(name, bytes), notes: ['is torn before its first whole entry, and begins anew'] };
}

function begunAnew(name: string, bytes: Uint8Array): FileRepair {
  return { edits: [{ at: 0, remove: bytes.length, insert: Buffer.from(EMPTY[name] ?? '') }], notes: [] };
}

function withoutStrayCommas(bytes: Uint8Array): FileRepair {
  const edits: Edit[] = [];
  for (const [stretch, from] of outsideTexts(bytes))
    for (const { index } of stretch.matchAll(/,(?=[ \t\r\n]*[\]}])/g))
      edits.push({ at: from + index, remove: 1, insert: new Uint8Array() });
  return { edits, notes: [] };
}

/** Quotes numbers that JSON does not know, as jsonlite writes them (docs/formats/rao.md, "JSON as R has it"). */
function withQuotedNumbers(bytes: Uint8Array): FileRepair {
  const edits: Edit[] = [];
  for (const [stretch, from] of outsideTexts(bytes))
    for (const { index, 0: word } of stretch.matchAll(/(?<![\w.])(?:NaN|[-+]?(?:Infinity|Inf))(?![\w.])/g))
      edits.push({ at: from + index, remove: word.length, insert: Buffer.from(JSON.stringify(numberSpelling(word))) });
  const notes = edits.length === 0 ? [] : [`quotes ${countOf(edits.length, 'number')} that JSON does not know`];
  return { edits, notes };
}

function numberSpelling(word: string): string {
  return word.replace('+', '').replace('Infinity', 'Inf');
}

/** Stretches of bytes outside of texts, one character for each byte, with their offsets. */
function* outsideTexts(bytes: Uint8Array): Generator<readonly [string, number]> {
  const text = asBuffer(bytes);
  for (let at = 0; at < bytes.length; ) {
    const quote = bytes.indexOf(QUOTE, at);
    const end = quote < 0 ? bytes.length : quote;
    yield [text.toString('latin1', at, end), at];
    at = quote < 0 ? bytes.length : afterText(bytes, quote);
  }
}

const QUOTE = 0x22;

/** Keeps the first of equal keys, the one R sees. */
function withoutDuplicates(bytes: Uint8Array): FileRepair {
  const tape = tapeOf(bytes);
  const notes = Array.from(
    duplicateKeys(tape),
    ({ key }) => `drops the second ${quotedShort(textOf(key))} at byte ${spanOf(key).start}, which Rao never shows`,
  );
  return { edits: dropDuplicates(tape), notes };
}

function withoutRest(bytes: Uint8Array): FileRepair | string {
  const { fault, end, open } = tapeOf(bytes);
  // Open containers mean that the document itself is not whole.
  if (fault === null || open.length > 0 || end === 0) return NO_REPAIR;
  const top = topOf(bytes);
  if (!isObject(top) && !isArray(top)) return 'begins with a single value, and so is not a document of Rao';
  const at = end + lineEndAt(bytes, end);
  return withoutTail(bytes, at, whatIn(bytes.subarray(at)));
}

function lineEndAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] === LF) return 1;
  return bytes[at] === CR && bytes[at + 1] === LF ? 2 : 0;
}

/** Words about removed bytes. A person may want the second document, so its size is reported. */
function whatIn(gone: Uint8Array): string {
  const second = root(scan(gone));
  if (second === null) return gone.every((byte) => byte === 0) ? ', all NUL' : '';
  return `, a second one with ${countOf(elements(second).length, 'whole entry', 'whole entries')} among them`;
}

/**
 * Closes a truncated document. Whole entries stay, the half one goes: messages of a log, or changes, diffs or
 * summaries. Null without a whole entry.
 */
function closeTorn(bytes: Uint8Array): FileRepair | null {
  const top = topOf(bytes);
  if (top === null) return null;
  const { at, closing, wholeEntries, half } = logTruncation(top);
  if (wholeEntries === 0) return null;
  const gone = bytes.length - at;
  const which = half === null ? '' : `: what there is of entry ${half} is cut and lost`;
  const entries = countOf(wholeEntries, 'whole entry', 'whole entries');
  return {
    edits: [{ at, remove: gone, insert: Buffer.from(`${closing}\n`) }],
    notes: [`keeps ${entries}, and leaves out ${countOf(gone, 'byte')} from byte ${at} on${which}`],
  };
}

interface LogTruncation {
  /** Offset from which bytes are removed. */
  readonly at: number;
  readonly closing: string;
  readonly wholeEntries: number;
  /** The cut entry, if that much can be read. */
  readonly half: string | null;
}

function logTruncation(top: Value): LogTruncation {
  if (!isObject(top))
    return { at: endOfWhole(top), closing: ']', wholeEntries: wholeIn(top).length, half: halfOf(top) };
  const { at, section, entries, whole } = truncationPoint(top, () => true);
  const earlier = whole.reduce((sum, { value }) => sum + wholeIn(value).length, 0);
  if (section === null) return { at, closing: '}', wholeEntries: earlier, half: halfOf(top) };
  return { at, closing: `${bracketOf(section.value)}}`, wholeEntries: earlier + entries, half: halfOf(section.value) };
}

function halfOf(container: Value): string | null {
  const half = members(container, { open: true }).find(({ value }) => !isComplete(value));
  if (half !== undefined) return textOf(half.key);
  const id = member(
    elements(container, { open: true }).find((each) => !isComplete(each)),
    'id',
  );
  return id === null || !isComplete(id) ? null : lexemeOf(id);
}

const PLACE_PASSES: readonly RaoPass[] = [
  inFiles(['RA134'], ({ name, bytes }, _found, { number }) =>
    name.endsWith('.tsv') ? withOwnIndex(bytes, number) : withOwnNumber(bytes, number),
  ),
  inFiles(['RA252', 'RA253'], ({ bytes }, _found, files) => withOwnPaths(bytes, files)),
];

function withOwnNumber(bytes: Uint8Array, number: number): FileRepair {
  const entries = members(topOf(bytes)).flatMap(({ value }) => itemsOf(value));
  const edits = entries.flatMap((entry) => {
    const index = otherIndex(entry, number);
    return index === null ? [] : [replaceValue(index.value, String(number))];
  });
  return { edits, notes: [] };
}

function withOwnPaths(bytes: Uint8Array, files: Files): FileRepair {
  const table = parseTable(bytes, CSV);
  const images = new Set(files.parts.map((part) => nameInFolder(files, part)));
  const replace = fieldsUnder(table, 'local_path').flatMap((field) => {
    const name = `images_attached/${field.text.split(/[\\/]/).at(-1)}`;
    const path = `${files.home}/${name}`;
    return path === field.text || !images.has(name) ? [] : [{ field, source: quoteCell(path) }];
  });
  const notes = replace.length === 0 ? [] : [`lets ${countOf(replace.length, 'image')} be those of this folder`];
  return { edits: changeTable(table, { replace }), notes };
}

const LEFTOVERS: readonly RaoPass[] = [
  inFolder(['RA040'], (files, found) => ({
    edits: new Map(),
    removed: [...new Set(found.map((each) => nameInFolder(files, each)))],
    notes: found.map(
      ({ detail }) => `conversation_vars.rds ${detail}: it goes into the journal, and Rao begins with its defaults`,
    ),
  })),
];

/** Ordered from the outside in: each pass needs files that the ones before made readable. */
const PASSES: readonly RaoPass[] = [
  ...DECODING,
  ...TABLE_PASSES,
  ...MESSAGE_PASSES,
  renumberPass,
  ...PLACE_PASSES,
  ...LEFTOVERS,
];
