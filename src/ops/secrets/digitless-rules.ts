import { NO_CODE_OR_STATE } from './code-and-states.ts';
import { LISTED, type RuleData } from './rule-parts.ts';

// Apart: a raw template has ASCII alone.
const OPENING = '«“‘';
const CLOSING = '»”’';
const DASH = '[—–]';

/** The start of a line, of a text in JSON, or of a text in brackets or quotes. */
const START = String.raw`(?:^|[\n\r"'\x60(\[{<>|${OPENING}]|${DASH}[ ])${LISTED}(?:(?:export|set|const|let|var|//|#|;)[ \t]{1,3})?`;
const END = String.raw`(?:[ \t]{0,8}(?:$|[\n\r\x60)\]}<|${CLOSING}]|["'][ \t]{0,3}(?:$|[\n\r,)\]}])|${DASH}|(?:#|//)[ \t])|;[ \t]{0,8}(?:$|[\n\r]))`;
const IS = String.raw`["'\]]{0,2}[ \t]{0,20}(?::=|=>|[:=]{1,3})[ \t]{0,20}`;

const BARE = '[A-Za-z0-9][A-Za-z0-9_!@^*+~.,:/=-]{5,78}[A-Za-z0-9_!@*+~?=-]';
const QUOTED = String.raw`[A-Za-z][^\s"'\x60\\$0-9]{6,78}|[a-z]{3,20}(?:[ _-][a-z]{3,20}){1,6}`;
const PASSWORD = String.raw`[\w.-]{0,40}(?i:password|passwd|passphrase|passcode|pwd)`;
const PARTS =
  'jwt|session|cookie|webhook|hmac|api|access|auth|client|secret|private|encryption|signing|master|consumer|refresh|deploy|bot|app';
const KEY = String.raw`[\w.-]{0,40}(?i:(?:${PARTS})[_.-]?(?:key|token|secret))`;
const KEY_VALUE = '[A-Za-z][A-Za-z_-]{11,80}';

/** Secrets without a digit: only the form of the assignment distinguishes them from names and prose. */
export const DIGITLESS_RULES: readonly RuleData[] = [
  {
    id: 'plain-password',
    regex: [
      String.raw`\b${PASSWORD}(?:${IS}|s?[ \t]{1,3}(?:is|are|was)[ \t]{1,3})(?:"(${QUOTED})"|'(${QUOTED})'|\x60(${QUOTED})\x60)`,
      `${START}["']?${PASSWORD}${IS}(${BARE})${END}`,
      String.raw`(?:[?&]|--)${PASSWORD}=["']?([A-Za-z][^\s"'\x60&;|<>$0-9]{6,78})`,
    ].join('|'),
    keywords: ['password', 'passwd', 'passphrase', 'passcode', 'pwd'],
    allow: NO_CODE_OR_STATE,
  },
  {
    id: 'plain-key',
    regex: [
      String.raw`\b${KEY}${IS}(?:"(${KEY_VALUE})"|'(${KEY_VALUE})')`,
      `${START}["']?${KEY}${IS}(${KEY_VALUE})${END}`,
      String.raw`(?:[?&]|--)${KEY}=["']?(${KEY_VALUE})(?:[\s"'\x60&;|<>]|[.,:!?)\]}]{1,2}\s|[.,:!?)\]}]{0,2}$)`,
    ].join('|'),
    entropy: 2.6,
    keywords: ['key', 'token', 'secret'],
    allow: NO_CODE_OR_STATE,
  },
];
