import { type Group, sortTime } from './list-rows.ts';

/** Groups with only the newest conversations of each store, in the order they had; the rest is for whoever asks for it. */
export function newest(groups: readonly Group[], most: number): Group[] {
  const kept = new Set(byStore(groups).flatMap((all) => all.toSorted(newestFirst).slice(0, most)));
  return groups
    .map(({ conversations, sharing }) => ({ conversations: conversations.filter((each) => kept.has(each)), sharing }))
    .filter(({ conversations }) => conversations.length > 0);
}

type Listed = Group['conversations'][number];

function byStore(groups: readonly Group[]): Listed[][] {
  const stores = new Map<string, Listed[]>();
  for (const each of groups.flatMap(({ conversations }) => conversations)) {
    const key = `${each.kind}\0${each.root}`;
    const store = stores.get(key);
    if (store === undefined) stores.set(key, [each]);
    else store.push(each);
  }
  return [...stores.values()];
}

function newestFirst(a: Listed, b: Listed): number {
  return (sortTime(b) ?? Number.NEGATIVE_INFINITY) - (sortTime(a) ?? Number.NEGATIVE_INFINITY) || 0;
}
