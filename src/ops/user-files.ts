import type { Sentence } from '../model/sentence.ts';

export { newDigest } from '../io/disk/digest.ts';

import { resolve } from 'node:path';
import { errorCode, readReasonOf } from '../io/disk/error-code.ts';
import { Failure } from '../model/failure.ts';
import type { Reading } from './reading.ts';

/** A typed path, made absolute. Throws Failure `usage` for `-`, which elsewhere means stdin or stdout, and for no path. */
export function typedPath(cwd: string, typed: string): string {
  if (typed === '') throw new Failure('usage', 'a path is empty', 'Is a variable that should hold it not set?');
  if (typed.includes('\0')) throw new Failure('usage', 'a path holds a NUL character');
  if (typed !== '-') return resolve(cwd, typed);
  throw new Failure('usage', '- cannot be given here, where a path is needed', './- is a file or folder of that name.');
}

/** The text of a file of our own; `what` names it in a message. Throws Failure `usage` when it cannot be read. */
export function readUserText(disk: Reading['disk'], what: string, file: string, hint: Sentence): string {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(disk.read(file));
  } catch (error) {
    throw new Failure('usage', `the ${what} ${file} ${whyUnread(error)}`, hint, { cause: error });
  }
}

/** The reason why a file cannot be read, to follow its path. */
export function whyUnread(error: unknown): string {
  return errorCode(error) === 'ENOENT' ? 'does not exist' : readReasonOf(error);
}
