import type { Edit } from '../../../../codecs/edit.ts';
import { duplicates } from '../../../../codecs/json/duplicates.ts';
import { scan } from '../../../../codecs/json/scan.ts';
import { elements, isArray, isObject, root, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import { dropDuplicates } from '../../../engine/duplicates.ts';
import { type FileRepair, NO_REPAIR, shown } from '../passes/repair.ts';
import { tapeOf } from './opened.ts';

/** Takes away commas before a closing bracket. */
export function withoutStrayCommas(bytes: Uint8Array): FileRepair {
  const edits: Edit[] = [];
  for (const [stretch, from] of outsideTexts(bytes))
    for (const { index } of stretch.matchAll(/,(?=[ \t\r\n]*[\]}])/g))
      edits.push({ at: from + index, remove: 1, insert: new Uint8Array() });
  return { edits, notes: [] };
}

/** Quotes numbers that JSON does not know, as jsonlite writes them (docs/formats/rao.md, "JSON as R has it"). */
export function withQuotedNumbers(bytes: Uint8Array): FileRepair {
  const edits: Edit[] = [];
  for (const [stretch, from] of outsideTexts(bytes))
    for (const { index, 0: word } of stretch.matchAll(/(?<![\w.])(?:NaN|[-+]?(?:Infinity|Inf))(?![\w.])/g))
      edits.push({ at: from + index, remove: word.length, insert: Buffer.from(JSON.stringify(spelled(word))) });
  const notes = edits.length === 0 ? [] : [`quotes ${count(edits.length, 'number')} that JSON does not know`];
  return { edits, notes };
}

/** R's spelling. */
function spelled(word: string): string {
  return word.replace('+', '').replace('Infinity', 'Inf');
}

/** Each stretch of bytes outside texts, one character a byte, and where it begins. */
function* outsideTexts(bytes: Uint8Array): Generator<readonly [string, number]> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const quote = bytes.indexOf(QUOTE, at);
    const end = quote < 0 ? bytes.length : quote;
    yield [text.toString('latin1', at, end), at];
    at = quote < 0 ? bytes.length : afterText(bytes, quote);
  }
}

const QUOTE = 0x22;

const BACKSLASH = 0x5c;

/** The offset after the text that begins at `quote`. */
function afterText(bytes: Uint8Array, quote: number): number {
  let at = quote + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Leaves of equal keys in one object the first, which is the one R sees. */
export function withoutDuplicates(bytes: Uint8Array): FileRepair {
  const tape = tapeOf(bytes);
  const notes = Array.from(
    duplicates(tape),
    ({ key }) => `drops the second ${shown(textOf(key))} at byte ${spanOf(key).start}, which Rao never shows`,
  );
  return { edits: dropDuplicates(tape), notes };
}

/** Takes away what follows a whole document; one trailing line end stays. */
export function withoutTail(bytes: Uint8Array): FileRepair | string {
  const { fault, end, open } = tapeOf(bytes);
  // Containers that are open say that the document itself is not whole.
  if (fault === null || open.length > 0 || end === 0) return NO_REPAIR;
  if (!holdsMore(root(tapeOf(bytes)))) return 'begins with a single value, and so is no document of Rao';
  const at = end + lineEndAt(bytes, end);
  const gone = bytes.subarray(at);
  const edits = [{ at, remove: gone.length, insert: new Uint8Array() }];
  return { edits, notes: [`leaves out ${count(gone.length, 'byte')} after the document${whatIn(gone)}`] };
}

/** An object, or a list. */
function holdsMore(top: Value | null): boolean {
  return top !== null && (isObject(top) || isArray(top));
}

function lineEndAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 0x0a) return 1;
  return bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? 2 : 0;
}

/** A second document may be the one that is wanted, so its size is said. */
function whatIn(gone: Uint8Array): string {
  const second = root(scan(gone));
  if (second === null) return gone.every((byte) => byte === 0) ? ', all NUL' : '';
  return `, a second one with ${count(elements(second).length, 'whole entry', 'whole entries')} among them`;
}
