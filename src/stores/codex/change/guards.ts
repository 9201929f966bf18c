import { refused } from '../../decided.ts';
import type { Left } from '../../kind.ts';
import type { CodexDocument } from '../document.ts';

/** Nothing of a thread is changed while a program has it open. */
export function refusedAsHeld(document: CodexDocument): Left | null {
  return document.isHeld()
    ? refused({ codes: ['CX401'], reason: 'is open in a program: close it there first', unsafe: true })
    : null;
}
