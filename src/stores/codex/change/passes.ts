import { LF_BYTES, NO_BYTES } from '../../../codecs/bytes.ts';
import { type Edit, shifted } from '../../../codecs/edit.ts';
import { changeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { elements, isObject, isText, members, quote, type Value } from '../../../codecs/json/value.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { ruleOf } from '../../../model/finding.ts';
import { lossRefused, type Refusal } from '../../decision.ts';
import type { FileRepair, RangePass } from '../../engine/change/passes.ts';
import { replacing } from '../../engine/range-edits.ts';
import { lastValue } from '../../engine/text-at.ts';
import type { FileFinding } from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import { openingOf, openingWorkdir } from '../checks/first-record.ts';
import { type LineFault, lineFaults } from '../checks/line-findings.ts';
import { contentText, isUserTurn } from '../read/head.ts';
import { illFormedPlaces, isOutsideRecords } from '../read/ill-formed.ts';
import { fieldText, metaFaults, ROOTS, rootsIn } from '../read/meta.ts';
import { type Entry, entriesOf, metaEntry } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';

export interface HealingRollout {
  readonly file: RolloutFile;
  readonly source: Source;
  /** The folder that was given for a thread that names none; null for none. */
  readonly cwd: string | null;
  readonly lossy: boolean;
}

export type CodexPass = RangePass<HealingRollout, FileFinding, FileRepair | Refusal | string>;

/** Torn lines go, and whole records get a line each. */
export const rolloutLinePass: CodexPass = {
  codes: ['CX007', 'CX008', 'CX009', 'CX010', 'CX011', 'CX012', 'CX013', 'CX020'],
  repair: (rollout) => {
    const targets = new Set(rollout.targets.map(({ code }) => code));
    const edits: Edit[] = [];
    let lost = 0;
    let marks = 0;
    for (const fault of lineFaults(rollout.file)) {
      if (!targets.has(fault.code)) continue;
      for (const edit of editsFor(fault, rollout)) edits.push(edit);
      if (fault.code === 'CX020') marks++;
      else if (ruleOf(fault.code).healing === 'lossy') lost++;
    }
    const notes = [
      ...(lost === 0 ? [] : [`${countOf(lost, 'torn record')} left out`]),
      ...(marks === 0 ? [] : [`${countOf(marks, 'mark')} of a merge conflict removed, all records kept`]),
    ];
    return { edits, notes };
  },
};

function editsFor(fault: LineFault, { source }: HealingRollout): Edit[] {
  const { code, at, length, isEnded, pieces } = fault;
  const all = length + (isEnded ? 1 : 0);
  if (code === 'CX007' || code === 'CX008' || code === 'CX009' || code === 'CX020') return [replacing(at, all, '')];
  const bytes = bytesAt(source, at, length);
  if (code === 'CX012')
    return [replacing(at, length, bytes.toString('latin1').replace(/\s*\n\s*/g, ''))].map(latinEdit);
  if (code === 'CX013') return withoutNuls(bytes, at, all);
  const records = pieces.map(({ start, end }) => bytes.subarray(start, end));
  const joined = records.flatMap((record, n) => (n === 0 ? [record] : [LF_BYTES, record]));
  return [{ at, remove: length, insert: Buffer.concat(joined) }];
}

/** Writes characters that each stand for one byte. */
function latinEdit(edit: Edit): Edit {
  return { ...edit, insert: Buffer.from(Buffer.from(edit.insert).toString('utf8'), 'latin1') };
}

/** A line of nothing else goes with its end. */
function withoutNuls(bytes: Buffer, at: number, all: number): Edit[] {
  const rest = Buffer.from(bytes.filter((byte) => byte !== 0));
  return [{ at, remove: rest.length === 0 ? all : bytes.length, insert: rest }];
}

/** A byte-order mark goes, CR becomes LF, and UTF-16 becomes UTF-8. */
export const encodingPass: CodexPass = {
  codes: ['CX004', 'CX005', 'CX006'],
  repair: ({ source, targets, lossy }) => {
    const [code] = targets.map((each) => each.code);
    if (code === 'CX004') return { edits: [replacing(0, 3, '')], notes: [] };
    if (source.size > MAX_REWRITTEN) return 'is too large to be written anew';
    const bytes = bytesAt(source, 0, source.size);
    const anew = (insert: Buffer) => [replacing(0, source.size, insert)];
    if (code === 'CX005')
      return { edits: anew(Buffer.from(bytes.toString('latin1').replaceAll('\r', '\n'), 'latin1')), notes: [] };
    const { text, halves } = fromUtf16(bytes);
    if (halves > 0 && !lossy) return lossRefused(['CX006'], `has ${countOf(halves, 'half character')} in UTF-16`);
    const lost = halves === 0 ? [] : [`${countOf(halves, 'half character')} became U+FFFD`];
    return { edits: anew(Buffer.from(text)), notes: ['is written as UTF-8', ...lost] };
  },
};

/** Bytes of a file that is written anew as a whole. */
const MAX_REWRITTEN = 1 << 28;

/** A text, and how many surrogate halves, or a half unit at the end, became U+FFFD. */
function fromUtf16(bytes: Buffer): { readonly text: string; readonly halves: number } {
  const isBig = bytes[0] === 0xfe || bytes[0] === 0;
  const odd = bytes.length % 2;
  const even = Buffer.from(bytes.subarray(0, bytes.length - odd));
  const text = (isBig ? even.swap16() : even).toString('utf16le').replace(/^\ufeff/, '');
  const lone = text.match(/\p{Cs}/gu)?.length ?? 0;
  return { text: text.replace(/\p{Cs}/gu, '\ufffd') + '\ufffd'.repeat(odd), halves: lone + odd };
}

/** Bytes that are not UTF-8 become U+FFFD. */
export const utf8Pass: CodexPass = {
  codes: ['CX002', 'CX003'],
  repair: ({ source }: HealingRollout) => {
    const edits: Edit[] = [];
    for (const { shape, line } of entriesOf(source)) {
      const { bytes } = line;
      if (shape !== 'not-utf8' || bytes === null || isOutsideRecords(bytes)) continue;
      for (const at of illFormedPlaces(bytes)) edits.push(replacing(line.at + at, 1, '\ufffd'));
    }
    return { edits, notes: [`${countOf(edits.length, 'byte')} became U+FFFD`] };
  },
};

/** Bytes beside whole records that are not UTF-8 go. */
export const strayBytesPass: CodexPass = {
  codes: ['CX021', 'CX022'],
  repair: ({ source }: HealingRollout) => {
    const edits: Edit[] = [];
    for (const { shape, line } of entriesOf(source)) {
      if (shape !== 'not-utf8' || !isOutsideRecords(line.bytes)) continue;
      for (const at of illFormedPlaces(line.bytes ?? NO_BYTES)) edits.push(replacing(line.at + at, 1, ''));
    }
    return { edits, notes: [`${countOf(edits.length, 'byte')} removed, all records kept`] };
  },
};

/** Records that are in each other's place change it. */
export const swappedPass: CodexPass = {
  codes: ['CX203'],
  repair: ({ source, targets }) => {
    const places = new Set(targets.map(({ offset }) => offset));
    const edits: Edit[] = [];
    let before: Entry['line'] | null = null;
    for (const { line, shape } of entriesOf(source)) {
      if (shape === 'blank') continue;
      if (before !== null && places.has(line.at)) {
        const one = bytesAt(source, before.at, before.length);
        const two = bytesAt(source, line.at, line.length);
        edits.push(replacing(before.at, before.length, two), replacing(line.at, line.length, one));
      }
      before = { ...line, bytes: null };
    }
    return { edits, notes: [] };
  },
};

/** Each record without an ordinal, or with one that is not above the one before it, gets the next. */
export const ordinalsPass: CodexPass = {
  codes: ['CX201', 'CX202'],
  repair: ({ source }) => {
    const edits: Edit[] = [];
    let last = -1;
    let changed = 0;
    for (const { value, type, payload, ordinal, line } of entriesOf(source)) {
      if (!isObject(value) || type === null || payload === null) continue;
      const next: number = ordinal !== null && ordinal > last ? ordinal : last + 1;
      if (next !== ordinal) {
        for (const edit of numberEdits(value, next)) edits.push(shifted(edit, line.at));
        changed++;
      }
      last = next;
    }
    return { edits, notes: [`${countOf(changed, 'record')} numbered anew`] };
  },
};

function numberEdits(value: Value, ordinal: number): Edit[] {
  const there = lastValue(value, 'ordinal');
  if (there !== null) return [replaceValue(there, String(ordinal))];
  return changeMembers(value, { first: [{ key: 'ordinal', json: String(ordinal) }] });
}

/** Makes events from the items sent to the model; a thread that is only called paginated becomes a legacy one. */
export const eventsPass: CodexPass = {
  codes: ['CX110', 'CX112'],
  repair: ({ file, source, targets }) => {
    if (targets.some(({ code }) => code === 'CX112')) return asLegacy(source);
    // The items of a paginated thread cannot be made so: everything else is healed.
    return file.head().meta?.mode === 'paginated' ? { edits: [], notes: [] } : withEvents(source);
  },
};

function asLegacy(source: Parameters<typeof entriesOf>[0]): ReturnType<CodexPass['repair']> {
  const { payload = null, line } = metaEntry(source) ?? {};
  const mode = lastValue(payload, 'history_mode');
  if (mode === null || line === undefined) return 'has no record that names the thread';
  return { edits: [shifted(replaceValue(mode, '"legacy"'), line.at)], notes: [] };
}

function withEvents(source: Parameters<typeof entriesOf>[0]): ReturnType<CodexPass['repair']> {
  const edits: Edit[] = [];
  for (const { shape, type, payload, value, line } of entriesOf(source)) {
    if (shape !== 'record' || type !== 'response_item') continue;
    const made = eventLines(payload, fieldText(value, 'timestamp') ?? '');
    if (made.length === 0) continue;
    const text = made.map((each) => `${each}\n`).join('');
    const end = line.at + line.length;
    edits.push(line.isEnded ? replacing(end + 1, 0, text) : replacing(end, 0, `\n${text}`));
  }
  return { edits, notes: [`${countOf(edits.length, 'record')} repeated as events, which the program had not written`] };
}

export function eventLines(item: Value | null, time: string): string[] {
  const line = (payload: string) => `{"timestamp":${quote(time)},"type":"event_msg","payload":${payload}}`;
  const type = fieldText(item, 'type');
  const role = fieldText(item, 'role');
  const text = contentText(item);
  if (type === 'reasoning')
    return elements(lastValue(item, 'summary')).flatMap((part) => {
      const said = fieldText(part, 'text') ?? '';
      return said === '' ? [] : line(`{"type":"agent_reasoning","text":${quote(said)}}`);
    });
  if (type !== 'message' || text === '') return [];
  if (isUserTurn(role, text)) return [line(`{"type":"user_message","message":${quote(text)}}`)];
  return role === 'assistant' ? [line(`{"type":"agent_message","message":${quote(text)}}`)] : [];
}

export const beforeFirstPass: CodexPass = {
  codes: ['CX103'],
  repair: ({ source }) => {
    const meta = metaEntry(source)?.line;
    if (meta === undefined) return NAMELESS;
    return { edits: [replacing(0, meta.at, '')], notes: ['broken lines before the first record left out'] };
  },
};

/** Puts the record that names the thread first, with the members that the program needs. */
export const firstRecordPass: CodexPass = {
  codes: ['CX101', 'CX102', 'CX104', 'CX105', 'CX106', 'CX113'],
  repair: (rollout) => {
    const [code] = rollout.targets.map((each) => each.code);
    if (code === 'CX102' || code === 'CX113') return movedUp(rollout);
    if (code === 'CX106') return withoutMode(rollout);
    return code === 'CX101' ? madeAnew(rollout) : fillMeta(rollout);
  },
};

type Repair = ReturnType<CodexPass['repair']>;

/** No folder is invented. */
const NO_FOLDER = 'names its folder nowhere: give it with --cwd DIR';

const NAMELESS = 'has no record that names the thread';

function movedUp({ source }: HealingRollout): Repair {
  const meta = metaEntry(source)?.line;
  if (meta === undefined) return NAMELESS;
  const line = bytesAt(source, meta.at, meta.length);
  const isLast = meta.at + meta.length >= source.size;
  const gone = replacing(meta.at, meta.length + (isLast ? 0 : 1), '');
  return { edits: [replacing(0, 0, Buffer.concat([line, Buffer.from('\n')])), gone], notes: [] };
}

function withoutMode({ source }: HealingRollout): Repair {
  const { line, payload = null } = metaEntry(source) ?? {};
  if (line === undefined || !isObject(payload)) return NAMELESS;
  const keys = members(payload).flatMap(({ key }) => (isText(key, 'history_mode') ? key : []));
  return { edits: changeMembers(payload, { remove: keys }).map((edit) => shifted(edit, line.at)), notes: [] };
}

/** Adds the members that the first record lacks, and removes those that the program cannot read. */
function fillMeta({ file, source, cwd: asked }: HealingRollout): Repair {
  const cwd = folderOf(file, asked);
  for (const entry of entriesOf(source)) {
    const { type, shape, payload, value, line } = entry;
    if (type !== 'session_meta' || (shape !== 'skipped' && rootsIn(payload).relative.length === 0)) continue;
    if (!isObject(payload) || !isObject(value)) return 'has a first record without a payload';
    const keys = unusableKeys(payload);
    const unknown = unknownOf(keys, file, cwd);
    if (unknown !== null) return unknown;
    const given = { ...valuesFor(file, entry, cwd), ...absoluteRoots(payload) };
    const edits = [...memberEdits(payload, keys, given), ...envelopeEdits(value, given['timestamp'] ?? '')];
    const named = keys.map((key) => (given[key] === undefined ? `${key} left out` : `${key} set to ${given[key]}`));
    return { edits: edits.map((edit) => shifted(edit, line.at)), notes: named };
  }
  return 'has no record that is meant to name the thread';
}

/** Members that keep the program from reading the thread, or from going on with it. */
function unusableKeys(payload: Value): string[] {
  const keys = metaFaults(payload);
  return keys.includes(ROOTS) || rootsIn(payload).relative.length === 0 ? keys : [...keys, ROOTS];
}

/** Workspace roots that the program takes, as JSON; it needs none. */
function absoluteRoots(payload: Value): Values {
  const { absolute } = rootsIn(payload);
  return absolute.length === 0 ? {} : { [ROOTS]: `[${absolute.map(quote).join(',')}]` };
}

function unknownOf(keys: readonly string[], { name }: RolloutFile, cwd: string | null): string | null {
  if (keys.includes('id') && name === null) return 'has no id, and its name has none';
  return keys.includes('cwd') && cwd === null ? NO_FOLDER : null;
}

function folderOf(file: RolloutFile, asked: string | null): string | null {
  return openingOf(file).cwd ?? openingWorkdir(file) ?? asked;
}

type Values = Readonly<Record<string, string | undefined>>;

/** Values, as JSON, of keys that the first record needs; no real cli_version is invented. */
function valuesFor(
  { name }: RolloutFile,
  { value, payload }: Pick<Entry, 'value' | 'payload'>,
  cwd: string | null,
): Values {
  const time = fieldText(value, 'timestamp') ?? fieldText(payload, 'timestamp') ?? timeOf(name);
  return {
    ...(name === null ? {} : { id: quote(name.thread) }),
    timestamp: quote(time),
    ...(cwd === null ? {} : { cwd: quote(cwd) }),
    originator: quote('codex_cli_rs'),
    cli_version: quote('0.0.0'),
  };
}

function timeOf(name: RolloutFile['name']): string {
  return name === null ? '1970-01-01T00:00:00.000Z' : new Date(name.seconds * 1000).toISOString();
}

/** Replaces the value of a present key; removes a key without a known value. */
function memberEdits(payload: Value, keys: readonly string[], given: Values): Edit[] {
  const there = keys.filter((key) => lastValue(payload, key) !== null);
  const replaced = there.flatMap((key) => {
    const value = lastValue(payload, key);
    const json = given[key];
    return value === null || json === undefined ? [] : replaceValue(value, json);
  });
  const remove = members(payload).flatMap(({ key }) =>
    there.some((name) => given[name] === undefined && isText(key, name)) ? key : [],
  );
  const last = keys.flatMap((key) => {
    const json = given[key];
    return there.includes(key) || json === undefined ? [] : { key, json };
  });
  return [...replaced, ...changeMembers(payload, { remove, last })];
}

function envelopeEdits(value: Value, timestamp: string): Edit[] {
  if (fieldText(value, 'timestamp') !== null) return [];
  const time = lastValue(value, 'timestamp');
  return time === null
    ? changeMembers(value, { first: [{ key: 'timestamp', json: timestamp }] })
    : [replaceValue(time, timestamp)];
}

function madeAnew({ file, source, cwd: asked }: HealingRollout): Repair {
  if (file.name === null) return 'has no record that names the thread, and its name has no id';
  const cwd = folderOf(file, asked);
  if (cwd === null) return NO_FOLDER;
  const seen = { ordinal: null as number | null, items: false, questions: false };
  let time: string | null = null;
  for (const { shape, value, kind, ordinal } of entriesOf(source)) {
    if (shape !== 'record') continue;
    time ??= fieldText(value, 'timestamp');
    seen.ordinal ??= ordinal;
    seen.items ||= kind === 'item_completed';
    seen.questions ||= kind === 'user_message';
  }
  const isPaginated = seen.ordinal !== null && seen.items && !seen.questions;
  const line = metaLine({
    id: file.name.thread,
    time: time ?? timeOf(file.name),
    cwd,
    ordinal: isPaginated ? Math.max(0, (seen.ordinal ?? 1) - 1) : null,
  });
  return { edits: [replacing(0, 0, `${line}\n`)], notes: [`a new first record; its folder is set to ${cwd}`] };
}

export function metaLine({
  id,
  time,
  cwd,
  ordinal = null,
  more = '',
}: {
  readonly id: string;
  readonly time: string;
  readonly cwd: string;
  readonly ordinal?: number | null;
  readonly more?: string;
}): string {
  const number = ordinal === null ? '' : `"ordinal":${ordinal},`;
  const mode = ordinal === null ? '' : ',"history_mode":"paginated"';
  const payload = `{"id":${quote(id)},"timestamp":${quote(time)},"cwd":${quote(cwd)},"originator":"codex_cli_rs","cli_version":"0.0.0","source":"cli","model_provider":"openai"${mode}${more}}`;
  return `{"timestamp":${quote(time)},${number}"type":"session_meta","payload":${payload}}`;
}
