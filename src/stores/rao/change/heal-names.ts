import { isUtf8 } from 'node:buffer';
import { asBuffer, bomEnd, NO_BYTES } from '../../../codecs/bytes.ts';
import type { Edit } from '../../../codecs/edit.ts';
import { CSV, changeTable, parseTable, quoteCell, replaceField } from '../../../codecs/table/table.ts';
import { addAll } from '../../../model/collections.ts';
import { type Code, codesOf, type Finding, ruleOf } from '../../../model/finding.ts';
import { isDamage } from '../../../model/rules/row.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  refused,
  type SharedChange,
  throughLink,
  unchanged,
} from '../../decision.ts';
import { withBytes } from '../../engine/change/draft.ts';
import {
  type FileRepair,
  isWanted,
  onCodes,
  type Pass,
  type PassOptions,
  runFilePasses,
} from '../../engine/change/passes.ts';
import { withEdits } from '../../engine/change/steps.ts';
import { withoutLead } from '../../engine/faults/document.ts';
import type { BaseFacts } from '../checks/facts.ts';
import { raoScopeFindings } from '../checks/scope-findings.ts';
import { NAMES_FILE } from '../layout/layout.ts';
import { COLUMNS, headerLine } from '../read/tables/companion-table.ts';
import { decodeNames, isKnownHeader, type NameLine, type NameRow, nameLinesOf } from '../read/tables/names.ts';
import { columnOf } from '../read/tables/r-table.ts';
import { limitedNotes, NO_REPAIR, quotedShort } from './folders.ts';
import { withoutRowNumbers, withoutUnknown } from './tables.ts';

/**
 * Repairs the names table as far as its rows can be distinguished. With named ids `sawAll` is false: only their rows
 * change, and damage to all rows is refused.
 */
export function healNames(
  facts: BaseFacts,
  { only, lossy }: AskFor<'heal'>,
  sawAll: boolean,
): SharedChange | NotChanged {
  const { names } = facts;
  if (names?.part.bytes == null) return unchanged();
  const isMeant = meantIds(facts, sawAll);
  const options: NamesOptions = { only, lossy, sawAll, isMeant };
  const { part } = names;
  const start = { bytes: names.part.bytes, doc: facts };
  const reader = {
    open: (bytes: Uint8Array): BaseFacts => ({
      ...facts,
      names: { part: withBytes(part, bytes), names: decodeNames(bytes) },
    }),
    findings: (now: BaseFacts) => [...raoScopeFindings(now)].filter(isMine),
  };
  const isMine = ({ path, id }: Finding) => path === part.path && (id === null || isMeant(Number(id)));
  const passed = runFilePasses(start, reader, NAMES.map(passOf), options, ({ draft, codes, notes }) => ({
    edits: draft.edits,
    codes,
    notes,
  }));
  if (isRefusal(passed)) return passed;
  const { edits, codes, notes } = passed;
  if (edits.length === 0) return unchanged();
  const { path, type } = part;
  if (type !== 'file') return throughLink();
  return { state: 'changed', path, first: [withEdits(part, edits)], last: [], codes, notes };
}

interface NamesOptions extends PassOptions<Finding> {
  /** True if all conversations were read. */
  readonly sawAll: boolean;
  isMeant(id: number): boolean;
}

/** True for ids that are meant: all, or those that were opened if ids are named. */
function meantIds({ folders }: BaseFacts, sawAll: boolean): (id: number) => boolean {
  if (sawAll) return () => true;
  const opened = new Set(folders.map(({ number }) => number));
  return (id) => opened.has(id);
}

