import type { Sentence } from './sentence.ts';

/** `cli/exit.ts` maps each to one exit code. */
export type FailureCode = 'usage' | 'no-match' | 'failed' | 'refused' | 'interrupted';

/**
 * The tool could not do its job. Damaged data is a Finding instead. `message` is one sentence that names the file; `hint` is
 * the way out.
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
