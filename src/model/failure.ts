/** Why a command has no answer; each maps to one exit code in `cli/exit.ts`. */
export type FailureCode = 'usage' | 'no-match' | 'failed' | 'refused' | 'interrupted';

/**
 * The tool could not do its job. Damaged data is never a Failure: it is a Finding.
 * `message` is one sentence that names the file; `hint` is the way out.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly hint: string | null;
  /** Names in the hint that come from a store: one may read like a command. */
  readonly names: readonly string[];

  constructor(code: FailureCode, message: string, hint: string | null = null, { names = [], ...options }: About = {}) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
    this.hint = hint;
    this.names = names;
  }
}

interface About extends ErrorOptions {
  readonly names?: readonly string[];
}
