import { digitsAt } from '../../../codecs/json/cursor.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import {
  isInteger,
  isObject,
  isString,
  kindOf,
  lexemeOf,
  member,
  root,
  spanOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/findings.ts';
import { LARGE_FILE } from '../../../model/part.ts';
import { once } from '../../once.ts';
import { short } from '../../some.ts';
import { fnordFaults } from './faults.ts';
import { type FnordFinding, fault } from './fnord-finding.ts';
import type { Hydrated } from './item.ts';
import { items } from './items.ts';
import { type Start, startOf } from './lead.ts';
import { type PlainMessages, plainMessages } from './plain.ts';

/** One conversation file as bytes and tape; nothing of it is built yet, and nothing of it is dropped. */
export interface DecodedFnord extends Start {
  readonly bytes: Uint8Array;
  /** The document, without lead and prefix; null when no document was recognised. */
  readonly tape: Tape | null;
  /** The outermost object, whole or cut; null when there is none. */
  readonly body: Value | null;
  /** The time the document gives, whether or not fnord gets as far as to read it. */
  readonly time: Time;
  /** Why the bytes are no conversation; none for bytes that decode. */
  readonly faults: readonly FnordFinding[];
  /** True when the tape is whole and holds an object, so that its shape can be judged. */
  readonly whole: boolean;
  /** Its messages where nothing is wrong with them; null for all others, and where there are none. */
  plain(): PlainMessages | null;
  /** The messages as fnord hydrates them; those of a large file are worked out each time, and not held. */
  items(): Iterable<Hydrated>;
}

/** Decodes a file; never throws on what it reads. Offsets and spans count from the start of the file. */
export function decodeFnord(bytes: Uint8Array): DecodedFnord {
  const start = startOf(bytes);
  const { format, form, lead, prefix } = start;
  const from = form === 'v0' ? (prefix?.end ?? 0) + 1 : lead.end;
  const tape = form === null ? null : scan(bytes, from);
  const top = tape === null ? null : root(tape);
  const body = isObject(top) ? top : null;
  const whole = tape?.fault === null && body !== null;
  const faults = fnordFaults(bytes, start, tape);
  const time = timeOf(bytes, start, body);
  // A cut may have taken the timestamp along; then the cut is what is wrong.
  const late = form === 'v0' || whole ? time.trouble : null;
  return {
    format,
    form,
    lead,
    prefix,
    bytes,
    tape,
    body,
    time,
    whole,
    faults: late === null ? faults : [...faults, late],
    plain: once(() => {
      const messages = whole ? member(body, 'messages') : null;
      return messages === null ? null : plainMessages(messages);
    }),
    items: bytes.length < LARGE_FILE ? once(() => [...items(body, form)]) : () => items(body, form),
  };
}

function timeOf(bytes: Uint8Array, { form, prefix }: Start, body: Value | null): Time {
  if (form === 'v0' && prefix !== null) return prefixTime(bytes, prefix);
  return body === null ? { seconds: null, trouble: null } : bodyTime(body);
}

/** fnord's sort key for a file: null where fnord finds none, and sorts it as 0 (docs/formats/fnord.md, "Timestamps"). */
export function timestampOf({ format, time, faults }: DecodedFnord): number | null {
  if (format === null) return null;
  // v0 is sorted by its prefix however broken its body is; v1 has to decode first.
  return format === 'v0' || faults.length === 0 ? time.seconds : null;
}

/** Years -9999 to 9999, as Elixir's DateTime knows them; in Unix seconds. */
const EARLIEST = -377705116800;
const LATEST = 253402300799;

/** A document's time: whole Unix seconds, or what is wrong with it. */
interface Time {
  readonly seconds: number | null;
  readonly trouble: FnordFinding | null;
}

/** The time that a v0 prefix gives. */
function prefixTime(bytes: Uint8Array, prefix: NonNullable<Start['prefix']>): Time {
  const digits = Buffer.from(bytes.subarray(prefix.start, prefix.end)).toString('latin1');
  const seconds = secondsOf(digits);
  if (seconds !== null) return { seconds, trouble: null };
  return { seconds, trouble: fault(outside(digits), prefix.start, `has the timestamp ${short(digits, 40)}`) };
}

/** The time that a v1 body gives; `body` must be whole. */
function bodyTime(body: Value): Time {
  const stamp = member(body, 'timestamp');
  if (stamp === null) return { seconds: null, trouble: missing(body) };
  const plain = digitsAt(stamp.tape, stamp.at, String(LATEST).length);
  if (plain >= 0 && plain <= LATEST) return { seconds: plain, trouble: null };
  const { start } = spanOf(stamp);
  const lexeme = lexemeOf(stamp);
  if (kindOf(stamp) !== 'number' || !isInteger(stamp))
    return { seconds: null, trouble: fault('FN017', start, `has ${short(lexeme, 40)} as its timestamp`, stamp) };
  const seconds = secondsOf(lexeme);
  if (seconds !== null) return { seconds, trouble: null };
  return { seconds, trouble: fault(outside(lexeme), start, `has the timestamp ${short(lexeme, 40)}`, stamp) };
}

function missing(body: Value): FnordFinding {
  const first = member(body, 'messages') !== null && member(body, 'version') === null;
  const detail = first ? 'has messages and no timestamp, as in December 2024' : 'has no timestamp';
  return fault(first ? 'FN015' : 'FN016', spanOf(body).start, detail, body);
}

/** Null beyond the range; -0 is 0. */
function secondsOf(digits: string): number | null {
  // Every number of more digits than a double can hold is out of range anyway.
  const seconds = Number(digits) + 0;
  return seconds >= EARLIEST && seconds <= LATEST ? seconds : null;
}

/** A time in milliseconds of the years 2001 to 2286 has 13 digits. */
function outside(digits: string): Code {
  return /^0*\d{13}$/.test(digits) ? 'FN019' : 'FN018';
}

/** The path, as a value, of the worktree that the metadata of a body names. */
export function worktreeIn(body: Value | null): Value | null {
  const metadata = member(body, 'metadata');
  const worktree = member(metadata, 'worktree');
  const path = member(worktree, 'path');
  return isString(path) ? path : null;
}
