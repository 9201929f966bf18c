import {
  ARROW,
  BLANK_WORDS,
  KEY_LINE,
  LISTED,
  NO_VALUE,
  NO_VALUE_WORD,
  NO_WORDS,
  type RuleData,
  SENTENCE,
} from './rule-parts.ts';

/** Start of a line, or of a text in JSON. */
const START = String.raw`(?:^|[\n\r"'\x60])${LISTED}`;
const QUOTED = String.raw`[^\s"'$]{1,60}(?: [^\s"'$]{1,40}){0,5}`;
const UNQUOTED = String.raw`[^\s"'\x60$(){}<>\[\];&|]`;
const UNQUOTED_WORD = String.raw`[^\s"'\x60$(){}<>\[\];&|0-9]`;
const NAME = '(?:password|passwd|passphrase)';
const IN_SECTION = '(?:password|passwd|[pP]assphrase|pass)';
/** Names of a password in one word; no other word ends like these. */
const JOINED = '(?:db|my|sql|mysql|smtp|mail|imap|ftp|root|admin|user|redis|ssh)pass';
const COOKIE_NAME = String.raw`[\w.-]{0,40}(?:sess(?:ion)?(?:_?id)?|sid|auth|token|jwt)`;
const VARIABLE = '[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|SSHPASS|REDISCLI_AUTH|_PASS|_PWD|PW)';

const ENTRY_KEYS = [
  'api',
  'access',
  'auth',
  'encryption',
  'license',
  'master',
  'private',
  'session',
  'signing',
].flatMap((name) => [`${name}_key`, `${name}key`]);

