import { BLANK_WORDS, LISTED, type RuleData } from './rule-data.ts';

// Apart: a raw template has ASCII alone.
const OPENING = '«“‘';
const CLOSING = '»”’';
const DASH = '[—–]';

/** The start of a line, of a text in JSON, or of a text in brackets or quotes. */
const START = String.raw`(?:^|[\n\r"'\x60(\[{<>|${OPENING}]|${DASH}[ ])${LISTED}(?:(?:export|set|const|let|var|//|#|;)[ \t]{1,3})?`;
const END = String.raw`(?:[ \t]{0,8}(?:$|[\n\r\x60)\]}<|${CLOSING}]|["'][ \t]{0,3}(?:$|[\n\r,)\]}])|${DASH}|(?:#|//)[ \t])|;[ \t]{0,8}(?:$|[\n\r]))`;
const IS = String.raw`["'\]]{0,2}[ \t]{0,20}(?::=|=>|[:=]{1,3})[ \t]{0,20}`;

/** Words of names in code, of types, and of states: `password: string`, `password = formInput`, `password: required`. */
const CODE =
  'any|api|arg(?:ument)?|array|attr|auth|base|bearer|bool(?:ean)?|buffer|bytes?|callback|char|code|column|conf(?:ig)?|const|credentials?|ctx|current|data|db|decrypted|digest|element|encoded|encrypted|entry|env|error|field|file|flag|form|format|func|function|generated?|get|handler|hash(?:ed)?|header|id|in|info|init|input|int|item|key|label|len|length|list|login|map|mask|model|msg|name|node|num(?:ber)?|obj(?:ect)?|of|opts?|options?|param(?:eter)?s?|pass(?:code|phrase|wd|word)?|path|payload|plain|prefix|prompt|prop(?:ertie)?s?|provider|pwd?|query|raw|read|ref|regex|req(?:uest)?|res(?:ponse)?|result|row|salt|schema|secret|section|session|settings?|size|source|state|store|str(?:ing)?|struct|table|text|title|token|type|ui|url|user|utils?|val(?:ue)?|var(?:char|iable)?|vault|with';
const STATES =
  'absent|accepted|allowed|authorization|authentication|automatic(?:ally)?|blank|cancelled|changed|constructor|correct|denied|disabled|empty|enabled|enforced|exists|expired|external|failed|false|hidden|identifier|ignored|implemented|incorrect|integer|internal|invalid|kennwort|lambda|literal|mandatory|mismatch(?:ed)?|missing|never|nothing|nullable|omitted|optional|passwort|present|private|prohibited|protected|provided|public|random(?:ly)?|readonly|received|rejected|removed|required|reset|rotated|salted|senha|sensitive|some|stored|strong|success(?:ful)?|supported|true|unchanged|undefined|unknown|unset|unsupported|untouched|updated|valid|verified|visible|void|weak|whatever|wrong';
/** `correct horse` is a password. */
const OF_STATE = STATES.replace('|correct|', '|');
const SENTENCE =
  'and|are|as|at|but|by|can|cannot|do|does|enter|for|forgot|has|if|in|is|it|its|less|many|may|minimum|more|must|new|no|not|of|old|on|only|or|password|please|should|than|that|the|this|to|too|use|was|when|will|with|you|your';

/** A choice of words, each with a capital where it begins. */
function capitals(choice: string): string {
  return choice.replace(/(?<=^|\|)[a-z]/g, (letter) => letter.toUpperCase());
}

export const LEAVE: RuleData['allow'] = [
  {
    regexes: [
      `(?i)^(?:${BLANK_WORDS})+[.!?]?$`,
      `(?i)^(?:${STATES})[.!?]?$`,
      `(?:^| )(?:${SENTENCE})(?: |$)`,
      // Of two words, one of which says something of it.
      `(?i)^(?:${OF_STATE}|${CODE}|${BLANK_WORDS})[ _-]\\w+$|^\\w+[ _-](?:${OF_STATE}|${CODE}|${BLANK_WORDS})$`,
      // Of code: a call, a path, a constant, a name that has such a word in it (`userPassword`, `new_token`, `StringField`).
      String.raw`^[^A-Za-z]*$|[(){}\[\]<>$%]|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|^[A-Za-z]?:|://|^[A-Z]+(?:_[A-Z]+)+$`,
      `^(?i:${CODE})(?:[_!]|$)|_(?i:${CODE})(?:_|$)|^(?:${CODE}|${capitals(CODE)})[A-Z]|[a-z](?:${capitals(CODE)})(?:[A-Z]|$)`,
    ],
    words: ['example', 'changeme', 'change-me', 'placeholder', 'redacted', '...', '…', 'secret 1'],
  },
  // A type, without quotes.
  { of: 'match', regexes: [String.raw`[:=>][ \t]{0,20}(?:[A-Z][a-z]+){2,}(?:\W|$)`], words: [] },
];

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
    allow: LEAVE,
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
    allow: LEAVE,
  },
];
