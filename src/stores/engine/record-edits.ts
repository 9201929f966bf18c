import type { Edit } from '../../codecs/edit.ts';
import { changeMembers, replaceValue } from '../../codecs/json/edits.ts';
import { member, type Value } from '../../codecs/json/value.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { type Span, valueAt } from './record-at.ts';

export function setMembers(
  source: Source,
  span: Pick<Span, 'at' | 'length'>,
  members: Readonly<Record<string, unknown>>,
): Edit[] {
  return Object.keys(members).length === 0 ? [] : setMembersOf(valueAt(source, span), span, members);
}

/** Sets members of an object in a record, replacing present ones. */
export function setMembersOf(value: Value, span: Pick<Span, 'at'>, members: Readonly<Record<string, unknown>>): Edit[] {
  const last: { key: string; json: string }[] = [];
  const edits: Edit[] = [];
  for (const [key, given] of Object.entries(members)) {
    const [old, json] = [member(value, key, 'last'), JSON.stringify(given)];
    if (old === null) last.push({ key, json });
    else edits.push(replaceValue(old, json));
  }
  return [...edits, ...changeMembers(value, { last })]
    .sort((a, b) => a.at - b.at)
    .map((edit) => ({ ...edit, at: edit.at + span.at }));
}
