/** A text as it reads, and where each place of it is in the text that it was made of. */
export interface ReadableView {
  readonly text: string;
  at(place: number): number;
}

/** Maps a match's groups to its meaning. */
export type Meaning = (groups: readonly (string | undefined)[]) => string;

/** A text with something else in the place of each match; null for one without any. */
export function rewritten(text: string, pattern: RegExp, meant: Meaning): ReadableView | null {
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push(text.slice(from, match.index), meant(match));
    from = match.index + match[0].length;
  }
  if (from === 0) return null;
  pieces.push(text.slice(from));
  // Places are asked for where something was found alone, and take longer.
  let starts: readonly Begins[] | null = null;
  return {
    text: pieces.join(''),
    at: (place) => {
      starts ??= beginsIn(text, pattern, meant);
      return placeIn(starts, place);
    },
  };
}

export function identityView(text: string): ReadableView {
  return { text, at: (place) => place };
}

export function viewThrough(outer: ReadableView, inner: ReadableView): ReadableView {
  return { text: inner.text, at: (place) => outer.at(inner.at(place)) };
}

interface Begins {
  readonly to: number;
  readonly from: number;
}

function beginsIn(text: string, pattern: RegExp, meant: Meaning): readonly Begins[] {
  const starts: Begins[] = [{ to: 0, from: 0 }];
  let [from, to] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    const { length } = meant(match);
    to += match.index - from;
    if (length > 0) starts.push({ to, from: match.index });
    to += length;
    from = match.index + match[0].length;
    starts.push({ to, from });
  }
  return starts;
}

function placeIn(starts: readonly Begins[], place: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const half = (low + high) >> 1;
    if ((starts[half]?.to ?? 0) <= place) low = half;
    else high = half;
  }
  const { to, from } = starts[low] ?? { to: 0, from: 0 };
  return from + place - to;
}

/** Of JSON, and of addresses (`%5F`). */
const ESCAPE = /\\(?:u([\da-fA-F]{4})|(["\\/bfnrt]))|%(0[9aAdD]|[2-7][\da-fA-F])/g;
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** JSON within JSON, and so on: a level that nothing writes. */
const DEEPEST = 8;

/** A text without each level of its escapes. */
export function* unescapedViews(text: string): Generator<ReadableView> {
  let view = identityView(text);
  for (let depth = 0; depth < DEEPEST && mayEscape(view.text); depth++) {
    const next = rewritten(view.text, ESCAPE, ([whole = '', code, letter, byte]) => meant(whole, code, letter, byte));
    if (next === null) return;
    view = viewThrough(view, next);
    yield view;
  }
}

export function unescaped(text: string): string {
  let plain = text;
  for (const level of levels(text)) plain = level;
  return plain;
}

function mayEscape(text: string): boolean {
  return text.includes('\\') || text.includes('%');
}

function* levels(text: string): Generator<string> {
  let level = text;
  for (let depth = 0; depth < DEEPEST && mayEscape(level); depth++) {
    const next = level.replace(ESCAPE, meant);
    if (next === level) return;
    yield next;
    level = next;
  }
}

function meant(_: string, code?: string, letter?: string, byte?: string): string {
  const hex = code ?? byte;
  return hex === undefined ? (SHORT[letter ?? ''] ?? letter ?? '') : String.fromCharCode(Number.parseInt(hex, 16));
}

/** Whether escapes stand for letters or other characters that words of rules and base64 are made of. */
export function hidesLetters(text: string): boolean {
  return MARKS.some((mark) => text.includes(mark)) && HIDING.test(text);
}

/** Their beginnings, faster to find than a match. */
const MARKS = ['\\u00', '\\/', '%'];
const HIDING = /\\(?:u00[2-7]|\/)|%(?:0[9aAdD]|[2-7][\da-fA-F])/;
const EACH_HIDING = new RegExp(HIDING, 'g');

export function* hiddenLetters(text: string): Generator<number> {
  if (MARKS.some((mark) => text.includes(mark))) for (const { index } of text.matchAll(EACH_HIDING)) yield index;
}

/** A text, and where escapes hide letters, its form without each level of them. */
export function* levelsOf(text: string): Generator<string> {
  yield text;
  if (!hidesLetters(text)) return;
  yield* levels(text);
}
