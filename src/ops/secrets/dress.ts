/**
 * An expression for dressing of words, such as terminal orders, tags and emphasis. Its tables rule out most places before the expression is
 * tried. It never matches an empty text, or from within a run of backslashes.
 */
export interface Dress {
  readonly pattern: RegExp;
  readonly sticky: RegExp;
  /** By UTF-16 unit: where a match may begin with it; 0 for nowhere. */
  readonly starts: Uint8Array;
  /** By UTF-16 unit: 1 for a character after which a `behindWord` sign counts. */
  readonly words: Uint8Array;
  /** Least number of backslashes before `n` and `r` with which it may match. */
  readonly breakRun: number;
}

const [NOWHERE, ANYWHERE, BEHIND_WORD, ESCAPE] = [0, 1, 2, 3];
const BACKSLASH = 92;
const [ASCII, UNITS] = [1 << 7, 1 << 16];

interface Beginnings {
  /** ASCII characters with which a match begins anywhere. */
  readonly anywhere: RegExp;
  /** Characters with which a match begins only after a character of `word`. */
  readonly behindWord?: { readonly signs: RegExp; readonly word: RegExp };
  /** Units beyond ASCII with which a match begins. */
  readonly beyond?: Iterable<number>;
  readonly breakRun?: number;
}

/** Compiles an expression. A backslash also begins a match, unless it escapes a tab or a quote. */
export function dressOf(source: string, beginnings: Beginnings): Dress {
  const { anywhere, behindWord, beyond = [], breakRun = UNITS } = beginnings;
  const starts = new Uint8Array(UNITS);
  const words = new Uint8Array(UNITS);
  for (let unit = 0; unit < ASCII; unit++) {
    const sign = String.fromCharCode(unit);
    if (behindWord?.word.test(sign)) words[unit] = 1;
    if (anywhere.test(sign)) starts[unit] = ANYWHERE;
    else if (behindWord?.signs.test(sign)) starts[unit] = BEHIND_WORD;
  }
  for (const unit of beyond) starts[unit] = ANYWHERE;
  starts[BACKSLASH] = ESCAPE;
  return { pattern: new RegExp(source, 'g'), sticky: new RegExp(source, 'y'), starts, words, breakRun };
}

/** Units beyond ASCII that the expression matches by themselves. */
export function unitsBeyondAscii(of: RegExp): number[] {
  const every = Buffer.from(new Uint16Array(UNITS).map((_, unit) => unit).buffer).toString('utf16le');
  return Array.from(every.slice(ASCII).matchAll(of), ({ index }) => ASCII + index);
}

/** The first match from a place on, equal to that of the expression; null for none. */
export function nextMatch(text: string, from: number, dress: Dress): RegExpExecArray | null {
  for (let at = nextPlace(text, from, dress); at >= 0; at = nextPlace(text, behindRun(text, at), dress)) {
    dress.sticky.lastIndex = at;
    const match = dress.sticky.exec(text);
    if (match !== null) return match;
  }
  return null;
}

/** The next place at which a match may begin; -1 for none. */
function nextPlace(text: string, from: number, { starts, words, breakRun }: Dress): number {
  for (let at = from; at < text.length; at++) {
    const start = starts[text.charCodeAt(at)];
    if (start === NOWHERE) continue;
    if (start === ESCAPE) {
      const end = behindRun(text, at);
      if (isEscape(text, end, end - at < breakRun)) return at;
      at = end - 1;
    } else if (start === ANYWHERE || words[text.charCodeAt(at - 1)] === 1) return at;
  }
  return -1;
}

function behindRun(text: string, at: number): number {
  let end = at + 1;
  if (text.charCodeAt(at) === BACKSLASH) while (text.charCodeAt(end) === BACKSLASH) end++;
  return end;
}

/** True unless it escapes a tab or a quote, or with `isNoBreak` a line end. */
function isEscape(text: string, letter: number, isNoBreak: boolean): boolean {
  const sign = text[letter];
  if (sign === 't' || sign === '"') return false;
  return !(isNoBreak && (sign === 'n' || sign === 'r'));
}
