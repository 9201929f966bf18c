import { isKeyValue, matchAt } from './assigned-values.ts';
import {
  isRandom,
  LISTED,
  NO_CODE_OR_STATE,
  NO_PASSWORDS,
  NO_WORDS,
  type RuleData,
  type RuleMatch,
} from './rule-parts.ts';

const NAME = '(?:password|passwd|passphrase|passcode)';
const VALUE = String.raw`[^\s"'\x60$\\<>(){}]{8,100}`;
const SHOWN = String.raw`[^\s"'\x60$<>(){}]`;
const SECRET_NAME = `[\\w-]{0,40}(?:${NAME}|secret|token|key)[\\w-]{0,20}`;
/** Commands that answer with a secret alone on a line. */
const SHOWING = [
  String.raw`(?:kubectl|oc)(?: -n \S{1,60})? get secrets?\b[^\n]{0,300}base64 (?:-d|-D|--decode)(?:;[ ]?echo)?`,
  `(?:terraform|tofu) output -raw ${SECRET_NAME}`,
  String.raw`op (?:item get\b[^\n]{0,200}--reveal|read\b[^\n]{0,200})`,
  String.raw`gcloud (?:secrets versions access\b[^\n]{0,200}|auth (?:application-default )?print-(?:access|identity)-token)`,
  String.raw`argocd admin initial-password\b[^\n]{0,60}`,
  String.raw`aws (?:ecr get-login-password|(?:secretsmanager get-secret-value|ssm get-parameters?)\b[^\n]{0,200}--output text)[^\n]{0,60}`,
  String.raw`vault (?:kv get|read)\b[^\n]{0,60}-field[^\n]{0,100}`,
  String.raw`pass (?:show )?[\w.@-]{1,40}/[^\s|]{1,60}`,
  String.raw`security find-(?:generic|internet)-password\b[^\n]{0,200}-w`,
  String.raw`az keyvault secret show\b[^\n]{0,200}-o tsv`,
  String.raw`cat (?:/run/secrets/[\w.-]{1,60}|[^\s|]{0,100}(?:password|passwd|_pass|secret|token)(?:\.(?:txt|key))?)`,
  `(?:echo ["']?[$][{]?|printenv )(?i:${SECRET_NAME})[}"']{0,2}`,
  String.raw`(?:openssl rand -(?:base64|hex) \d{1,3}|pwgen\b[^\n|]{0,40})`,
  String.raw`bw get password\b[^\n]{0,80}`,
  String.raw`az (?:storage account keys list|redis list-keys|acr credential show|cosmosdb keys list)\b[^\n]{0,200}-o tsv`,
  'wg (?:genkey|genpsk)',
  '(?:gh auth token|kubectl create token [^\\s|]{1,60}|vault print token|docker swarm join-token -q \\w{1,10})',
  String.raw`(?:head -c ?\d{1,3} /dev/u?random|tr -dc [^\n|]{1,40})[^\n]{0,60}`,
].join('|');

/** A parameter of a link that lets somebody in, in its path. */
const LINK =
  /\/(?:magic(?:-?link)?|reset-?password|password-?reset|verify(?:-email)?|activate|invit(?:e|ation)s?|unsubscribe|confirm(?:-email)?)\/([\w.-]{32,400})(?![\w/%-])/gi;

function* linkTokens(text: string): Generator<RuleMatch> {
  for (const { 0: whole, 1: value = '', index } of text.matchAll(LINK))
    if (isRandom(value) || isKeyValue(value)) yield matchAt(index, whole.length - value.length, value);
}

const COOKIES = /\bcookie["']{0,2}\]?[ \t]{0,3}[:=,][ \t]{0,3}["']?([^\n"']{20,4000})/gi;
const PAIR = /(?<![\w.-])([\w.-]{0,40}(?:sess(?:ion)?(?:_?id)?|sid|auth|token|jwt))=([\w.~+/%:=-]{20,1000})/gi;

function* cookieValues(text: string): Generator<RuleMatch> {
  for (const { 0: whole, 1: pairs = '', index } of text.matchAll(COOKIES))
    for (const { 0: pair, 2: value = '', index: at } of pairs.matchAll(PAIR))
      yield matchAt(index + whole.length - pairs.length + at, pair.length - value.length, value);
}

