import { LF } from '../../codecs/bytes.ts';
import { bytesAt, type Source } from '../../codecs/lines/source.ts';
import { addAll, addTo, countBefore } from '../../model/collections.ts';

export interface LinkedRecord {
  readonly uuid: string;
  readonly parent: string | null;
  readonly at: number;
  readonly length: number;
}

export function beforeTheirParents<T extends LinkedRecord>(all: readonly T[]): T[] {
  // Few records have another parent than the record before them.
  const jumping = all.filter(({ parent }, n) => parent !== null && parent !== all[n - 1]?.uuid);
  const named = new Set(jumping.map(({ parent }) => parent));
  const firsts = new Map<string | null, number>();
  for (const { uuid, at } of all) if (named.has(uuid) && !firsts.has(uuid)) firsts.set(uuid, at);
  return jumping.filter(({ parent, at }) => (firsts.get(parent) ?? -1) > at);
}

/** The first record before its parent. Undefined unless the last record, which a resume continues, is itself some record's parent. */
export function firstOutOfOrder<T extends LinkedRecord>(all: readonly T[]): T | undefined {
  const last = all.at(-1)?.uuid;
  return all.some(({ parent }) => parent === last) ? beforeTheirParents(all)[0] : undefined;
}

/** The first record of each uuid, and the groups of those that share one, in file order. */
export function byUuid<T extends Pick<LinkedRecord, 'uuid'>>(all: readonly T[]) {
  const [firsts, shared] = [new Map<string, T>(), new Set<string>()];
  for (const each of all)
    if (firsts.has(each.uuid)) shared.add(each.uuid);
    else firsts.set(each.uuid, each);
  const groups = new Map<string, T[]>();
  if (shared.size > 0) for (const each of all) if (shared.has(each.uuid)) addTo(groups, each.uuid, each);
  return { firsts, groups };
}

export function groupsByUuid<T extends Pick<LinkedRecord, 'uuid'>>(all: readonly T[]): (readonly T[])[] {
  return [...byUuid(all).groups.values()];
}

/** True if two records have equal bytes; false without a source. */
export function isSameRecord(
  source: Source | null,
  { at, length }: Pick<LinkedRecord, 'at' | 'length'>,
  other: Pick<LinkedRecord, 'at' | 'length'>,
): boolean {
  return (
    source !== null && length === other.length && bytesAt(source, at, length).equals(source.slice(other.at, length))
  );
}

/** A record with all bytes up to the next one, and its time in milliseconds, or NaN. */
interface Block<T> {
  readonly record: T;
  readonly time: number;
  readonly bytes: Buffer;
}

/** Lines from the first record on, sorted so that each follows its parent: by time, else by links. `from`: offset of the first line. */
export function linesInOrder<T extends LinkedRecord>(
  source: Source,
  all: readonly T[],
  timeOf: (record: T) => number,
): { readonly from: number; readonly bytes: Buffer } {
  const blocks = all.map((record, n) => blockOf(source, record, all[n + 1], timeOf(record)));
  const sorted = [...blocks].sort((a, b) => a.time - b.time);
  const isRight = blocks.every(({ time }) => !Number.isNaN(time)) && isOrdered(sorted);
  const bytes = (isRight ? sorted : behindTheirParents(blocks)).map((block) => block.bytes);
  return { from: lineStart(source, all[0]?.at ?? 0), bytes: Buffer.concat(bytes) };
}

function blockOf<T extends LinkedRecord>(source: Source, record: T, next: T | undefined, time: number): Block<T> {
  const from = lineStart(source, record.at);
  const to = next === undefined ? source.size : lineStart(source, next.at);
  const bytes = bytesAt(source, from, to - from);
  const isWhole = bytes.at(-1) === LF || bytes.length === 0;
  return { record, time, bytes: isWhole ? bytes : Buffer.concat([bytes, Buffer.from('\n')]) };
}

function lineStart(source: Source, at: number): number {
  let start = at;
  while (start > 0 && source.slice(start - 1, 1)[0] !== LF) start--;
  return start;
}

function isOrdered(blocks: readonly Block<LinkedRecord>[]): boolean {
  return beforeTheirParents(blocks.map(({ record }, at) => ({ ...record, at }))).length === 0;
}

/** Blocks sorted so that each follows its parent's, otherwise in file order. */
function behindTheirParents<T extends LinkedRecord>(blocks: readonly Block<T>[]): Block<T>[] {
  const uuids = new Set(blocks.map(({ record }) => record.uuid));
  const waiting = new Map<string, Block<T>[]>();
  const done: Block<T>[] = [];
  const placed = new Set<string>();
  for (const block of blocks) {
    const { parent } = block.record;
    if (parent !== null && uuids.has(parent) && !placed.has(parent)) {
      addTo(waiting, parent, block);
      continue;
    }
    const next = [block];
    for (let each = next.pop(); each !== undefined; each = next.pop()) {
      done.push(each);
      placed.add(each.record.uuid);
      addAll(next, (waiting.get(each.record.uuid) ?? []).reverse());
      waiting.delete(each.record.uuid);
    }
  }
  return [...done, ...[...waiting.values()].flat()];
}

