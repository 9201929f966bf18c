import { scan } from '../../../codecs/json/scan.ts';
import { root } from '../../../codecs/json/value.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { sourceOfPart } from '../../../model/part.ts';
import { escapedControls } from '../../engine/raw-records.ts';
import { textAt } from '../../engine/text-at.ts';
import { readSession, type SessionFault, type SessionFile, type SessionRecord } from './session.ts';

/** A record that the session lacks, found on a line of a copy that the program did not take over. */
export interface LostRecord {
  readonly bytes: Buffer;
  readonly behind: SessionRecord;
}

/** Records that a session lacks but its put-aside copies have. Empty after a rewind, which removes records on purpose. */
export function lostRecords({ backups, source: own, read }: SessionFile): LostRecord[] {
  const { records, rewound, faults } = read();
  const sources = rewound === null ? backups.flatMap((copy) => sourceOfPart(copy) ?? []) : [];
  if (own === null || sources.length === 0) return [];
  const known = new Map(records.map((record) => [record.uuid, record]));
  // Records on damaged lines of the session are not lost: another heal splits those lines.
  const met = new Set(faults.flatMap((fault) => recordsOn(own, fault).map(idOf)));
  return sources.flatMap((source) => [...lostFrom(source, known, met)]);
}

/** Paths of put-aside files with records that the session lacks. */
export function copiesWithMore({ backups, read }: SessionFile): string[] {
  if (backups.length === 0) return [];
  const known = new Set(read().records.map(({ uuid }) => uuid));
  return backups.flatMap((copy) => {
    const source = sourceOfPart(copy);
    return source !== null && readSession(source).records.some(({ uuid }) => !known.has(uuid)) ? [copy.path] : [];
  });
}

/** Adds the id of each yielded record to `met`: other copies may have it too. */
function* lostFrom(source: Source, known: ReadonlyMap<string, SessionRecord>, met: Set<string>): Generator<LostRecord> {
  const { records, faults } = readSession(source);
  const behindAt = lastKnown(records, known);
  for (const fault of faults) {
    const behind = behindAt(fault.at);
    for (const bytes of recordsOn(source, fault)) {
      const id = idOf(bytes);
      if (behind === undefined || known.has(id) || met.has(id)) continue;
      met.add(id);
      yield { bytes, behind };
    }
  }
}

function idOf(record: Uint8Array): string {
  return textAt(root(scan(record)), 'id') ?? '';
}

/** Returns a lookup: the session's last record before a place of the copy. Ask for ascending places only. */
function lastKnown(
  records: readonly SessionRecord[],
  known: ReadonlyMap<string, SessionRecord>,
): (at: number) => SessionRecord | undefined {
  let next = 0;
  let last: SessionRecord | undefined;
  return (at) => {
    for (let record = records[next]; record !== undefined && record.at < at; record = records[++next])
      last = known.get(record.uuid) ?? last;
    return last;
  };
}

/** Whole records on a damaged line, which the program does not load. */
function recordsOn(source: Source, { type, at, length, pieces = [] }: SessionFault): Buffer[] {
  if (type === 'raw')
    return [
      Buffer.from(
        escapedControls(bytesAt(source, at, length))
          .toString('latin1')
          .trim(),
        'latin1',
      ),
    ];
  if (type !== 'broken') return [];
  const bytes = bytesAt(source, at, length);
  return pieces.map(({ start, end }) => Buffer.from(bytes.subarray(start, end)));
}
