import writeFileAtomic from 'write-file-atomic';
import { Failure } from '../model/failure.ts';
import { reasonOf } from './disk/reason-of.ts';

/** Writes a file of the user's choice, whole or not at all. Throws Failure `failed` when the disk refuses. */
export async function writeOwnFile(file: string, text: string): Promise<void> {
  try {
    await writeFileAtomic(file, text);
  } catch (error) {
    throw new Failure('failed', `${file} ${reasonOf(error)}`, null, { cause: error });
  }
}
