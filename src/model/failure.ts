import type { Sentence } from './sentence.ts';

/** Why a command has no answer; each maps to one exit code in `cli/exit.ts`. */
export type FailureCode = 'usage' | 'no-match' | 'failed' | 'refused' | 'interrupted';

/**
 * The tool could not do its job. Damaged data is never a Failure: it is a Finding.
 * `message` is one sentence that names the file; `hint` is the way out.
 */
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
