import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../model/failure.ts';
import { errorCode } from './disk/error-code.ts';
import { reasonOf } from './disk/reason-of.ts';

/** Writes a file of the user's choice, whole or not at all. Throws Failure `failed` when the disk refuses. */
export async function writeOwnFile(file: string, text: string): Promise<void> {
  try {
    // Loaded here: few command lines write such a file.
    const { default: writeFileAtomic } = await import('write-file-atomic');
    await writeFileAtomic(file, text);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** A report that is being written to a file. It is there whole, or the file is as it was. */
export interface ReportFile {
  write(text: string): void;
  /** Makes the report visible under its name. */
  finish(): void;
  /** Leaves the file as it was. */
  abandon(): void;
}

/** Characters held back before they are written. */
const HELD = 1 << 16;

/**
 * Opens a report file. With `append` it is added to what is there already, as GitHub wants for a step summary. A device such as
 * /dev/stderr is written to directly. Throws Failure `failed` when the disk refuses, at any call.
 */
export function reportFile(given: string, { append }: { readonly append: boolean }): ReportFile {
  return streamedFile(given, { append, mode: 0o666, suffix: 'convo-report', failure: writeFailure });
}

/** Opens a file for a plan, readable by its user alone. Throws Failure `failed` when the disk refuses, at any call. */
export function planFile(given: string): ReportFile {
  return streamedFile(given, { append: false, mode: 0o600, suffix: 'convo-plan', failure: writeFailure });
}

interface Streaming {
  readonly append: boolean;
  readonly mode: number;
  /** Of the name that the file has until it is whole. */
  readonly suffix: string;
  readonly failure: (path: string, error: unknown) => Failure;
}

function streamedFile(given: string, { append, mode, suffix, failure }: Streaming): ReportFile {
  const attempt = <T>(path: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw failure(path, error);
    }
  };
  const path = attempt(given, () => (fs.existsSync(given) ? fs.realpathSync.native(given) : given));
  const direct = append || attempt(given, () => isDevice(path));
  const target = direct ? path : join(dirname(path), `.${basename(path)}.${suffix}`);
  // What was left there by a run that was cut is not written into: it may be a link, or others may read it.
  if (!direct) attempt(given, () => fs.rmSync(target, { force: true }));
  const file = attempt(given, () => fs.openSync(target, append ? 'a' : direct ? 'w' : 'wx', mode));
  let held = '';
  const flush = (): void => {
    const bytes = Buffer.from(held);
    held = '';
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(file, bytes, at);
  };
  const abandon = (): void => {
    try {
      fs.closeSync(file);
      if (!direct) fs.unlinkSync(target);
    } catch {
      // The first failure is the one to report.
    }
  };
  const orAbandon = (work: () => void): void => {
    try {
      attempt(given, work);
    } catch (error) {
      abandon();
      throw error;
    }
  };
  return {
    write: (text) => {
      held += text;
      if (held.length >= HELD) orAbandon(flush);
    },
    finish: () =>
      orAbandon(() => {
        flush();
        if (!direct) fs.fsyncSync(file);
        fs.closeSync(file);
        if (!direct) fs.renameSync(target, path);
      }),
    abandon,
  };
}

function isDevice(path: string): boolean {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return false;
  if (stats.isCharacterDevice()) return true;
  throw new Error(stats.isDirectory() ? 'is a folder, not a file' : 'is neither a file nor a device');
}

function writeFailure(path: string, error: unknown): Failure {
  const reason = errorCode(error) === 'ENOENT' ? 'cannot be written: its folder does not exist' : reasonOf(error);
  return new Failure('failed', `${path} ${reason}`, 'Name another file.', { cause: error });
}
