import { sourceOf } from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/findings.ts';
import { count } from '../../count.ts';
import { lastText, lastValue } from '../python/get.ts';
import type { Links } from '../read/chain.ts';
import { RECORD_FLAG, type Records } from '../read/records.ts';
import type { SessionFile } from '../session-file.ts';
import type { Spotted } from './spotted.ts';
import { topsOf } from './trees.ts';

/** The chain that the links between the records of a session make. */
export function* linkTroubles(file: SessionFile): Generator<Spotted> {
  const root = topsOf(file.links());
  yield* dangling(file, root);
  yield* rings(file, root);
  yield* islands(file, root);
  yield* repeated(file);
  yield* branches(file, root);
  yield* lostBoundaries(file);
}

function at(file: SessionFile, n: number, code: Code, detail: string): Spotted {
  return { n, code, at: '', offset: file.records().at[n] ?? 0, owner: 'drops', detail };
}

function* dangling(file: SessionFile, root: Int32Array): Generator<Spotted> {
  const links = file.links();
  for (let n = 0; n < links.records.count; n++) {
    if (!links.records.isKept(n) || links.parentOf(n) !== -2) continue;
    const isRoot = file.chain().isOn(n) && root[n] === n;
    yield isRoot
      ? at(file, n, 'CL201', 'is the first message of the chain, and its parent is not in the file')
      : at(file, n, 'CL202', 'has a parent that is not in the file');
  }
}

function* rings(file: SessionFile, root: Int32Array): Generator<Spotted> {
  const records = file.records();
  const met = new Set<number>();
  for (let n = 0; n < records.count; n++) {
    const ring = root[n] ?? -1;
    if (!records.isKept(n) || ring >= 0 || met.has(ring)) continue;
    met.add(ring);
    yield {
      ...at(file, -2 - ring, 'CL204', 'is in a ring of records that are parents of each other'),
      at: '/parentUuid',
    };
  }
  const [crossed] = met.size > 0 || file.chain().chain.length > 0 ? [] : crossedCopies(file.links());
  if (crossed !== undefined)
    yield {
      ...at(file, crossed, 'CL204', 'is repeated further down with another parent, and so no record ends the chain'),
      at: '/parentUuid',
    };
}

/** Repeated records that name another parent than the last copy does: the reader counts those links too when it looks for an end. */
export function* crossedCopies(links: Links): Generator<number> {
  for (let n = 0; n < links.records.count; n++) {
    const last = links.lastOf(n);
    if (last !== n && links.parentOf(n) >= 0 && links.parentOf(n) !== links.parentOf(last)) yield n;
  }
}

/** Pieces that hold messages and that no compaction explains. */
function* islands(file: SessionFile, root: Int32Array): Generator<Spotted> {
  const pieces = piecesOf(file, root);
  const [first] = pieces.keys();
  if (first === undefined) return;
  const lost = [...pieces.values()].reduce((sum, each) => sum + each, 0);
  yield at(
    file,
    first,
    'CL203',
    pieces.size === 1
      ? `begins a piece of ${count(lost, 'message')} that nothing links to the chain`
      : `begins the first of ${pieces.size} pieces, of ${count(lost, 'message')} in all, that nothing links to the chain`,
  );
}

/** The messages of each piece beside the chain, by its top. */
function piecesOf(file: SessionFile, root: Int32Array): Map<number, number> {
  const records = file.records();
  const pieces = new Map<number, number>();
  const start = file.chain().chain[0] ?? -1;
  if (start < 0) return pieces;
  const isCompacted = (n: number) => records.has(start, RECORD_FLAG.boundary) && n < start;
  const isAside = (n: number, top: number) =>
    top >= 0 && top !== root[start] && !records.has(top, SIDE) && !isCompacted(n);
  for (let n = 0; n < records.count; n++) {
    const top = root[n] ?? -1;
    if (isMain(records, n) && !file.chain().isOn(n) && isAside(n, top)) pieces.set(top, (pieces.get(top) ?? 0) + 1);
  }
  // One message alone is a note of the program more often than a talk.
  for (const [top, messages] of pieces) if (messages < 2) pieces.delete(top);
  return pieces;
}

const SIDE = RECORD_FLAG.sidechain | RECORD_FLAG.team;

function isMain(records: Records, n: number): boolean {
  return records.isMessage(n) && !records.has(n, SIDE | RECORD_FLAG.meta);
}

function* repeated(file: SessionFile): Generator<Spotted> {
  const links = file.links();
  let copies = 0;
  let first = -1;
  for (let n = 0; n < links.records.count; n++) {
    const last = links.records.isKept(n) ? links.lastOf(n) : n;
    if (last === n) continue;
    if (!isSame(file, n, last)) yield at(file, n, 'CL206', `has the uuid of line ${last + 1} and another content`);
    else if (copies++ === 0) first = n;
  }
  if (copies > 0)
    yield at(
      file,
      first,
      'CL205',
      copies === 1 ? 'is repeated further down' : `is the first of ${copies} records that are repeated further down`,
    );
}

function isSame(file: SessionFile, a: number, b: number): boolean {
  const [one, other] = [a, b].map((n) => {
    const record = file.scan(n)?.record;
    const message = lastValue(record, 'message') ?? record ?? null;
    return message === null ? null : Buffer.from(sourceOf(message));
  });
  return one != null && other != null && one.equals(other);
}

/** Messages of the same piece that another branch left behind. */
function* branches(file: SessionFile, root: Int32Array): Generator<Spotted> {
  const links = file.links();
  const { records } = links;
  const { chain } = file.chain();
  const top = root[chain[0] ?? -1];
  for (let n = 0; n < records.count; n++) {
    const isAside = records.isMessage(n) && !records.has(n, SIDE) && !file.chain().isOn(n) && links.lastOf(n) === n;
    if (!isAside || root[n] !== top || chain.length === 0) continue;
    yield at(file, n, 'CL208', 'is on a branch that the chain leaves aside');
    return;
  }
}

function* lostBoundaries(file: SessionFile): Generator<Spotted> {
  const links = file.links();
  const { records } = links;
  for (let n = 0; n < records.count; n++) {
    if (!(records.isKept(n) && records.has(n, RECORD_FLAG.boundary))) continue;
    const logical = lastText(file.scan(n)?.record, 'logicalParentUuid');
    if (logical !== null && links.recordOf(logical) < 0)
      yield {
        ...at(file, n, 'CL211', 'is a compaction after a record that is not in the file'),
        at: '/logicalParentUuid',
      };
  }
}
