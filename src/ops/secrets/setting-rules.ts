import { NO_CODE_OR_STATE, NO_PASSWORDS, NO_VALUE, NO_WORDS, numberedWords, type RuleData } from './rule-parts.ts';

const ARGUMENT = String.raw`["']?([^\s"'\x60|;&<>$\\]{6,200})`;
const GAP = String.raw`\b[^\n|;&<>]{0,200}?`;
const NAME = '(?i:password|passwd|passphrase|secret|token|api_?key)';
const IN_MARKUP = '([^\\s<>"\'\\x60$&{}]{6,200})';
const LABEL = '(?:password|passwd|passphrase|passwort|kennwort|mot de passe)';

/** Secrets in commands and settings of services, and in markup. Each has a digit. */
export const SETTING_RULES: readonly RuleData[] = [
  {
    id: 'set-password',
    regex: [
      String.raw`\bmosquitto_passwd\b(?:[ \t]{1,3}-\w{1,5}){0,3}[ \t]{1,3}-b[ \t]{1,3}\S{1,100}[ \t]{1,3}\S{1,60}[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bsecurity (?:unlock|create|lock)-keychain${GAP}[ \t]-p[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bsecurity import${GAP}[ \t]-P[ \t]{1,3}${ARGUMENT}`,
      String.raw`\betcdctl${GAP}[ \t](?:put|set)[ \t]{1,3}["']?[\w./:-]{0,100}${NAME}["']?[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bbcp${GAP}[ \t]-P[ \t]{0,3}${ARGUMENT}`,
      String.raw`\bisql[ \t]{1,3}(?:-\w[ \t]{1,3}){0,3}[\w.-]{1,40}[ \t]{1,3}[\w.-]{1,40}[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bcypher-shell${GAP}[ \t]-p[ \t]{1,3}${ARGUMENT}`,
      String.raw`(?:^|[\s"'\x60])--[\w-]{1,30}\.(?:password|passwd)[ \t=]{1,3}${ARGUMENT}`,
      String.raw`\b(?i:reg(?:\.exe)? add)\b[^\n|<>]{0,300}?[ \t]/v[ \t]{1,3}["']?\w{0,40}${NAME}["']?[ \t][^\n|<>]{0,80}?/d[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bdrush${GAP}[ \t](?:user[:-]password|upwd)[ \t]{1,3}["']?[\w.@-]{1,40}["']?[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bbundle config (?:set )?(?:--\w{1,10} )?[\w.:/-]{4,100}[ \t]{1,3}["']?[\w.@+-]{1,40}:${ARGUMENT}`,
      String.raw`\b(?i:acl setuser)[ \t]{1,3}\S{1,40}[ \t][^\n]{0,60}?["']?>([^\s"'<>]{6,100})`,
      String.raw`\bdocker secret create${GAP}<<<[ \t]{0,3}${ARGUMENT}`,
      String.raw`\bstatic:[\w.@+-]{1,60}:${ARGUMENT}`,
      String.raw`\[[\w.-]{3,80}\]:\d{2,5}[ \t]{1,20}[\w.@+-]{1,60}:${ARGUMENT}`,
      String.raw`\b(?:olcRootPW::?|AuthLDAPBindPassword|default_pass[ \t]{0,3}=|(?:bind|security)[._]?(?i:credentials)["']?[ \t]{0,3}[:=])[ \t]{0,3}${ARGUMENT}`,
      String.raw`(?:^|[\s"'])[A-Za-z]{0,3}\d{1,4} LOGIN ["']?[\w.@+-]{1,60}["']? ${ARGUMENT}`,
      String.raw`\bUSER[ \t][\w.@+-]{1,60}[ \t]{0,3}(?:\r?\n[^\n]{0,100})?\r?\n[ \t>C:-]{0,6}PASS[ \t]${ARGUMENT}`,
      String.raw`\b(?i:set password for)\b[^\n;=]{1,80}=[ \t]{0,3}'([^'\s]{6,100})'`,
      String.raw`\b(?i:create (?:or replace )?(?:persistent )?secret)\b[^;]{0,300}?\b(?i:secret|token)[ \t]{1,3}'([^'\s]{8,200})'`,
      String.raw`["'][\w.@-]{1,60}["'][ \t]{1,9}\*[ \t]{1,9}["']([^"'\s]{6,100})["']`,
      String.raw`\bsetenv[ \t]{1,3}[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|KEY)[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bstats[ \t]{1,3}auth[ \t]{1,3}[\w.-]{1,40}:${ARGUMENT}`,
      String.raw`\brootpw[ \t]{1,3}--(?:plaintext|iscrypted)[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bchpasswd:[ \t]{0,3}(?:\r?\n[ \t]{1,12}(?:list|expire):[^\n]{0,20}){1,2}\r?\n[ \t-]{1,14}[\w.-]{1,40}:${ARGUMENT}`,
      String.raw`\bauth (?i:sha|md5)[\d-]{0,4} ${ARGUMENT}`,
      String.raw`\bpriv (?i:aes|3?des)[ -]?(?:128|192|256)? ${ARGUMENT}`,
      String.raw`\b(?:isakmp key|pre-shared-key(?: ascii-text)?|message-digest-key \d{1,3} md5)[ \t](?:\d[ \t])?${ARGUMENT}`,
      String.raw`\bKey Content[ \t]{0,20}:[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bnmcli${GAP}[ \t][\w-]{1,40}\.psk[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bsetairportnetwork[ \t]{1,3}\S{1,20}[ \t]{1,3}\S{1,40}[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bSecretID["']?[ \t]{0,20}[:=][ \t]{0,20}["']?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})`,
      String.raw`\brclone obscure[ \t]{1,3}${ARGUMENT}`,
      String.raw`\becho[ \t]{1,3}${ARGUMENT}["']?[ \t]{0,3}\|[ \t]{0,3}(?:sudo[ \t]{1,3})?zfs load-key`,
      String.raw`\b(?:input|owner|user)_pw[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bqpdf${GAP}--encrypt[ \t]{1,3}${ARGUMENT}`,
      String.raw`[ \t]${ARGUMENT}["']?[ \t](?:40|128|256)[ \t]--`,
      String.raw`\bencrypt_string[ \t]{1,3}(?:--\S{1,60}[ \t]{1,3}){0,3}["']([^"'\s$]{6,100})["']`,
      String.raw`\bprivate-key <\(echo[ \t]{1,3}["']?([A-Za-z0-9+/]{43}=)`,
      String.raw`["'][Bb]earer[ \t]([\w.~+/=-]{12,300})["']`,
    ].join('|'),
    keywords: [
      ...['mosquitto_passwd', '-keychain', 'security import', 'etcdctl', 'bcp ', 'isql ', 'cypher-shell', '.password '],
      ...['.passwd ', 'reg add', 'reg.exe add', 'drush', 'bundle config', 'acl setuser', 'docker secret', 'static:'],
      ...[']:25', ']:465', ']:587', 'olcrootpw', 'bindpassword', 'default_pass', 'bind.credentials', 'bindcredentials'],
      ...['bind_credentials', 'security.credentials', ' login ', '\nuser ', '\\nuser ', '"user ', 'set password for'],
      ...[
        'setenv ',
        'stats auth',
        'rootpw --',
        'chpasswd:',
        'auth sha',
        'auth md5',
        'priv aes',
        'priv des',
        'isakmp key',
      ],
      ...['pre-shared-key', 'message-digest-key', 'key content', '.psk ', 'setairportnetwork', 'secretid', 'obscure '],
      ...['zfs load-key', '_pw ', '--encrypt ', 'encrypt_string', 'private-key <('],
      ...['create secret', 'persistent secret', 'replace secret', '" * "', "' * '", '\\" * \\"', 'bearer '],
    ],
    vagueness: 1,
    mustFollow: /[\s\S]{0,300}?\d|(?<=\d[^\n|]{0,80}\|\s{0,3}(?:sudo )?zfs load-key)/y,
    window: { before: 80, behind: 600 },
    allow: [
      ...NO_PASSWORDS,
      {
        regexes: [...NO_VALUE, numberedWords('*', '[_.-]?'), String.raw`^\d[\d.:/-]*$`],
        words: NO_WORDS,
      },
    ],
  },
  {
    id: 'markup-password',
    regex: [
      String.raw`(?i:<(?:td|th|dt|b|strong|label|span)[^<>]{0,80}>\s{0,20}[\w -]{0,30}${LABEL}\s{0,3}:?\s{0,20}</)[a-z]{1,8}>\s{0,40}:?\s{0,3}(?:</?[a-z]{1,8}[^<>]{0,80}>\s{0,40}){1,4}${IN_MARKUP}\s{0,20}</`,
      String.raw`<key>[\w .-]{0,40}${NAME}</key>\s{0,40}<string>${IN_MARKUP}</string>`,
      String.raw`(?i:<(?:entry|property|param|setting|prop|item|env|variable|string)\b[^<>]{0,80}?\b(?:key|name|id)=["'][\w.-]{0,60}${NAME}["'][^<>]{0,80}>\s{0,20}(?:<value[^<>]{0,60}>)?)${IN_MARKUP}</`,
    ].join('|'),
    keywords: [
      'password',
      'passwd',
      'passphrase',
      'passwort',
      'kennwort',
      'mot de passe',
      'secret',
      'token',
      'api_key',
      'apikey',
    ],
    mustFollow:
      /(?:\s|\\+[nrt]){0,9}:?(?:\s|\\+[nrt]){0,9}<\\?\/[a-z]{1,8}>|\\*["'][^<>]{0,80}>(?:\s|\\+[nrt]){0,20}[^\s]/y,
    window: { before: 200, behind: 500 },
    allow: [
      ...NO_PASSWORDS,
      ...NO_CODE_OR_STATE,
      { regexes: [String.raw`^[\w.-]*/|://|^\d[\d.:/-]*$`], words: NO_WORDS },
    ],
  },
];
