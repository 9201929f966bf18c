import { isString, isText, textOf } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { hashText } from '../../engine/hash.ts';
import { lackedMember } from '../read/attachments.ts';
import type { LinePiece } from '../read/pieces.ts';
import type { PlainRecord } from '../read/plain-record.ts';
import { CLASS } from '../read/record-classes.ts';
import { type PlainVisitor, type RecordAt, type Records, type RecordVisitor, readRecords } from '../read/records.ts';
import { LineChecks } from './line-checks.ts';
import { isWholeRecord } from './raw-controls.ts';
import { checkRecord, isPlainRecord } from './record-checks.ts';
import type { RecordFinding } from './record-finding.ts';

/** Results of one pass over a session, beside its records. */
export interface FileFacts {
  readonly records: Records;
  readonly spotted: readonly RecordFinding[];
  /** Offset of the first CR without a line feed before a record. */
  readonly loneCr: number;
  /** Records with the id of another session: all, or those after `firstOwn`, because a fork begins with copies. */
  readonly recordsOfOthers: readonly number[];
  /** The first record with the session's id; -1 for none. */
  readonly firstOwn: number;
}

/** Reads a transcript once; `id`: that of its session. */
export function factsOf(source: Source, id: string, also?: RecordVisitor): FileFacts {
  const spotted: RecordFinding[] = [];
  let recordsOfOthers: number[] = [];
  let firstOwn = -1;
  const lines = new LineChecks();
  const crs = new LoneCrs();
  const ownId = new Int32Array(2);
  hashText(id, ownId, 0);
  const isOther = otherThan(id);
  // True if the last plain record has the session's id.
  let isOwnRecord = false;
  const plain: PlainVisitor = {
    takes: (record) => {
      if (lines.isWaiting) return false;
      if (record.recordClass === CLASS.attachment && lackedMember(record.value('attachment')) !== null) return false;
      isOwnRecord = record.recordClass >= CLASS.user && record.isOf(ownId);
      const isKnown = isOwnRecord || record.recordClass < CLASS.user || isOther(record);
      return isKnown && also?.plain?.takes(record) !== false;
    },
    visit: (n, line, record, all) => {
      also?.plain?.visit(n, line, record, all);
      if (record.recordClass < CLASS.user) return;
      if (!isOwnRecord) recordsOfOthers.push(n);
      else if (firstOwn < 0) {
        firstOwn = n;
        recordsOfOthers = [];
      }
    },
  };
  const visit = (visited: RecordAt, all: Records) => {
    also?.visit(visited, all);
    const { n, line } = visited;
    const isLast = line.at + line.length >= source.size;
    crs.add(line);
    lines.checkLine(all, visited, isLast);
    if (!isPlainRecord(all, visited)) checkRecord(all, visited, spotted);
    if (!all.isKept(n)) return;
    const session = visited.own.get('sessionId');
    const isOwn = isText(session, id);
    if (!isOwn && isString(session) && textOf(session).toLowerCase() !== id.toLowerCase()) recordsOfOthers.push(n);
    if (!isOwn || firstOwn >= 0) return;
    // Others before the first own record are a fork's copies, which keep their source's id.
    firstOwn = n;
    recordsOfOthers = [];
  };
  const records = readRecords(source, visit, also?.plain === null ? null : plain);
  return { records, spotted: [...lines.found, ...spotted], loneCr: crs.first, recordsOfOthers, firstOwn };
}

/** True for a record of another session than `id`. It remembers the last other id: such records are nearly always of one session. */
function otherThan(id: string): (record: PlainRecord) => boolean {
  const other = new Int32Array(2);
  let isMet = false;
  return (record) => {
    if (isMet && record.isOf(other)) return true;
    const session = record.get('sessionId');
    const isNamed = record.isName(session) && record.textOf(session).toLowerCase() !== id.toLowerCase();
    if (isNamed) record.copyHash('session', other, 0);
    isMet ||= isNamed;
    return isNamed;
  };
}

class LoneCrs {
  first = -1;
  #last = -1;

  add(line: LinePiece): void {
    if (this.first >= 0) return;
    if (line.isBehind && isWholeRecord(line.bytes)) this.first = this.#last;
    if (line.end === 'cr') this.#last = line.at + line.length;
  }
}
