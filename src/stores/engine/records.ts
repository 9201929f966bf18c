import type { Edit } from '../../codecs/edit.ts';
import { changeMembers, replaceValue } from '../../codecs/json/edits.ts';
import { compacted } from '../../codecs/json/indented.ts';
import { scan } from '../../codecs/json/scan.ts';
import { member, root, type Value } from '../../codecs/json/value.ts';
import type { ObjectSpan } from '../../codecs/lines/shape.ts';
import { bytesAt, type Source } from '../../codecs/lines/source.ts';
import { bytesSource } from '../../model/part.ts';
import { objectTexts } from './range-edits.ts';
import { inUtf8 } from './utf16.ts';

export interface Span {
  /** Number of lines before it. */
  readonly line: number;
  readonly at: number;
  readonly length: number;
}

export function linePointer({ line }: Pick<Span, 'line'>): string {
  return `/${line}`;
}

export function valueAt(source: Source, { at, length }: Pick<Span, 'at' | 'length'>): Value {
  return root(scan(new Uint8Array(source.slice(at, length)))) as Value;
}

const WINDOW_BYTES = 2 ** 20;

/** Reads whole records in windows; ascending ones are cheap. */
export function recordReader(source: Source): (span: Pick<Span, 'at' | 'length'>) => Value {
  let [from, window] = [0, new Uint8Array()];
  return ({ at, length }) => {
    if (at < from || at + length > from + window.length) {
      from = at;
      window = new Uint8Array(source.slice(at, Math.min(Math.max(length, WINDOW_BYTES), source.size - at)));
    }
    return root(scan(window.subarray(at - from, at - from + length))) as Value;
  };
}

export function setMembers(
  source: Source,
  span: Pick<Span, 'at' | 'length'>,
  members: Readonly<Record<string, unknown>>,
): Edit[] {
  return Object.keys(members).length === 0 ? [] : setMembersOf(valueAt(source, span), span, members);
}

export function setMembersOf(value: Value, span: Pick<Span, 'at'>, members: Readonly<Record<string, unknown>>): Edit[] {
  const last: { key: string; json: string }[] = [];
  const edits: Edit[] = [];
  for (const [key, newValue] of Object.entries(members)) {
    const [old, json] = [member(value, key, 'last'), JSON.stringify(newValue)];
    if (old === null) last.push({ key, json });
    else edits.push(replaceValue(old, json));
  }
  return [...edits, ...changeMembers(value, { last })]
    .sort((a, b) => a.at - b.at)
    .map((edit) => ({ ...edit, at: edit.at + span.at }));
}

export const MAX_DOCUMENT_BYTES = 2 ** 26;

/** Records of a file in any form (over several lines, in one list or in UTF-16), without line breaks. */
export function recordsIn(source: Source): Uint8Array[] {
  return objectTexts(bytesSource(inUtf8(bytesAt(source, 0, source.size)))).map(compacted);
}

export function valuesIn(bytes: Uint8Array, spans: readonly ObjectSpan[]): Value[] {
  return spans.flatMap(({ start, end }) => root(scan(bytes.subarray(start, end))) ?? []);
}
