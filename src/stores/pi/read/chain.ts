import type { Ref } from './record.ts';

/** Records by whether the last one goes on from them. */
export interface Chained {
  /** From the first to the last. */
  readonly chain: readonly Ref[];
  /** All others, in the order of the file. */
  readonly others: readonly Ref[];
  /** Those that go on from none that is there, or close a ring, in the order of the file. */
  readonly orphans: readonly Ref[];
  /** Those that close a ring. */
  readonly closing: ReadonlySet<Ref>;
}

/**
 * Follows the last record upwards; of two with one id the later counts, and a parent that is nowhere ends the walk, as does a ring.
 * `isCut`: the last record is followed by bytes that are not a record. `isOld`: each record goes on from the one before it in the file.
 */
export function chainOf(refs: readonly Ref[], isCut: boolean, isOld: boolean): Chained {
  const byUuid = byUuidOf(refs);
  const chain = isOld ? refs : isCut ? [] : walk(byUuid, refs.at(-1)?.uuid ?? '');
  const seen = new Set(chain);
  const closing = ringsIn(refs, byUuid);
  const isOrphan = (ref: Ref) => !ref.isLinked || closing.has(ref) || (ref.parent !== null && !byUuid.has(ref.parent));
  return {
    chain,
    others: refs.filter((ref) => !seen.has(ref)),
    orphans: refs.filter(isOrphan),
    closing,
  };
}

function byUuidOf(refs: readonly Ref[]): Map<string, Ref> {
  const byUuid = new Map<string, Ref>();
  for (const ref of refs) if (ref.uuid !== '') byUuid.set(ref.uuid, ref);
  return byUuid;
}

/** The records from the first to the one with an id. */
export function pathTo(refs: readonly Ref[], uuid: string | null): readonly Ref[] {
  return walk(byUuidOf(refs), uuid ?? '');
}

function walk(byUuid: ReadonlyMap<string, Ref>, last: string): Ref[] {
  const seen = new Set<Ref>();
  for (let ref = byUuid.get(last); ref !== undefined && !seen.has(ref); ref = byUuid.get(ref.parent ?? ''))
    seen.add(ref);
  return [...seen].reverse();
}

/** Of each ring the first record in the file. */
function ringsIn(refs: readonly Ref[], byUuid: ReadonlyMap<string, Ref>): Set<Ref> {
  const closing = new Set<Ref>();
  // Each record is walked over once; `walks`: by which walk.
  const walks = new Map<Ref, number>();
  for (const [number, start] of refs.entries()) {
    let ref: Ref | undefined = start;
    for (; ref !== undefined && !walks.has(ref); ref = byUuid.get(ref.parent ?? '')) walks.set(ref, number);
    if (ref !== undefined && walks.get(ref) === number) closing.add(firstOf(walk(byUuid, ref.uuid)));
  }
  return closing;
}

function firstOf(ring: readonly Ref[]): Ref {
  return ring.reduce((first, each) => (each.at < first.at ? each : first));
}
