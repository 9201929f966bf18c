import * as z from 'zod';
import { documentOf } from '../../src/contract/documents.ts';
import { REASONS } from '../reasons.ts';

const HIDING = new Set(Object.values(REASONS).flatMap((each) => Object.keys(each)));

/**
 * Holds what a command line with --json wrote to the contract. Throws for a key or a word that the contract does not have: a new one
 * is added to `src/contract`, and so to docs/json.md.
 */
export function holdToContract(line: readonly string[], stdout: string): void {
  const value: unknown = JSON.parse(stdout, reasonNamed);
  const document = documentOf(value);
  if (document === undefined)
    throw new Error(`convo ${line.join(' ')} answers with a document that src/contract/documents.ts lacks`);
  const parsed = document.schema.safeParse(value);
  if (!parsed.success)
    throw new Error(
      `convo ${line.join(' ')} breaks the JSON contract (src/contract):\n${z.prettifyError(parsed.error)}`,
    );
}

/** Throws for a word of `hidden` that no kind explains. */
function reasonNamed(key: string, value: unknown): unknown {
  if (key === 'hidden' && typeof value === 'string' && !HIDING.has(value))
    throw new Error(`no kind has the reason ${value}`);
  return value;
}
