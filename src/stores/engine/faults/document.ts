import { illFormedAt } from '../../../codecs/bytes.ts';
import type { Edit } from '../../../codecs/edit.ts';
import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { removeMembers } from '../../../codecs/json/edits.ts';
import { pointersOf } from '../../../codecs/json/pointer.ts';
import { isJsonSpace, RAW_CONTROL, type Tape } from '../../../codecs/json/tape.ts';
import { isComplete, nextOf, root, type Value } from '../../../codecs/json/value.ts';
import { addTo } from '../../../model/collections.ts';
import { MAX_FINDINGS_LISTED } from '../../file-finding.ts';
import { countOf } from '../../words.ts';

/**
 * A fault in the bytes of a JSON document; `type` is the kind's name for it. `offset` is in bytes from the start of the
 * file, and `detail` read after its name.
 */
export interface ByteFault<Name> {
  readonly type: Name;
  readonly offset: number;
  readonly detail: string;
  readonly expected?: string;
}

export interface DocumentReader<Name> {
  /** Name if the file ends before the document does, or only NUL bytes follow. */
  readonly torn: Name;
  readonly tail: Name;
  /** Name if only NUL bytes follow the document. */
  readonly nuls: Name;
  readonly second?: Name;
  readonly control?: Name;
  readonly grammar: Name;
  isSpace?(byte: number | undefined): boolean;
  isDocument?(bytes: Uint8Array, from: number): boolean;
}

/** The reason why a begun document is not JSON, or not JSON alone. */
export function grammarFault<Name>(
  tape: Tape,
  { offset, expected }: NonNullable<Tape['fault']>,
  reader: DocumentReader<Name>,
): ByteFault<Name> {
  const { bytes, end } = tape;
  const top = root(tape);
  if (top !== null && isComplete(top)) return restFault(bytes, end, reader);
  const { torn, control, grammar, isSpace = isJsonSpace } = reader;
  const rest = leftFrom(bytes, offset, isSpace);
  if (rest === 'nothing')
    return { type: torn, offset: end, detail: `is torn: expected ${expected} where the file ends`, expected };
  if (rest === 'nuls') return { type: torn, offset: end, detail: 'is torn: only NUL bytes follow' };
  if (control !== undefined && expected === RAW_CONTROL)
    return { type: control, offset, detail: 'has a raw control character inside a text' };
  return { type: grammar, offset, detail: `is not JSON: expected ${expected}`, expected };
}

function restFault<Name>(bytes: Uint8Array, end: number, reader: DocumentReader<Name>): ByteFault<Name> {
  const { tail, nuls, second, isSpace = isJsonSpace, isDocument } = reader;
  let offset = end;
  while (isSpace(bytes[offset])) offset++;
  const size = `${bytes.length - offset} bytes`;
  if (leftFrom(bytes, offset, isSpace) === 'nuls')
    return { type: nuls, offset, detail: `has NUL bytes after the document, ${size}` };
  if (second !== undefined && isDocument?.(bytes, offset) === true)
    return { type: second, offset, detail: `has a second document after the first, ${size}` };
  return { type: tail, offset, detail: `goes on after the document, ${size}` };
}

export function leftFrom(
  bytes: Uint8Array,
  from: number,
  isSpace: (byte: number | undefined) => boolean = isJsonSpace,
): 'nothing' | 'nuls' | 'text' {
  let rest: 'nothing' | 'nuls' = 'nothing';
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 0) rest = 'nuls';
    else if (!isSpace(bytes[at])) return 'text';
  }
  return rest;
}

/** Faults for invalid characters; of a cut document, only in the part that was read. */
export function textFaults<Name>(tape: Tape, illFormed: Name, surrogate: Name): ByteFault<Name>[] {
  const found: ByteFault<Name>[] = [];
  const sound = tape.fault === null ? tape.bytes.length : tape.end;
  if (tape.illFormed >= 0 && tape.illFormed < sound)
    found.push({ type: illFormed, offset: tape.illFormed, detail: 'has ill-formed UTF-8' });
  if (tape.loneSurrogate >= 0)
    found.push({ type: surrogate, offset: tape.loneSurrogate, detail: 'has an unpaired surrogate escape' });
  return found;
}

