import { basename, dirname, join } from 'node:path';
import { RUN_ID } from '../journal/run-id.ts';

const LONGEST = 255;
const TEMP = new RegExp(String.raw`^\..*\.convo-${RUN_ID}-\d`, 's');

/**
 * Path for a file that a run builds or sets aside for step `n`. Hidden from every program by its leading dot and ending
 * (docs/formats/fnord.md); at most 255 bytes.
 */
export function tempBeside(path: string, run: string, n: string): string {
  return partBeside(path, `.convo-${run}-${n}`);
}

/** Path for a file under construction: leading dot, this ending, at most 255 bytes. */
export function partBeside(path: string, ending: string): string {
  return join(dirname(path), `.${clip(basename(path), LONGEST - 1 - ending.length)}${ending}`);
}

/** Names of `tempBeside`, of any run. */
export function isTempName(name: string): boolean {
  return name.startsWith('.') && TEMP.test(name);
}

/** Cuts between characters. */
function clip(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let out = '';
  let size = 0;
  for (const char of text) {
    size += Buffer.byteLength(char);
    if (size > bytes) break;
    out += char;
  }
  return out;
}
