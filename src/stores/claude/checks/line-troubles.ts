import { isObject, root } from '../../../codecs/json/value.ts';
import { shapeOf } from '../../../codecs/lines/shape.ts';
import type { Owner } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';
import { parse } from '../python/parse.ts';
import { stripped } from '../python/strip.ts';
import { CLASS, type RecordAt, type Records } from '../read/records.ts';
import type { Spotted } from './spotted.ts';

/** What is wrong with a line as a line; `isLast` when nothing follows it. */
export function* lineTroubles(records: Records, met: RecordAt, isLast: boolean): Generator<Spotted> {
  const { n, line, start, parsed } = met;
  const at = (code: Code, offset: number, owner: Owner, detail: string): Spotted => {
    return { n, code, at: null, offset: line.at + offset, owner, detail };
  };
  if (line.bytes === null) yield at('CL018', 0, 'drops', `has a line of ${line.length} bytes`);
  if (parsed === null || line.bytes === null) return;
  const { illFormed } = parsed.tape;
  if (illFormed >= 0) yield at('CL002', start + illFormed, 'refuses', 'has a byte that is not UTF-8');
  const is = records.is[n];
  if (is === CLASS.tooDeep) yield at('CL014', start, 'crashes', 'has a record that is nested too deeply');
  else if (is === CLASS.notObject) yield at('CL013', start, 'drops', 'has a line that is not a record');
  else if (parsed.refused === 'number-too-long')
    yield at('CL015', start, 'drops', 'has an integer of more than 4300 digits');
  else if (parsed.refused !== null) yield* notJson(line.bytes, start, isLast, at);
  else yield* around(met, isLast, at);
}

type At = (code: Code, offset: number, owner: Owner, detail: string) => Spotted;

/** A whole record, with something beside it. */
function* around({ line, start }: RecordAt, isLast: boolean, at: At): Generator<Spotted> {
  const bytes = line.bytes ?? new Uint8Array();
  const { end } = stripped(bytes);
  const odd = [...bytes.subarray(0, start), ...bytes.subarray(end)].find((byte) => !JSON_SPACE.has(byte));
  if (odd !== undefined) yield at('CL012', start > 0 ? 0 : end, 'reads', 'has odd white space around a record');
  if (isLast && line.end === 'none') yield at('CL007', bytes.length, 'reads', 'has no line end after the last record');
}

const JSON_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

function* notJson(bytes: Uint8Array, start: number, isLast: boolean, at: At): Generator<Spotted> {
  const text = bytes.subarray(start);
  if (isBom(text)) {
    if (isRecord(text.subarray(3))) yield at('CL010', start, 'drops', 'has a byte-order mark before a record');
    else yield at('CL013', start, 'drops', 'has a line that is not a record');
    return;
  }
  if (text.includes(0)) {
    yield withNuls(text, start, at);
    return;
  }
  const { shape } = shapeOf(text, parse(text).tape);
  if (shape === 'glued') yield at('CL006', start, 'drops', 'has several records on one line');
  else if (shape === 'spliced')
    yield at('CL005', start, 'drops', 'has a whole record behind a torn one on the same line');
  else if (shape === 'torn') yield at(isLast ? 'CL003' : 'CL004', start, 'drops', 'has a torn record');
  else yield at('CL013', start, 'drops', 'has a line that is not a record');
}

function isBom(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function withNuls(text: Uint8Array, start: number, at: At): Spotted {
  const first = text.indexOf(0);
  const rest = text.filter((byte) => byte !== 0);
  const run = `a run of ${text.length - rest.length} NUL bytes`;
  if (isRecord(rest)) return at('CL008', start + first, 'drops', `has ${run} on the line of a record`);
  return at('CL009', start + first, 'drops', `has ${run}`);
}

function isRecord(bytes: Uint8Array): boolean {
  const { start, end } = stripped(bytes);
  const { tape, refused } = parse(bytes.subarray(start, end));
  return refused === null && isObject(root(tape));
}
