import { isKeyValue, matchAt } from './assigned-values.ts';
import {
  execAt,
  isMixed,
  isRandom,
  LISTED,
  NO_CODE_OR_STATE,
  NO_PASSWORDS,
  NO_VALUE,
  NO_WORDS,
  numberedWords,
  type RuleData,
  type RuleMatch,
} from './rule-parts.ts';

const NAMED = '(?:password|passwd|passphrase|passcode|pwd)';
const NAME = String.raw`[\w.-]{0,40}(?i:${NAMED}|secret|token|api_?key|(?:secret|private|access|auth|signing|encryption)_?key)`;
const VALUE = String.raw`[^\s"'\x60$\\<>(){}]{8,100}`;
const IN_QUOTES = String.raw`(?:"(${VALUE})"|'(${VALUE})'|\x60(${VALUE})\x60)`;
const IN_TWO_QUOTES = `(?:"(${VALUE})"|'(${VALUE})')`;
const ARG = String.raw`[ \t\n]{0,20}(?:"[^"\n]{0,120}"|'[^'\n]{0,120}'|[^\s"'(),;]{1,60})[ \t\n]{0,20}`;
const LITERAL = String.raw`[ \t\n]{0,20}${IN_TWO_QUOTES}[ \t\n]{0,20}\)`;
const BEFORE_SIGN = String.raw`[^\s"'\x60$\\<>(){}@:/]{5,100}`;
const LAST = String.raw`,[ \t\n]{0,20}${IN_TWO_QUOTES}`;
/** Calls with a user and a password. */
const OF_TWO =
  '(?:[.>](?:login|auth)|basicAuth|[bB]asicAuth|BasicCredentials|HTTPBasicAuth|HTTPDigestAuth|NetworkCredential|PasswordAuthentication|UsernamePasswordCredentials|PasswordAuthenticator|algoliasearch|WiFi\\.begin|\\blogin|[cC]x_Oracle\\.connect|oracledb\\.connect)';
/** Calls with a host or an address before user and password. */
const OF_THREE =
  '(?:getConnection|mysqli|mysqli_connect|mysql_connect|PDO|oci_connect|ftp_login|ssh2_auth_password|imap_open|(?:mysql|mysqldb|mariadb|MySQLdb|pymysql)\\.connect)';
const WRAPPED =
  '(?:new[ ])?(?:String(?:::from)?|str|SecretStr|SecretString|Secret(?:::new)?|SecureString|Buffer\\.from|bytes|bytearray|\\[\\]byte|\\[\\]rune|Some|Optional\\.of)\\(';
const START = String.raw`(?:^|[\n\r"'\x60])${LISTED}`;
const END = String.raw`[ \t]{0,5}(?:[\n\r"'\x60<]|$)`;

/** Values that are no secrets: a name or a constant (`API_TOKEN_2`), a path, a file, a version, a measure. */
const NO_LITERALS: RuleData['allow'] = [
  ...NO_PASSWORDS,
  ...NO_CODE_OR_STATE,
  {
    regexes: [
      String.raw`^[A-Z]+(?:_[A-Z0-9]+)+$|^[\w.-]*/|\.[A-Za-z]{1,5}$|^@|://|^[vV]?\d+(?:\.\d+)+|^[0-9.,]+[A-Za-z%]{0,5}$|\d{4}-\d{2}-\d{2}`,
      numberedWords('+', '[_.-]?'),
      '^(?:field|item|key|page|step|test|user|value)[_-]?[0-9]+$',
    ],
    words: [],
  },
];

const NAMES = ['passw', 'passphrase', 'passcode', 'pwd', 'secret', 'token', 'api_key', 'apikey', '_key', 'privatekey'];

const LETTERS = String.raw`(?:"([A-Za-z][\w!@#%^&*-]{7,60})"|'([A-Za-z][\w!@#%^&*-]{7,60})')`;
const INSERTING =
  /(?:\s|\\+[nrt]){1,9}(?:\w{1,20}(?:\s|\\+[nrt]){1,9})?into[\s\S]{0,400}?(?:passw|passphrase|pwd|secret|token|api_?key)/y;

