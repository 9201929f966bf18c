import { type Dress, dressOf, nextMatch, unitsBeyondAscii } from './dress.ts';

/** A readable form of a text, with the place in the text for each of its own. */
export interface ReadableView {
  readonly text: string;
  at(place: number): number;
}

type Replacement = (groups: readonly (string | undefined)[]) => string;

/** A rewritten view; null if nothing changes, as for most texts. */
function rewrittenView(text: string, dress: Rewritten, meant: Replacement): ReadableView | null {
  const pieces: string[] = [];
  let from = 0;
  for (const match of matchesIn(text, dress)) {
    pieces.push(text.slice(from, match.index), meant(match));
    from = match.index + match[0].length;
  }
  if (from === 0) return null;
  pieces.push(text.slice(from));
  // Computed on demand: only finds need places, and they take longer.
  let starts: readonly Begins[] | null = null;
  return {
    text: pieces.join(''),
    at: (place) => {
      starts ??= beginsIn(text, dress, meant);
      return placeIn(starts, place);
    },
  };
}

type Rewritten = Dress | RegExp;

function* matchesIn(text: string, dress: Rewritten): Generator<RegExpExecArray> {
  if (dress instanceof RegExp) {
    // For all matches the expression is copied.
    if (text.search(dress) >= 0) yield* text.matchAll(dress);
    return;
  }
  for (
    let match = nextMatch(text, 0, dress);
    match !== null;
    match = nextMatch(text, match.index + match[0].length, dress)
  )
    yield match;
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

function beginsIn(text: string, dress: Rewritten, meant: Replacement): readonly Begins[] {
  const starts: Begins[] = [{ to: 0, from: 0 }];
  let from = 0;
  let to = 0;
  for (const match of matchesIn(text, dress)) {
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
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const half = (low + high) >> 1;
    if ((starts[half]?.to ?? 0) <= place) low = half;
    else high = half;
  }
  const { to, from } = starts[low] ?? { to: 0, from: 0 };
  return from + place - to;
}

/** Escapes of JSON, and of addresses (`%5F`). */
const ESCAPE = /\\(?:u([\da-fA-F]{4})|(["\\/bfnrt]))|%(0[9aAdD]|[2-7][\da-fA-F])/g;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** JSON within JSON, and so on: a level that nothing writes. */
const MAX_ESCAPE_DEPTH = 8;

export function* unescapedViews(text: string): Generator<ReadableView> {
  let view = identityView(text);
  for (let depth = 0; depth < MAX_ESCAPE_DEPTH && mayEscape(view.text); depth++) {
    const next = rewrittenView(view.text, ESCAPE, ([whole = '', code, letter, byte]) =>
      escapedMeaning(whole, code, letter, byte),
    );
    if (next === null) return;
    view = viewThrough(view, next);
    yield view;
  }
}

export function unescaped(text: string): string {
  let plain = text;
  for (const level of unescapedLevels(text)) plain = level;
  return plain;
}

function mayEscape(text: string): boolean {
  return text.includes('\\') || text.includes('%');
}

function* unescapedLevels(text: string): Generator<string> {
  let level = text;
  for (let depth = 0; depth < MAX_ESCAPE_DEPTH && mayEscape(level); depth++) {
    const next = level.replace(ESCAPE, escapedMeaning);
    if (next === level) return;
    yield next;
    level = next;
  }
}

function escapedMeaning(_: string, code?: string, letter?: string, byte?: string): string {
  const hex = code ?? byte;
  return hex === undefined
    ? (SHORT_ESCAPES[letter ?? ''] ?? letter ?? '')
    : String.fromCharCode(Number.parseInt(hex, 16));
}

/** Whether escapes stand for letters or other characters that words of rules and base64 are made of. */
export function hasEscapedLetters(text: string): boolean {
  return MARKS.some((mark) => text.includes(mark)) && HIDING.test(text);
}

/** Their beginnings, faster to find than a match. */
const MARKS = ['\\u00', '\\/', '%'];
const HIDING = /\\(?:u00[2-7]|\/)|%(?:0[9aAdD]|[2-7][\da-fA-F])/;
const EACH_HIDING = new RegExp(HIDING, 'g');

export function* hiddenLetters(text: string): Generator<number> {
  if (MARKS.some((mark) => text.includes(mark))) for (const { index } of text.matchAll(EACH_HIDING)) yield index;
}

export function* levelsOf(text: string): Generator<string> {
  yield text;
  if (!hasEscapedLetters(text)) return;
  yield* unescapedLevels(text);
}

/**
 * A text as a reader sees it, in levels:
 * 1. without colours and invisible signs;
 * 2. without what Markdown and markup undo inside a word;
 * 3. without what they undo around a word.
 */
export function* plainViews(text: string): Generator<ReadableView> {
  let view = identityView(text);
  if (nextMatch(text, 0, ANY_SIGN) === null) return yield* unemphasised(view);
  for (const each of undoneViews(view, null, SIGNS)) {
    view = each;
    yield view;
  }
  for (const each of undoneViews(view, MAY_BE_MARKUP, hasLinksByName(view.text) ? ALL_MARKUP : MARKUP)) {
    view = each;
    yield view;
  }
  // Last: a token may end in a line.
  yield* unemphasised(view);
}

function unemphasised(view: ReadableView): Generator<ReadableView> {
  return undoneViews(view, MAY_BE_EMPHASIS, EMPHASIS);
}

/** Lines of a file as their texts read undressed, for words of rules to be looked for. */
export function* plainLineViews(lines: string): Generator<ReadableView> {
  if (nextMatch(lines, 0, ANY_SIGN) === null) return yield* unemphasised(identityView(lines));
  const view = rewrittenView(lines, SIGNS_OF_LINES, () => '');
  if (view !== null) yield view;
  const whole = view ?? identityView(lines);
  for (const each of plainViews(whole.text)) yield viewThrough(whole, each);
}

/** `may`: matches wherever the pattern does, and is quicker; null where there is no such one. */
function* undoneViews(of: ReadableView, may: RegExp | null, dress: Rewritten): Generator<ReadableView> {
  let view = of;
  for (let depth = 0; depth < MAX_LEVELS && may?.test(view.text) !== false; depth++) {
    const next = rewrittenView(view.text, dress, dressedMeaning);
    if (next === null) return;
    view = viewThrough(view, next);
    yield view;
  }
}

const MAX_LEVELS = 3;

const ESCAPE_CHARACTER = String.raw`[\u001b]`;
/** Looked at first: hardly any character is such a one. */
const BEYOND_ASCII = String.raw`[^\t\n\r -~]`;
/** Invisible characters: those that Unicode calls ignorable, and controls. */
const UNSEEN_UNIT = String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]`;
const UNSEEN = String.raw`(?=${BEYOND_ASCII})(?:${UNSEEN_UNIT}|\udb40[\udc00-\udfff])`;
const ORDER_SIGN = new RegExp(ESCAPE_CHARACTER);
/** All backslashes of an escape: from each of them it would be read anew. */
const ESCAPES = String.raw`\\(?<!\\\\)\\*`;
const ESC = String.raw`(?:\u001b|${ESCAPES}(?:x1[bB]|0?33|u001[bB]|e))`;
/** Colours of a terminal, links, and other orders to it; also written out. */
const ORDER = String.raw`${ESC}\[[0-?]*[ -/]*[@-~]|${ESC}\](?:(?!\\+(?:x|u0|0))[^\u0007\u001b]){0,2000}(?:\u0007|\\+(?:x07|u0007|0?07)|${ESC}\\)`;

/** Emphasis, code, links, tags, comments and hints of the program. Also a line that goes on: in a title it is a space. */
const markup = (link: string): Dress => {
  const dressing = String.raw`[*\x60]|~~|${link}|<!--[^]{0,300}?-->|<system-reminder>[^]{0,5000}?</system-reminder>|</?[A-Za-z][^<>]{0,200}>|${ESCAPES}(?:\r?\n[ \t]*| )`;
  // Matched as one, so that nothing is tried in two ways.
  return dressOf(
    String.raw`(?=[&*\x60~![\]<]|\\(?!\\*[nrt"]))(?:${ESCAPED_CHARACTER}|(?<=${SECRET_CHARACTER})(?=((?:${dressing})+))\9(?=${SECRET_CHARACTER}))`,
    { anywhere: /&/, behindWord: MARKUP_BEGINS },
  );
};
const LINK = String.raw`!?\[(?=[^\][\n]{1,300}\][([])|\]\([^()\s]{0,300}(?: "[^"()]{0,100}")?\)|\]\[[^\][\n]{0,100}\]`;
const SECRET_CHARACTER = String.raw`[\w=+/.%:@~-]`;

function hasLinksByName(text: string): boolean {
  return text.includes(']:') && LINK_BY_NAME.test(text);
}

const LINK_BY_NAME = /^ {0,3}\[[^\]\n]{1,100}\]:/m;

/** Escapes of one character; of ASCII, by its HTML names. */
const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  amp: '&',
  AMP: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  DiacriticalGrave: '`',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  GT: '>',
  Hat: '^',
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  LT: '<',
  midast: '*',
  NewLine: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  QUOT: '"',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  Tab: '\t',
  UnderBar: '_',
  verbar: '|',
  vert: '|',
  VerticalLine: '|',
  af: '',
  ApplyFunction: '',
  ic: '',
  InvisibleComma: '',
  InvisibleTimes: '',
  it: '',
  lrm: '',
  NegativeMediumSpace: '',
  NegativeThickSpace: '',
  NegativeThinSpace: '',
  NegativeVeryThinSpace: '',
  NoBreak: '',
  rlm: '',
  shy: '',
  ZeroWidthSpace: '',
  zwj: '',
  zwnj: '',
};

/** Eight groups: a number, decimal or not, a name; two, four or more digits of a code, three octal ones; a sign behind a backslash. */
const ESCAPED_CHARACTER = String.raw`&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(${Object.keys(NAMED_ESCAPES).join('|')}));|${ESCAPES}(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|0?([0-3][0-7]{2})|([!#-/:-@[\]^_\x60{-~]))`;

const SIGN_BEGINS = {
  anywhere: new RegExp(`&|${UNSEEN}`),
  beyond: unitsBeyondAscii(new RegExp(String.raw`[\udb40]|${UNSEEN_UNIT}`, 'g')),
};
const SIGNS = dressOf(
  String.raw`(?=&|\\(?!\\*[nrt"])|${BEYOND_ASCII})(?:${ORDER}|${ESCAPED_CHARACTER}|${UNSEEN})`,
  SIGN_BEGINS,
);

const MARKUP_BEGINS = { signs: /[*`~![\]<]/, word: new RegExp(SECRET_CHARACTER) };
const MARKUP = markup(LINK);
const ALL_MARKUP = markup(String.raw`${LINK}|[\][]`);
const MAY_BE_MARKUP = /[*`~[<\\&]/;

/** Emphasis and code around words: its beginning and its end. */
const EMPHASIS =
  /(?=[_*\x60~=])(?:(?<![\w*~=\x60])(?:[_*\x60]|~~){1,6}(?=[\w"'])|(?<=[\w"'=:.!?+/-])(?:[_*\x60]|~~){1,6}(?![\w*~=\x60])|(?<![^\s(])==(?=\w)|(?<=\w)==(?![^\s).,]))/g;
const MAY_BE_EMPHASIS = /[*`~]|(?<![^\s(])==|(?<!\w)_|_(?!\w)/;

/** In JSON, a character that has no letter of its own is an escape. */
const SIGNS_OF_LINES = dressOf(
  String.raw`(?=\u001b|\\(?!\\*[t"]|r?n))(?:${ORDER}|${ESCAPES}u(?!00[2-7])[\da-fA-F]{4}|(?<!\\)\\{3,}r?n[ \t]*|(?<!\\)\\{2,} )`,
  { anywhere: ORDER_SIGN, breakRun: 3 },
);

/** All but emphasis at once: most texts have none of it. Markup is first, because its expression counts groups. */
const ANY_SIGN = dressOf([ALL_MARKUP, SIGNS, SIGNS_OF_LINES].map(({ pattern }) => pattern.source).join('|'), {
  ...SIGN_BEGINS,
  behindWord: MARKUP_BEGINS,
  breakRun: 3,
});

const dressedMeaning: Replacement = ([, decimal, hexadecimal, named, byte, unit, point, octal, sign]) => {
  if (sign !== undefined) return sign;
  if (named !== undefined) return NAMED_ESCAPES[named] ?? '';
  const hex = hexadecimal ?? byte ?? unit ?? point;
  if (hex !== undefined) return letterOf(Number.parseInt(hex, 16));
  if (octal !== undefined) return letterOf(Number.parseInt(octal, 8));
  return decimal === undefined ? '' : letterOf(Number(decimal));
};

function letterOf(code: number): string {
  return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
}
