import { elements, isArray, type Value } from '../../../../codecs/json/value.ts';
import { lastMembers } from '../../decode/sections.ts';

type Path = readonly (string | number)[];

/** Finds the value at a path as TENEX sees it; null where there is none. Each container is walked once however often it is asked. */
export function finder(body: Value): (path: Path) => Value | null {
  const lists = new Map<number, readonly Value[]>();
  const objects = new Map<number, ReadonlyMap<string, Value>>();
  return (path) => {
    let at: Value | null = body;
    for (const step of path) {
      if (at === null) return null;
      at = isArray(at)
        ? (kept(lists, at, elements)[Number(step)] ?? null)
        : (kept(objects, at, lastMembers).get(String(step)) ?? null);
    }
    return at;
  };
}

function kept<T>(known: Map<number, T>, value: Value, make: (value: Value) => T): T {
  const found = known.get(value.at) ?? make(value);
  known.set(value.at, found);
  return found;
}
