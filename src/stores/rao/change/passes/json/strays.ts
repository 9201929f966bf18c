import type { Edit } from '../../../../../codecs/edit.ts';
import { count } from '../../../../count.ts';
import type { FileRepair } from '../repair.ts';

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
