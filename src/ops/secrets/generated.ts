import { letteredJumble, mayBeJumbled, NAME_LENGTH } from './jumble.ts';

/** Signs in passwords of generators that rules take for code, markup or the end of a value. */
const SIGN = /[!#$%&()*?[\]^{|}~]/;
/** Those that part the members of a list or the folders of a path too. */
const ALL_SIGNS = /[!#$%&()*,/;?[\]^{|}~]/g;
const RUN = /[!#-&(-;=?-[\]^_a-{|}~]{8,160}/g;
/** With signs of code too, which may be in a password or around it. */
const LONG_RUN = /[!#-&(-;=?-[\]^_`a-{|}~]{8,160}/g;
const LETTER = 'x';
const SORTS = [/\d/, /[A-Z]/, /[a-z]/, SIGN];
const MIN_LETTERS = 6;
const MAX_LENGTH = 80;
const MAX_STARTS = 12;

/** Where a value may begin within a run: `ada:`, `password=`, `-p`, `dom/ada:`. */
const STARTS = /(?:^|[=:/,@(|]|(?<=^-)[A-Za-z])(?=[^$=:/,@(|])/g;
/** A parameter of an address behind it, the rest of a link, or the signs that end a sentence or code around it. */
const BEHIND = /(?:&[A-Za-z_][\w.-]*=.*|\]\(.*|[.,;:)\]}]+)$/;

/** Code, an expression, markup, a placeholder, an address, or a name before a value. */
const NO_PASSWORD = [
  /[$#%]\{|\$\(|%\([\w.]+\)[a-z]|\{\{|\}\}|\(\)|\[\]|\{\}|\]\(|&&|\|\||=>|->|::|:\/\/|\(\?|\[\^|\.\*|\*\*|\{\d*,?\d*\}/,
  /[A-Za-z_]{3}[=:]|\$[A-Z_]{3}|%[A-Z_]{2,}%|\[[a-zA-Z]-[a-zA-Z]|\[\d+\]|\.[a-z]{2,}[([]/,
  // A call or an element: closed, or of a name that no two digits end.
  /^[A-Za-z_]\w*[([{].*[)\]}]$|^[!#~*&]*(?:[A-Za-z_.]*|[\w.]*(?:[a-z]{3}|[A-Z]{3})[\w.]*[A-Za-z_])\d?[([{](?!\d+[A-Za-z].)/,
  /(?:aes|argon|base|blake|crypt|float|hs|hmac|int|log|md|rs|rsa|sha|utf|uuid|x)[_-]?\d+[([{]/i,
  // A variable, a pointer, a reference, an operator, emphasis.
  /^[^A-Za-z0-9].*[a-z]{4}|^[^A-Za-z0-9!#$%&*?^+~]|^(\W).*\1$/,
];

/**
 * A text of equal length in which passwords of generators (`kT(9vm%Q2x`) have letters for their signs, and where these
 * passwords are. Rules judge them by their surroundings then, as they do a password of letters and digits.
 */
export function signsAsLetters(
  text: string,
  stretches: readonly { readonly from: number; readonly to: number }[],
): {
  readonly lettered: string;
  readonly runs: readonly { readonly at: number; readonly end: number }[];
} {
  const pieces: string[] = [];
  const runs: { at: number; end: number }[] = [];
  let done = 0;
  for (const { from, to } of stretches)
    for (const { 0: run, index } of text.slice(from, to).matchAll(LONG_RUN)) {
      if (!mayBeJumbled(run)) continue;
      for (const { at, lettered } of letteredPieces(text, from + index, run)) {
        pieces.push(text.slice(done, at), lettered);
        done = at + lettered.length;
        runs.push({ at, end: done });
      }
    }
  return { lettered: pieces.join('') + text.slice(done), runs };
}

interface LetteredPiece {
  readonly at: number;
  readonly lettered: string;
}

function letteredPieces(text: string, at: number, run: string): readonly LetteredPiece[] {
  const jumbled = letteredJumble(text, at, run);
  if (jumbled !== null) return [{ at, lettered: jumbled }];
  return [...run.matchAll(RUN)].flatMap(({ 0: part, index }) => {
    const lettered = isOfAllSorts(part) ? (letteredQuote(text, at + index, part) ?? letteredRun(part)) : null;
    return lettered === null ? [] : [{ at: at + index, lettered }];
  });
}

/** A value in quotes or of a variable behind the name of a password, no code whichever brackets it has; null for another run. */
function letteredQuote(text: string, at: number, run: string): string | null {
  const next = text[at + run.length] ?? '\n';
  const [name = ''] = VARIABLE.exec(run) ?? [];
  const value = run.slice(name.length);
  const isQuoted = NAME_AND_QUOTE.test(text.slice(Math.max(0, at - NAME_LENGTH), at)) && /["'\\]/.test(next);
  const isWhole = isQuoted || (name !== '' && /[\s\\]/.test(next));
  const bare = value.replace(/[^A-Za-z0-9]/g, '');
  if (!isWhole || bare.length < MIN_LETTERS || value.length > MAX_LENGTH || REFERENCE.test(value)) return null;
  return name + value.replace(ALL_SIGNS, LETTER);
}

const NAME_AND_QUOTE =
  /(?:pass(?:word|wd|phrase)?|pwd|passwort|kennwort)\w{0,12}\\*["']?\s{0,3}(?:=>|:=|[:=])\s{0,3}\\*["']$/i;
const VARIABLE = /^[A-Z\d_]{0,24}(?:PASS(?:WORD|WD|PHRASE)?|PWD)[A-Z\d_]{0,12}=/;
/** A variable, a template, or a place where the password is kept. */
const REFERENCE =
  /[$#%]\{|[$%]\(|\{\{|\$[A-Z_]{3}|%[A-Z_]{2,}%|^[a-z]+:|::|[a-z]{3}\.[a-z]{3}|^[^A-Za-z0-9]?[A-Za-z_]+\(.*\)$/;

function letteredRun(run: string): string | null {
  for (const { 0: before, index } of [...run.matchAll(STARTS)].slice(0, MAX_STARTS)) {
    const start = index + before.length;
    const value = run.slice(start).replace(BEHIND, '');
    if (isGenerated(value))
      return (
        run.slice(0, start) + value.replace(isList(value) ? SIGNS : ALL_SIGNS, LETTER) + run.slice(start + value.length)
      );
  }
  return null;
}

function isGenerated(value: string): boolean {
  const bare = value.replace(/[^A-Za-z0-9]/g, '');
  return (
    value.length <= MAX_LENGTH &&
    bare.length >= MIN_LETTERS &&
    bare.length * 2 >= value.length &&
    isOfAllSorts(value) &&
    !NO_PASSWORD.some((each) => each.test(value))
  );
}

function isOfAllSorts(value: string): boolean {
  return SORTS.every((sort) => sort.test(value));
}

/** True where a piece between such signs is a word or a number. */
function isList(value: string): boolean {
  return /(?:^|[,/;])(?:[A-Z]?[a-z]+|[A-Z]+|\d+)?(?:[,/;]|$)/.test(value);
}

const SIGNS = new RegExp(SIGN, 'g');
