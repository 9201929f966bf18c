import { NO_ARGUMENTS } from './command-rules.ts';
import { LISTED, NO_CODE_OR_STATE, NO_WORDS, type RuleData } from './rule-parts.ts';

const BARE = String.raw`[^\s"'\x60|;&<>$]{6,200}`;
const BARE_ONE = `(${BARE})`;
const VALUE = String.raw`(?:"([^"\n$\x60]{6,100})"|'([^'\n\x60]{6,100})'|${BARE_ONE})`;
/** Text between a command and its argument. */
const GAP = String.raw`\b[^\n|;&<>]{0,200}?`;
const START = String.raw`(?:^|[\n\r"'\x60>])${LISTED}`;
const END = String.raw`[ \t]{0,8}(?:[\n\r"'\x60<]|$)`;
const ECHOED = String.raw`(?:\becho[ \t]{1,3}(?:-[ne]{1,2}[ \t]{1,3}){0,2}|\bprintf[ \t]{1,3}(?:["']?%s(?:\\n)?["']?[ \t]{1,3})?)${VALUE}[ \t]{0,3}`;
const NAME = '(?i:[\\w:.-]{0,60}(?:password|passwd|passphrase|pwd|pass|secret|token|api_?key))';
const WORD = String.raw`([A-Za-z][^\s"'\x60<>(){}$\\,;]{6,78}[^\s"'\x60<>(){}$\\,;:.?])`;
const QUOTED = String.raw`"([^"\n$\\]{6,200})"`;

