import { scan } from '../../../codecs/json/scan.ts';
import { root } from '../../../codecs/json/value.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { sourceOfPart } from '../../../model/part.ts';
import { escapedControls } from '../../engine/raw-records.ts';
import { textAt } from '../../engine/text-at.ts';
import { readSession, type SessionFault, type SessionFile, type SessionRecord } from './session.ts';

/** A record that the session lacks, from a line that the program omitted in a copy put aside. */
export interface LostRecord {
  readonly bytes: Buffer;
  readonly behind: SessionRecord;
}

/**
 * Records that a session lacks of the copies put aside; none of a rewound copy, since a rewind takes records out, too.
 */
export function lostRecords({ backups, source: own, read }: SessionFile): LostRecord[] {
  const { records, rewound, faults } = read();
  const sources = rewound === null ? backups.flatMap((copy) => sourceOfPart(copy) ?? []) : [];
  if (own === null || sources.length === 0) return [];
  const known = new Map(records.map((record) => [record.uuid, record]));
  // Another heal splits the lines on which records still are.
  const met = new Set(faults.flatMap((fault) => recordsOn(own, fault).map(idOf)));
  return sources.flatMap((source) => [...lostFrom(source, known, met)]);
}

/** Paths of the files that the program put aside, with records that the session lacks. */
export function copiesWithMore({ backups, read }: SessionFile): string[] {
  if (backups.length === 0) return [];
  const known = new Set(read().records.map(({ uuid }) => uuid));
  return backups.flatMap((copy) => {
    const source = sourceOfPart(copy);
    return source !== null && readSession(source).records.some(({ uuid }) => !known.has(uuid)) ? [copy.path] : [];
  });
}

/** Remembers each yielded record: other copies may have it too. */
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

/** Answers the record of the session that is the last before a place of the copy; asked for ever later places. */
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

/** Whole records on a line that the program omitted. */
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
