import { asBuffer, isBomAt, NO_BYTES } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import type { LineEnding } from '../../../codecs/lines/lines.ts';
import { CLOSE, lastByte, type ObjectSpan, shapeOf } from '../../../codecs/lines/shape.ts';
import type { Code } from '../../../model/finding.ts';
import { HAS_CONFLICT_MARKS, isConflictMark, isTelling } from '../../engine/faults/torn.ts';
import { isOverLines, LINE_ENDS, takesInRecord } from '../read/pieces.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import type { RecordAt, Records } from '../read/records.ts';
import { isRequestCopy, maySay, type UnreadNames, unreadNames } from './hidden-bytes.ts';
import { escapesIn, isWholeRecord, SpreadRecord } from './raw-controls.ts';
import type { RecordFinding } from './record-finding.ts';

export class LineChecks {
  readonly #found: RecordFinding[] = [];
  /** A torn line that may be repeated in the next line. */
  #torn: Buffer | null = null;
  /** A torn line that the next ones may continue. */
  #spread: SpreadSpan | null = null;
  #boundary: RecordFinding | null = null;
  /** Number of lines that are no records; the first is reported, with this number. */
  #notRecords = 0;
  #hasMarks = false;
  #isOverLines = false;
  /** UTF-16: not readable as lines. */
  #isUtf16 = false;

