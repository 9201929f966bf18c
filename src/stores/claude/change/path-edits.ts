import type { Edit } from '../../../codecs/edit.ts';
import { quote } from '../../../codecs/json/quote.ts';
import {
  isObject,
  isString,
  type Member,
  members,
  root,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import type { AskFor, Part } from '../../kind.ts';
import { rebased } from '../../path.ts';
import { parse } from '../python/parse.ts';
import { stripped } from '../python/strip.ts';

/** Where a folder was, and where it is. */
export type ProjectMove = AskFor<'rehome'>['moved'];

/** Every text that a record has for a key of its own; not those in what it quotes. */
export function* textsIn({ source }: Part, key: string): Generator<{ readonly value: Value; readonly base: number }> {
  if (source == null) return;
  for (const { at, bytes } of lines(source)) {
    const { start, end } = stripped(bytes ?? new Uint8Array());
    for (const member of membersOf(bytes?.subarray(start, end) ?? null))
      if (textOf(member.key) === key && isString(member.value)) yield { value: member.value, base: at + start };
  }
}

function membersOf(line: Uint8Array | null): readonly Member[] {
  const parsed = line === null ? null : parse(line);
  const record = parsed?.refused === null ? root(parsed.tape) : null;
  return isObject(record) ? members(record) : [];
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
