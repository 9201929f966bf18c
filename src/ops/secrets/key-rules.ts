import { BLANK_WORDS, KEY_LINE, LISTED, NO_PASSWORDS, NO_VALUE, NO_WORDS, type RuleData } from './rule-parts.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Text before a token: no letter, sign of a path or dash, which are parts of names; the sign of a patch is allowed. */
const BEFORE_TOKEN = String.raw`(?:^|[^\w/.-]|[\n\r][+-])`;

/** Keys of these programs' services, and secrets in addresses and headers, which gitleaks lacks. */
export const KEY_RULES: readonly RuleData[] = [
  { id: 'anthropic-key', regex: String.raw`\b(sk-ant-[a-z]{3,6}\d\d-[\w-]{24,})`, keywords: ['sk-ant-'], allow: [] },
  {
    id: 'openai-key',
    regex: String.raw`\b(sk-(?:proj|svcacct|admin)-[\w-]{24,})`,
    keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-'],
    allow: [],
  },
  {
    id: 'google-oauth-token',
    regex: String.raw`(?:\b|[^\w/])(ya29\.[\w-]{20,1000}|1//0[\w-]{20,200})`,
    keywords: ['ya29.', '1//0'],
    allow: [],
  },
  {
    id: 'laravel-key',
    regex: String.raw`\bAPP_KEY\\*["']?[ \t]*[=:][ \t]*\\*["']?(base64:[A-Za-z0-9+/]{43}=)`,
    keywords: ['app_key'],
    allow: [],
  },
  {
    id: 'access-token-variable',
    regex: String.raw`\b[A-Z][A-Z0-9_]{0,60}_PAT\\*["']?[ \t]*[=:][ \t]*\\*["']?([\w-]{20,200})`,
    entropy: 3,
    keywords: ['_pat=', '_pat:', '_pat"', '_pat\\', '_pat '],
    allow: [{ regexes: [String.raw`^\D*$`], words: NO_WORDS }],
  },
  { id: 'openrouter-key', regex: String.raw`\b(sk-or-v1-[0-9a-f]{48,})`, keywords: ['sk-or-'], allow: [] },
  { id: 'groq-key', regex: String.raw`\b(gsk_[A-Za-z0-9]{40,})`, keywords: ['gsk_'], allow: [] },
  { id: 'xai-key', regex: String.raw`\b(xai-[A-Za-z0-9]{60,})`, keywords: ['xai-'], allow: [] },
  {
    id: 'service-token',
    // Keys of services that write a word of their own before a random value.
    regex: String.raw`\b((?:r8_|tvly-(?:dev-|prod-)?|lsv2_(?:pt|sk)_|pcsk_|sbp_|sb_secret_|nfp_|figd_|whsec_|phx_|dckr_pat_|dckr_oat_|bkua_|CCIPAT_|ATBB|ATCTT3|AKCp|sq0csp-|fm2_|GOCSPX-|tskey-[a-z]{3,10}-|sk\.eyJ)[\w=.-]{20,})`,
    entropy: 3,
    keywords: [
      ...['r8_', 'tvly-', 'lsv2_', 'pcsk_', 'sbp_', 'sb_secret_', 'nfp_', 'figd_', 'whsec_', 'phx_', 'dckr_'],
      ...['bkua_', 'ccipat_', 'atbb', 'atctt3', 'akcp', 'sq0csp-', 'fm2_', 'gocspx-', 'tskey-', 'sk.eyj'],
    ],
    mustFollow: /[\w=.-]{20}/y,
    allow: [{ regexes: [String.raw`^\D*$`], words: ['example'] }],
  },
  {
    id: 'service-token',
    // An id behind a word of its own: LaunchDarkly, Context7, Langfuse, Infisical.
    regex: String.raw`${BEFORE_TOKEN}((?:sdk|api|mob|ctx7sk|sk-lf)-${UUID}|st\.${UUID}\.[0-9a-f]{32}\.[0-9a-f]{32})(?:[^\w-]|$)`,
    keywords: ['sdk-', 'api-', 'mob-', 'ctx7sk-', 'sk-lf-', 'st.'],
    minRun: 36,
    mustFollow: /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\w-])/y,
    allow: [],
  },
  {
    id: 'service-token',
    // A long run of one form behind a word of its own.
    regex: String.raw`${BEFORE_TOKEN}(${[
      String.raw`K10[0-9a-f]{64}::[\w-]{1,40}:[\w.]{8,100}`,
      String.raw`AQ\.Ab8[\w-]{40,80}`,
      String.raw`(?:nvapi-|tgp_v1_|napi_|CFPAT-)[\w-]{40,100}`,
      'wandb_v1_[A-Za-z0-9_]{60,100}',
      'KGAT_[0-9a-f]{32}',
      'e2b_[0-9a-f]{40}',
      'fc-[0-9a-f]{32}',
      'csk-[a-z0-9]{48}',
      'aio_[A-Za-z0-9]{28}',
    ].join('|')})(?:[^\w-]|$)`,
    keywords: [
      ...['k10', 'aq.ab8', 'nvapi-', 'tgp_v1_', 'napi_', 'cfpat-', 'wandb_v1_', 'kgat_', 'e2b_', 'fc-', 'csk-'],
      'aio_',
    ],
    minRun: 28,
    mustFollow: /[\w-]{28}/y,
    allow: [{ regexes: [String.raw`^\D*$`], words: ['xxxxxx'] }],
  },
  {
    id: 'service-token',
    // Slack in a browser, Doppler, minisign, Asana.
    regex: String.raw`${BEFORE_TOKEN}(${[
      String.raw`xoxd-[\w%+/=-]{40,600}`,
      'xoxc-(?:[0-9]{10,13}-){2,3}[0-9a-f]{32,64}',
      String.raw`dp\.(?:st|ct|sa|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{40,44}`,
      'RWRTY0Iy[A-Za-z0-9+/]{180,250}={0,2}',
      '[12]/1[0-9]{13,17}/1[0-9]{13,17}:[0-9a-f]{32}',
    ].join('|')})(?:[^\w-]|$)`,
    keywords: ['xoxd-', 'xoxc-', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.', 'rwrty0iy', '1/1', '2/1'],
    mustFollow: /(?<=xox[cd]-|dp\.[a-z]{2,5}\.|rwrty0iy)[\w%+/.-]{40}|(?<=[12]\/1)\d{13,17}\/1\d{13,17}:[\da-f]{32}/y,
    window: { before: 150, behind: 700 },
    allow: [{ regexes: [String.raw`^\D*$`], words: ['xxxxxx'] }],
  },
  {
    id: 'zapier-webhook',
    regex: String.raw`hooks\.zapier\.com/hooks/catch/([0-9]{4,12}/[0-9a-z]{6,20})`,
    keywords: ['hooks/catch/'],
    allow: [],
  },
  {
    id: 'jwk-private-key',
    regex: String.raw`[{,]\s{0,20}"d"\s{0,3}:\s{0,3}"([\w-]{40,1000})"`,
    entropy: 4,
    keywords: ['"d"', '"d\\'],
    mustFollow: /["\\]{0,8}(?:\s|\\+[nt]){0,3}:(?:\s|\\+[nt]){0,3}\\*"[\w-]{40}/y,
    window: { before: 60, behind: 1200 },
    allow: [{ regexes: [String.raw`^\D*$`], words: [] }],
  },
  {
    id: 'tailscale-key',
    regex: String.raw`\b(tskey-[a-z]{3,10}-[A-Za-z0-9]{6,30}CNTRL-[A-Za-z0-9]{16,60})`,
    keywords: ['tskey-'],
    allow: [],
  },
  {
    id: 'twilio-auth-token',
    // Beside the account, which is no secret.
    regex: String.raw`\bAC[0-9a-f]{32}["']?[ \t]{0,3}[/:,;|][ \t]{0,3}["']?([0-9a-f]{32})(?:[^0-9a-f]|$)`,
    entropy: 3,
    keywords: ['ac'],
    minRun: 32,
    mustFollow: /[\da-f]{32}\\*["']?(?:\s|\\+t){0,3}[/:,;|]/y,
    allow: [],
  },
  {
    id: 'hexadecimal-key',
    regex: String.raw`\b(sk[_-][0-9a-f]{32,64})\b`,
    entropy: 3,
    keywords: ['sk-', 'sk_'],
    mustFollow: /[0-9a-f]{32}/y,
    allow: [],
  },
  {
    id: 'airtable-token',
    regex: String.raw`\b(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})\b`,
    keywords: ['pat'],
    mustFollow: /[a-z0-9]{14}\.[0-9a-f]{64}/y,
    allow: [],
  },
  {
    id: 'resend-key',
    regex: String.raw`\b(re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30})\b`,
    entropy: 3.5,
    keywords: ['re_'],
    mustFollow: /[a-z0-9]{8}_[a-z0-9]{20}/y,
    allow: [],
  },
  {
    id: 'shared-access-signature',
    regex: '[?&;]sig=([A-Za-z0-9%+/=_-]{40,120})',
    entropy: 3.5,
    keywords: ['sig='],
    allow: [],
  },
  {
    id: 'teams-webhook',
    regex: String.raw`(?i)/IncomingWebhook/([0-9a-f]{32}/[\w-]{3,80})`,
    keywords: ['/incomingwebhook/'],
    allow: [],
  },
  {
    id: 'assigned-secret',
    // A value in quotes, a variable of fish, a default of Terraform, a token of a tunnel or of a GitHub app.
    regex: String.raw`(?:\bSECRET_KEY["']?[ \t]{0,3}[:=][ \t]{0,3}["']([^"'\n]{20,120})["']|\bset[ \t]{1,3}(?:-[a-zA-Z]{1,3}[ \t]{1,3}){1,3}[A-Z0-9_]{0,40}(?:TOKEN|KEY|SECRET|PASSWORD)[A-Z0-9_]{0,20}[ \t]{1,3}["']?([^\s"'$]{12,200})|\bvariable[ \t]{1,3}[\\"]{1,2}[a-z0-9_-]{0,40}(?:password|secret|token|key)[a-z0-9_-]{0,20}[\\"]{1,2}[ \t]{0,3}\{[^}]{0,300}?default[ \t]{0,5}=[ \t]{0,5}[\\"]{1,2}([^"\n\\]{8,200})|\bauthtoken[ \t:=]{1,5}["']?([A-Za-z0-9_]{40,60})|\bx-access-token:([^@\s"'$]{20,255})@)`,
    entropy: 3,
    keywords: ['secret_key', 'set -', 'variable "', 'variable \\"', 'authtoken', 'x-access-token:'],
    allow: [{ regexes: [String.raw`^\D*$`, '^[$<%{[(]'], words: ['example', 'changeme', 'placeholder'] }],
  },
  {
    id: 'mailgun-private-api-token',
    regex: String.raw`\b(key-[0-9a-f]{32})\b`,
    entropy: 2,
    keywords: ['key-'],
    mustFollow: /[0-9a-f]{32}/y,
    allow: [],
  },
  { id: 'new-relic-user-api-key', regex: String.raw`\b(NRAK-[A-Z0-9]{27})\b`, keywords: ['nrak-'], allow: [] },
  { id: 'nostr-key', regex: String.raw`\b(nsec1[ac-hj-np-z02-9]{58})`, keywords: ['nsec1'], allow: [] },
  {
    id: 'url-password',
    // Without an `@` in it, where it has an end; else up to the last one.
    regex: String.raw`[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@'"<>\\]{0,80}:([^\s@/'"<>\\]{5,300}|[^\s/'"<>\\]{5,300})@(?:/|[^\s@/'"<>\\,;)\]}\x60|]{1,255}(?:[\s/'"<>\\,;)\]}\x60|]|$))`,
    keywords: ['://'],
    mustFollow: /[^ \t-\r:/@'"<>]{0,320}:[^ \t-\r/'"<>]{5,1200}@/y,
    allow: [
      {
        of: 'match',
        regexes: [String.raw`(?i):(?:${BLANK_WORDS})+[0-9]{0,4}@(?:[\w.-]+\.)?example(?:\.\w+)?(?:[^\w.].*)?$`],
        words: [],
      },
      {
        regexes: [
          String.raw`^(?:[\[({<]|#\{|\*+$|@\w+@$|\$[A-Za-z_{(\[]|\$\d$)`,
          // Not an escape in an address.
          '^%(?:[^0-9A-Fa-f]|.[^0-9A-Fa-f]|[A-Za-z_]+%$)',
          '(?i)^(?:%3c.*%3e|%5b.*%5d|(?:%24)?%7b.*%7d|(?:%2a)+)$',
          `(?i)^(?:${BLANK_WORDS})+$`,
        ],
        words: [],
      },
    ],
  },
  {
    id: 'private-key',
    // A line that goes on, or a space behind a backslash, between the words of its first line.
    regex: String.raw`(?i)-----BEGIN[\sA-Z0-9_\\-]{0,100}PRIVATE[\s\\]{1,20}KEY(?:[\s\\]{1,20}BLOCK)?[\s\\]{0,20}-----(?:[\s\S-]{64,}?KEY(?:[\s\\]{1,20}BLOCK)?[\s\\]{0,20}-----|(?:\r?\n[^\n]{0,100}?\b(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n]{0,100}){0,4}(?:\r?\n${LISTED})?(?:${KEY_LINE}{40,})+)`,
    keywords: ['-----begin'],
    allow: [],
  },
  {
    id: 'private-key',
    // Its last lines alone.
    regex: String.raw`(?:^|[^A-Za-z0-9+/])[A-Za-z0-9+/]{40,100}(?:${KEY_LINE}{40,100})*(?:${KEY_LINE}{1,39})?[^A-Za-z0-9/]{1,40}(?:(?:[\w./-]{1,100}:)?L?\d{1,7}[^A-Za-z0-9+/]{1,8})?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`,
    keywords: ['-----end'],
    window: { before: 8000, behind: 100 },
    isAmbiguous: true,
    allow: [],
  },
  {
    id: 'authorization-header',
    regex: String.raw`(?i)\bauthorization(?:["'\]]{0,2}\s{0,3}[:=,]\s{0,8}["']?|[ \t]{1,3}["'])(?:(?:bearer|basic|token|api-?key|key|bot|splunk)\s{1,8}([\w=~@.+/-]{16,})|key=([\w:.-]{16,300}))`,
    entropy: 3,
    keywords: ['authorization'],
    mustFollow: /[\s"'\\\]]{0,40}(?:[:=,][\s"'\\]{0,40}|(?<=["']))(?:bearer|basic|token|api-?key|key|bot|splunk)/y,
    allow: [{ regexes: ['^[A-Za-z_.-]+$'], words: [] }],
  },
  {
    id: 'password',
    regex: String.raw`(?i)(?:password|passwd|passphrase)(?:["'\]]{0,2}[ \t]{0,3}(?::=|=>|[:=])[ \t]{0,3}(?:"([^"\s]{8,80})"|'([^'\s]{8,80})')|(?:=|:[ \t]{1,3}|[ \t]{1,3}(?:is|was)[ \t]{1,3})([^\s"'\x60,;(){}\[\]<>\\]{8,80})(?:[\s"'\x60\\,;<>\])}]|$))`,
    keywords: ['passw', 'passphrase'],
    // Its characters may be four bytes each.
    mustFollow:
      /[a-z]{0,6}(?:[\\"'\]]{0,6}\s{0,3}(?::=|=>|[:=])(?:\s|\\+t){0,3}\\*["']?|(?:\s|\\+t){1,3}(?:is|was)(?:\s|\\+t){1,3})[^\s"']{8}/y,
    allow: NO_PASSWORDS,
  },
  {
    id: 'aws-secret-key',
    regex: String.raw`(?i)secret[ _-]?access[ _-]?key(?:[ ]\[[^\]\n]{0,30}\])?["'\]]{0,2}\s{0,3}(?::=|=>|[:=,|])\s{0,20}["']?([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+]|$)`,
    entropy: 4,
    keywords: ['secret_access_key', 'secret-access-key', 'secretaccesskey', 'secret access key'],
    allow: [],
  },
  {
    id: 'discord-webhook',
    regex: String.raw`discord(?:app)?\.com/api/webhooks/([0-9]{17,20}/[\w-]{60,80})`,
    keywords: ['/api/webhooks/'],
    allow: [],
  },
];

/** Rules after those of gitleaks, which finds some of these only after a name. */
export const BARE_TOKEN_RULES: readonly RuleData[] = [
  {
    id: 'mailchimp-api-key',
    regex: String.raw`(?:^|[^\w/.-])([0-9a-f]{32}-us[0-9]{1,2})(?:[^\w-]|$)`,
    entropy: 3,
    keywords: ['-us'],
    mustFollow: /(?<=[\da-f]{32}-us)\d{1,2}(?!\w)/y,
    allow: [],
  },
  {
    id: 'huggingface-access-token',
    regex: String.raw`\b(hf_[A-Za-z0-9]{34})\b`,
    entropy: 3.5,
    keywords: ['hf_'],
    mustFollow: /[a-z0-9]{34}(?!\w)/y,
    allow: [],
  },
  {
    id: 'sonar-api-token',
    regex: String.raw`\b(sq[apu]_[0-9a-f]{40})\b`,
    entropy: 3,
    keywords: ['sqa_', 'sqp_', 'squ_'],
    mustFollow: /[0-9a-f]{40}(?!\w)/y,
    allow: [],
  },
  {
    id: 'hubspot-private-app-token',
    regex: String.raw`\b(pat-[a-z]{2}[0-9]{1,2}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b`,
    entropy: 3,
    keywords: ['pat-'],
    mustFollow: /[a-z]{2}\d{1,2}-[0-9a-f]{8}-/y,
    allow: [],
  },
  {
    id: 'discord-bot-token',
    // The number of the bot in base64, a time, and a signature.
    regex: String.raw`(?:^|[^\w./+-])([MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})(?:[^\w-]|$)`,
    entropy: 4,
    keywords: ['md', 'mj', 'mt', 'mz', 'nd', 'nj', 'nt', 'nz', 'od', 'ot'],
    minRun: 22,
    mustFollow: /(?<=(?<![\w./+-])[mno].)[\w-]{22,26}\.[\w-]{6}\.[\w-]{27}/y,
    allow: [{ regexes: [String.raw`^\D*$`], words: [] }],
  },
];

const LETTERS = '[./A-Za-z0-9]';
const UNQUOTED = String.raw`[^\s"'\x60$(){}<>\[\];|]`;
const BASE64 = '[A-Za-z0-9+/]';

/** Rules after those of gitleaks. With the hash of a password, people can try words. */
export const HASH_RULES: readonly RuleData[] = [
  {
    id: 'password-hash',
    regex: `(${[
      // Hashes of crypt, in shadow and htpasswd.
      String.raw`\$2[abxy]\$\d\d\$${LETTERS}{53}`,
      String.raw`\$\$(?:(?:1|5|6|apr1)\$\$${LETTERS}{1,16}\$\$${LETTERS}{22,86}|2[aby]\$\$\d\d\$\$${LETTERS}{53})`,
      String.raw`\$(?:1|5|6|7|y|gy|md5|apr1|sha1)[$,](?:rounds=\d{1,9}\$|j\w{1,4}\$|\d{3,7}\$)?${LETTERS}{1,64}\$${LETTERS}{22,86}`,
      String.raw`\$(?:P|H|S)\$[./A-Za-z0-9]{31,52}`,
      // Hashes of Argon2, scrypt and PBKDF2, as libraries and frameworks write them.
      String.raw`\$argon2(?:id|i|d)\$v=\d{1,3}\$[a-z0-9=,]{1,40}\$${BASE64}{8,100}\$${BASE64}{20,120}`,
      String.raw`\$?scrypt[$:][a-z0-9=,:]{1,40}\$[A-Za-z0-9+/=]{6,100}\$[A-Za-z0-9+/=]{32,200}`,
      String.raw`\$?pbkdf2[_:-][a-z0-9:]{4,20}\$\d{3,8}\$[A-Za-z0-9+/=.]{4,100}\$[A-Za-z0-9+/=.]{20,120}`,
      // Hashes of directories and databases.
      String.raw`\{S?(?:SHA|MD5)(?:256|512)?\}${BASE64}{20,120}={0,2}`,
      String.raw`SCRAM-SHA-\d{1,3}\$\d{3,7}:[A-Za-z0-9+/=]{8,60}\$[A-Za-z0-9+/=]{20,100}:[A-Za-z0-9+/=]{20,100}`,
      String.raw`\$krb5(?:tgs|asrep|pa)\$[\w$*@.:/-]{40,1000}`,
      String.raw`\*[0-9A-F]{40}`,
      '(?:aad3b435b51404ee){2}:[0-9a-f]{32}',
    ].join('|')})`,
    entropy: 3,
    keywords: [
      ...[
        '$$apr1$$',
        '$$2a$$',
        '$$2b$$',
        '$$2y$$',
        '$$6$$',
        '$2a$',
        '$2b$',
        '$2x$',
        '$2y$',
        '$1$',
        '$5$',
        '$6$',
        '$7$',
        '$y$',
        '$gy$',
        '$md5',
        '$apr1$',
        '$sha1$',
        '$p$',
      ],
      ...['$h$', '$s$', '$argon2', 'scrypt$', 'scrypt:', 'pbkdf2', 'sha}', 'md5}', 'sha256}', 'sha512}', 'scram-sha-'],
      ...['$krb5', 'aad3b435b51404eeaad3b435b51404ee', "'*", '"*'],
    ],
    mustFollow: /[a-z0-9./+=,$:_*@-]{16}/y,
    allow: [],
  },
  {
    id: 'secret-variable',
    // A value with signs, which other rules take for its end.
    regex: String.raw`(?:^|[\s"'\x60;({\[>+/-])[A-Z0-9_]{0,40}(?:SECRET|TOKEN|_KEY)=(?:"([^"\s]{8,120})"|'([^'\s]{8,120})'|(${UNQUOTED}{8,120}))`,
    keywords: ['secret=', 'token=', '_key='],
    // With a sign and a digit in its value.
    mustFollow: /\\*["']?(?=[^\s"']{0,160}?\d)[^\s"']{0,120}?[~&!@#%^*?\\]/y,
    allow: [{ regexes: [String.raw`^\D*$|^[\w.:/=,+-]*$|://`, '^[^A-Za-z]*$', ...NO_VALUE], words: NO_WORDS }],
  },
];
