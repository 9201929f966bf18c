import { identityView, type Meaning, type ReadableView, rewritten, viewThrough } from './views.ts';

/** A text as a reader sees it, level by level: without colours and signs that nobody sees, then also without what Markdown and markup undo inside a word. */
export function* undressed(text: string): Generator<ReadableView> {
  let view = identityView(text);
  for (const each of undone(view, MAY_BE_UNSEEN, SIGNS)) {
    view = each;
    yield view;
  }
  yield* undone(view, MAY_BE_MARKUP, LINK_BY_NAME.test(view.text) ? ALL_MARKUP : MARKUP);
}

/** Bytes read as Latin-1 as their texts read undressed, for words of rules to be looked for. */
export function* undressedBytes(latin: string): Generator<ReadableView> {
  const view = rewritten(latin, SIGNS_OF_BYTES, meant);
  if (view !== null) yield view;
  const whole = view ?? identityView(latin);
  for (const each of undressed(whole.text)) yield viewThrough(whole, each);
}

function* undone(of: ReadableView, may: RegExp, pattern: RegExp): Generator<ReadableView> {
  let view = of;
  for (let depth = 0; depth < DEEPEST && may.test(view.text); depth++) {
    const next = rewritten(view.text, pattern, meant);
    if (next === null) return;
    view = viewThrough(view, next);
    yield view;
  }
}

const DEEPEST = 3;

/** Characters that nobody sees: those that Unicode has ignored, and controls. */
const UNSEEN = String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\udb40[\udc00-\udfff]`;
/** All backslashes of an escape: from each of them it would be read anew. */
const ESCAPES = String.raw`(?<!\\)\\+`;
const ESC = String.raw`(?:\u001b|${ESCAPES}(?:x1[bB]|0?33|u001[bB]|e))`;
/** Colours of a terminal, links, and other orders to it; also written out. */
const ORDER = String.raw`${ESC}\[[0-?]*[ -/]*[@-~]|${ESC}\](?:(?!\\+(?:x|u0|0))[^\u0007\u001b]){0,2000}(?:\u0007|\\+(?:x07|u0007|0?07)|${ESC}\\)`;

/** Emphasis, code, links, tags, comments, a hint of the program, and a line that goes on, in a title with a space. */
const markup = (link: string): RegExp => {
  const dressing = String.raw`[*\x60]|~~|${link}|<!--[^]{0,300}?-->|<system-reminder>[^]{0,5000}?</system-reminder>|</?[A-Za-z][^<>]{0,200}>|${ESCAPES}(?:\r?\n[ \t]*| )`;
  // Matched as one, so that nothing is tried in two ways.
  return new RegExp(String.raw`${STANDS}|(?<=${IN_WORD})(?=((?:${dressing})+))\9(?=${IN_WORD})`, 'g');
};
const LINK = String.raw`!?\[(?=[^\][\n]{1,300}\][([])|\]\([^()\s]{0,300}(?: "[^"()]{0,100}")?\)|\]\[[^\][\n]{0,100}\]`;
/** Characters of which secrets are made. */
const IN_WORD = String.raw`[\w=+/.%:@~-]`;
const LINK_BY_NAME = /^ {0,3}\[[^\]\n]{1,100}\]:/m;

/** Escapes of one character; of ASCII, by its HTML names. */
const NAMED: Readonly<Record<string, string>> = {
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
  // Nobody sees these.
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
const STANDS = String.raw`&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(${Object.keys(NAMED).join('|')}));|${ESCAPES}(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|0?([0-3][0-7]{2})|([!#-/:-@[\]^_\x60{-~]))`;

const SIGNS = new RegExp(`${ORDER}|${STANDS}|${UNSEEN}`, 'g');
/** Their beginnings; most texts have none. */
const MAY_BE_UNSEEN = new RegExp(String.raw`\\[^\w\s\"\\]|\\[_\dxue]|&[#A-Za-z]|${UNSEEN}`);

const MARKUP = markup(LINK);
const ALL_MARKUP = markup(String.raw`${LINK}|[\][]`);
const MAY_BE_MARKUP = /[*`~[<\\&]/;

/** In JSON, a character that has no letter of its own is an escape. */
const SIGNS_OF_BYTES = new RegExp(
  String.raw`${ORDER}|${ESCAPES}u(?!00[2-7])[\da-fA-F]{4}|(?<!\\)\\{3,}r?n[ \t]*|(?<!\\)\\{2,} |[\x80-\xff]+`,
  'g',
);

const meant: Meaning = ([, decimal, hexadecimal, named, byte, unit, point, octal, sign]) => {
  if (sign !== undefined) return sign;
  if (named !== undefined) return NAMED[named] ?? '';
  const hex = hexadecimal ?? byte ?? unit ?? point;
  if (hex !== undefined) return letterOf(Number.parseInt(hex, 16));
  if (octal !== undefined) return letterOf(Number.parseInt(octal, 8));
  return decimal === undefined ? '' : letterOf(Number(decimal));
};

function letterOf(code: number): string {
  return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
}