export const CONFIG_RULES: readonly RuleData[] = [
  {
    id: 'putty-private-key',
    regex: String.raw`Private-Lines:[ \t]{0,3}\d{1,3}(?:[\s\S]{40,}?Private-(?:MAC|Hash):|(?:${KEY_LINE}{20,})+)`,
    keywords: ['private-lines:'],
    allow: [],
  },
  {
    id: 'config-password',
    // In a section of an INI file, of an environment, behind a name with dots, or words alone.
    regex: [
      String.raw`(?:^|[\s"'\x60>])${LISTED}\[[\w .:@/-]{1,80}\][ \t]{0,5}\r?\n(?:[^\n\[]*\n){0,12}?${LISTED}[\w.-]{0,40}${IN_SECTION}[ \t]{0,5}=[ \t]{0,5}(?:"(${QUOTED})"|([^\s"'\x60$(){}<>\[\]]{4,80}(?:[ ]${UNQUOTED}{1,30}){0,5}))[ \t]{0,5}(?:[\n\r"'\x60<]|$)`,
      // Words behind one without a digit are more of it where they end the line; else they are a command or a sentence.
      String.raw`${START}${VARIABLE}=(${UNQUOTED_WORD}{6,80}(?:[ ][a-z]{2,30}){1,5})[ \t]{0,5}(?:[\n\r]|$)`,
      String.raw`(?:^|[\s"'\x60,;({\[${ARROW}:+>|-])${VARIABLE}=(?:"(${QUOTED})"|'(${QUOTED})'|(${UNQUOTED}{6,80})(?:[\s"'\x60;&|)}\]\\]|$))`,
      String.raw`${START}[a-z0-9]{1,30}(?:[.-][a-z0-9]{1,30}){1,8}[.-]${NAME}=(${UNQUOTED}{6,80}(?:[ ]${UNQUOTED}{1,30}){0,5})[ \t]{0,5}(?:[\n\r]|$)`,
      String.raw`${START}(?:[\w.-]{1,30}[_.-])?${NAME}[ \t]{1,5}=[ \t]{1,5}([a-z]{3,20}(?:[ ][a-z]{3,20}){1,5})[ \t]{0,5}(?:[\n\r]|$)`,
      String.raw`\bjdbc:oracle:\w{2,8}:[\w.$-]{1,40}/([^\s@"'/]{5,100})@`,
      String.raw`\b(?:jdbc:[\w:]{2,30}|postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|sqlserver|redis)://[^\s"'<>]{0,200}?[?&;]${NAME}=([^\s"'&;<>\\]{6,80})`,
    ].join('|'),
    keywords: [
      ...['password=', 'password =', 'passwd=', 'passwd =', 'passphrase=', 'passphrase =', 'pass=', 'pass ='],
      ...['_pass=', '_pwd=', 'pw=', 'sshpass=', 'rediscli_auth=', 'jdbc:oracle:'],
    ],
    window: { before: 1500, behind: 400 },
    allow: [
      { regexes: ['^.{0,5}$', `(?i)${NO_VALUE_WORD}`, ...NO_VALUE], words: NO_WORDS },
      { of: 'match', regexes: [String.raw`${NAME}[ \t]{0,5}=[^\n]*[ ]${SENTENCE}\b`], words: [] },
    ],
  },
  {
    id: 'pgpass-password',
    regex: [
      String.raw`(?:^|[^\w*.-])[\w*.-]{1,100}:(?:543\d|5432\d|[125]5432|6432|25060|26257):[\w*-]{1,60}:[\w@*.-]{1,60}:([^\s:"]{6,100})`,
      // For any port or database, with a digit.
      String.raw`(?:^|[^\w*.:-])[\w*.-]{1,100}:\*:[\w*-]{1,60}:[\w@.-]{1,60}:([^\s:"/]{5,99}[0-9][^\s:"/]{0,60}|[0-9][^\s:"/]{5,99})`,
    ].join('|'),
    keywords: [':543', ':15432:', ':25432:', ':55432:', ':6432:', ':25060:', ':26257:', ':*:'],
    allow: [{ regexes: NO_VALUE, words: NO_WORDS }],
  },
  {
    id: 'named-password',
    regex: [
      String.raw`(?i)<(?:[\w-]{1,20}:)?(?:password|passwd|passphrase)>([^<>\s]{6,80})</`,
      String.raw`(?:\bpwd|(?i:sshpass|\b${JOINED})|[a-z]_(?:pass|pwd?)|[a-z]Pwd|\bPW|[A-Z]_PWD?|PGPASS|["']pw)["']?\]?(?:[:=][ \t]{0,3}["']?|[ \t]{1,3}=[ \t]{0,3}\\*["'])([^\s"'\x60,;(){}\[\]<>\\]{8,80})(?:["';,\s\\]|$)`,
      String.raw`\b(?:store|key)Password[ \t]{1,3}["']([^\s"'$\\]{6,100})["']`,
    ].join('|'),
    keywords: [
      ...['storepassword ', 'keypassword ', 'pwd ='],
      ...[
        'password>',
        'passwd>',
        'passphrase>',
        'pwd=',
        'pwd"',
        'pwd\\"',
        'pwd:',
        '_pass=',
        '_pass:',
        '_pass"',
        '_pass =',
      ],
      ...['pw=', '_pw:', '_pw"', "_pass'", "_pw'", 'pgpass=', 'sshpass', '"pw"', "'pw'", '"pw\\'],
      ...[
        'dbpass',
        'mypass',
        'sqlpass',
        'smtppass',
        'mailpass',
        'imappass',
        'ftppass',
        'rootpass',
        'adminpass',
        'userpass',
      ],
      ...['redispass'],
    ],
    allow: [{ regexes: [String.raw`^\D*$`, '^[^A-Za-z]*$', ...NO_VALUE], words: NO_WORDS }],
  },
  {
    id: 'app-password',
    // Four words of four letters, as Google and Apple make them.
    regex: String.raw`(?i:pass(?:word|wd)?|pwd|pw)\\*["']?[ \t]{0,3}[:=][ \t]{0,3}\\*["']?((?:[a-z]{4}[ -]){3}[a-z]{4})(?:[^\w \t-]|$)`,
    keywords: ['pass', 'pwd', 'pw'],
    mustFollow:
      /(?:word|wd)?[\\"']{0,8}(?:\s|\\+t){0,3}[:=](?:\s|\\+t){0,3}\\*["']?(?:[a-z]{4}[ -]){3}[a-z]{4}(?![\w -])/y,
    allow: [
      { regexes: [`(?:^|[ -])(?:${BLANK_WORDS}|this|that|with|from|must|have|none|null|true)(?:[ -]|$)`], words: [] },
    ],
  },
  {
    id: 'entry-value',
    // An element of a list of variables, as for a container: `- name: DB_PASSWORD`, and below it `value: x`.
    regex: String.raw`(?i)\bname\\*["']?[ \t]*:[ \t]*\\*["']?[\w.-]{0,60}(?:passw(?:or)?d|passphrase|_pass|_pwd|secret|token|(?:api|access|auth|encryption|license|master|private|secret|session|signing)_?key)\\*["']?(?:[\s,]|\\+[nrt]){1,60}\\*["']?value\\*["']?[ \t]*:[ \t]*\\*["']?([^\s"'\x60\\{}$,<>]{6,200})`,
    keywords: ['passwd', 'password', 'passphrase', '_pass', '_pwd', 'secret', 'token', ...ENTRY_KEYS],
    mustFollow: /\\*["']?(?:[\s,]|\\+[nrt]){1,60}\\*["']?value\\*["']?(?:[ \t]|\\+t)*:/y,
    window: { before: 120, behind: 400 },
    allow: [{ regexes: [String.raw`^\D*$`, '^[^A-Za-z]*$', ...NO_VALUE], words: NO_WORDS }],
  },
  {
    id: 'azure-shared-key',
    regex: String.raw`\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,120}={0,2})`,
    entropy: 3.5,
    keywords: ['accountkey=', 'sharedaccesskey='],
    allow: [],
  },
  {
    id: 'header-token',
    regex: String.raw`(?i)\b(?:x-(?:access|admin|amz-security|api|app|auth|csrf|gitlab|goog-api|hasura-admin|internal|rapidapi|session|shopify-access|user|vault|xsrf)-(?:token|key|secret)|private-token)["']?[ \t]{0,3}[:=,][ \t]{0,3}["']?([\w.~+/=-]{16,300})`,
    entropy: 3,
    keywords: [
      ...['x-access-', 'x-admin-', 'x-amz-security-', 'x-api-', 'x-app-', 'x-auth-', 'x-csrf-', 'x-gitlab-'],
      ...['x-goog-api-', 'x-hasura-', 'x-internal-', 'x-rapidapi-', 'x-session-', 'x-shopify-', 'x-user-'],
      ...['x-vault-', 'x-xsrf-', 'private-token'],
    ],
    allow: [{ regexes: [String.raw`^\D*$`], words: NO_WORDS }],
  },
  {
    id: 'session-cookie',
    // As a header, in JSON or source code too, an option of curl, or a list of names and values.
    regex: [
      String.raw`(?i)(?:\bcookie["']{0,2}\]?[ \t]{0,3}[:=,][ \t]{0,3}["']?|(?:^|[\s"'\x60])(?:-b|--cookie)[ =]{1,3}["']?)[^\n"']{0,900}?\b${COOKIE_NAME}=([\w.~+/%:=-]{20,600})`,
      String.raw`\bcookies["']?[ \t]{0,3}[:=][ \t]{0,3}\{[^{}]{0,400}?["']${COOKIE_NAME}["'][ \t]{0,3}:[ \t]{0,3}["']([\w.~+/%:=-]{20,600})`,
    ].join('|'),
    entropy: 3,
    keywords: ['cookie', ' -b ', ' -b='],
    mustFollow:
      /(?:s?[\\"'\]]{0,6}(?:\s|\\+t){0,3}[:=,]|(?<=--cookie)[ =]|(?<=\s-b[ =]))[^\n]{0,900}?(?:sess(?:ion)?(?:_?id)?|sid|auth|token|jwt)(?:=|\\*["']\s{0,3}:)[\s\\"']{0,6}[\w.~+/%:=-]{20}/y,
    window: { before: 150, behind: 1600 },
    allow: [{ regexes: [String.raw`^\D*$`], words: NO_WORDS }],
  },
  {
    id: 'session-cookie',
    // As a browser lists it, and a file of cookies.
    regex: [
      String.raw`(?i)"name"[ \t]{0,3}:[ \t]{0,3}"${COOKIE_NAME}"[ \t\n\r]{0,40},[^{}]{0,400}?"value"[ \t]{0,3}:[ \t]{0,3}"([\w.~+/%:=-]{20,600})`,
      String.raw`(?i)\t(?:TRUE|FALSE)\t/[^\t\n]{0,100}\t(?:TRUE|FALSE)\t[0-9]{1,12}\t${COOKIE_NAME}\t([\w.~+/%:=-]{20,600})`,
    ].join('|'),
    entropy: 3,
    keywords: ['session', 'sess"', 'sess\\', 'sessid', 'sid"', 'sid\\', 'sid\t', 'auth', 'token', 'jwt'],
    mustFollow:
      /(?:_?id)?(?:\\*"?(?:\s|\\+[nrt]){0,40},[^{}]{0,500}?value\\*"(?:\s|\\+t){0,3}:|(?:\t|\\+t)?(?<=[\t\\]\w*?(?:\t|\\+t|t)[\w.-]{0,50})[\w.~+/%:=-]{20})/y,
    window: { before: 250, behind: 1600 },
    allow: [{ regexes: [String.raw`^\D*$`], words: NO_WORDS }],
  },
  {
    id: 'aws-session-token',
    regex: String.raw`(?i)(?:aws[_-]?(?:session|security)[_-]?token|\bSessionToken)["'\]]{0,2}\s{0,3}(?::=|=>|[:=,])\s{0,3}["']?([A-Za-z0-9/+=]{100,1000}[A-Za-z0-9/+=]{0,1000}[A-Za-z0-9/+=]{0,1000})`,
    entropy: 4,
    keywords: ['session_token', 'session-token', 'sessiontoken', 'security_token'],
    mustFollow: /[\\"'\]]{0,20}(?:\s|\\+t){0,3}(?::=|=>|[:=,])(?:\s|\\+t){0,3}\\*["']?[a-z0-9/+=]{100}/y,
    window: { before: 60, behind: 4200 },
    allow: [],
  },
  {
    id: 'secure-parameter',
    // What AWS answers for one that it keeps encrypted.
    regex: [
      String.raw`"Type"[ \t]{0,3}:[ \t]{0,3}"SecureString"[ \t]{0,3},[ \t]{0,3}(?:\r?\n${LISTED})?"Value"[ \t]{0,3}:[ \t]{0,3}"([^"\s\\]{6,400})"`,
      String.raw`"Value"[ \t]{0,3}:[ \t]{0,3}"([^"\s\\]{6,400})"[ \t]{0,3},[ \t]{0,3}(?:\r?\n${LISTED})?"Type"[ \t]{0,3}:[ \t]{0,3}"SecureString"`,
    ].join('|'),
    keywords: ['securestring"', 'securestring\\"'],
    window: { before: 600, behind: 600 },
    allow: [{ regexes: NO_VALUE, words: NO_WORDS }],
  },
  {
    id: 'npm-registry-token',
    regex: String.raw`:_authToken=["']?([^\s"'$]{12,400})`,
    keywords: [':_authtoken='],
    allow: [{ regexes: NO_VALUE, words: NO_WORDS }],
  },
];
