import type { Edit } from '../../../codecs/edit.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isObject, isString, members, quote, root, spanOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { shapeOf } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { AskFor, Part } from '../../kind.ts';
import { rebased } from '../../path.ts';
import { pieces } from '../read/pieces.ts';

/** A folder's old and new place. */
export type ProjectMove = AskFor<'rehome'>['moved'];

/** Every text that a record has for a key of its own; quoted records do not count. */
export function* textsIn({ source }: Part, key: string): Generator<{ readonly value: Value; readonly base: number }> {
  if (source == null) return;
  for (const { record, base } of recordsIn(source))
    for (const { key: own, value } of members(record))
      if (textOf(own) === key && isString(value)) yield { value, base };
}

function* recordsIn(source: Source): Generator<{ readonly record: Value; readonly base: number }> {
  for (const { at, start, bytes, tape } of pieces(source)) {
    const text = bytes?.subarray(start) ?? new Uint8Array();
    for (const { record, base } of recordsOn(text, tape ?? scan(text))) yield { record, base: at + start + base };
  }
}

/** The record of a line; of one that is none, the whole records that share it, because a heal brings them back. */
function recordsOn(text: Uint8Array, tape: Tape): { readonly record: Value; readonly base: number }[] {
  const spans = tape.fault === null ? [{ start: 0, end: text.length }] : shapeOf(text, tape).pieces;
  return spans.flatMap(({ start, end }) => {
    const record = root(tape.fault === null ? tape : scan(text.subarray(start, end)));
    return isObject(record) ? [{ record, base: start }] : [];
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
      insert = to === null || to === from ? null : Buffer.from(quote(to));
      made.set(from, insert);
    }
    const { start, end } = spanOf(value);
    if (insert !== null) edits.push({ at: base + start, remove: end - start, insert });
  }
  return edits;
}
