const WORD_SORTS = [/\d/, /[A-Z]/, /[a-z]/];
const SORTS = [...WORD_SORTS, /[!#$%&()*+,/:;=?@[\]^`{|}~]/];
const MIN_LENGTH = 10;
const MAX_LENGTH = 80;
/** Share of characters before one of another sort: 0.7 where all are drawn by chance, 0.4 in code. */
const MIN_TURNS = 0.5;
const MIN_TURNS_DECLARED = 0.4;
const MIN_TURNS_SHUFFLED = 0.6;

/** The name of a variable, a setting, a flag or a user, before a value. */
const NAMES = [
  /^(?:-{1,2}[\w-]{2,40}=|-[a-z]|[\w.-]{0,40}(?:pass(?:word|wd|phrase)?|pwd|secret|token|key)\w{0,12}[=:])/i,
  /^(?:[A-Z][A-Z0-9_]{2,40}=|[a-z][\w.@-]{1,20}:)/,
  /^/,
];
/** A name right before its value in code too: its line has to begin with it. */
const NAME_IN_CODE = /^\w[\w.-]*(?:[A-Za-z]:|[a-z]=)$/;
const LINE_BEGIN = /(?:^|[\n"'])[ \t]*$/;
const OPENING = /^[(`*]+(?=[A-Za-z0-9])/;
const CLOSING = /[.,;:!?)`*]+$/;
/** Most characters before a value that are read for its name. */
export const NAME_LENGTH = 48;
/** The name of a password or a key, and words or signs that say that it comes. */
const TOLD = new RegExp(
  [
    String.raw`(?:pass(?:word|wd|phrase|wort)?|pwd|kennwort|contrase.a|mot de passe|senha|secret|token|[_-]key)\w{0,12}\\*["'\x60*]{0,3}`,
    String.raw`(?:\s{0,3}(?:=>|:=|[:=])\s?|[ \t](?:is|was|to|ist|lautet|es|est)[ \t]|[ \t]{1,3})\\*["'\x60*(]{0,3}$`,
  ].join(''),
  'i',
);
/** A variable, a class of characters, an address, an operator, a word, a call. */
const IN_CODE = [
  /\$\{\w*$|[$#%]\{[^{}]*\}|[$%]\([^()]*\)|[$%]\([a-z]{2,}$|\{\{.*\}\}|^[$%{<[(*./~]|\$[A-Z_]{4}|%[A-Z_]{2,}%/,
  /::|:\/\/|&&|\|\||=>|->|\(\?|\[\^|\[[a-zA-Z]-[a-zA-Z]|[a-z_]{3}[=:]|[a-z]{5}|[A-Z]{5}/,
  /^[A-Za-z_][\w.]*[([{].*[)\]}]$|^[A-Z]?[a-z]{2,}\d*[([]/,
];

/** True for a word that may be a password without order, or have one in it. */
export function mayBeJumbled(word: string): boolean {
  return SORTS.every((sort) => sort.test(word));
}

/** True for a value without order. One that the text calls a password may have one sign, and pairs of brackets. */
export function isJumbled(value: string, isDeclared: boolean): boolean {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH || !mayBeJumbled(value)) return false;
  if (IN_CODE.some((each) => each.test(value))) return false;
  if (!isDeclared && (new Set(value.match(/[^A-Za-z0-9]/g)).size < 2 || hasPairs(value))) return false;
  const turns = value.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)|[^A-Za-z\d](?=[A-Za-z\d])/g) ?? [];
  return turns.length >= value.length * (isDeclared ? MIN_TURNS_DECLARED : MIN_TURNS);
}

/** True for letters of both cases and digits that take turns at most places. */
export function isShuffled(value: string): boolean {
  if (/^[\da-f]{32,64}$/.test(value)) return new Set(value).size >= 8 && /[a-f]/.test(value);
  if (!/^[\w*+=-]{8,80}$/.test(value) || !WORD_SORTS.every((sort) => sort.test(value))) return false;
  const turns = value.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)/g) ?? [];
  return turns.length >= value.length * MIN_TURNS_SHUFFLED;
}

/** True where brackets are closed as they are opened. */
function hasPairs(value: string): boolean {
  let brackets = value.replace(/[^()[\]{}]/g, '').replace(/[([{]$/, '');
  if (brackets === '') return false;
  for (let before = ''; before !== brackets; ) {
    before = brackets;
    brackets = brackets.replace(/\(\)|\[\]|\{\}/g, '');
  }
  return brackets === '';
}

/** A whole word with letters for the signs of the password that it is or ends with; null for another word. */
export function letteredJumble(text: string, at: number, word: string): string | null {
  const before = text.slice(Math.max(0, at - NAME_LENGTH), at);
  for (const begin of NAMES) {
    const name = begin.exec(word)?.[0];
    if (name === undefined) continue;
    const isInCode = NAME_IN_CODE.test(name);
    if (isInCode && !LINE_BEGIN.test(before)) continue;
    const opening = OPENING.exec(word.slice(name.length))?.[0] ?? '';
    const start = name.length + opening.length;
    const value = word.slice(start).replace(CLOSING, '');
    if (isJumbled(value, TOLD.test(before + word.slice(0, start))) && !(isInCode && hasPairs(value)))
      return word.slice(0, start) + value.replace(/[^A-Za-z0-9]/g, letterFor) + word.slice(start + value.length);
  }
  return null;
}

const LETTERS = 'xQkZwJvXqKzWj';

/** Different letters for different signs: a value keeps its entropy. */
function letterFor(sign: string): string {
  return LETTERS.charAt(sign.charCodeAt(0) % LETTERS.length);
}