/** Secrets that a command answers with, that are typed into a form, or that a link or a header carries. */
export const SHOWN_RULES: readonly RuleData[] = [
  {
    id: 'shown-secret',
    regex: String.raw`\b(?:${SHOWING})[ \t]{0,3}\r?\n${LISTED}(${SHOWN}{8,1000}${SHOWN}{0,1000}${SHOWN}{0,1000})[ \t]{0,3}(?:[\r\n"'\x60]|</|\]\(|$)`,
    keywords: [
      ...[' get secret', 'terraform output', 'tofu output', 'op item get', 'op read', 'gcloud secrets', 'gcloud auth'],
      ...['argocd admin', 'aws ecr', 'aws secretsmanager', 'aws ssm', 'vault kv', 'vault read', 'pass ', '-password'],
      ...[
        'az keyvault',
        'bw get',
        'cat /',
        'cat .',
        'cat ~',
        'echo $',
        'echo "$',
        'printenv ',
        'openssl rand',
        'pwgen ',
        'az storage account',
        'az redis list-keys',
        'az acr credential',
        'az cosmosdb',
        'wg gen',
        'gh auth',
        'kubectl create token',
        'vault print',
        'docker swarm',
        'dev/random',
        'dev/urandom',
        'tr -dc',
      ],
    ],
    vagueness: 1,
    mustFollow: /[^\n]{0,400}(?:\n|\\+n)(?=[^\n]{0,200}\d)/y,
    window: { before: 60, behind: 5000 },
    allow: [...NO_PASSWORDS, { regexes: [String.raw`/|://|^\d[\d.:-]*$`], words: ['error'] }],
  },
  {
    id: 'typed-password',
    // Into a field of a page, by a test or by a tool.
    regex: [
      String.raw`(?i)${NAME}[^\n"'\x60]{0,20}["'\x60][\])]{0,2}[ \t\n]{0,20}\.[ \t]{0,3}(?:fill|type|send_?keys|set_?value|press_?sequentially)\([ \t\n]{0,20}(?:"(${VALUE})"|'(${VALUE})'|\x60(${VALUE})\x60)`,
      String.raw`(?i)\.(?:fill|type|set_?value)\([ \t\n]{0,20}["'\x60][^\n"'\x60]{0,60}${NAME}[^\n"'\x60]{0,20}["'\x60],[ \t\n]{0,20}(?:"(${VALUE})"|'(${VALUE})')`,
      `(?i)${NAME}["'],?[ ]with:?[ ]["'](${VALUE})["']`,
      String.raw`(?i)\b(?:enter|type|fill in|fill)[ ]["'](${VALUE})["'][ ](?:into|in|for)[ ](?:the[ ])?["']?${NAME}`,
      String.raw`(?i)\[name=${NAME}\]["'\x60]?\)[ \t\n]{0,20}\.[ \t]{0,3}(?:fill|type|set_?value)\([ \t\n]{0,20}["'\x60](${VALUE})["'\x60]`,
      String.raw`(?i)"(?:element|label|selector|field|name|target)"[ \t]{0,3}:[ \t]{0,3}"[^"\n]{0,80}${NAME}[^"\n]{0,40}"[ \t]{0,3},[^{}]{0,160}?"(?:text|value)"[ \t]{0,3}:[ \t]{0,3}"(${VALUE})"`,
    ].join('|'),
    keywords: ['passw', 'passphrase', 'passcode'],
    vagueness: 1,
    mustFollow:
      /[a-z]{0,9}[^\n"'\\]{0,40}[\\"'`\])]{1,8}(?:\s|\\+[nt]){0,20}(?:\.(?:\s|\\+[nt]){0,3}(?:fill|type|send_?keys|set_?value|press_?seq)|,|with )|(?<=["'\\] (?:into|in|for) (?:the )?["'\\]{0,2}pass(?:w|phrase|code))/y,
    window: { before: 120, behind: 500 },
    allow: [...NO_PASSWORDS, ...NO_CODE_OR_STATE, { regexes: ['^[A-Z]+(?:_[A-Z0-9]+)+$', '^[#.]'], words: [] }],
  },
  {
    id: 'shown-field',
    // Beside its name in a listing, with blanks between, and keys as the command line of Azure lists them.
    regex: [
      String.raw`(?:^|[\n\r"'\x60])${LISTED}(?i:[\w.-]{0,40}(?:password|passphrase|secret_id|client_token|api_?key|access_?token))[ \t]{2,60}([^\s"'\x60$<>(){}|]{8,200})[ \t]{0,20}(?:[\n\r"'\x60]|$)`,
      String.raw`"keyName"[ \t]{0,3}:[ \t]{0,3}"[\w-]{1,40}"[^{}]{0,200}?"value"[ \t]{0,3}:[ \t]{0,3}"([A-Za-z0-9+/]{40,100}={0,2})"`,
      String.raw`vault\.azure\.net/secrets/[^"\s]{1,200}"[^{}]{0,600}?"value"[ \t]{0,3}:[ \t]{0,3}"([^"\s\\]{6,400})"`,
      String.raw`"value"[ \t]{0,3}:[ \t]{0,3}"([^"\s\\]{6,400})"[ \t]{0,3},\s{0,20}"id"[ \t]{0,3}:[ \t]{0,3}"https://[\w-]{1,60}\.vault\.azure\.net/secrets/`,
    ].join('|'),
    keywords: [
      'passw',
      'passphrase',
      'passcode',
      'secret_id',
      'client_token',
      'api_key',
      'access_token',
      'keyname',
      'vault.azure.net/secrets/',
    ],
    vagueness: 1,
    mustFollow: /[a-z]{0,9}(?:\s|\\+t){2,60}[^\s"'`]{0,60}\d|(?<=keyname)\\*"|(?<=azure\.net\/secrets\/)/y,
    window: { before: 700, behind: 1000 },
    allow: [
      ...NO_PASSWORDS,
      ...NO_CODE_OR_STATE,
      { regexes: [String.raw`^\d[\d.:/-]*$|^[\w.-]*/|:.*@|Token$`], words: NO_WORDS },
    ],
  },
  {
    id: 'link-token',
    regex: '',
    finder: linkTokens,
    keywords: ['/magic', '/reset', '/password', '/verify', '/activate', '/invit', '/unsubscribe', '/confirm'],
    vagueness: 1,
    mustFollow: /[a-z-]{0,12}\\?\/[\w.-]{32}/y,
    window: { before: 20, behind: 500 },
    allow: [],
  },
  {
    id: 'session-cookie',
    regex: '',
    finder: cookieValues,
    entropy: 3,
    keywords: ['cookie'],
    mustFollow:
      /[\\"'\]]{0,6}(?:\s|\\+t){0,3}[:=,][^\n]{0,900}?(?:sess(?:ion)?(?:_?id)?|sid|auth|token|jwt)=[\w.~+/%:=-]{20}/y,
    window: { before: 20, behind: 4100 },
    allow: [{ regexes: [String.raw`^\D*$`], words: NO_WORDS }],
  },
];
