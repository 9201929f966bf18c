import type { Edit } from '../../../../../codecs/edit.ts';
import { replaceValue } from '../../../../../codecs/json/edits.ts';
import { quote } from '../../../../../codecs/json/quote.ts';
import { scan } from '../../../../../codecs/json/scan.ts';
import {
  isObject,
  isString,
  lexemeOf,
  members,
  root,
  spanOf,
  textOf,
  type Value,
} from '../../../../../codecs/json/value.ts';
import { count } from '../../../../count.ts';
import type { FileRepair } from '../repair.ts';

/** Arguments that are an object, as JSON text: their own source, byte for byte. */
export function asText(value: Value): FileRepair {
  return isObject(value)
    ? { edits: [replaceValue(value, quote(lexemeOf(value)))], notes: [] }
    : { edits: [], notes: [] };
}

/** Arguments whose text breaks off, closed after the last whole one; a sentence where none is whole. */
export function closedText(value: Value): FileRepair | string {
  if (!isString(value)) return { edits: [], notes: [] };
  const text = textOf(value);
  const bytes = Buffer.from(text);
  const top = root(scan(bytes));
  const whole = isObject(top) ? members(top) : [];
  const last = whole.at(-1);
  if (last === undefined) return 'has a call of whose arguments none is whole';
  const { end } = spanOf(last.value);
  const notes = [
    `closes torn arguments after ${count(whole.length, 'whole one')}, and leaves out ${bytes.length - end} bytes`,
  ];
  return { edits: [closing(value, bytes.toString('utf8', 0, end).length)], notes };
}

/** Ends a text after this many UTF-16 units of it, and closes the object in it. */
function closing(value: Value, units: number): Edit {
  const { start, end } = spanOf(value);
  const { bytes } = value.tape;
  let at = start + 1;
  for (let seen = 0; seen < units; at += widthAt(bytes, at)) seen += unitsAt(bytes[at] ?? 0);
  return { at, remove: end - 1 - at, insert: Buffer.from('}') };
}

/** Bytes of the character or escape that begins at `at`. */
function widthAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === 0x5c) return bytes[at + 1] === 0x75 ? 6 : 2;
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

function unitsAt(byte: number): number {
  return byte < 0xf0 ? 1 : 2;
}
