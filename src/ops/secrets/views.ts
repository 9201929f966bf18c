/** A text as it reads without its escapes, and where each place of it is in the text. */
export interface UnescapedView {
  readonly text: string;
  at(place: number): number;
}

/** Of JSON, and of addresses (`%5F`). */
const ESCAPE = /\\(?:u([\da-fA-F]{4})|(["\\/bfnrt]))|%(0[9aAdD]|[2-7][\da-fA-F])/g;
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** JSON within JSON, and so on: a level that nothing writes. */
const DEEPEST = 8;

/** Null for a text without escapes. */
export function unescaped(text: string): UnescapedView | null {
  let view = once(text);
  for (let depth = 1; view !== null && depth < DEEPEST; depth++) {
    const [outer, next] = [view, once(view.text)];
    if (next === null) return view;
    view = { text: next.text, at: (place) => outer.at(next.at(place)) };
  }
  return view;
}

/** Whether escapes stand for letters or other characters that words of rules and base64 are made of. */
export function hidesLetters(text: string): boolean {
  return MARKS.some((mark) => text.includes(mark)) && HIDING.test(text);
}

/** How they begin, which is found sooner than an expression matches. */
const MARKS = ['\\u00', '\\/', '%'];
const HIDING = /\\(?:u00[2-7]|\/)|%(?:0[9aAdD]|[2-7][\da-fA-F])/;

/** A text, and where escapes hide letters in it what it is without each level of them. */
export function* levelsOf(text: string): Generator<string> {
  yield text;
  if (!hidesLetters(text)) return;
  let level = once(text);
  for (let depth = 1; level !== null && depth < DEEPEST; depth++) {
    yield level.text;
    level = once(level.text);
  }
}

function once(text: string): UnescapedView | null {
  if (!text.includes('\\') && !text.includes('%')) return null;
  const pieces: string[] = [];
  /** Where a piece begins in the view, and in the text. */
  const starts: Begins[] = [{ to: 0, from: 0 }];
  let [from, to] = [0, 0];
  for (const { index, 0: whole, 1: code, 2: letter = '', 3: byte } of text.matchAll(ESCAPE)) {
    const before = text.slice(from, index);
    const hex = code ?? byte;
    pieces.push(before, hex === undefined ? (SHORT[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)));
    to += before.length;
    starts.push({ to, from: index });
    to += 1;
    from = index + whole.length;
    starts.push({ to, from });
  }
  if (from === 0) return null;
  pieces.push(text.slice(from));
  return { text: pieces.join(''), at: (place) => placeIn(starts, place) };
}

interface Begins {
  readonly to: number;
  readonly from: number;
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