/** Secrets at places where nothing else is, so that they may be words. */
export const PLACE_RULES: readonly RuleData[] = [
  {
    id: 'command-password',
    regex: [
      String.raw`\bnet use\b[^\n|;&]{0,160}?[ \t]/user:\S{1,60}[ \t]{1,3}([^\s"'\x60/|;&<>$][^\s"'\x60|;&<>$]{5,100})`,
      String.raw`\buser-secrets set[ \t]{1,3}["']?${NAME}["']?[ \t]{1,3}${VALUE}`,
      String.raw`\bpsftp${GAP}[ \t]-pw[ \t]{1,3}${VALUE}`,
      String.raw`\bmongo${GAP}[ \t]-p[ \t]{1,3}${VALUE}`,
      String.raw`\b(?:net[ \t](?:ads|rpc)|rpcclient|smbget|winexe|wmic)${GAP}[ \t](?:-U|--user)[ \t=]{0,3}["']?[\w.\\-]{1,60}%${VALUE}`,
      String.raw`\bsnmp\w{2,12}\b[^\n|;&<>]{0,100}?[ \t]-c[ \t]{0,3}${VALUE}`,
      String.raw`[ \t]-x[ \t]{0,3}(?i:aes|des)[\w-]{0,6}[ \t]{1,3}-X[ \t]{1,3}${VALUE}`,
      String.raw`\bopenssl\b[^\n|]{0,300}?[ \t]-password pass:${VALUE}`,
      String.raw`\bnuget (?:add|update) source${GAP}[ \t](?:-p|--password)[ \t=]{1,3}${VALUE}`,
      String.raw`\bgh secret set\b[^\n|;&]{0,100}?[ \t](?:-b|--body)[ \t=]{1,3}${VALUE}`,
      String.raw`\bvncpasswd[ \t]{0,3}<<<[ \t]{0,3}${VALUE}`,
      String.raw`\brclone obscure[ \t]{1,3}${VALUE}`,
      String.raw`\betcdctl${GAP}[ \t]--user[ \t=]{1,3}["']?[\w.-]{1,40}:${VALUE}`,
      String.raw`--password-command[ \t=]{1,3}["']echo[ \t]{1,3}${VALUE}`,
      String.raw`\bcomposer config(?:[ \t]{1,3}-[\w-]{1,20}){0,3}[ \t]{1,3}(?:github-oauth|gitlab-token|gitlab-oauth|bearer)\.\S{1,60}[ \t]{1,3}${VALUE}`,
      String.raw`:_password[ \t]{1,3}${VALUE}`,
    ].join('|'),
    keywords: [
      ...['net use', 'user-secrets set', 'psftp', 'mongo ', 'net ads', 'net rpc', 'rpcclient', 'smbget', 'winexe'],
      ...['wmic ', 'snmp', '-x aes', '-x des', '-password pass:', 'nuget add source', 'nuget update source'],
      ...['gh secret set', 'vncpasswd', 'rclone obscure', 'etcdctl', '--password-command', 'composer config'],
      ':_password ',
    ],
    mustFollow: /(?<!mongo |snmp|wmic |winexe)|[^\n|;&<>]{0,210}?(?:\s|\\+t)(?:-p|-c|-u|--user)/y,
    window: { before: 300, behind: 500 },
    allow: [...NO_ARGUMENTS, { regexes: ['^(?i:public|private|community|string)$'], words: [] }],
  },
  {
    id: 'command-password',
    regex: [
      String.raw`${ECHOED}>{1,2}[ \t]{0,3}["']?[\w./~-]{0,100}(?:pass(?:word|wd|phrase)?|master\.key)(?:[._-]?(?:file|txt))?(?:[\s"'\x60;&<\\]|$)`,
      String.raw`${ECHOED}\|[ \t]{0,3}(?:sudo[ \t]{1,3})?(?:(?:docker|podman) secret create|wrangler secret put|vercel env add|gcloud secrets|kinit\b|[^\n|]{0,80}--pass(?:word|wd|phrase)-(?:on-)?(?:stdin|fd)\b)`,
    ].join('|'),
    keywords: ['echo ', 'printf '],
    mustFollow:
      /[^\n]{6,200}?(?:>[^\n]{0,100}(?:pass|master\.key)|\|\s{0,3}(?:sudo )?(?:docker secret|podman secret|wrangler secret|vercel env|gcloud secrets|kinit|[^\n|]{0,80}--pass\w{0,6}-))/y,
    window: { before: 20, behind: 500 },
    allow: NO_ARGUMENTS,
  },
  {
    id: 'set-password',
    vagueness: 1,
    regex: [
      String.raw`\b(?i:acl setuser)[ \t]{1,3}\S{1,40}[ \t][^\n>]{0,60}?["']?>([^\s"'<>]{6,100})`,
      String.raw`\bKey Content[ \t]{0,20}:[ \t]{1,3}([^\n\r"'<]{5,62}[^\s"'<])`,
      String.raw`\bWIFI:[^\s"']{1,100};P:([^;"'\n]{6,80});`,
      String.raw`:[ \t]{1,3}PSK[ \t]{1,3}["']([^"'\n]{6,100})["']`,
      String.raw`${START}r[ow]community6?[ \t]{1,9}${VALUE}`,
      String.raw`${START}(?:bind_?pw|bind_?password|PSK|psk)[ \t]{0,9}[=:][ \t]{0,9}(${BARE})`,
      String.raw`(?i:password|passwd|passphrase|secret|token)["']?:[ \t]{1,3}!unsafe[ \t]{1,3}${VALUE}`,
      String.raw`\bIDENTIFIED BY[ \t]{1,3}([A-Za-z]\w{5,60})(?:[ \t]{0,3};|${END})`,
      String.raw`\bNew value:[ \t]{1,3}([\w*+=-]{12,80})${END}`,
    ].join('|'),
    keywords: [
      ...['acl setuser', 'key content', 'wifi:', ': psk ', 'rocommunity', 'rwcommunity', 'bindpw', 'bind_pw'],
      ...['bindpassword', 'bind_password', 'psk =', 'psk=', '!unsafe', 'identified by', 'new value:'],
    ],
    allow: [...NO_ARGUMENTS, { regexes: ['^(?i:public|private|externally|globally|values)$'], words: [] }],
  },
  {
    id: 'set-password',
    vagueness: 1,
    regex: [
      String.raw`["'][ \t]{1,9}["']\*["'][ \t]{1,9}["']([^"'\s]{6,100})["'][ \t]{1,9}["']?(?:\*|[\d.]{7,15})${END}`,
      String.raw`\bvariable[ \t]{1,3}"[\w-]{0,40}(?:password|passwd|_pw|pass|secret|token)"[ \t]{0,3}\{[^{}]{0,300}?\bdefault[ \t]{0,9}=[ \t]{0,3}${QUOTED}`,
      String.raw`"[\w.-]{0,40}_pw"[ \t]{0,3}:\s{0,9}\{[^{}]{0,100}?"value"[ \t]{0,3}:[ \t]{0,3}${QUOTED}`,
    ].join('|'),
    keywords: ['*" ', "*' ", '*\\" ', '*\\\\\\" ', 'variable ', '_pw'],
    mustFollow:
      /(?<=["']\s{1,9}\\*["']\*\\*["'] )\s{0,9}\\*["']|(?<=variable )\\*"[\w-]{0,40}(?:passw|_pw|pass|secret|token)|(?<=_pw)\\*"\s{0,3}:\s/y,
    allow: NO_ARGUMENTS,
  },
  {
    id: 'set-password',
    vagueness: 1,
    // Of Redis.
    regex: [
      String.raw`\buser[ \t]{1,3}\S{1,40}[ \t][^\n>]{0,60}?>([^\s"'<>]{6,100})[ \t]{1,3}(?:[~%&+-][\w*@]|allkeys|on\b)`,
      String.raw`:\d{4,5}>[ ](?i:auth)[ ](?:[\w-]{1,40}[ ])?["']?${BARE_ONE}["']?${END}`,
    ].join('|'),
    keywords: ['~*', '+@', 'allkeys', '> auth '],
    mustFollow: /(?<=user[ \t][^\n]{1,120}>[^\n]{0,120}(?:~\*|\+@|allkeys))|(?<=:\d{4,5}> auth )/y,
    window: { before: 250, behind: 120 },
    allow: NO_ARGUMENTS,
  },
  {
    id: 'set-password',
    vagueness: 1,
    // A user and a password in one variable.
    regex: String.raw`${START}(?:export[ \t]{1,3}|ENV[ \t]{1,3})?[A-Z0-9_]{0,40}(?:AUTH|CREDENTIALS?|CREDS|USERPASS|USERPWD)=["']?[\w.@+-]{1,60}[:/](${BARE})`,
    keywords: ['auth=', 'credential=', 'credentials=', 'creds=', 'userpass=', 'userpwd='],
    mustFollow: /\\*["']?[\w.@+-]{1,60}[:/][^\s"'/]{6}/y,
    allow: [...NO_ARGUMENTS, ...NO_CODE_OR_STATE],
  },
  {
    id: 'set-password',
    vagueness: 1,
    // Of a change.
    regex: String.raw`\b[\w-]{0,40}(?:password|passwd|secret|token)"?[ \t]{0,9}[=:][ \t]{0,9}"[^"\n]{1,200}"[ \t]{1,3}->[ \t]{1,3}${QUOTED}`,
    keywords: ['" -> '],
    mustFollow: /(?<=[:=]\s{0,9}\\*"[^"\n]{1,200}"\s{1,3}-> )\\*"/y,
    window: { before: 300, behind: 250 },
    allow: NO_ARGUMENTS,
  },
  {
    id: 'set-password',
    vagueness: 1,
    // Of Flask and Django.
    regex: [
      String.raw`\b(?:secret_key|SECRET_KEY)[ \t]{0,3}=[ \t]{0,3}b(?:'([^'\n]{8,120})'|"([^"\n]{8,120})")`,
      String.raw`SECRET_KEY[ \t]{0,3}[:=][ \t]{0,3}["']?([a-z0-9!@#$%^&*(=+)_-]{44,60})(?:["'\s\x60]|$)`,
    ].join('|'),
    keywords: ['secret_key'],
    mustFollow: /(?:\s|\\+t){0,3}[:=](?:\s|\\+t){0,3}(?:b\\*["']|\\*["']?[a-z0-9!@#$%^&*(=+)_-]{44})/y,
    allow: [{ regexes: [String.raw`^\D*$`, '^\\w*$'], words: NO_WORDS }],
  },
  {
    id: 'set-password',
    vagueness: 1,
    // Between answers of a server.
    regex: [
      String.raw`\bpassword is generated for[ ][^\s:]{1,80}:[ ](\S{8,60})`,
      String.raw`(?:\b331|\+OK)[^\n]{0,80}\r?\n[-<>C: ]{0,5}PASS[ \t](\S{4,100})`,
      String.raw`\bPASS[ \t](\S{4,100})[ \t]{0,3}\r?\n[-<>S: ]{0,5}(?:230|202|\+OK)\b`,
    ].join('|'),
    keywords: ['pass ', 'password is generated'],
    mustFollow:
      /(?<=password is generated)|\S{4,100}(?:\s|\\+r){0,3}(?:\n|\\+n)[-<>s: ]{0,5}(?:230|202|\+ok)\b|(?<=(?:331|\+ok)[^\n]{0,80}(?:\n|\\n)[-<>c: ]{0,5}pass )/y,
    window: { before: 120, behind: 250 },
    allow: [{ regexes: [], words: NO_WORDS }],
  },
  {
    id: 'told-word',
    // Behind a prompt.
    vagueness: 1,
    regex: [
      String.raw`(?:[\w.-]{1,40}@[\w.-]{1,60}'s|\b(?i:new|retype|re-?enter|repeat|confirm|verify|current)(?: (?i:new))?)[ ](?i:password|passphrase)(?:[ ]for[ ][^:\n]{1,60})?:[ \t]{1,3}${WORD}${END}`,
    ].join('|'),
    keywords: [
      "'s password:",
      'new password',
      'retype password',
      'enter password',
      'repeat password',
      'confirm password',
      'verify password',
      'current password',
      'new passphrase',
    ],
    mustFollow: /[^\n]{0,70}(?<=:)(?:\s|\\+t){1,3}[^\s"']{7}/y,
    allow: NO_CODE_OR_STATE,
  },
  {
    id: 'command-password',
    regex: [
      String.raw`\b(?:altool|notarytool)${GAP}[ \t](?:-p|--password)[ \t=]{1,3}${VALUE}`,
      String.raw`\bsecurity (?:unlock|create|lock)-keychain${GAP}[ \t]-p[ \t]{1,3}${VALUE}`,
      String.raw`\bcypher-shell${GAP}[ \t]-p[ \t]{1,3}${VALUE}`,
      String.raw`\bdrush${GAP}[ \t](?:user[:-]password|upwd)[ \t]{1,3}["']?[\w.@-]{1,40}["']?[ \t]{1,3}${VALUE}`,
      String.raw`\bconnect to \S{1,40} user \S{1,40} using ${VALUE}`,
      String.raw`\b(?:addprinc|ank|cpw|change_password)${GAP}[ \t]-pw[ \t]{1,3}${VALUE}`,
      String.raw`\bgit config${GAP}[ \t][\w.-]{1,60}\.\w{0,20}(?i:pass|password|token|secret)[ \t]{1,3}${VALUE}`,
      String.raw`-setcookie[ \t]{1,3}${VALUE}`,
      String.raw`\bset_cookie\([^,()]{1,20}(?:\(\))?,[ \t]{0,3}[:']{1,2}(\w{6,100})`,
      String.raw`\b(?i:nickserv|chanserv)[ \t:]{1,3}(?i:identify|register)[ \t]{1,3}(?:\S{1,40}[ \t]{1,3})?${VALUE}`,
      String.raw`\brootpw[ \t]{1,3}--plaintext[ \t]{1,3}${VALUE}`,
      String.raw`\bInput Password[ ]{2,20}\S{1,60}[ ]{2,20}${VALUE}`,
      String.raw`\bset[ \t][^\n]{0,120}?[ \t]pre-shared-(?:key|secret)[ \t]{1,3}${VALUE}`,
      String.raw`\b(?:wpa2?-)?pre-shared-(?:key|secret)=${VALUE}`,
      String.raw`\b(?:option key|wireless\.[^\s=]{1,60}\.key=)[ \t]{0,3}'([^'\n]{8,63})'`,
      String.raw`\buser[ \t]{1,3}["']?[\w.@+-]{1,60}["']?[ \t]{1,3}(?:there[ \t])?(?:with[ \t])?pass(?:word)?[ \t]{1,3}"([^"\n]{4,100})"`,
      String.raw`\[[\w.-]{3,80}\]:\d{2,5}[ \t]{1,20}[\w.@+-]{1,60}:${VALUE}`,
      String.raw`(?:^|[\s"'])[A-Za-z]{0,3}\d{1,4} LOGIN ["']?[\w.@+-]{1,60}["']? ${VALUE}`,
      String.raw`\b334 UGFzc3dvcmQ6\s{1,4}(?:[<>C:-]{1,4} )?([A-Za-z0-9+/]{4,200}={0,2})`,
      String.raw`(?i)\bpragma (?:re)?key[ \t]{0,3}=[ \t]{0,3}["']([^"'\n]{4,200})["']`,
    ].join('|'),
    keywords: [
      ...[
        'altool',
        'notarytool',
        '-keychain',
        'cypher-shell',
        'drush',
        'connect to ',
        'addprinc ',
        'cpw ',
        'git config',
      ],
      ...[
        '-setcookie',
        'set_cookie(',
        'nickserv',
        'chanserv',
        'rootpw --',
        'input password ',
        'pre-shared-',
        'option key',
      ],
      ...['wireless.', ' pass ', ' password ', ']:25', ']:465', ']:587', ' login ', 'ugfzc3dvcmq6', 'pragma key'],
      'pragma rekey',
    ],
    mustFollow:
      /(?<=input password )|(?<!(?: pass|login| password|connect to|git config|wireless\.) ?)|(?<=user(?:\s|\\+t){1,3}\S{1,66}\s(?:there )?(?:with )?pass(?:word)? )\\*"|(?<=\b[a-z]{0,3}\d{1,4} login )[\\"'\w]|(?<=connect to )\S{1,40} user |(?<=git config)[^\n]{1,120}?(?:pass|password|token|secret)\s|(?<=wireless\.)[^\s=]{1,60}\.key=/y,
    window: { before: 160, behind: 400 },
    allow: NO_ARGUMENTS,
  },
  {
    id: 'set-password',
    vagueness: 1,
    // Behind a user.
    regex: [
      String.raw`\b(?i:conn(?:ect)?)[ ][\w.$-]{1,40}/([^\s"'\x60|;&<>$@/]{5,100})@/{0,2}[A-Za-z]`,
      String.raw`<auth-user-pass>\s{1,6}\S{1,60}\r?\n[ \t]{0,8}(\S{4,100})`,
      String.raw`\bchpasswd:[ \t]{0,3}(?:\r?\n[ \t]{1,12}(?:list|expire):[^\n]{0,20}){1,2}\r?\n[ \t-]{1,14}[\w.-]{1,40}:${VALUE}`,
      String.raw`\bclient[ \t]\S{1,60}[ \t]?\{[^{}]{0,200}?\bsecret[ \t]{0,9}=[ \t]{0,9}${VALUE}`,
      String.raw`(?i:<(?:administrator)?password>)\s{0,40}(?i:<value>)([^<>\s]{4,200})</`,
      String.raw`<(?:\w{1,20}:)?Password[ \t][^<>]{0,200}PasswordText["'][^<>]{0,60}>([^<>\s]{4,200})</`,
    ].join('|'),
    keywords: [
      'connect ',
      'conn ',
      '<auth-user-pass>',
      'chpasswd:',
      'secret = ',
      'secret=',
      'password>',
      'passwordtext',
    ],
    mustFollow:
      /(?<=conn(?:ect)? )[\w.$-]{1,40}\/[^\s@/]{5,100}@|(?<=>|chpasswd:|passwordtext)(?<!(?<!<auth-user-)pass>|password>)|(?<=<(?:administrator)?password>)(?:\s|\\+[nrt]){0,40}<value>|(?<=\bclient\s\S{1,60}\s?\{[^{}]{0,240}secret ?= ?)/y,
    window: { before: 300, behind: 300 },
    allow: NO_ARGUMENTS,
  },
  {
    id: 'plain-password',
    vagueness: 1,
    // Words in code.
    regex: [
      String.raw`#[ \t]{0,3}define[ \t]{1,9}\w{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PSK|SECRET)[ \t]{1,9}"([A-Za-z][^"\s\\]{7,80})"`,
      String.raw`\b(?i:password|passwd|pass|pwd)["'\])]{0,3}[ \t]{1,3}={2,3}[ \t]{1,3}(?:"([A-Za-z][^"\s\\]{7,80})"|'([A-Za-z][^'\s\\]{7,80})')`,
      String.raw`\b(?:password|passwd|passphrase)[ \t]{0,3}:[ \t]{0,3}&?[\w<>' ]{1,30}?[ \t]{0,3}=[ \t]{0,3}(?:"([A-Za-z][^"\s\\]{7,80})"|'([A-Za-z][^'\s\\]{7,80})')`,
      String.raw`(?i)(?:password|passwd|passphrase)[^\n"'\x60]{0,20}["'\x60][\])]{0,2}[ \t\n]{0,20}\.[ \t]{0,3}(?:fill|type|send_?keys|set_?value|press_?sequentially)\([ \t\n]{0,20}["'\x60]([A-Za-z][^\s"'\x60$\\<>(){}]{7,80})["'\x60]`,
    ].join('|'),
    keywords: ['password', 'passwd', 'passphrase', '_pass ', '_psk ', 'secret ', 'pass =', 'pwd ='],
    mustFollow:
      /(?<= =)={1,2}\s{1,3}\\*["'][a-z]|\\*["'\])]{0,3}\s{1,3}={2,3}\s{1,3}\\*["'][a-z]|(?<=define(?:\s|\\+t){1,9}\w{1,60}\s?)(?:\s|\\+t){0,9}\\*"[a-z]|(?:\s|\\+t){0,3}:(?:\s|\\+t){0,3}&?[\w<>' ]{1,34}=(?:\s|\\+t){0,3}\\*["']|[^\n"'`]{0,20}\\*["'`][\])]{0,2}(?:\s|\\+[nt]){0,20}\.\s{0,3}(?:fill|type|send_?keys|set_?value|press_?seq)/y,
    allow: [...NO_CODE_OR_STATE, { regexes: ['(?i)wrong|invalid|incorrect', '^[#.]'], words: NO_WORDS }],
  },
  {
    id: 'command-password',
    regex: [
      String.raw`\b(?:racadm|ilorest|smbmap)${GAP}[ \t]-p[ \t]{1,3}${VALUE}`,
      String.raw`\bftp>[ ]user[ ][\w.@-]{1,40}[ ]${VALUE}`,
      String.raw`\buser[ ][\w.@-]{1,40}[ ](${BARE})["'][ \t]{0,3}\|[ \t]{0,3}ftp\b`,
      String.raw`--(?:socks\w{1,10}|proxy|preproxy)[ \t=]{1,3}["']?(?:\w{3,8}://)?[\w.-]{1,40}:([^\s"'\x60|;&<>$@/]{6,100})@`,
      String.raw`--\w{0,20}pass\w{0,8}-file[ =]<\(echo[ \t]{1,3}(?:-n[ \t])?["']?([^\s"'\x60|;&<>$()]{6,100})["']?\)`,
      String.raw`\b(?:config:set|(?:fly|flyctl) secrets set|railway variables set)[ \t]{1,3}[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASS|PW|SECRET|TOKEN|KEY)=${VALUE}`,
      String.raw`(?:^|[\s"',])user(?:name)?=[^\s,"']{1,60},(?:[\w./=-]{1,60},){0,4}pass(?:word)?=([^\s,"'\x60$<>]{6,100})`,
      String.raw`\b(?i:set password for)\b[^\n;=]{1,80}=[ \t]{0,3}'([^'\s]{6,100})'`,
      String.raw`\bs3[an]?\.secret\.key[ \t=]{1,9}([A-Za-z0-9/+]{30,60})`,
      String.raw`\b(?:snyk auth|codecov[^\n|;&<>]{0,100}?[ \t](?:-t|--token))[ \t=]{1,3}([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})`,
      String.raw`\b\w{0,20}[sS]ession\(\{[^{}]{0,200}?\bsecret:[ \t]{0,3}["']([^"'\n$]{6,100})["']`,
      String.raw`\bcookieParser\(["']([^"'\n$]{6,100})["']`,
    ].join('|'),
    keywords: [
      ...[
        'racadm',
        'ilorest',
        'smbmap',
        'ftp> user ',
        '| ftp',
        '|ftp',
        '--socks',
        '--proxy ',
        '--proxy=',
        '--preproxy',
      ],
      ...[
        '<(echo ',
        'config:set ',
        'fly secrets set ',
        'flyctl secrets set ',
        'variables set ',
        ',pass=',
        ',password=',
      ],
      ...['set password for', '.secret.key', 'snyk auth', 'codecov', 'secret:', 'cookieparser('],
    ],
    mustFollow:
      /(?<=secret:)(?<=session\(\{[^{}]{0,240}secret:)|(?<=--(?:socks|pre|proxy[ =]))\S{0,12}[ =]?\S{1,60}:\S{6,100}@|(?<!secret:|--socks|--preproxy|--proxy[ =])/y,
    window: { before: 260, behind: 400 },
    allow: NO_ARGUMENTS,
  },
];
