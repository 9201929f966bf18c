import { scan } from '../../../../codecs/json/scan.ts';
import { isJsonSpace } from '../../../../codecs/json/space.ts';
import type { Tape } from '../../../../codecs/json/tape.ts';
import { isComplete, isObject, member, root, type Value } from '../../../../codecs/json/value.ts';
import { type Code, row } from '../../../../model/findings.ts';
import { atByte, type FileFinding } from '../../../file-finding.ts';
import { kindName } from '../../../kind-name.ts';
import type { DecodedTenex } from '../../decode/decoded.ts';

/** Why the bytes are no conversation, before any look at its shape, and what of them TENEX reads otherwise; in file order. */
export function* tenexFaults({
  bytes,
  tape,
  lead,
}: Pick<DecodedTenex, 'bytes' | 'tape' | 'lead'>): Generator<FileFinding> {
  if (lead > 0) yield fault('TX003', 0, 'has a byte-order mark before the document');
  const top = root(tape);
  if (top === null) yield unrecognised(bytes, lead, tape.fault?.offset ?? lead);
  else if (tape.fault !== null) yield grammarFault(tape, top, tape.fault);
  else if (!isObject(top)) yield fault('TX020', lead, `has ${kindName(top)} as its document`);
  yield* textTroubles(tape);
}

function unrecognised(bytes: Uint8Array, lead: number, offset: number): FileFinding {
  if (bytes.length === 0) return fault('TX001', 0, 'is empty');
  if (offset >= bytes.length) return fault('TX001', lead, 'holds white space only');
  if (onlyNulls(bytes, lead)) return fault('TX002', lead, 'holds NUL bytes only');
  const first = (bytes[offset] ?? 0).toString(16).padStart(2, '0');
  return fault('TX002', offset, `does not begin as JSON, but with the byte ${first}`);
}

function grammarFault(tape: Tape, top: Value, { offset, expected }: NonNullable<Tape['fault']>): FileFinding {
  const { bytes } = tape;
  if (isComplete(top)) return restFault(bytes, tape.end);
  if (offset >= bytes.length) return fault('TX006', tape.end, `is torn: ${expected} where the file ends`);
  if (onlyNulls(bytes, offset)) return fault('TX006', tape.end, 'is torn: only NUL bytes follow');
  if ((bytes[offset] ?? 0) < 0x20 && expected.includes('control character'))
    return fault('TX011', offset, 'has a raw control character inside a text');
  return fault('TX010', offset, `is not JSON: ${expected}`);
}

/** The document is whole; what follows it? */
function restFault(bytes: Uint8Array, end: number): FileFinding {
  let from = end;
  while (isJsonSpace(bytes[from])) from++;
  const size = `${bytes.length - from} bytes`;
  if (onlyNulls(bytes, from)) return fault('TX008', from, `has NUL bytes after the document, ${size}`);
  const second = root(scan(bytes, from));
  if (second !== null && (member(second, 'history') ?? member(second, 'id')) !== null)
    return fault('TX009', from, `has a second document after the first, ${size}`);
  return fault('TX007', from, `goes on after the document, ${size}`);
}

/** What TENEX reads otherwise than it is written; also asked of the index. */
export function* textTroubles(tape: Tape): Generator<FileFinding> {
  const sound = tape.fault === null ? tape.bytes.length : tape.end;
  if (tape.illFormed >= 0 && tape.illFormed < sound) yield atByte('TX012', tape.illFormed, 'has ill-formed UTF-8');
  if (tape.loneSurrogate >= 0) yield atByte('TX013', tape.loneSurrogate, 'has an unpaired surrogate escape');
}

function onlyNulls(bytes: Uint8Array, from: number): boolean {
  for (let i = from; i < bytes.length; i++) if (bytes[i] !== 0 && !isJsonSpace(bytes[i])) return false;
  return bytes.indexOf(0, from) >= 0;
}

function fault(code: Code, offset: number, detail: string): FileFinding {
  return atByte(code, offset, detail);
}

/** Why the bytes are no document; null for a document. */
export function tenexFault(document: DecodedTenex): FileFinding | null {
  for (const fault of tenexFaults(document)) if (row(fault.code).owner === 'refuses') return fault;
  return null;
}
