import { addToCount } from '../../model/collections.ts';
import { SOON } from '../../model/conversation.ts';
import type { HomeReport } from '../../model/home-report.ts';
import type { KindName } from '../../model/kinds.ts';
import type { Counted, LargeConversation, StoreStats, Weighed } from '../../model/stats.ts';
import { countText } from '../numbers.ts';
import { type Sizes, totalOf } from '../stats-by.ts';

/** Sums over a store's projects. */
export interface StoreSums extends Sizes {
  readonly kind: KindName;
  readonly root: string;
  readonly projects: number;
  readonly oldest: number | null;
  readonly newest: number | null;
}

/** Empty stores too. */
export function storesIn({ roots, stores }: Pick<HomeReport, 'roots' | 'stores'>): StoreSums[] {
  return roots.map(({ kind, root }) => {
    const own = stores.filter((each) => each.kind === kind && each.root === root);
    const projects = own.filter(({ conversations }) => conversations > 0).length;
    const times = (of: 'oldest' | 'newest') => own.flatMap((each) => each[of] ?? []);
    return {
      ...{ kind, root, projects },
      ...totalOf(own),
      oldest: times('oldest').reduce<number | null>((a, b) => Math.min(a ?? b, b), null),
      newest: times('newest').reduce<number | null>((a, b) => Math.max(a ?? b, b), null),
    };
  });
}

/** Sums of one counter, most frequent first. `nameOf` may separate stores. */
export function countsOf(
  stores: readonly StoreStats[],
  of: 'formats' | 'tools' | 'months',
  nameOf: (name: string, store: StoreStats) => string = (name) => name,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const store of stores)
    for (const [name, count] of Object.entries<number>(store[of] satisfies Counted))
      addToCount(sums, nameOf(name, store), count);
  return new Map([...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

/** Most bytes first. */
export function contentsOf(stores: readonly StoreStats[]): Weighed[] {
  const sums = new Map<string, Weighed>();
  for (const each of stores.flatMap(({ contents }) => contents)) {
    const key = `${each.what}\0${each.type ?? ''}`;
    const { bytes, count } = sums.get(key) ?? { bytes: 0, count: 0 };
    sums.set(key, { ...each, bytes: bytes + each.bytes, count: count + each.count });
  }
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes);
}

export interface PlacedLarge extends LargeConversation {
  readonly kind: KindName;
  readonly project: string | null;
}

/** Each store reports five: beyond that some might be missing. */
const LARGEST = 5;

export function largestOf(stores: readonly StoreStats[]): PlacedLarge[] {
  return stores
    .flatMap(({ largest, kind, project }) => largest.map((each) => ({ ...each, kind, project })))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, LARGEST);
}

/** `3 conversations will be deleted within 7 days`. */
export function dueText(due: HomeReport['due']): string {
  return `${countText(due.length, 'conversation')} will be deleted within ${SOON} days`;
}

/** At the program's next start, or in days. */
export function goesText(daysLeft: number): string {
  return daysLeft > 0 ? `in ${countText(daysLeft, 'day')}` : 'at the next start';
}
