import {
  isCamelValue,
  isDollarWord,
  isKeyValue,
  keysIn,
  LONG_NUMBER,
  matchAt,
  passwordsIn,
} from './assigned-values.ts';
import { execAt, IS_SET, NO_VALUE_WORD, NO_WORDS, type RuleData, type RuleMatch } from './rule-parts.ts';

const IN_ADDRESS = /:\/\/[^\s:/@'"<>\\]{0,80}:([^\s@/'"<>\\]{5,100})(?=@)/g;
/** A token in the place of the user. */
const USER_IN_ADDRESS = /:\/\/([\w-]{20,100})(?=@)/g;
const ARGUMENTS = [
  /(?:^|\s)(?:-u|--user)[ =]{1,3}["']?[\w.@+-]{1,60}:([^\s"'`|;&<>]{6,100})(?=["'\s]|$)/g,
  /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;<>]{0,200}?[ \t]-p([^\s"'`|;&<>$][^\s"'`|;&<>]{5,100})/g,
  /\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)\b[^\n|;<>]{0,200}?[ \t]-p["']?(\$[^\s"'`|;&<>$]{5,100})/g,
  /(?:^|[\s"'`(])--?(?:[\w-]{0,30}(?:password|passwd|passphrase|pwd)|(?:[\w-]{0,30}[_-])?pass)[ =]["']?([^\s"'`|;&<>,)]{6,100})(?=["'`\s]|$)/g,
];

function* passwordsInAddresses(text: string): Generator<RuleMatch> {
  for (const { 0: whole, 1: value = '', index } of text.matchAll(IN_ADDRESS))
    if (isCamelValue(value) || isDollarWord(value)) yield matchAt(index, whole.length - value.length, value);
  for (const { 0: whole, 1: value = '', index } of text.matchAll(USER_IN_ADDRESS))
    if (isKeyValue(value)) yield matchAt(index, whole.length - value.length, value);
}

function* passwordArguments(text: string): Generator<RuleMatch> {
  for (const find of ARGUMENTS)
    for (const { 0: whole, 1: value = '', index } of text.matchAll(find))
      if (isCamelValue(value) || isDollarWord(value) || LONG_NUMBER.test(value) || value.includes('$$'))
        yield matchAt(index, whole.length - value.length, value);
}

const AUTH = /\bauth["']?[ \t]{0,3}[:=][ \t]{0,3}["']?([A-Za-z0-9+/]{8,300}={0,2})(?![\w+/=-])/g;
const USER_AND_PASSWORD = /^[\w.@+-]{1,80}:[!-~]{4,120}$/;

/** A name and a password in base64, as programs for containers keep them. */
function* encodedPairs(text: string): Generator<RuleMatch> {
  for (const { 0: whole, 1: value = '', index } of text.matchAll(AUTH))
    if (USER_AND_PASSWORD.test(Buffer.from(value, 'base64').toString('latin1')))
      yield matchAt(index, whole.length - value.length, value);
}

/** A webhook address: whoever has the last part of its path can post to it. */
const HOOK =
  /\bwebhook[_-]?ur[il]["']?[ \t]{0,3}[:=][ \t]{0,3}["']?https?:\/\/[^\s"'<>?#]{4,200}\/([\w-]{16,200})(?![\w/-])/gi;

function* hookTokens(text: string): Generator<RuleMatch> {
  for (const { 0: whole, 1: value = '', index } of text.matchAll(HOOK))
    if (isKeyValue(value)) yield matchAt(index, whole.length - value.length, value);
}

/** Values that are judged by their form too, because their name alone does not make them a secret. */
export const VALUE_RULES: readonly RuleData[] = [
  {
    id: 'assigned-password',
    regex: '',
    finder: passwordsIn,
    keywords: [
      'password',
      'passwd',
      'passphrase',
      'passcode',
      'pwd',
      'pass',
      'pw=',
      'pw:',
      'pw"',
      "pw'",
      'pw\\',
      'pw =',
    ],
    vagueness: 1,
    mustFollow: new RegExp(
      `(?:${IS_SET}|(?<=\\benv(?:\\s|\\\\+t){1,3}[a-z0-9_]{0,60})(?:\\s|\\\\+t){1,3})[a-z0-9$][^"'\\s]{5}`,
      'y',
    ),
    allow: [{ regexes: [NO_VALUE_WORD], words: ['example', 'placeholder', 'redacted'] }],
  },
  {
    id: 'assigned-key',
    regex: '',
    finder: keysIn,
    keywords: [
      ...['secret', 'secret_string', 'secretstring', 'token', 'key', 'salt', 'pepper', 'cookie', 'sessionid', 'sessid'],
      ...['sid=', 'sid:', 'sid"', "sid'", 'sid\\', 'pin=', 'pin:', 'pin"', "pin'", 'pin\\'],
      ...[
        'session=',
        'session:',
        'session"',
        "session'",
        'session\\',
        'auth=',
        'jwt=',
        'code=',
        'sig=',
        'signature=',
        'pwd=',
        'password=',
      ],
    ],
    vagueness: 1,
    mustFollow: new RegExp(
      `(?:${IS_SET}|(?<=[=:])(?:\\s|\\\\+t){0,20}\\\\*["']?)(?![\\da-f]{8}-[\\da-f]{4}-)(?:(?=[^\\s"']{0,79}\\d)[a-z0-9][^\\s"'<>]{7}|(?<==\\\\*["']?)[a-z]{8})`,
      'y',
    ),
    allow: [{ regexes: ['^[0-9]+$'], words: NO_WORDS }],
  },
  {
    id: 'url-password',
    regex: '',
    finder: passwordsInAddresses,
    keywords: ['://'],
    mustFollow: /(?:[^ \t-\r:/@'"<>]{0,80}:[^ \t-\r/'"<>@]{5,100}|[\w-]{20,100})@/y,
    allow: [],
  },
  {
    id: 'command-password',
    regex: '',
    finder: passwordArguments,
    keywords: ['-u', '--user', ' -p', 'password', 'passwd', 'passphrase', 'pwd', '-pass'],
    mustFollow:
      /[ =]{1,3}\\*["']?[\w.@+-]{1,60}:\$?[a-z]{3}|(?<=\s-p)(?:\\*["']?\$)?[^\s"'`|;&<>$][^\s"'`|;&<>]{4}|(?<=(?<![\w-])--?[\w-]{0,40})[ =]\\*["']?[a-z0-9$][^\s"'`|;&<>,)]{5}/y,
    window: { before: 300, behind: 400 },
    allow: [],
  },
  {
    id: 'split-token',
    regex: '',
    finder: splitTokens,
    keywords: [
      ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'npm_', 'hf_', 'glpat-', 'aiza', 'sk-ant-'],
      ...['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'xoxa-', 'xoxb-', 'xoxp-', 'xoxr-', 'xoxs-'],
    ],
    mustFollow: /[\w-]{0,200}(?:["'\\\n\r]|$)/y,
    allow: [{ regexes: [String.raw`^\D*$`], words: ['example', 'xxxx'] }],
  },
  {
    id: 'telegram-bot-token',
    regex: String.raw`(?:^|[^0-9A-Za-z]|bot)([0-9]{8,10}:AA[\w-]{33})(?:[^\w-]|$)`,
    keywords: [':aa'],
    mustFollow: /[\w-]{33}(?![\w-])/y,
    allow: [],
  },
  {
    id: 'signed-address',
    regex: String.raw`(?i)[?&;]X-(?:Amz|Goog)-(?:Signature=([0-9a-f]{64,1000})|Security-Token=([\w%+/=-]{50,1000}[\w%+/=-]{0,1000}))`,
    keywords: ['x-amz-signature=', 'x-goog-signature=', 'x-amz-security-token='],
    mustFollow: /[\w%+/=-]{50}/y,
    window: { before: 40, behind: 2200 },
    allow: [],
  },
  {
    id: 'crates-token',
    regex: String.raw`(?:^|[^\w+/=.-])(cio[A-Za-z0-9]{32})(?:[^\w+/=-]|$)`,
    entropy: 3.5,
    keywords: ['cio'],
    mustFollow: /[a-z0-9]{32}(?![\w+/=-])/y,
    allow: [{ regexes: [String.raw`^\D*$`, '^[^A-Z]*$'], words: [] }],
  },
  {
    id: 'encoded-password',
    regex: '',
    finder: encodedPairs,
    keywords: ['auth'],
    mustFollow: /\\*["']?(?:\s|\\+t){0,3}[:=](?:\s|\\+t){0,3}\\*["']?[a-z0-9+/]{8}/y,
    allow: [],
  },
  {
    id: 'webhook-token',
    regex: '',
    finder: hookTokens,
    keywords: ['webhook'],
    mustFollow: /[_-]?ur[il][\\"']{0,4}(?:\s|\\+t){0,3}[:=](?:\s|\\+t){0,3}\\*["']?https?:/y,
    allow: [],
  },
];

interface SplitToken {
  readonly begin: RegExp;
  /** True if the pieces after its beginning are a whole token. */
  isWhole(rest: string): boolean;
  /** Tokens of various lengths continue as long as pieces look like parts of them. */
  readonly isOpen: boolean;
}

/** Tokens of one length, by their beginnings. */
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
function* splitTokens(text: string): Generator<RuleMatch> {
  for (const token of SPLIT_TOKENS)
    for (const { 0: word, index } of text.matchAll(token.begin)) {
      const end = endOfPieces(text, index + word.length, token);
      if (end !== null) yield matchAt(index, 0, text.slice(index, end));
    }
}

/** End of the pieces that make a token, or null; a token in one piece has its own rules. */
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
  return execAt(find, text, at)?.[0] ?? '';
}
