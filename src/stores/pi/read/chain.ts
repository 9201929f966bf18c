import { type Chained, walkUp, without } from '../../engine/chain.ts';
import type { Ref } from './record.ts';

export interface PiChain extends Chained<Ref> {
  /** Orphans that close a ring. */
  readonly closing: ReadonlySet<Ref>;
}

/**
 * Follows the last record upwards; of two with one id the later counts.
 * `isCut`: the last record is followed by bytes that are not a record. `isOld`: each record goes on from the one before it in the file.
 */
export function chainOf(refs: readonly Ref[], isCut: boolean, isOld: boolean): PiChain {
  const byUuid = byUuidOf(refs);
  const chain = isOld ? refs : isCut ? [] : walkUp(byUuid, refs.at(-1)?.uuid ?? null);
  const closing = ringsIn(refs, byUuid);
  const isOrphan = (ref: Ref) => !ref.isLinked || closing.has(ref) || (ref.parent !== null && !byUuid.has(ref.parent));
  return { chain, others: without(refs, chain), orphans: refs.filter(isOrphan), closing };
}

function byUuidOf(refs: readonly Ref[]): Map<string, Ref> {
  const byUuid = new Map<string, Ref>();
  for (const ref of refs) if (ref.uuid !== '') byUuid.set(ref.uuid, ref);
  return byUuid;
}

/** The records from the first to the one with an id. */
export function pathTo(refs: readonly Ref[], uuid: string | null): readonly Ref[] {
  return walkUp(byUuidOf(refs), uuid);
}

/** Of each ring the first record in the file. */
function ringsIn(refs: readonly Ref[], byUuid: ReadonlyMap<string, Ref>): Set<Ref> {
  const closing = new Set<Ref>();
  // One record of a ring goes on from itself or a later one.
  if (!refs.some(({ parent, at }) => (byUuid.get(parent ?? '')?.at ?? -1) >= at)) return closing;
  // Each record is walked over once; `walks`: by which walk.
  const walks = new Map<Ref, number>();
  for (const [number, start] of refs.entries()) {
    let ref: Ref | undefined = start;
    for (; ref !== undefined && !walks.has(ref); ref = byUuid.get(ref.parent ?? '')) walks.set(ref, number);
    if (ref !== undefined && walks.get(ref) === number) closing.add(firstOf(walkUp(byUuid, ref.uuid)));
  }
  return closing;
}

function firstOf(ring: readonly Ref[]): Ref {
  return ring.reduce((first, each) => (each.at < first.at ? each : first));
}
