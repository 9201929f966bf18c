import { type Chained, walkUp, without } from '../../engine/chain.ts';
import { byUuid, type LinkedRecord } from '../../engine/record-order.ts';

/** Follows the last record upwards. Records of one uuid are fragments of one, and stand together. */
export function chainOf<T extends Pick<LinkedRecord, 'uuid' | 'parent'>>(records: readonly T[]): Chained<T> {
  const { firsts, groups } = byUuid(records);
  const path = walkUp(firsts, records.at(-1)?.uuid ?? null);
  const chain = groups.size === 0 ? path : path.flatMap((each) => groups.get(each.uuid) ?? each);
  const orphans = records.filter(({ parent }) => parent !== null && !firsts.has(parent));
  return { chain, others: without(records, chain), orphans };
}
