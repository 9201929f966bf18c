import { addTo } from '../../../model/collections.ts';

/** A record that goes on from another one. */
interface Linked {
  readonly uuid: string;
  readonly parent: string | null;
}

/** Records by whether the last one goes on from them. */
export interface Chained<T> {
  /** From the first to the last; records of one uuid are fragments of one, and stand together. */
  readonly chain: readonly T[];
  readonly others: readonly T[];
  /** Those that name a record that is nowhere. */
  readonly orphans: readonly T[];
}

/** Follows the last record upwards: a parent that is nowhere, and a ring, end the walk. */
export function chainOf<T extends Linked>(records: readonly T[]): Chained<T> {
  const byUuid = new Map<string, T[]>();
  for (const each of records) addTo(byUuid, each.uuid, each);
  const groups: T[][] = [];
  const seen = new Set<string>();
  for (let uuid = records.at(-1)?.uuid ?? null; uuid !== null && !seen.has(uuid); ) {
    const group = byUuid.get(uuid);
    if (group === undefined) break;
    seen.add(uuid);
    groups.push(group);
    uuid = group[0]?.parent ?? null;
  }
  return {
    chain: groups.reverse().flat(),
    others: records.filter(({ uuid }) => !seen.has(uuid)),
    orphans: records.filter(({ parent }) => parent !== null && !byUuid.has(parent)),
  };
}
