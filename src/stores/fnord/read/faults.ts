import type { Tape } from '../../../codecs/json/tape.ts';
import {
  isArray,
  isComplete,
  isInteger,
  isObject,
  kindOf,
  lexemeOf,
  type Member,
  root,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/findings.ts';
import {
  type ByteFault,
  type DocumentReader,
  grammarFault,
  leftFrom,
  textFaults,
} from '../../engine/faults/document.ts';
import { type Cut, cutOf } from '../../engine/faults/torn.ts';
import { type FnordFinding, fault } from './fnord-finding.ts';
import { type Start, startOf } from './lead.ts';

/** Why the bytes are no conversation, before any look at its shape (docs/formats/fnord.md, "Bytes"); in file order. */
export function fnordFaults(bytes: Uint8Array, start: Start, tape: Tape | null): readonly FnordFinding[] {
  if (tape === null) return [unrecognised(bytes, start)];
  const found = tapeFaults(tape);
  const lead = leadFault(start);
  if (lead !== null) found.unshift(lead);
  const body = root(tape);
  if (body !== null && isComplete(body) && !isObject(body))
    found.push(fault('FN020', start.prefix?.end ?? 0, `has ${article(kindOf(body))} as its body`, body));
  return found;
}

function unrecognised(bytes: Uint8Array, { lead }: Start): FnordFinding {
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
  return lead.hasForeignSpace ? fault('FN005', 0, 'has white space before the object that JSON does not know') : null;
}

const READER: DocumentReader<Code> = {
  torn: 'FN006',
  tail: 'FN007',
  nuls: 'FN008',
  second: 'FN009',
  control: 'FN011',
  grammar: 'FN010',
  isDocument: (bytes, from) => startOf(bytes.subarray(from)).format !== null,
};

function tapeFaults(tape: Tape): FnordFinding[] {
  const grammar = tape.fault === null ? [] : [tornEarly(tape, grammarFault(tape, tape.fault, READER))];
  const found = [...grammar, ...textFaults<Code>(tape, 'FN012', 'FN013')];
  const number = numberFault(tape);
  const faults = found.map(({ type, ...found }) => ({ ...found, code: type, where: null, refuses: true }));
  return number === null ? faults : [...faults, number];
}

/** A tear that leaves no message and no section whole: there is nothing to close the document around. */
function tornEarly(tape: Tape, found: ByteFault<Code>): ByteFault<Code> {
  const body = root(tape);
  if (found.type !== 'FN006' || (isObject(body) && keepsSome(fnordCut(body)))) return found;
  return { ...found, type: 'FN023' };
}

/** Bytes of the longest whole number that fnord's decoder takes, its minus included. */
const LONGEST_INTEGER = 1024;

/**
 * The first number that fnord's decoder refuses: one with a fraction or an exponent beyond a double, or a whole one of more than
 * 1,024 bytes. The tape counts whole numbers of 309 digits as beyond a double too; fnord keeps those exact.
 */
function numberFault(tape: Tape): FnordFinding | null {
  if (tape.overflow < 0) return null;
  for (let at = 0; at < tape.count; at++) {
    const value = { tape, at };
    const { start, end } = spanOf(value);
    if (start < tape.overflow || kindOf(value) !== 'number') continue;
    if (isInteger(value)) {
      if (end - start > LONGEST_INTEGER) return fault('FN021', start, `has a whole number of ${end - start} bytes`);
    } else if (!Number.isFinite(Number(lexemeOf(value))))
      return fault('FN014', start, 'has a number beyond the range of a float');
  }
  return null;
}

/** Where fnord's decoder gives up on a document, in bytes from the start of the file; null for one it takes. */
export function decodingFault(tape: Tape): number | null {
  const [first = null] = tapeFaults(tape);
  return first?.offset ?? null;
}

function article(kind: string): string {
  if (kind === 'array') return 'a list';
  return kind === 'string' ? 'a text' : kind === 'number' ? 'a number' : kind;
}

/** How far a conversation that was cut can be kept: every message and section that is whole, and the whole entries of one that was cut. */
export function fnordCut(body: Value): Cut {
  return cutOf(body, standsAlone);
}

/** True where a message or a section is whole; the times are none. */
function keepsSome({ whole, entries }: Cut): boolean {
  return entries > 0 || whole.some(({ key }) => !['timestamp', 'version'].includes(textOf(key)));
}

/** Half of these sections is of use: their entries do not depend on each other. */
function standsAlone({ key, value }: Member): boolean {
  const name = textOf(key);
  if (name === 'messages' || name === 'memory') return isArray(value);
  return (name === 'metadata' || name === 'tasks') && isObject(value);
}
