import { identityView, type ReadableView, rewritten, viewThrough } from './rewritten.ts';

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

/** A text without any escapes. */
export function unescaped(text: string): string {
  let plain = text;
  for (const level of levels(text)) plain = level;
  return plain;
}

function mayEscape(text: string): boolean {
  return text.includes('\\') || text.includes('%');
}

/** A text without each level of its escapes. */
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

/** Places of such escapes. */
export function* hiddenLetters(text: string): Generator<number> {
  if (MARKS.some((mark) => text.includes(mark))) for (const { index } of text.matchAll(EACH_HIDING)) yield index;
}

/** A text, and where escapes hide letters, its form without each level of them. */
export function* levelsOf(text: string): Generator<string> {
  yield text;
  if (!hidesLetters(text)) return;
  yield* levels(text);
}
