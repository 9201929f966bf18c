import { matchAt } from './assigned-values.ts';
import type { RuleMatch } from './rule-parts.ts';

interface SplitToken {
  readonly begin: RegExp;
  /** True for all that is behind its beginning, put together. */
  isWhole(rest: string): boolean;
  /** Tokens of different lengths go on as long as pieces look like more of them. */
  readonly isOpen: boolean;
}

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
const SLACK = /^(?:\d{9,13}-){2,3}[A-Za-z0-9]{24,34}$/;
const MIN_OPENAI_LENGTH = 40;

const SPLIT_TOKENS: readonly SplitToken[] = [
  ...FIXED_LENGTHS.map(([begin, length]) => ({
    begin,
    isWhole: (rest: string) => rest.length === length,
    isOpen: false,
  })),
  { begin: /\bxox[abprs]-/g, isWhole: (rest) => SLACK.test(rest), isOpen: false },
  { begin: /\bsk-(?:proj|svcacct|admin)-/g, isWhole: (rest) => rest.length >= MIN_OPENAI_LENGTH, isOpen: true },
];

/** How a text goes on: over the end of a line, or put together of two. */
const JOINT = /(?:["'][ \t]{0,3}[+.][ \t]{0,3}(?:\r?\n[ \t]{0,40})?["']|\\?\r?\n[ \t]{0,12}|\\[nr])/y;
const RUN = /[\w-]+/y;
/** More of a token on another line: nothing else is there, and it is no word. */
const REST = /^(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{8,}$/;
const LINE_END = /["'`]?[ \t]*(?:\\?[\r\n]|\\[nr]|$)/y;
const MAX_PIECES = 6;

/** Tokens that go over the end of a line, or are put together of several texts. */
export function* splitTokens(text: string): Generator<RuleMatch> {
  for (const token of SPLIT_TOKENS)
    for (const { 0: word, index } of text.matchAll(token.begin)) {
      const end = endOfPieces(text, index + word.length, token);
      if (end !== null) yield matchAt(index, 0, text.slice(index, end));
    }
}

/** Behind pieces that together are a token, or null; a token in one piece has rules of its own. */
function endOfPieces(text: string, start: number, { isWhole, isOpen }: SplitToken): number | null {
  let rest = stickyAt(RUN, text, start);
  let at = start + rest.length;
  let end: number | null = null;
  for (let piece = 1; piece < MAX_PIECES && (isOpen || !isWhole(rest)); piece++) {
    const joint = stickyAt(JOINT, text, at);
    const run = joint === '' ? '' : stickyAt(RUN, text, at + joint.length);
    const next = at + joint.length + run.length;
    if (run === '' || (isOpen && !/[+.]/.test(joint) && !(REST.test(run) && isLineEnd(text, next)))) break;
    rest += run;
    at = next;
    if (isWhole(rest)) end = at;
  }
  return end;
}

function isLineEnd(text: string, at: number): boolean {
  LINE_END.lastIndex = at;
  return LINE_END.test(text);
}

function stickyAt(find: RegExp, text: string, at: number): string {
  find.lastIndex = at;
  return find.exec(text)?.[0] ?? '';
}
