import { isMarkAt } from '../../../codecs/byte-order-mark.ts';
import { isJsonSpace } from '../../../codecs/json/space.ts';
import { isObject, root } from '../../../codecs/json/value.ts';
import { type Shape, shapeOf } from '../../../codecs/lines/shape.ts';
import type { Owner } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';
import { lastText } from '../python/get.ts';
import { parse } from '../python/parse.ts';
import { stripped } from '../python/strip.ts';
import { CLASS, type RecordAt, type Records } from '../read/records.ts';
import type { Spotted } from './spotted.ts';

/** Notes what is wrong with a line as a line; `isLast` when nothing follows it. */
export function lineTroubles(records: Records, met: RecordAt, isLast: boolean, found: Spotted[]): void {
  const { n, line, start, parsed, record } = met;
  if (isSound(met, isLast)) return;
  const at: At = (code, offset, owner, detail) =>
    found.push({ n, code, at: null, offset: line.at + offset, owner, detail });
  if (line.bytes === null) at('CL018', 0, 'drops', `has a line of ${line.length} bytes`);
  if (parsed === null || line.bytes === null) return;
  const { illFormed } = parsed.tape;
  if (illFormed >= 0) at('CL002', start + illFormed, 'refuses', 'has a byte that is not UTF-8');
  if (record !== null) around(met, isLast, at);
  else if (records.is[n] === CLASS.tooDeep) at('CL014', start, 'crashes', 'has a record that is nested too deeply');
  else if (records.is[n] === CLASS.notObject) at('CL013', start, 'drops', NOT_A_RECORD);
  else if (parsed.refused === 'number-too-long') at('CL015', start, 'drops', 'has an integer of more than 4300 digits');
  else notJson(line.bytes, start, isLast, at);
}

/** What most lines are: a record, all of it text, and nothing beside it. */
function isSound({ line, parsed, record }: RecordAt, isLast: boolean): boolean {
  if (record === null || parsed === null || (isLast && line.end === 'none')) return false;
  return parsed.tape.bytes.length === line.length && parsed.tape.illFormed < 0;
}

type At = (code: Code, offset: number, owner: Owner, detail: string) => void;

/** A whole record, with something beside it. */
function around({ line, start, parsed }: RecordAt, isLast: boolean, at: At): void {
  const bytes = line.bytes ?? NO_BYTES;
  const end = start + (parsed?.tape.bytes.length ?? 0);
  const isOdd = (byte: number) => !isJsonSpace(byte);
  if (bytes.subarray(0, start).some(isOdd) || bytes.subarray(end).some(isOdd))
    at('CL012', start > 0 ? 0 : end, 'reads', 'has odd white space around a record');
  if (isLast && line.end === 'none') at('CL007', bytes.length, 'reads', 'has no line end after the last record');
}

const NO_BYTES = new Uint8Array();

function notJson(bytes: Uint8Array, start: number, isLast: boolean, at: At): void {
  const text = bytes.subarray(start);
  if (isMarkAt(text, 0)) {
    if (holdsRecord(text.subarray(3).filter(isNotNul)))
      at('CL010', start, 'drops', 'has a byte-order mark before a record');
    else at('CL013', start, 'drops', NOT_A_RECORD);
    return;
  }
  if (text.includes(0)) {
    withNuls(text, start, at);
    return;
  }
  const { shape, pieces } = shapeOf(text, parse(text).tape);
  const isForeign = pieces.length > 0 && !pieces.some(({ start: from, end }) => hasType(text.subarray(from, end)));
  const { code, detail } = SHAPES[isForeign ? 'foreign' : shape];
  at(code === 'CL004' && isLast ? 'CL003' : code, start, 'drops', detail);
}

const NOT_A_RECORD = 'has a line that is not a record';
const FOREIGN = { code: 'CL013', detail: NOT_A_RECORD } as const;

/** What a line of each shape is reported as. */
const SHAPES: Readonly<Record<Shape, { readonly code: Code; readonly detail: string }>> = {
  glued: { code: 'CL006', detail: 'has several records on one line' },
  mixed: { code: 'CL006', detail: 'has a whole record and something else on one line' },
  spliced: { code: 'CL005', detail: 'has a whole record behind a torn one on the same line' },
  torn: { code: 'CL004', detail: 'has a torn record' },
  foreign: FOREIGN,
  whole: FOREIGN,
  nul: FOREIGN,
  blank: FOREIGN,
};

function withNuls(text: Uint8Array, start: number, at: At): void {
  const rest = text.filter(isNotNul);
  const run = `a run of ${text.length - rest.length} NUL bytes`;
  const first = start + text.indexOf(0);
  if (holdsRecord(isMarkAt(rest, 0) ? rest.subarray(3) : rest))
    at('CL008', first, 'drops', `has ${run} on the line of a record`);
  else at('CL009', first, 'drops', `has ${run}`);
}

/** An object with a type, as all records of a session are: not what a program may have printed. */
function hasType(bytes: Uint8Array): boolean {
  return lastText(root(parse(bytes).tape), 'type') !== null;
}

function isNotNul(byte: number): boolean {
  return byte !== 0;
}

/** One record or several, whatever is torn beside them. */
function holdsRecord(bytes: Uint8Array): boolean {
  const { start, end } = stripped(bytes);
  const text = bytes.subarray(start, end);
  const { tape, refused } = parse(text);
  return refused === null ? isObject(root(tape)) : shapeOf(text, tape).pieces.length > 0;
}
