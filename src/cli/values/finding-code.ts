import { allCodes, type Code, isCode } from '../../model/findings.ts';
import { nearest } from '../../model/nearest.ts';
import { readBy } from './read-by.ts';

const NONE = 'takes a code that `convo explain` lists';

/** Case-insensitive. */
export const findingCode = readBy(codeNamed, NONE, unknown);

/** Null for other texts. */
export function codeNamed(text: string): Code | null {
  const code = text.toUpperCase();
  return isCode(code) ? code : null;
}

function unknown(text: string): string {
  const near = nearest(text, allCodes());
  return near.length === 0 ? NONE : `takes a known code (did you mean ${near.join(', ')}?)`;
}
