import { duplicates } from '../../../../../codecs/json/duplicates.ts';
import { removeMembers } from '../../../../../codecs/json/edits.ts';
import { members, spanOf, textOf, type Value } from '../../../../../codecs/json/value.ts';
import { type Repair, shown } from '../repair.ts';
import { tapeOf } from './opened.ts';

/** Leaves of equal keys in one object the first, which is the one R sees. */
export function withoutDuplicates(bytes: Uint8Array): Repair {
  const later = new Map<number, { object: Value; keys: Value[] }>();
  const notes: string[] = [];
  for (const { object, key } of duplicates(tapeOf(bytes))) {
    const all = later.get(object.at) ?? { object, keys: [] };
    all.keys.push(key);
    later.set(object.at, all);
    notes.push(`drops the second ${shown(textOf(key))} at byte ${spanOf(key).start}, which Rao never shows`);
  }
  const changed = [...later.values()].filter(({ object }) => !isInside(object, later));
  const edits = changed.flatMap(({ object, keys }) => removeMembers(object, keys));
  return { edits, notes };
}

/** True for an object in a member that goes as a whole. */
function isInside(object: Value, later: ReadonlyMap<number, { object: Value; keys: readonly Value[] }>): boolean {
  const { start } = spanOf(object);
  for (const other of later.values()) {
    const gone = new Set(other.keys.map(({ at }) => at));
    const holds = members(other.object).some(
      ({ key, value }) => gone.has(key.at) && spanOf(value).start <= start && start < spanOf(value).end,
    );
    if (holds) return true;
  }
  return false;
}
