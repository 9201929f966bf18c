import { matchAt } from './assigned-values.ts';
import type { RuleMatch } from './rule-parts.ts';

/** Tokens of one length, by what they begin with. */
const FIXED_LENGTHS: readonly (readonly [begin: RegExp, length: number])[] = [
  [/\bgh[pousr]_/g, 36],
  [/\bgithub_pat_/g, 82],
  [/\bnpm_/g, 36],
  [/\bhf_/g, 34],
  [/\bglpat-/g, 20],
  [/\bAIza/g, 35],
  [/\bsk-ant-[a-z]{3,6}\d\d-/g, 95],
];
/** How a text goes on: over the end of a line, or put together of two. */
const JOINT = /(?:["'][ \t]{0,3}[+.][ \t]{0,3}(?:\r?\n[ \t]{0,40})?["']|\\?\r?\n[ \t]{0,12}|\\[nr])/y;
const RUN = /[\w-]+/y;
const MAX_PIECES = 6;

/** Tokens that go over the end of a line, or are put together of several texts. */
export function* splitTokens(text: string): Generator<RuleMatch> {
  for (const [begin, length] of FIXED_LENGTHS)
    for (const { 0: word, index } of text.matchAll(begin)) {
      const end = endOfPieces(text, index + word.length, length);
      if (end !== null) yield matchAt(index, 0, text.slice(index, end));
    }
}

/** Behind pieces that together have that length, or null; a token in one piece has rules of its own. */
function endOfPieces(text: string, start: number, length: number): number | null {
  let at = start;
  for (let left = length, piece = 0; piece < MAX_PIECES; piece++) {
    RUN.lastIndex = at;
    const run = RUN.exec(text)?.[0] ?? '';
    at += run.length;
    left -= run.length;
    if (run === '' || left < 0) return null;
    if (left === 0) return piece === 0 ? null : at;
    JOINT.lastIndex = at;
    at += JOINT.exec(text)?.[0].length ?? 0;
  }
  return null;
}
