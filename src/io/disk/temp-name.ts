import { basename, dirname, join } from 'node:path';
import { RUN_ID } from '../journal/run-id.ts';

const LONGEST = 255;
const TEMP = new RegExp(String.raw`^\..*\.convo-${RUN_ID}-\d`, 's');

/**
 * The path, beside `path`, of what run `run` builds or sets aside for its step `n`. Its name begins with a dot and does not end like
 * any file of a program, so that none of them lists it (docs/formats/fnord.md), and fits into 255 bytes.
 */
export function tempBeside(path: string, run: string, n: string): string {
  return partBeside(path, `.convo-${run}-${n}`);
}

/** The path, beside `path`, of a file that is being made under a name with this ending; fits into 255 bytes, and begins with a dot. */
export function partBeside(path: string, ending: string): string {
  return join(dirname(path), `.${clip(basename(path), LONGEST - 1 - ending.length)}${ending}`);
}

/** True for the names that `tempBeside` makes, of this run or any other. */
export function isTempName(name: string): boolean {
  return name.startsWith('.') && TEMP.test(name);
}

/** At most `bytes` bytes of UTF-8, whole characters only. */
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