export function withoutLead(end: number): Edit[] {
  return end === 0 ? [] : [{ at: 0, remove: end, insert: new Uint8Array() }];
}

/** Removes bytes from `at` on, with a note on their size; `what` names them if it matters. */
export function withoutTail({ length }: Uint8Array, at: number, what: string) {
  const remove = length - at;
  const edits: Edit[] = [{ at, remove, insert: new Uint8Array() }];
  return { edits, notes: [`leaves out ${countOf(remove, 'byte')} after the document${what}`] };
}

/** Repeated keys, each with its value's pointer, up to the limit of findings per code. */
export function* doubledKeys(tape: Tape): Generator<{ readonly key: Value; readonly at: string | null }> {
  const all = duplicateKeys(tape);
  const first: Value[] = [];
  for (let next = all.next(); next.done !== true && first.push(next.value.key) < MAX_FINDINGS_LISTED; )
    next = all.next();
  const pointers = pointersOf(first.map(({ at }) => ({ tape, at: at + 1 })));
  for (const key of first) yield { key, at: pointers.get(key.at + 1) ?? null };
  for (const { key } of all) yield { key, at: null };
}

/** Removes all but the first of equal keys in each object, in one pass. */
export function dropDuplicates(tape: Tape): Edit[] {
  const keys = new Map<number, Value[]>();
  const gone = new Uint8Array(tape.count);
  for (const { object, key } of duplicateKeys(tape)) {
    // Outer objects come first: a key in a removed value needs no edit.
    if (gone[object.at] === 1) continue;
    gone.fill(1, key.at, nextOf({ tape, at: key.at + 1 }));
    addTo(keys, object.at, key);
  }
  return [...keys].flatMap(([at, all]) => removeMembers({ tape, at }, all));
}

const REPLACEMENT = Buffer.from('\ufffd');
const ESCAPED = Buffer.from('\\ufffd');
const BACKSLASH = 0x5c;

/** Replaces lone surrogate escapes by U+FFFD. In a scanned document only texts have backslashes. */
export function withoutLoneSurrogates({ bytes, loneSurrogate }: Tape): Edit[] {
  const edits: Edit[] = [];
  for (let at = loneSurrogate; at >= 0; ) {
    const unit = unitAt(bytes, at);
    const high = unit >= 0xd800 && unit < 0xdc00;
    const paired = high && isLow(unitAt(bytes, at + 6));
    if (!paired && (high || isLow(unit))) edits.push({ at, remove: 6, insert: ESCAPED });
    const width = unit < 0 ? 2 : paired ? 12 : 6;
    at = bytes.indexOf(BACKSLASH, at + width);
  }
  return edits;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** The code unit of the escape at `at`; -1 for another escape, or none. */
function unitAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75) return -1;
  return Number.parseInt(Buffer.from(bytes.subarray(at + 2, at + 6)).toString('latin1'), 16);
}

/** Replaces ill-formed sequences by U+FFFD, each as a decoder would (WHATWG: the longest start of a character). */
export function* withoutIllFormed(bytes: Uint8Array, from: number): Generator<Edit> {
  for (let at = illFormedAt(bytes, from); at >= 0; ) {
    const remove = startOfCharacter(bytes, at);
    yield { at, remove, insert: REPLACEMENT };
    at = illFormedAt(bytes, at + remove);
  }
}

/** Bytes of a character that breaks off at `at`; 1 for a byte that cannot begin one. */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  for (const length of [3, 2]) {
    const start = bytes.subarray(at, at + length);
    if (start.length === length && ENDINGS.some((ending) => illFormedAt(Buffer.concat([start, ending])) < 0))
      return length;
  }
  return 1;
}

/** One of these completes a character after any two or three of its bytes. */
const ENDINGS = [Buffer.from([0x80]), Buffer.from([0x80, 0x80])];
