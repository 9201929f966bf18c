import type { Sentence } from './command.ts';

export type FailureCode = 'usage' | 'no-match' | 'failed' | 'refused' | 'interrupted';

/** Thrown if the tool cannot do its job; damaged data is a Finding instead. `message`: one sentence that names the file; `hint`: the way out. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly hint: Sentence | null;

  constructor(code: FailureCode, message: string, hint: Sentence | null = null, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
    this.hint = hint;
  }
}

/** The result of a call; null if it throws a Failure. */
export function nullOnFailure<T>(call: () => T): T | null {
  try {
    return call();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

export function issueText(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): string {
  const at = issue?.path.join('.') ?? '';
  const what = issue?.message ?? 'does not fit';
  return at === '' ? what : `${at}: ${what}`;
}

const CAUSES: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EROFS', 'the file system is read-only'],
  ['EIO', 'the device reports an error'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'not permitted'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['ESTALE', 'the network file system lost it'],
  ['ENOMEM', 'it does not fit into the free memory'],
  ['ENAMETOOLONG', 'the path is too long'],
  ['ELOOP', 'its links lead in a circle'],
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'it is below something that is not a folder'],
  ['EISDIR', 'it is a folder'],
]);

export function causeOf(code: string): string | null {
  return CAUSES.get(code) ?? null;
}

/** A hint about one store: a run may have changed others. */
export function nothingChanged(root: string): string {
  return `Nothing was changed in ${root}.`;
}
