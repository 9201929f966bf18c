export type { ReportFile } from '../io/own-file.ts';

import { dirname, resolve } from 'node:path';
import { errorCode, unless } from '../io/disk/error-code.ts';
import { readReasonOf } from '../io/disk/reason-of.ts';
import { type ReportFile, reportFile } from '../io/own-file.ts';
import { readingWords } from '../io/walk/read-finding.ts';
import { Failure } from '../model/failure.ts';
import type { Reading } from './reading.ts';

/** A path that was typed, made absolute. Throws Failure `usage` for `-`, which elsewhere means stdin or stdout, and for what is no path. */
export function typedPath(cwd: string, typed: string): string {
  if (typed === '') throw new Failure('usage', 'a path is empty', 'Is a variable that should hold it not set?');
  if (typed.includes('\0')) throw new Failure('usage', 'a path holds a NUL character');
  if (typed !== '-') return resolve(cwd, typed);
  throw new Failure('usage', '- cannot be given here, where a path is needed', './- is a file or folder of that name.');
}

/**
 * A path that was typed for a file of our own (a report, a baseline, a seal), made absolute. Throws Failure `usage` when it is in a
 * store, where nothing is ever written but by a change, and for a link that leads nowhere: that may be in one.
 */
export function ownPath({ disk, sites }: Reading, cwd: string, file: string): string {
  const path = typedPath(cwd, file);
  const real = realOf(disk, path);
  const store = sites.find(({ file: lone, root }) => lone === null && `${real}/`.startsWith(`${realOf(disk, root)}/`));
  if (store === undefined) return path;
  throw new Failure(
    'usage',
    `${path} is in the ${store.kind} store ${store.root}`,
    'Name a path outside of every store.',
  );
}

function realOf(disk: Reading['disk'], path: string): string {
  try {
    return disk.realpath(path);
  } catch {
    if (typeAt(disk, path) === 'link')
      throw STREAM.test(path)
        ? new Failure('usage', `${path} is a pipe here, not a file`, 'Without a file it goes to stdout.')
        : new Failure('usage', `${path} is a link that leads nowhere`, 'Name what it should lead to.');
    return dirname(path) === path ? path : resolve(realOf(disk, dirname(path)), path.slice(dirname(path).length + 1));
  }
}

/** Of a process, which may have a pipe in place of a file or a terminal. */
const STREAM = /^\/dev\/(?:stdout|stderr|fd\/\d+)$/;

function typeAt(disk: Reading['disk'], path: string): string | null {
  try {
    return unless(['ENOENT', 'ENOTDIR'], () => disk.lstat(path))?.type ?? null;
  } catch (error) {
    throw new Failure('failed', `${path} cannot be reached: ${readingWords(error)}`, 'Name another path.', {
      cause: error,
    });
  }
}

/** Throws Failure `usage` where one of the files of a command line is named a second time, perhaps in other words. */
export function refuseTwice(cwd: string, files: readonly (string | null | undefined)[]): void {
  const seen = new Set<string>();
  for (const file of files) {
    if (file == null) continue;
    const path = resolve(cwd, file);
    if (seen.has(path)) throw new Failure('usage', `${file} is named for two things`, 'Give each a file of its own.');
    seen.add(path);
  }
}

/** The text of a file of our own; `what` names it in a message. Throws Failure `usage` when it cannot be read. */
export function readOwnText(disk: Reading['disk'], what: string, file: string, hint: string): string {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(disk.read(file));
  } catch (error) {
    throw new Failure('usage', `the ${what} ${file} ${whyUnread(error)}`, hint, { cause: error });
  }
}

/** Why what a command line names cannot be read, in words that can follow its path. */
export function whyUnread(error: unknown): string {
  return errorCode(error) === 'ENOENT' ? 'does not exist' : readReasonOf(error);
}

/** Opens a report file; GitHub's step summary is added to, any other file is replaced when the report is whole. Throws Failure. */
export function openReport(
  reading: Reading,
  { cwd, file, summary }: { readonly cwd: string; readonly file: string; readonly summary: string | undefined },
): ReportFile {
  return reportFile(ownPath(reading, cwd, file), {
    append: summary !== undefined && resolve(cwd, summary) === resolve(cwd, file),
  });
}
