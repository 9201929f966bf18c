import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import {
  digitsAt,
  isArray,
  isComplete,
  isInteger,
  isObject,
  isString,
  lexemeOf,
  type Member,
  member,
  root,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import { once } from '../../../model/once.ts';
import { LARGE_FILE } from '../../../model/part.ts';
import {
  type ByteFault,
  type DocumentReader,
  grammarFault,
  leftFrom,
  textFaults,
} from '../../engine/faults/document.ts';
import { type TruncationPoint, truncationPoint } from '../../engine/faults/torn.ts';
import { shortened } from '../../words.ts';
import { type Start, startOf } from './document-start.ts';
import { type FnordFinding, fault } from './fnord-finding.ts';
import { type Hydrated, items } from './items.ts';
import { unseenTokens } from './keys.ts';
import { type SoundMessages, soundMessages } from './sound-messages.ts';

export interface DecodedFnord extends Start {
  readonly bytes: Uint8Array;
  /** The document without lead and prefix; null if none was recognised. */
  readonly tape: Tape | null;
  readonly body: Value | null;
  /** The document's own time, even where fnord never reads it. */
  readonly time: Time;
  /** Reasons why the bytes do not decode. */
  readonly faults: readonly FnordFinding[];
  /** True if the tape is complete and has an object, so that its shape can be judged. */
  readonly isParsed: boolean;
  /** Sound messages; null where any is unsound, or without messages. */
  soundMessages(): SoundMessages | null;
  /** The messages as fnord hydrates them. Those of a large file are computed anew each time. */
  items(): Iterable<Hydrated>;
  /** Tokens of the values below repeated keys, which never reach fnord. */
  unseen(): ReadonlySet<number>;
}

/** Decodes a file; never throws on its contents. Offsets count from the start of the file. */
export function decodeFnord(bytes: Uint8Array): DecodedFnord {
  const start = startOf(bytes);
  const { format, form, lead, prefix } = start;
  const from = form === 'v0' ? (prefix?.end ?? 0) + 1 : lead.end;
  const tape = form === null ? null : scan(bytes, from);
  const top = tape === null ? null : root(tape);
  const body = isObject(top) ? top : null;
  const isParsed = tape?.fault === null && body !== null;
  const faults = fnordFaults(bytes, start, tape);
  const time = timeOf(bytes, start, body);
  // A cut may have removed the timestamp. Then the cut is the fault.
  const late = form === 'v0' || isParsed ? time.finding : null;
  return {
    format,
    form,
    lead,
    prefix,
    bytes,
    tape,
    body,
    time,
    isParsed,
    faults: late === null ? faults : [...faults, late],
    soundMessages: once(() => {
      const messages = isParsed ? member(body, 'messages') : null;
      return messages === null ? null : soundMessages(messages);
    }),
    items: bytes.length < LARGE_FILE ? once(() => [...items(body, form)]) : () => items(body, form),
    unseen: once(() => (tape === null ? new Set<number>() : unseenTokens(tape))),
  };
}

function timeOf(bytes: Uint8Array, { form, prefix }: Start, body: Value | null): Time {
  if (form === 'v0' && prefix !== null) return prefixTime(bytes, prefix);
  return body === null ? { seconds: null, finding: null } : bodyTime(body);
}

/** fnord's sort key; null where fnord finds none and uses 0 (docs/formats/fnord.md, "Timestamps"). */
export function timestampOf({ format, time, faults }: DecodedFnord): number | null {
  if (format === null) return null;
  // v0 sorts by its prefix however broken its body is. v1 has to decode first.
  return format === 'v0' || faults.length === 0 ? time.seconds : null;
}

/** Unix seconds of the years -9999 to 9999, the range of Elixir's DateTime. */
const EARLIEST = -377705116800;
const MAX_SECONDS = 253402300799;

/** Whole Unix seconds, or the fault in them. */
interface Time {
  readonly seconds: number | null;
  readonly finding: FnordFinding | null;
}

function prefixTime(bytes: Uint8Array, prefix: NonNullable<Start['prefix']>): Time {
  const digits = Buffer.from(bytes.subarray(prefix.start, prefix.end)).toString('latin1');
  const seconds = secondsOf(digits);
  if (seconds !== null) return { seconds, finding: null };
  return { seconds, finding: fault(timestampCode(digits), prefix.start, `has the timestamp ${shortened(digits, 40)}`) };
}

/** The time in a whole body. */
function bodyTime(body: Value): Time {
  const stamp = member(body, 'timestamp');
  if (stamp === null) return { seconds: null, finding: missingFinding(body) };
  const plain = digitsAt(stamp.tape, stamp.at, String(MAX_SECONDS).length);
  if (plain >= 0 && plain <= MAX_SECONDS) return { seconds: plain, finding: null };
  const { start } = spanOf(stamp);
  const lexeme = lexemeOf(stamp);
  if (typeOf(stamp) !== 'number' || !isInteger(stamp))
    return { seconds: null, finding: fault('FN017', start, `has ${shortened(lexeme, 40)} as its timestamp`, stamp) };
  const seconds = secondsOf(lexeme);
  if (seconds !== null) return { seconds, finding: null };
  return { seconds, finding: fault(timestampCode(lexeme), start, `has the timestamp ${shortened(lexeme, 40)}`, stamp) };
}

function missingFinding(body: Value): FnordFinding {
  const first = member(body, 'messages') !== null && member(body, 'version') === null;
  const detail = first ? 'has messages and no timestamp, as in December 2024' : 'has no timestamp';
  return fault(first ? 'FN015' : 'FN016', spanOf(body).start, detail, body);
}

/** Seconds from digits; null beyond the range; -0 becomes 0. */
function secondsOf(digits: string): number | null {
  // Numbers of more digits than a double holds are out of range anyway.
  const seconds = Number(digits) + 0;
  return seconds >= EARLIEST && seconds <= MAX_SECONDS ? seconds : null;
}

/** Milliseconds of the years 2001 to 2286 have 13 digits. */
function timestampCode(digits: string): Code {
  return /^0*\d{13}$/.test(digits) ? 'FN019' : 'FN018';
}

export function worktreeIn(body: Value | null): Value | null {
  const metadata = member(body, 'metadata');
  const worktree = member(metadata, 'worktree');
  const path = member(worktree, 'path');
  return isString(path) ? path : null;
}

/** Reasons why the bytes are not a conversation, in file order (docs/formats/fnord.md, "Bytes"). */
function fnordFaults(bytes: Uint8Array, start: Start, tape: Tape | null): readonly FnordFinding[] {
  if (tape === null) return [unrecognisedFault(bytes, start)];
  const found = tapeFaults(tape);
  const lead = leadFault(start);
  if (lead !== null) found.unshift(lead);
  const body = root(tape);
  if (body !== null && isComplete(body) && !isObject(body))
    found.push(fault('FN020', start.prefix?.end ?? 0, `has ${article(typeOf(body))} as its body`, body));
  return found;
}

function unrecognisedFault(bytes: Uint8Array, { lead }: Start): FnordFinding {
  if (bytes.length === 0) return fault('FN001', 0, 'is empty');
  if (lead.end === bytes.length) return fault('FN001', 0, 'holds white space only');
  if (leftFrom(bytes, 0) === 'nuls') return fault('FN002', 0, 'holds NUL bytes only');
  if (/^\d+$/.test(Buffer.from(bytes.subarray(lead.end, lead.end + 32)).toString('latin1')))
    return fault('FN002', lead.end, 'begins with digits that no colon follows');
  const first = (bytes[lead.end] ?? 0).toString(16).padStart(2, '0');
  return fault('FN002', lead.end, `begins with neither digits and a colon nor an object, but with the byte ${first}`);
}

function leadFault({ lead, form }: Start): FnordFinding | null {
  if (lead.bom) return fault('FN003', 0, 'has a byte-order mark before the document');
  if (form === 'v0' && lead.end > 0) return fault('FN004', 0, 'has white space before its v0 prefix');
  return lead.hasUnknownSpace ? fault('FN005', 0, 'has white space before the object that JSON does not know') : null;
}

const FNORD_READER: DocumentReader<Code> = {
  torn: 'FN006',
  tail: 'FN007',
  nuls: 'FN008',
  second: 'FN009',
  control: 'FN011',
  grammar: 'FN010',
  isDocument: (bytes, from) => startOf(bytes.subarray(from)).format !== null,
};

function tapeFaults(tape: Tape): FnordFinding[] {
  const grammar = tape.fault === null ? [] : [tornEarly(tape, grammarFault(tape, tape.fault, FNORD_READER))];
  const found = [...grammar, ...textFaults<Code>(tape, 'FN012', 'FN013')];
  const number = numberFault(tape);
  const faults = found.map(({ type, ...found }) => ({ ...found, code: type, where: null, refuses: true }));
  return number === null ? faults : [...faults, number];
}

/** Raises a tear without one whole message or section to unrepairable. */
function tornEarly(tape: Tape, found: ByteFault<Code>): ByteFault<Code> {
  const body = root(tape);
  if (found.type !== 'FN006' || (isObject(body) && keepsSome(fnordTruncation(body)))) return found;
  return { ...found, type: 'FN023' };
}

/** Bytes of the longest integer that fnord's decoder takes, with its minus. */
const MAX_INTEGER_BYTES = 1024;

/**
 * The first number that fnord's decoder refuses: a float beyond a double, or an integer above 1,024 bytes. The tape
 * also marks integers of 309 digits, which fnord keeps exact.
 */
function numberFault(tape: Tape): FnordFinding | null {
  if (tape.overflow < 0) return null;
  for (let at = 0; at < tape.count; at++) {
    const value = { tape, at };
    const { start, end } = spanOf(value);
    if (start < tape.overflow || typeOf(value) !== 'number') continue;
    if (isInteger(value)) {
      if (end - start > MAX_INTEGER_BYTES) return fault('FN021', start, `has a whole number of ${end - start} bytes`);
    } else if (!Number.isFinite(Number(lexemeOf(value))))
      return fault('FN014', start, 'has a number beyond the range of a float');
  }
  return null;
}

/** Byte offset in the file where fnord's decoder gives up; null if it accepts the document. */
export function decodingFault(tape: Tape): number | null {
  const [first = null] = tapeFaults(tape);
  return first?.offset ?? null;
}

function article(kind: string): string {
  if (kind === 'array') return 'a list';
  return kind === 'string' ? 'a text' : kind === 'number' ? 'a number' : kind;
}

/** How much of a cut conversation can be kept: whole messages and sections, and whole entries of the cut section. */
export function fnordTruncation(body: Value): TruncationPoint {
  return truncationPoint(body, standsAlone);
}

/** Timestamps do not count as content. */
function keepsSome({ whole, entries }: TruncationPoint): boolean {
  return entries > 0 || whole.some(({ key }) => !['timestamp', 'version'].includes(textOf(key)));
}

/** Sections whose entries are independent: half of one is of use. */
function standsAlone({ key, value }: Member): boolean {
  const name = textOf(key);
  if (name === 'messages' || name === 'memory') return isArray(value);
  return (name === 'metadata' || name === 'tasks') && isObject(value);
}
