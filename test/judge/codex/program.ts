import { join } from 'node:path';
import { newestOf, published } from '../npm.ts';

const PACKAGE = '@openai/codex';

/** Codex as npm publishes it: a version, the newest where none is asked for, and the script that starts it. */
export function codexProgram(asked: string | undefined): { readonly version: string; readonly file: string } {
  const version = asked ?? newestOf(PACKAGE);
  return { version, file: published('codex', `${PACKAGE}@${version}`, join(PACKAGE, 'bin', 'codex.js')) };
}
