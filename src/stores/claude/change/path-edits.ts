import type { Edit } from '../../../codecs/edit.ts';
import { quote } from '../../../codecs/json/quote.ts';
import { isObject, isString, members, root, spanOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { shapeOf } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { AskFor, Part } from '../../kind.ts';
import { rebased } from '../../path.ts';
import { parse } from '../python/parse.ts';
import { stripped } from '../python/strip.ts';

/** Where a folder was, and where it is. */
export type ProjectMove = AskFor<'rehome'>['moved'];

/** Every text that a record has for a key of its own; not those in what it quotes. */
export function* textsIn({ source }: Part, key: string): Generator<{ readonly value: Value; readonly base: number }> {
  if (source == null) return;
  for (const { record, base } of recordsIn(source))
    for (const { key: own, value } of members(record))
      if (textOf(own) === key && isString(value)) yield { value, base };
}

function* recordsIn(source: Source): Generator<{ readonly record: Value; readonly base: number }> {
  for (const { at, bytes } of lines(source))
    for (const { record, base } of recordsOn(bytes ?? new Uint8Array())) yield { record, base: at + base };
}

/** The record of a line; of one that is none, the whole records that share it, because a heal brings them back. */
function recordsOn(bytes: Uint8Array): { readonly record: Value; readonly base: number }[] {
  const { start, end } = stripped(bytes);
  const line = bytes.subarray(start, end);
  const { tape, refused } = parse(line);
  const spans = refused === null ? [{ start: 0, end: line.length }] : shapeOf(line, tape).pieces;
  return spans.flatMap((span) => {
    const own = refused === null ? tape : parse(line.subarray(span.start, span.end)).tape;
    const record = root(own);
    return isObject(record) ? [{ record, base: start + span.start }] : [];
  });
}

/** Names the new place of a folder in every record that names the old one, or a folder below it, for a key. */
export function pathEdits(part: Part, key: string, ask: ProjectMove): Edit[] {
  const edits: Edit[] = [];
  // Nearly all records name the same folder: a text of its own for each would fill the memory.
  const made = new Map<string, Uint8Array | null>();
  for (const { value, base } of textsIn(part, key)) {
    const from = textOf(value);
    let insert = made.get(from);
    if (insert === undefined) {
      const to = rebased(from, ask);
      insert = to === null ? null : Buffer.from(quote(to));
      made.set(from, insert);
    }
    const { start, end } = spanOf(value);
    if (insert !== null) edits.push({ at: base + start, remove: end - start, insert });
  }
  return edits;
}