/** Secrets with a digit in source code and in documents with members. */
export const CODE_RULES: readonly RuleData[] = [
  {
    id: 'declared-secret',
    // With its type, in what makes a text of it, or where nothing else is set.
    regex: [
      String.raw`\b${NAME}["']?\??[ \t]{0,3}:[ \t]{0,3}[&\w<>\[\]|. ]{1,40}?[ \t]{0,3}=[ \t]{0,3}[br]?${IN_QUOTES}`,
      String.raw`\b${NAME}["']?[ \t]{0,3}(?::=|[:=])[ \t]{0,3}(?:${WRAPPED}[ \t]{0,3}|b)${IN_QUOTES}`,
      String.raw`\b${NAME}["'\])]{0,4}[ \t]{0,3}(?:\|\||<-|\bor\b)[ \t]{0,3}${IN_QUOTES}`,
      String.raw`\b(?:${NAME}|PASS)\[\d{0,3}\][ \t]{0,3}=[ \t]{0,3}"(${VALUE})"`,
      String.raw`\b(?:pw|pass)[ \t]{0,3}:[ \t]{0,3}\w{1,20}[ \t]{0,3}=[ \t]{0,3}${IN_QUOTES}`,
      String.raw`(?:#[ \t]{0,3}define|\((?:setq|defvar|defparameter|def|define))[ \t]{1,9}[\w*-]{0,40}(?i:${NAMED}|pass|psk|secret|token|api_?key)\*?[ \t]{1,9}"(${VALUE})"`,
      String.raw`\b(?:std::)?string[ \t]{1,3}${NAME}[ \t]{0,3}[{(][ \t]{0,3}"(${VALUE})"`,
      String.raw`\b${NAME}["'\])]{0,4}[ \t]{0,3}(?:\?\?=?|\?:|,[ \t]{0,3}default[ \t]{0,3}=)[ \t]{0,3}${IN_QUOTES}`,
    ].join('|'),
    keywords: [...NAMES, '_pass', 'wifi_psk', 'pw:', 'pass:', 'pass['],
    vagueness: 1,
    mustFollow:
      /(?<=p(?:w|ass):)(?:\s|\\+t){0,3}\w{1,20}(?:\s|\\+t){0,3}=|[a-z_-]{0,12}(?:[\\"'\])?]|\s|\\+t){0,8}(?::(?:\s|\\+t){0,3}[&\w<>[\]|. ]{1,40}=(?:\s|\\+t){0,3}[br]?[\\"'`]|(?::=|[:=])(?:\s|\\+t){0,3}(?:(?:new )?(?:string|str|secret|secure|buffer|bytes|\[\]|some|optional)[\w.:[\]]{0,20}\(|b["'\\])|[{(](?:\s|\\+t){0,3}\\*"|\?(?:\?=?|:)(?:\s|\\+t){0,3}[\\"'`]|(?:\|\||<-|or\b)(?:\s|\\+t){0,3}\\*["'`]|(?<=(?:define|setq|defvar|defparameter|\(def)(?:\s|\\+t){1,9}[\w*-]{1,60}(?:\s|\\+t){1,9})\\*"|(?<=\[)\d{0,3}\](?:\s|\\+t){0,3}=|,(?:\s|\\+t){0,3}default(?:\s|\\+t){0,3}=)/y,
    allow: NO_LITERALS,
  },
  {
    id: 'call-password',
    regex: [
      String.raw`${OF_TWO}\(${ARG}${LAST}`,
      String.raw`\bcohere\.(?:Async)?Client(?:V2)?\([ \t\n]{0,20}["']([A-Za-z0-9]{40})["']`,
      String.raw`\b(?:\w{1,10}_)?auth[ \t]{0,3}[=:][ \t]{0,3}[(\[]${ARG}${LAST}`,
      String.raw`\b${OF_THREE}\(${ARG},${ARG}${LAST}`,
      String.raw`\bconnect\(${ARG},[ \t]{0,3}\d{1,5}[ \t]{0,3},${ARG}${LAST}`,
      String.raw`\.(?:set_?|with_?)?(?:[pP]assword|Passphrase|Secret|ApiKey|Token)\(${LITERAL}`,
      String.raw`\b(?:getenv|environ\.get|ENV\.fetch|env(?:\.get)?)\([ \t]{0,3}["'][A-Z0-9_]{0,40}(?:PASSWORD|PASS|PW|SECRET|TOKEN|KEY)["'][ \t]{0,3},[ \t]{0,3}${IN_TWO_QUOTES}`,
      String.raw`\b(?:bcrypt|argon2|scrypt)\.(?:hash|hashSync|hashpw|verify|compare|compareSync|checkpw)\([ \t]{0,3}b?${IN_TWO_QUOTES}`,
      String.raw`\b(?:setProperty|[sS]et_?[eE]nv|SetEnvironmentVariable|environ\.setdefault|getOrDefault|SetDefault|set_default|setdefault)\([ \t]{0,3}["'][\w.-]{0,60}(?i:password|passwd|passphrase|_pass|secret|token|_key|apikey)["'][ \t]{0,3}${LAST}`,
      String.raw`\b(?:bcrypt|Hash::make|password_hash|make_password|generate_password_hash|(?:pbkdf2_sha\d{1,3}|sha\d{3}_crypt|argon2)\.hash)\([ \t]{0,3}b?${IN_TWO_QUOTES}`,
      String.raw`\bfetch\([ \t]{0,3}["'][A-Z0-9_]{0,40}(?:PASSWORD|PASS|PW|SECRET|TOKEN|KEY)["'][ \t]{0,3}\)[ \t]{0,3}\{[ \t]{0,3}["'](${VALUE})["']`,
      String.raw`\bset_?[pP]assword\(${ARG},${ARG}${LAST}`,
      String.raw`\b(?i:jwt|jsonwebtoken)\.(?:sign|verify|encode|decode)\([^\n"'()]{1,80}${LAST}`,
      String.raw`\b(?:createHmac\([ \t]{0,3}["'][\w-]{2,12}["'][ \t]{0,3},|hmac\.new\()[ \t]{0,3}b?${IN_TWO_QUOTES}`,
      String.raw`\bFernet\([ \t]{0,3}b?["']([\w-]{43}=)["']`,
      String.raw`["'\s=\x60][\w.-]{1,40}:(${BEFORE_SIGN})@(?:tcp|unix)\(`,
      String.raw`(?i:p?assword|p?assphrase)[^\n]{0,20}["']\)[;\s]{1,20}\w{1,20}\.send(?:line)?\(["'](${VALUE})["']`,
    ].join('|'),
    keywords: [
      ...['login(', 'auth(', 'cohere.', 'auth=', 'auth =', 'auth:', 'credentials(', 'credential(', 'authentication('],
      ...[
        'password(',
        'passphrase(',
        'secret(',
        'apikey(',
        'token(',
        'getenv(',
        'environ.get(',
        'env.fetch(',
        'env(',
        'env.get(',
      ],
      ...['authenticator(', 'algoliasearch(', 'setproperty(', 'setenv(', 'set_env(', 'environmentvariable('],
      ...[
        'wifi.begin(',
        'getordefault(',
        'default(',
        'fetch(',
        'environ.setdefault(',
        'bcrypt(',
        'hash::make(',
        'password_hash(',
        'make_password(',
        '.hash(',
        'jwt.',
      ],
      ...['jsonwebtoken.', 'createhmac(', 'hmac.new(', 'fernet(', 'bcrypt.', 'argon2.', 'scrypt.', '@tcp(', '@unix('],
      ...['getconnection(', 'mysqli(', 'pdo(', 'connect(', 'auth_password(', 'imap_open(', "assword')", 'assword")'],
    ],
    vagueness: 1,
    mustFollow: /(?<=@(?:tcp|unix)\()|[^\n]{0,400}?["'\\][^\s"']{0,80}?\d/y,
    window: { before: 160, behind: 600 },
    allow: NO_LITERALS,
  },
  {
    id: 'member-password',
    // The value is on its own line below its name in YAML, or beside its name in a list or a form.
    regex: [
      String.raw`(?i)(?:^|[\n\r"'\x60])${LISTED}["']?[\w.-]{0,40}(?:${NAMED}|secret|token|api_?key)["']?:[ \t]{0,3}(?:[|>][+-]?)?[ \t]{0,3}\r?\n${LISTED}(?:(?:value|default):[ \t]{1,3})?["']?([^\s"'\x60:\\]{8,200})["']?${END}`,
      String.raw`(?i)\b(?:key|optionname|parameterkey|variable|field)\\*["']?[ \t]*[:=][ \t]*\\*["']?[\w.-]{0,60}(?:${NAMED}|_pass|secret|token|api_?key)\\*["']?[ \t\n]{0,20},[ \t\n]{0,20}\\*["']?(?:parameter)?value\\*["']?[ \t]*[:=][ \t]*\\*["']?([^\s"'\x60\\{}$,<>]{6,200})`,
      String.raw`(?i)"(?:parameter)?value"[ \t]*:[ \t]*"([^\s"\x60\\{}$<>]{6,200})"[ \t\n]{0,20},[ \t\n]{0,20}"(?:key|name|optionname|parameterkey)"[ \t]*:[ \t]*"[\w.-]{0,60}(?:${NAMED}|_pass|secret|token|api_?key)"`,
      String.raw`(?i)"[\w.-]{0,40}(?:${NAMED}|secret|token|api_?key)"[ \t]{0,3}:\s{0,9}\{\s{0,9}"(?:value|default)"[ \t]{0,3}:[ \t]{0,3}"([^\s"\x60\\{}$<>]{6,200})"`,
      String.raw`(?i)<input\b[^<>]{0,300}?\btype=["']?password["']?[^<>]{0,300}?\bvalue=["']?([^"'<>\s$\x60{}]{6,200})`,
      String.raw`(?i)\bname="[\w.-]{0,40}(?:${NAMED}|secret|token|api_?key)"[ \t]{0,3}\r?\n(?:[\w-]{1,40}:[^\n]{0,200}\r?\n){0,3}[ \t]{0,3}\r?\n([^\s"'\x60<>]{6,200})`,
      String.raw`(?i)(?:^|[\n\r"'\x60])[ \t]{0,8}(?:user ?(?:name)?|log ?in|e-?mail(?: address)?):?[ \t]{0,3}\r?\n[^\n]{1,80}\n[ \t]{0,8}(?:password|passwd|pass):?[ \t]{0,3}\r?\n[ \t]{0,8}([^\s"'\x60\\]{6,80})${END}`,
      String.raw`${START}ENV[ \t]{1,3}[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|SECRET|TOKEN|_KEY)[ \t]{1,3}["']?([^\s"'\x60$=\\]{6,200})`,
    ].join('|'),
    keywords: ['passw', 'passphrase', 'passcode', 'pwd', '_pass', 'secret', 'token', 'api_key', 'apikey'],
    vagueness: 1,
    mustFollow:
      /[a-z]{0,9}(?:\\*"(?:\s|\\+t){0,3}:(?:\s|\\+[nrt]){0,9}\{(?:\s|\\+[nrt]){0,9}\\*"(?:value|default)|\\*["']?:(?:\s|\\+t){0,3}(?:[|>][+-]?(?:\s|\\+t){0,3})?(?:\n|\\+r?\\*n)|\\*["'](?:\s|\\+[nrt]){0,20}[,}](?:\s|\\+[nrt]){0,20}\\*["']?(?:parameter)?value|(?<=(?:key|name)\\*"(?:[ \t]|\\+t)*:(?:[ \t]|\\+t)*\\*"[\w.-]{0,70})\\*"|,(?:parameter)?value=|\\*"(?:\s|\\+t){0,3}(?:\n|\\+r?\\*n)|(?<=type=\\*["']?password)[^<>]{0,300}?value=|(?<=\benv(?:\s|\\+t){1,3}[a-z0-9_]{0,60})(?:\s|\\+t){1,3}\\*["']?[^\s=]{6}|(?<=(?:\n|\\n|")\s{0,8}passw(?:or)?d)(?:\n|\\+r?\\*n))/y,
    window: { before: 400, behind: 500 },
    allow: NO_LITERALS,
  },
  {
    id: 'kubernetes-secret',
    regex: '',
    finder: kubernetesValues,
    keywords: ['kind'],
    vagueness: 1,
    mustFollow: /\\*["']?(?:\s|\\+t){0,3}:(?:\s|\\+t){0,3}\\*["']?secret(?![\w-])/y,
    window: { before: 8000, behind: 8000 },
    allow: [{ regexes: NO_VALUE, words: NO_WORDS }],
  },
  {
    id: 'inserted-password',
    regex: '',
    finder: insertedPasswords,
    keywords: ['insert'],
    vagueness: 1,
    mustFollow: INSERTING,
    window: { before: 40, behind: 3000 },
    allow: NO_LITERALS,
  },
  {
    id: 'inserted-password',
    // Words.
    regex: '',
    finder: insertedWords,
    keywords: ['insert'],
    vagueness: 1,
    mustFollow: INSERTING,
    window: { before: 40, behind: 3000 },
    allow: NO_CODE_OR_STATE,
  },
  {
    id: 'call-password',
    // Behind a user, in calls that take nothing else there.
    regex: [
      String.raw`(?:[.>]login|basicAuth|(?:Basic|Plain)Credentials|WithEmailAndPassword|HTTP(?:Basic|Digest)Auth|NetworkCredential|PasswordAuthentication|UsernamePasswordCredentials)\(${ARG},[ \t\n]{0,20}${LETTERS}`,
      String.raw`\b(?:\w{1,10}_)?auth[ \t]{0,3}=[ \t]{0,3}\(${ARG},[ \t\n]{0,20}${LETTERS}[ \t]{0,3}\)`,
      String.raw`\bjwt\.(?:sign|verify|encode|decode)\([^\n"'()]{1,80},[ \t\n]{0,20}${LETTERS}`,
      String.raw`\bUsernamePasswordCredentialsImpl\((?:${ARG},){4}[ \t\n]{0,20}${LETTERS}`,
      String.raw`\bDBI->connect\(${ARG},${ARG},[ \t\n]{0,20}${LETTERS}`,
      String.raw`\b(?:getConnection|mysqli|mysqli_connect|PDO|oci_connect|create_superuser|create_user|pymysql\.connect)\(${ARG},${ARG},[ \t\n]{0,20}${LETTERS}`,
    ].join('|'),
    keywords: [
      ...['login(', 'auth(', 'auth=', 'auth =', 'credentials(', 'credential(', 'authentication(', 'getconnection('],
      ...[
        'mysqli(',
        'mysqli_connect(',
        'pdo(',
        'oci_connect(',
        'create_superuser(',
        'create_user(',
        'pymysql.connect(',
      ],
      ...[
        'jwt.sign(',
        'jwt.verify(',
        'jwt.encode(',
        'jwt.decode(',
        'andpassword(',
        'credentialsimpl(',
        'dbi->connect(',
      ],
    ],
    vagueness: 1,
    mustFollow: /[^\n]{1,200}?,(?:\s|\\+n){0,20}\\*["'][a-z]/y,
    window: { before: 60, behind: 400 },
    allow: [...NO_CODE_OR_STATE, { regexes: [numberedWords('+', '[_.-]?')], words: [] }],
  },
];

const KIND = /\bkind["']?[ \t]{0,3}:[ \t]{0,3}["']?Secret(?![\w-])/;
const DATA = /(?<![\w.-])["']?(stringData|data)["']?[ \t]{0,3}:[ \t]{0,3}\{?[ \t]{0,3}(?:\r?\n)?/g;
const ENTRY = new RegExp(
  String.raw`${LISTED}["']?[\w.-]{1,253}["']?:[ \t]{0,3}["']?([^\s"',{}|<>\]]{6,4000})["']?[ \t]{0,3},?[ \t]{0,3}(?:\r?\n|(?=["'}<\]])|$)`,
  'y',
);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Values in the data of a Secret of Kubernetes, whatever their names. */
function* kubernetesValues(text: string): Generator<RuleMatch> {
  let from = 0;
  for (const document of text.split(/^---/m)) {
    if (KIND.test(document))
      for (const { 0: whole, 1: name, index } of document.matchAll(DATA))
        yield* entriesAt(text, from + index + whole.length, name === 'data');
    from += document.length + '---'.length;
  }
}

function* entriesAt(text: string, start: number, isEncoded: boolean): Generator<RuleMatch> {
  let at = start;
  for (;;) {
    const [whole, value = ''] = execAt(ENTRY, text, at) ?? [];
    if (whole === undefined) return;
    if (isSecret(isEncoded && BASE64.test(value) ? atob(value).trim() : value))
      yield matchAt(at, whole.lastIndexOf(value), value);
    at += whole.length;
  }
}

function isSecret(value: string): boolean {
  return isKeyValue(value) || isMixed(value) || isRandom(value);
}

const INSERT =
  /\binsert\s{1,9}(?:\w{1,20}\s{1,9})?into\s{1,9}[\w.`"[\]]{1,100}\s{0,9}\(([^()]{1,600})\)\s{0,20}values/gi;
const PASSWORD_COLUMN = /^\W*(?:\w*_)?(?:password|passwd|passphrase|pwd|secret|token|api_?key)\W*$/i;
const ROW = new RegExp(
  String.raw`,?[ \t]{0,20}(?:\r?\n${LISTED})?\(((?:[^()']|'(?:[^'\\]|''|\\.)*')*)\)[ \t]{0,20}`,
  'y',
);
const FIELD = /(?:^|,)\s*('(?:[^'\\]|''|\\.)*'|[^,']*)/g;
const TEXT = /^'([^'\s\\]{6,200})'$/;
const WORD_COLUMN = /passw/i;
const WORD_TEXT = /^'([A-Za-z][A-Za-z!@#%^&*_-]{7,60})'$/;

/** Texts that SQL puts into a column of passwords. */
function insertedPasswords(text: string): Generator<RuleMatch> {
  return insertedIn(text, PASSWORD_COLUMN, TEXT);
}

function insertedWords(text: string): Generator<RuleMatch> {
  return insertedIn(text, WORD_COLUMN, WORD_TEXT);
}

function* insertedIn(text: string, column: RegExp, form: RegExp): Generator<RuleMatch> {
  for (const { 0: whole, 1: names = '', index } of text.matchAll(INSERT)) {
    const columns = names.split(',').map((name) => column.test(name));
    for (const { fields, at } of rowsAt(text, index + whole.length))
      for (const [n, { 0: field, 1: inside = '', index: from }] of [...fields.matchAll(FIELD)].entries()) {
        const [, value] = form.exec(inside) ?? [];
        if (columns[n] && value !== undefined) yield matchAt(at + from, field.lastIndexOf(value), value);
      }
  }
}

function* rowsAt(text: string, start: number): Generator<{ readonly fields: string; readonly at: number }> {
  for (let at = start; ; ) {
    const [whole, fields] = execAt(ROW, text, at) ?? [];
    if (whole === undefined || fields === undefined) return;
    yield { fields, at: at + whole.indexOf('(') + '('.length };
    at += whole.length;
  }
}
