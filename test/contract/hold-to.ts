import * as z from 'zod';
import { documentOf } from './documents.ts';

/**
 * Holds what a command line with --json wrote to the contract. Throws for a key or a word that the contract does not have: a new one
 * is added to `test/contract`, and so to docs/json.md.
 */
export function holdToContract(line: readonly string[], stdout: string): void {
  const value: unknown = JSON.parse(stdout);
  const document = documentOf(value);
  if (document === undefined)
    throw new Error(`convo ${line.join(' ')} answers with a document that test/contract/documents.ts lacks`);
  const parsed = document.schema.safeParse(value);
  if (!parsed.success)
    throw new Error(
      `convo ${line.join(' ')} breaks the JSON contract (test/contract):\n${z.prettifyError(parsed.error)}`,
    );
}
