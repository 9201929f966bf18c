import { isInteger, kindOf, lexemeOf, member, spanOf, type Value } from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/findings.ts';
import type { Start } from './lead.ts';
import type { Trouble } from './trouble.ts';

/** Years -9999 to 9999, as Elixir's DateTime knows them; in Unix seconds. */
const EARLIEST = -377705116800;
const LATEST = 253402300799;

/** A document's time: whole Unix seconds, or what is wrong with it. */
export interface Time {
  readonly seconds: number | null;
  readonly trouble: Trouble | null;
}

/** The time that a v0 prefix gives. */
export function prefixTime(bytes: Uint8Array, prefix: NonNullable<Start['prefix']>): Time {
  const digits = Buffer.from(bytes.subarray(prefix.start, prefix.end)).toString('latin1');
  const seconds = secondsOf(digits);
  if (seconds !== null) return { seconds, trouble: null };
  return { seconds, trouble: trouble(outside(digits), null, prefix.start, `has the timestamp ${short(digits)}`) };
}

/** The time that a v1 body gives; `body` must be whole. */
export function bodyTime(body: Value): Time {
  const stamp = member(body, 'timestamp');
  if (stamp === null) return { seconds: null, trouble: missing(body) };
  const { start } = spanOf(stamp);
  const lexeme = lexemeOf(stamp);
  if (kindOf(stamp) !== 'number' || !isInteger(stamp))
    return { seconds: null, trouble: trouble('FN017', stamp, start, `has ${short(lexeme)} as its timestamp`) };
  const seconds = secondsOf(lexeme);
  if (seconds !== null) return { seconds, trouble: null };
  return { seconds, trouble: trouble(outside(lexeme), stamp, start, `has the timestamp ${short(lexeme)}`) };
}

function missing(body: Value): Trouble {
  const first = member(body, 'messages') !== null && member(body, 'version') === null;
  const detail = first ? 'has messages and no timestamp, as in December 2024' : 'has no timestamp';
  return trouble(first ? 'FN015' : 'FN016', body, spanOf(body).start, detail);
}

function trouble(code: Code, where: Value | null, offset: number, detail: string): Trouble {
  return { code, where, offset, owner: 'refuses', refuses: true, detail };
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

function short(lexeme: string): string {
  return lexeme.length > 40 ? `${lexeme.slice(0, 39)}…` : lexeme;
}
