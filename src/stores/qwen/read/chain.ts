import { type Chained, walkUp, without } from '../../engine/chain.ts';
import { type LinkedRecord, sharing } from '../../engine/record-order.ts';

/** Follows the last record upwards. Records of one uuid are fragments of one, and stand together. */
export function chainOf<T extends Pick<LinkedRecord, 'uuid' | 'parent'>>(records: readonly T[]): Chained<T> {
  const byUuid = new Map<string, T>();
  for (const each of records) if (!byUuid.has(each.uuid)) byUuid.set(each.uuid, each);
  const fragments = new Map(sharing(records).map((all) => [all[0], all]));
  const path = walkUp(byUuid, records.at(-1)?.uuid ?? null);
  const chain = fragments.size === 0 ? path : path.flatMap((each) => fragments.get(each) ?? each);
  const orphans = records.filter(({ parent }) => parent !== null && !byUuid.has(parent));
  return { chain, others: without(records, chain), orphans };
}