function passOf({ codes, needsAll, repair }: NamesPass): Pass<BaseFacts, Finding, NamesOptions, readonly Edit[]> {
  const pass = onCodes<BaseFacts, Finding, NamesOptions, readonly Edit[]>(codes, ({ names }, _found, { isMeant }) =>
    repair(names?.part.bytes ?? NO_BYTES, isMeant),
  );
  return (now, options) => {
    if (!needsAll || options.sawAll) return pass(now, options);
    const found = now.findings().filter(({ code }) => codes.includes(code) && isWanted(code, options));
    // Harmless findings about all conversations do not refuse a few.
    if (found.every(({ code }) => !isDamage(ruleOf(code)))) return null;
    const reason = `${found[0]?.detail}: that concerns all conversations, so run heal without ids`;
    return refused({ codes: codesOf(found), reason });
  };
}

const RAO_UNNAMED_TITLE = 'New conversation';

interface NamesPass {
  readonly codes: readonly Code[];
  /** True for a repair of the rows of all conversations, which is not made for a few. */
  readonly needsAll: boolean;
  repair(bytes: Uint8Array, isMeant: (id: number) => boolean): FileRepair | string;
}

/** Ordered from the outside in. */
export const NAMES: readonly NamesPass[] = [
  { codes: ['RA301'], needsAll: true, repair: emptyTable },
  { codes: ['RA010', 'RA333'], needsAll: true, repair: (bytes) => ({ edits: withoutLead(bomEnd(bytes)), notes: [] }) },
  { codes: ['RA318'], needsAll: true, repair: withoutLabels },
  { codes: ['RA302', 'RA303', 'RA304'], needsAll: true, repair: mendedNames },
  { codes: ['RA319'], needsAll: true, repair: (bytes) => withoutRowNumbers(bytes, NAMES_FILE) },
  { codes: ['RA326'], needsAll: true, repair: withKnownNames },
  { codes: ['RA325'], needsAll: true, repair: (bytes) => withoutUnknown(bytes, NAMES_FILE) },
  { codes: ['RA305', 'RA306'], needsAll: false, repair: withoutDoubleNames },
  { codes: ['RA327'], needsAll: false, repair: withPresentNames },
];

/** Writes a header alone, which is a whole table: Rao needs no row for a conversation. */
function emptyTable(bytes: Uint8Array): FileRepair {
  const edits = [{ at: 0, remove: bytes.length, insert: Buffer.from(`${headerLine(NAMES_FILE)}\n`) }];
  return { edits, notes: ['holds nothing: all names are lost, and Rao shows each conversation as "New conversation"'] };
}

/** Completes column names that Rao finds by their beginnings, but under which it adds no rows. */
function withKnownNames(bytes: Uint8Array): FileRepair {
  const { read, header } = decodeNames(bytes);
  if (!read.ok) return NO_REPAIR;
  const edits = COLUMNS[NAMES_FILE].flatMap((name) => {
    const column = columnOf(read, name);
    const field = column === null ? undefined : header?.fields[read.columns.indexOf(column)];
    return field === undefined || column?.name === name ? [] : [replaceField({ field, source: quoteCell(name) })];
  });
  return { edits, notes: [] };
}

/** Keeps one row of each meant number: the first with a person's name, or else the first. */
function withoutDoubleNames(bytes: Uint8Array, isMeant: (id: number) => boolean): FileRepair {
  const names = decodeNames(bytes);
  const gone: NameRow[] = [];
  const notes: string[] = [];
  for (const [id, rows] of names.byId()) {
    if (!isMeant(id)) continue;
    const chosen = rows.find(({ name }) => name.trim() !== RAO_UNNAMED_TITLE) ?? rows[0];
    const others = rows.filter((row) => row !== chosen);
    addAll(gone, others);
    for (const { name } of others)
      if (name !== chosen?.name)
        notes.push(`leaves ${id} the name ${quotedShort(chosen?.name ?? '')}, and drops ${quotedShort(name)}`);
  }
  return { edits: changeTable(names.table, { remove: gone.map(({ row }) => row) }), notes: limitedNotes(notes) };
}