/** Links of a torn record, as far as they can be read. */
export interface TornRecord {
  readonly uuid?: string | undefined;
  readonly parent?: string | null | undefined;
}

/** The new parent of each orphan: the record to which torn ones lead, else the last one before it that does not go on from it. Null for none. */
export function parentsFor<T extends LinkedRecord>(
  orphans: readonly T[],
  all: readonly T[],
  torn: readonly TornRecord[],
): ReadonlyMap<T, string | null> {
  const known = new Set(all.map(({ uuid }) => uuid));
  const tornParents = new Map(
    torn.flatMap(({ uuid, parent }) => (uuid == null || parent == null ? [] : [[uuid, parent]])),
  );
  // Torn records may be shared by many orphans; each is followed once.
  const ends = new Map<string, string>();
  const endOf = (from: string): string => {
    const seen = new Set<string>();
    let end = from;
    for (; !known.has(end) && !seen.has(end); end = ends.get(end) ?? tornParents.get(end) ?? '') seen.add(end);
    for (const each of seen) ends.set(each, end);
    return end;
  };
  const begins = new Beginnings(all, orphans);
  const parentOf = ({ parent, uuid, at }: T): string | null => {
    // A record that closes a ring has its parent in the file.
    const end = parent === null || known.has(parent) ? '' : endOf(parent);
    if (known.has(end) && begins.of(end) !== uuid) return end;
    let n = countBefore(all, at) - 1;
    while (n >= 0 && begins.of((all[n] as T).uuid) === uuid) n--;
    return all[n]?.uuid ?? null;
  };
  const parents = orphans.map((each): [T, string | null] => {
    const parent = parentOf(each);
    begins.link(each.uuid, parent);
    return [each, parent];
  });
  return new Map(parents);
}

/** The record that the way up from each one ends at, under links that are given one by one. */
class Beginnings {
  readonly #parents = new Map<string, string>();

  constructor(all: readonly LinkedRecord[], orphans: readonly LinkedRecord[]) {
    for (const { uuid, parent } of all) this.link(uuid, parent);
    for (const { uuid } of orphans) this.#parents.delete(uuid);
  }

  link(uuid: string, parent: string | null): void {
    if (parent !== null) this.#parents.set(uuid, parent);
  }

  /** Shortens the way that it goes, so that all ways together take no longer than the file is. */
  of(uuid: string): string {
    const way = new Set<string>();
    let at = uuid;
    for (let up = this.#parents.get(at); up !== undefined && !way.has(at); up = this.#parents.get(at)) {
      way.add(at);
      at = up;
    }
    for (const each of way) if (each !== at) this.#parents.set(each, at);
    return at;
  }
}

/** Sent records in sending order at the places of sent ones; the others keep their places. */
export function* inFileOrder<T extends Pick<LinkedRecord, 'at'>>(
  sent: readonly T[],
  others: readonly T[],
): Generator<T> {
  let next = 0;
  for (const record of sent) {
    for (let other = others[next]; other !== undefined && other.at < record.at; other = others[++next]) yield other;
    yield record;
  }
  yield* others.slice(next);
}

/**
 * Records by whether the last one continues them: `chain` from the first to the last; `offChain`, and `orphans` without their parent, in file
 * order.
 */
export interface Chained<T> {
  readonly chain: readonly T[];
  readonly offChain: readonly T[];
  readonly orphans: readonly T[];
}

/** The chain from the first record to the last. A missing parent, or a ring, ends it. */
export function walkUp<T extends { readonly parent: string | null }>(
  byUuid: ReadonlyMap<string, T>,
  last: string | null,
): T[] {
  const path: T[] = [];
  for (let each = byUuid.get(last ?? ''); each !== undefined; each = byUuid.get(each.parent ?? '')) {
    // A longer path is a ring.
    if (path.length === byUuid.size) return [...new Set(path)].reverse();
    path.push(each);
  }
  return path.reverse();
}

/** The first record of each ring of parents, in the order of the file. */
export function ringsIn<T extends LinkedRecord>(records: readonly T[], byUuid: ReadonlyMap<string, T>): Set<T> {
  const closing = new Set<T>();
  // A ring needs a record whose parent is itself or later in the file.
  if (!records.some(({ parent, at }) => (byUuid.get(parent ?? '')?.at ?? -1) >= at)) return closing;
  // The walk that visited a record: each record is visited once.
  const walks = new Map<T, number>();
  for (const [number, start] of records.entries()) {
    let record: T | undefined = start;
    for (; record !== undefined && !walks.has(record); record = byUuid.get(record.parent ?? ''))
      walks.set(record, number);
    if (record !== undefined && walks.get(record) === number) closing.add(firstOf(walkUp(byUuid, record.uuid)));
  }
  return closing;
}

function firstOf<T extends LinkedRecord>(ring: readonly T[]): T {
  return ring.reduce((first, each) => (each.at < first.at ? each : first));
}