  get found(): readonly RecordFinding[] {
    if (this.#notRecords < 2) return this.#found;
    const number = ` (the first of ${this.#notRecords})`;
    return this.#found.map((each) => (each.code === 'CL013' ? { ...each, detail: each.detail + number } : each));
  }

  get isWaiting(): boolean {
    return this.#spread !== null || this.#torn !== null || this.#boundary !== null;
  }

  checkLine(records: Records, visited: RecordAt, isLast: boolean): void {
    const { n, line } = visited;
    if (this.#spread !== null && this.#continuesTorn(this.#spread, records, visited)) return;
    if (this.#torn !== null && records.classOf[n] !== CLASS.blank) this.#dropIfRepeated(textOf(line));
    if (this.#boundary !== null && records.isKept(n)) this.#endBoundary(records.has(n, RECORD_FLAG.summary));
    if (line.at === 0) this.#firstBytes(n, line.bytes ?? NO_BYTES);
    if (this.#isUtf16) return;
    if (!this.#isOverLines && (records.classOf[n] as number) >= CLASS.other && isOverLines(line)) {
      this.#isOverLines = true;
      this.#found.push({ n, code: 'CL027', at: null, offset: line.at + line.start, detail: OVER_LINES });
    }
    if (isSound(records, visited)) return;
    this.#line(records, visited, isLast);
  }

  #firstBytes(n: number, bytes: Uint8Array): void {
    this.#isUtf16 = beginsAsUtf16(bytes);
    if (!isBomAt(bytes, 0)) return;
    this.#found.push({ n, code: 'CL029', at: null, offset: 0, detail: 'begins with a byte-order mark' });
  }

  #line(records: Records, visited: RecordAt, isLast: boolean): void {
    const { n, line } = visited;
    const { start } = line;
    const bytes = asBuffer(line.bytes ?? NO_BYTES);
    const report: ReportAt = (code, offset, detail, hidden) => {
      const hides = hidden === undefined ? undefined : unreadNames(hidden);
      const found = { n, ...gradedBy(hides, code), at: null, offset: line.at + offset, detail };
      this.#found.push(found);
      if (hides === null && bytes.includes('"compact_boundary"')) this.#boundary = found;
    };
    if (line.bytes === null) report('CL018', 0, `has a line of ${line.length} bytes`);
    const { tape } = line;
    if (tape === null) return;
    const text = bytes.subarray(start);
    if (takesInRecord(line)) report('CL030', start, 'has a torn record that takes in the record behind it', text);
    else if (records.classOf[n] === CLASS.notJson) this.#notJson(visited, isLast, report);
    else if (records.classOf[n] === CLASS.notObject) this.#notARecord(start, report);
    else if (records.has(n, RECORD_FLAG.glued) && holdsRecord(text.subarray(tape.end)))
      report('CL006', start, 'has several records on one line', text.subarray(tape.end));
    else if (records.isKept(n) && tape.illFormed >= 0 && tape.illFormed < tape.end)
      report('CL002', start + tape.illFormed, 'has a byte that is not UTF-8');
  }

  #notJson({ n, line }: RecordAt, isLast: boolean, report: ReportAt): void {
    const { start, tape } = line;
    const text = textOf(line);
    const hidden = hiddenRecord(text, tape);
    if (hidden !== null)
      report(
        hidden.code,
        start + hidden.at,
        hidden.detail,
        hidden.code === 'CL009' ? undefined : text.filter((byte) => byte !== 0),
      );
    else if (isTornRecord(text)) {
      const copied = Buffer.from(text);
      this.#torn = isLast ? null : copied;
      const before = { n, at: line.at + start, found: this.#found.length, notRecords: this.#notRecords };
      this.#spread = { ...before, record: new SpreadRecord(copied), end: line.end };
      // After a torn last line there may have been more.
      report(isLast ? 'CL003' : 'CL004', start, 'has a torn record', isLast ? undefined : text);
    } else if (isConflictMark(text)) this.#reportConflictMark(start, report);
    else this.#notARecord(start, report);
  }

  #reportConflictMark(start: number, report: ReportAt): void {
    if (!this.#hasMarks) report('CL026', start, HAS_CONFLICT_MARKS);
    this.#hasMarks = true;
  }

  /** True if a line completes a torn one: all findings from the torn line on are about that record. */
  #continuesTorn(spread: SpreadSpan, records: Records, { n, line }: RecordAt): boolean {
    // A whole record with a type has an even number of quotes: it ends no text.
    const isRecord = records.isKept(n) || records.classOf[n] === CLASS.other;
    const isWhole = !isRecord && spread.record.endsWith(LINE_ENDS[spread.end], line.bytes ?? NO_BYTES);
    spread.end = line.end;
    if (isWhole || isRecord || !spread.record.isOpen) this.#spread = null;
    if (!isWhole) return false;
    this.#found.length = spread.found;
    this.#notRecords = spread.notRecords;
    this.#torn = null;
    const what = gradedBy(unreadNames(spread.record.text), 'CL021');
    this.#found.push({ n: spread.n, ...what, at: null, offset: spread.at, detail: RAW });
    return true;
  }

  /** The summary of a compaction follows directly; otherwise it was lost (CL004). */
  #endBoundary(isThere: boolean): void {
    const place = this.#found.lastIndexOf(this.#boundary as RecordFinding);
    if (!isThere && place >= 0) this.#found[place] = { ...(this.#boundary as RecordFinding), code: 'CL004' };
    this.#boundary = null;
  }

  /** Removes the finding of a torn line that the next line repeats whole: nothing is lost. */
  #dropIfRepeated(text: Uint8Array): void {
    const torn = this.#torn as Buffer;
    this.#torn = null;
    if (isTelling(torn, '"message":{') && torn.equals(text.subarray(0, torn.length))) this.#found.pop();
  }

  #notARecord(start: number, report: ReportAt): void {
    if (this.#notRecords++ === 0) report('CL013', start, 'has a line that is not a record');
  }
}

/** `hides`: from `unreadNames`; undefined for a line without hidden bytes. */
function gradedBy(
  hides: UnreadNames | null | undefined,
  code: Code,
): Pick<RecordFinding, 'code' | 'harmful' | 'hides'> {
  if (hides === null) return { code: 'CL022', harmful: code };
  return hides === undefined ? { code } : { code, hides };
}

interface SpreadSpan {
  readonly n: number;
  readonly at: number;
  readonly found: number;
  readonly notRecords: number;
  readonly record: SpreadRecord;
  /** End of its last line. */
  end: LineEnding;
}

const RAW = 'has a line break or another control character inside a text';
const UTF16_BOMS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const;

