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
  let plain = text;
  for (const level of levels(text)) plain = level;
  if (plain === text) return null;
  // Where it is, is asked for where something was found alone, and takes longer.
  let places: ((place: number) => number) | null = null;
  return {
    text: plain,
    at: (place) => {
      places ??= placesIn(text);
      return places(place);
    },
  };
}

/** What a text is without each level of its escapes. */
function* levels(text: string): Generator<string> {
  let level = text;
  for (let depth = 0; depth < DEEPEST && (level.includes('\\') || level.includes('%')); depth++) {
    const next = level.replace(ESCAPE, meant);
    if (next === level) return;
    yield next;
    level = next;
  }
}

function meant(_: string, code: string | undefined, letter: string | undefined, byte: string | undefined): string {
  const hex = code ?? byte;
  return hex === undefined ? (SHORT[letter ?? ''] ?? letter ?? '') : String.fromCharCode(Number.parseInt(hex, 16));
}

/** Whether escapes stand for letters or other characters that words of rules and base64 are made of. */
export function hidesLetters(text: string): boolean {
  return MARKS.some((mark) => text.includes(mark)) && HIDING.test(text);
}

/** How they begin, which is found sooner than an expression matches. */
const MARKS = ['\\u00', '\\/', '%'];
const HIDING = /\\(?:u00[2-7]|\/)|%(?:0[9aAdD]|[2-7][\da-fA-F])/;
const EACH_HIDING = new RegExp(HIDING, 'g');

/** Where such escapes are. */
export function* hiddenLetters(text: string): Generator<number> {
  if (MARKS.some((mark) => text.includes(mark))) for (const { index } of text.matchAll(EACH_HIDING)) yield index;
}

/** A text, and where escapes hide letters in it what it is without each level of them. */
export function* levelsOf(text: string): Generator<string> {
  yield text;
  if (!hidesLetters(text)) return;
  yield* levels(text);
}

/** Where in a text each place of it without its escapes is. */
function placesIn(text: string): (place: number) => number {
  const all: (readonly Begins[])[] = [];
  let level = text;
  for (const next of levels(text)) {
    all.push(beginsIn(level));
    level = next;
  }
  return (place) => all.reduceRight((at, starts) => placeIn(starts, at), place);
}

/** Where the pieces between the escapes of a text, and what these stand for, begin. */
function beginsIn(text: string): readonly Begins[] {
  const starts: Begins[] = [{ to: 0, from: 0 }];
  let [from, to] = [0, 0];
  for (const { index, 0: whole } of text.matchAll(ESCAPE)) {
    to += index - from;
    starts.push({ to, from: index });
    to += 1;
    from = index + whole.length;
    starts.push({ to, from });
  }
  return starts;
}

/** Where something begins without the escapes, and with them. */
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
