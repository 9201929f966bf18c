import { nextOf } from '../../../codecs/json/cursor.ts';
import { FLAG, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { reads } from '../../../codecs/json/text.ts';
import { isObject, kindOf, type Member, textOf, type Value } from '../../../codecs/json/value.ts';

/**
 * What R's `$` finds in a list: the first member of that key, else the only one whose key begins with it
 * (docs/formats/rao.md, "JSON as R has it"). Null where there is none, or where it is null: R cannot tell these apart.
 */
export function fieldOf(v: Value | null, key: string): Value | null {
  const found = memberOf(v, key)?.value ?? null;
  return found === null || kindOf(found) === 'null' ? null : found;
}

/** The member that R's `$` finds, null values too; null where there is none. */
export function memberOf(v: Value | null, key: string): Member | null {
  if (!isObject(v)) return null;
  const { tape } = v;
  const end = nextOf(v);
  let begun = -1;
  let several = false;
  for (let at = v.at + 1; at + 1 < end; at = nextOf({ tape, at: at + 1 })) {
    if (reads(tape, at, key)) return memberAt(tape, at);
    if (!begins(tape, at, key)) continue;
    several ||= begun >= 0;
    begun = at;
  }
  return begun < 0 || several ? null : memberAt(tape, begun);
}

function memberAt(tape: Tape, at: number): Member {
  return { key: { tape, at }, value: { tape, at: at + 1 } };
}

/** True when a key begins with a text; as in `reads`, one without escapes is compared in place. */
function begins(tape: Tape, at: number, text: string): boolean {
  const { bytes, words } = tape;
  if (((words[at * TOKEN] ?? 0) & FLAG.escaped) !== 0) return textOf({ tape, at }).startsWith(text);
  const start = (words[at * TOKEN + 1] ?? 0) + 1;
  if ((words[at * TOKEN + 2] ?? 0) - 1 - start < text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}