function beginsAsUtf16(bytes: Uint8Array): boolean {
  return UTF16_BOMS.some(([a, b]) => bytes[0] === a && bytes[1] === b);
}

type ReportAt = (code: Code, offset: number, detail: string, hidden?: Uint8Array) => void;

function textOf({ bytes, start }: RecordAt['line']): Uint8Array {
  return (bytes ?? NO_BYTES).subarray(start);
}

const OVER_LINES = 'has records that are written over several lines';

/** True for a whole record in valid UTF-8 with nothing after it. */
function isSound(records: Records, { n, line: { tape } }: RecordAt): boolean {
  return (records.classOf[n] as number) >= CLASS.other && tape !== null && tape.fault === null && tape.illFormed < 0;
}

/** True for a line that ends inside a record, without a whole object at its end. */
function isTruncated(tape: Tape | null): boolean {
  return tape !== null && tape.fault?.offset === tape.bytes.length && lastByte(tape.bytes) !== CLOSE;
}

interface HiddenRecord {
  readonly code: Code;
  readonly at: number;
  readonly detail: string;
}

export function hiddenRecord(text: Uint8Array, tape: Tape | null): HiddenRecord | null {
  if (isTruncated(tape)) return null;
  const first = text.indexOf(0);
  if (first >= 0) return withNul(text, first);
  if (isBomAt(text, 0) && holdsRecord(text.subarray(3)))
    return { code: 'CL010', at: 0, detail: 'has a byte-order mark before a record' };
  if (isWholeRecord(withoutOddNumbers(text)))
    return { code: 'CL016', at: 0, detail: 'has a number that JSON does not know' };
  if (escapesIn(text) !== null) return { code: 'CL021', at: 0, detail: RAW };
  const whole = wholeRecordsIn(text);
  const [behind] = whole;
  if (behind === undefined) return null;
  // If only the torn part may have words, a heal restores none.
  if (!whole.some(({ start, end }) => maySay(text.subarray(start, end))) && maySay(text.subarray(0, behind.start)))
    return { code: 'CL004', at: 0, detail: 'has a torn record' };
  return { code: 'CL005', at: 0, detail: 'has a record behind something else on the same line' };
}

function withNul(text: Uint8Array, at: number): HiddenRecord | null {
  const rest = text.filter((byte) => byte !== 0);
  const run = `a run of ${text.length - rest.length} NUL bytes`;
  if (holdsRecord(rest)) return { code: 'CL008', at, detail: `has ${run} on the line of a record` };
  return isTornRecord(rest) ? null : { code: 'CL009', at, detail: `has ${run}` };
}

function holdsRecord(bytes: Uint8Array): boolean {
  return wholeRecordsIn(bytes).length > 0;
}

export function wholeRecordsIn(bytes: Uint8Array): ObjectSpan[] {
  const { pieces } = shapeOf(bytes, scan(bytes));
  return pieces.filter(({ start, end }) => isWholeRecord(bytes.subarray(start, end)));
}

function withoutOddNumbers(bytes: Uint8Array): Uint8Array {
  const text = asBuffer(bytes);
  if (!PYTHON_NUMBERS.some((number) => text.includes(number))) return bytes;
  return Buffer.from(
    text.toString('latin1').replace(ODD_OUTSIDE, (token) => (token.startsWith('"') ? token : '0')),
    'latin1',
  );
}

const PYTHON_NUMBERS = ['NaN', 'Infinity'];
/** Matches texts, and outside of them numbers that JSON does not allow. */
export const ODD_OUTSIDE = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;

/** True if a torn line begins a record of the conversation: only these have a parent or a message. NUL bytes may replace its end. */
function isTornRecord(bytes: Uint8Array): boolean {
  const text = asBuffer(bytes);
  return text[0] === 0x7b && !isRequestCopy(text) && SESSION_KEYS.some((key) => text.includes(key));
}

const SESSION_KEYS = ['"parentUuid"', '"message"', '"type":"user"', '"type":"assistant"'];