/** Rewrites names that R takes for missing: `NA` gets a space, which Rao trims. An empty name becomes Rao's title of an unnamed conversation. */
function withPresentNames(bytes: Uint8Array, isMeant: (id: number) => boolean): FileRepair {
  const { table, rows, places } = decodeNames(bytes);
  const missing = rows.filter(({ id, nameInR }) => nameInR === null && id !== null && isMeant(id));
  const replace = missing.flatMap(({ row: { fields }, name }) => {
    const field = fields[places.name];
    if (field === undefined) return [];
    return [{ field, source: quoteCell(name.trim() === '' ? RAO_UNNAMED_TITLE : `${name} `) }];
  });
  const notes = missing.map(({ id, name }) =>
    name.trim() === ''
      ? `names ${id} ${quotedShort(RAO_UNNAMED_TITLE)}`
      : `keeps ${quotedShort(name)} as the name of ${id}`,
  );
  return { edits: changeTable(table, { replace }), notes: limitedNotes(notes) };
}

function withoutLabels(bytes: Uint8Array): FileRepair {
  const { rows } = decodeNames(bytes);
  const edits = rows.flatMap(({ row: { start, fields } }): Edit[] => {
    const number = fields[1];
    return number === undefined ? [] : [{ at: start, remove: number.start - start, insert: new Uint8Array(0) }];
  });
  return { edits, notes: [] };
}

const HEADER = headerLine(NAMES_FILE);

/**
 * Rebuilds a names file that R misreads: Rao's header, and rows with faulty quotes or commas rewritten. Returns a sentence if rows cannot
 * be distinguished.
 */
export function mendedNames(bytes: Uint8Array): FileRepair | string {
  if (!isUtf8(bytes)) return 'holds bytes that are not UTF-8: which letters they were is unknown';
  const text = asBuffer(bytes).toString('utf8');
  const { header, rows } = nameLinesOf(text);
  if (rows.some(({ name }) => name.includes('\0'))) return 'holds NUL bytes between its names';
  if (header !== null && !isKnownHeader(header, rows))
    return `has the header ${quotedShort(header)}: its columns are unknown`;
  if (header !== null && /^\ufeff?"?name"?,"?conversation_id"?$/.test(header))
    return 'has its names before its numbers: where its rows begin is unknown';
  const place = byteCounter(text);
  const { lineEnd } = parseTable(bytes, CSV);
  const broken = rows.filter(({ isSound }) => !isSound);
  const edits = [
    ...headerEdits(header, lineEnd),
    ...broken.map(({ start, end, id, name }): Edit => {
      const at = place(start);
      return { at, remove: place(end) - at, insert: Buffer.from(`${id},${quoteCell(name)}`) };
    }),
    ...tailEdits(text, rows, lineEnd),
  ];
  const notes = broken.map(({ id, name }) => `reads row ${id} as ${quotedShort(name)}`);
  return { edits, notes: limitedNotes(notes) };
}

function byteCounter(text: string): (at: number) => number {
  let from = 0;
  let bytes = 0;
  return (at) => {
    bytes += Buffer.byteLength(text.slice(from, at));
    from = at;
    return bytes;
  };
}

function headerEdits(header: string | null, lineEnd: string): Edit[] {
  if (header === null) return [{ at: 0, remove: 0, insert: Buffer.from(`${HEADER}${lineEnd}`) }];
  if (/^\ufeff?"?conversation_id"?,"?name"?$/.test(header)) return [];
  return [{ at: 0, remove: Buffer.byteLength(header), insert: Buffer.from(HEADER) }];
}

/** Edits that turn white space and NUL bytes after the last row into one line end. */
function tailEdits(text: string, rows: readonly NameLine[], lineEnd: string): Edit[] {
  const end = rows.at(-1)?.end;
  if (end === undefined || /^(?:\r?\n|\r)?$/.test(text.slice(end))) return [];
  const at = Buffer.byteLength(text.slice(0, end));
  return [{ at, remove: Buffer.byteLength(text) - at, insert: Buffer.from(lineEnd) }];
}
