import {
  BLANK_WORDS,
  FLAGGED,
  LISTED,
  NO_PASSWORDS,
  NO_VALUE,
  NO_WORDS,
  numberedWords,
  type RuleData,
} from './rule-parts.ts';

const UNQUOTED_ARGUMENT = String.raw`[^\s"'\x60|;&<>$]{6,200}`;
const WORD = `["']?(${UNQUOTED_ARGUMENT})`;
const BARE_BEFORE_AT = String.raw`[^\s"'\x60|;&<>$@/]{6,100}`;
const BARE_FIELD = String.raw`[^\s"'\x60|;&<>$%{]{6,100}`;
const QUOTED = String.raw`"([^"\n$\x60]{6,100})"|'([^'\n\x60]{6,100})'`;
const VALUE = `(?:${QUOTED}|${WORD})`;
/** Text between a command and its argument. */
const GAP = String.raw`\b[^\n|;&<>]{0,200}?`;
const ECHOED = String.raw`\becho[ \t]{1,3}(?:-n[ \t]{1,3})?`;
const PIPED = String.raw`["']?[ \t]{0,3}\|[ \t]{0,3}`;
const LOGIN = '(?:docker|podman|nerdctl|buildah|skopeo|oras|registry|az(?: acr)?|oc|cf) login|twine upload';

const ARGUMENT = String.raw`["']?([^\s"'\x60|;&<>$\\]{6,200})`;
/** Text between two arguments of a list. */
const NEXT = String.raw`[ \t\n]{0,20},[ \t\n]{0,20}`;
const ANY_BETWEEN = `(?:${NEXT}["'][^"'\\n]{0,80}["']){0,12}?${NEXT}`;
const LISTED_VALUE = String.raw`([^\s"'\x60$\\]{6,200})["']`;

/** White space between two words of a file in which its form does not matter. */
const NEXT_WORD = String.raw`(?:[ \t]{1,20}|[ \t]{0,20}\r?\n${LISTED})`;

/** Values that are no password: a blank, a port and a variable. Everything else at this place is one, even a word. */
export const NO_ARGUMENTS: RuleData['allow'] = [
  {
    regexes: [
      `(?i)^(?:${BLANK_WORDS})+[0-9]{0,4}$`,
      '^[A-Z]+(?:_[A-Z]+)*$|^-',
      '^(?:[0-9.]+:)?[0-9-]+:[0-9-]+(?:/[a-z]+)?$',
      // The rest of a long option.
      '^(?:ackages?|arallel|assword|assive|erformance|lugins?|olicy|osition|refix|rivate|roduction|rofiles?|rogress|reserve|roject|rompt|rotection|rotocol|rovider|ublic)(?:[^a-z].*)?$',
      ...NO_VALUE,
    ],
    words: NO_WORDS,
  },
];

const KEY_NAMES =
  'api|access|account|admin|auth|client|consumer|encryption|license|master|private|secret|signing|storage';
const FLAG = `(?i:[\\w-]{0,30}(?:password|passwd|passphrase|pwd|token|secret|auth|(?:${KEY_NAMES})[_-]?key)|(?:[\\w-]{0,30}[_-])?(?:store|key|require)?pass|masterauth)`;
const BARE_ARGUMENT = String.raw`[^\s"'\x60$<>(){}\[\]|;&\\,-][^\s"'\x60$<>(){}\[\]|;&\\]{5,200}`;
const QUOTED_ARGUMENT = String.raw`"([^\s"\x60$\\]{6,200})"|'([^\s'\x60\\]{6,200})'`;

/** Secrets that commands take as arguments, as flags or from `echo`. */
export const COMMAND_RULES: readonly RuleData[] = [
  {
    id: 'command-password',
    regex: [
      String.raw`\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb)${GAP}[ \t]-p${VALUE}`,
      // Behind a space it is a database, unless another one follows.
      String.raw`\b(?:mysql|mysqldump|mariadb)${GAP}[ \t]-p[ \t]{1,3}(${UNQUOTED_ARGUMENT})[ \t]{1,3}[A-Za-z_]\w{0,60}(?:[ \t]{0,3}(?:$|[\n<|;&"'\x60\\]))`,
      String.raw`\bhttps?[ \t](?:-[\w-]{1,20}[ \t]{1,3}){0,3}(?:-a|--auth)[ \t=]{1,3}["']?[\w.@-]{1,60}:(${UNQUOTED_ARGUMENT})`,
      String.raw`\bsshpass[ \t]{1,5}-p[ \t]{0,5}${VALUE}`,
      String.raw`\bmachine[ \t]{1,5}\S{1,200}${NEXT_WORD}login[ \t]{1,5}\S{1,100}${NEXT_WORD}password[ \t]{1,5}${VALUE}`,
      String.raw`\bhtpasswd[ \t]{1,3}(?:-\w{1,10}[ \t]{1,3}){0,4}-\w{0,8}b\w{0,8}[ \t]{1,3}(?:[^\s|;&<>]{1,100}[ \t]{1,3}){1,2}${VALUE}`,
      String.raw`${ECHOED}["']?[\w.-]{1,40}:(${UNQUOTED_ARGUMENT})${PIPED}(?:sudo[ \t]{1,3}){0,1}chpasswd`,
      String.raw`\b(?:sqlcmd|mosquitto_pub|mosquitto_sub|ipmitool)${GAP}[ \t]-P[ \t]{0,3}${VALUE}`,
      String.raw`\b(?:plink|pscp)${GAP}[ \t]-pw[ \t]{1,3}${VALUE}`,
      String.raw`\bx?freerdp${GAP}[ \t]/p:${VALUE}`,
      String.raw`\b(?:rdesktop|snowsql)${GAP}[ \t]-p[ \t]{1,3}${VALUE}`,
      String.raw`\b(?:sqlplus|expdp|impdp)[ \t]{1,3}(?:-\w{1,3}[ \t]{1,3}){0,3}["']?[\w.$-]{1,40}/(${BARE_BEFORE_AT})`,
      String.raw`\blftp${GAP}[ \t]-u[ \t]{1,3}["']?[\w.@-]{1,60},(${UNQUOTED_ARGUMENT})`,
      String.raw`\bmysqladmin${GAP}[ \t]password[ \t]{1,3}${VALUE}`,
      String.raw`\brabbitmqctl (?:add_user|change_password)[ \t]{1,3}\S{1,60}[ \t]{1,3}${VALUE}`,
      String.raw`\bssh-keygen${GAP}[ \t]-[NP][ \t]{1,3}${VALUE}`,
      String.raw`\bwpa_passphrase[ \t]{1,3}\S{1,40}[ \t]{1,3}${VALUE}`,
      String.raw`\b(?:psk=|wpa-psk[ \t]{1,3})${VALUE}`,
      String.raw`\bcurl${GAP}[ \t](?:-[a-zA-Z]{0,6}[uU]|--proxy-user)[ \t=]{0,3}["']?[\w.@+-]{0,60}:(${UNQUOTED_ARGUMENT})`,
      String.raw`\bcurl${GAP}[ \t](?:-E|--cert|--proxy-cert)[ \t=]{1,3}["']?[^\s:"'|;&]{1,100}:(${UNQUOTED_ARGUMENT})`,
      String.raw`\bexpect\b[^\n]{0,60}(?i:p?assword|p?assphrase)[^\n]{0,40}[\s{;]{1,20}send[ \t]{1,3}(?:--[ \t])?"([^"\n$\\]{6,100})\\{1,2}[rn]`,
      // Of several words, where they end the line.
      String.raw`(?i:password|passphrase) for (?:key )?["'][^"'\n]{1,120}["']:[ \t]{1,3}(?:(${UNQUOTED_ARGUMENT}(?:[ ][\w!@#%^*+-]{1,20}){1,4})[ \t]{0,3}(?:[\n\r"'\x60]|$)|(${UNQUOTED_ARGUMENT}))`,
    ].join('|'),
    keywords: [
      ...['mysql', 'mariadb', 'sshpass', 'machine ', 'machine\t', 'machine\\t', 'htpasswd', 'chpasswd', 'sqlcmd'],
      ...['mosquitto_', 'ipmitool', 'plink', 'pscp', 'freerdp', 'http -', 'https -', 'rdesktop', 'snowsql'],
      ...['sqlplus', 'expdp', 'impdp', 'lftp', 'mysqladmin', 'rabbitmqctl', 'ssh-keygen', 'wpa_passphrase', 'psk='],
      ...['wpa-psk', 'curl'],
      ...['expect "', 'expect \\"', 'expect {', 'expect -', "password for '", 'password for "', "passphrase for key '"],
    ],
    mustFollow:
      /(?<!machine(?:[ \t]|\\t)|curl)|(?<!curl)[\s\S]{1,400}?login|(?<=curl)[^\n|;&<>]{0,210}?\s(?:-[a-z]{0,6}[ue]|--(?:proxy-)?(?:user|cert))(?:\s|=|\\*["']|[\w:])/y,
    window: { before: 400, behind: 600 },
    allow: NO_ARGUMENTS,
  },
  {
    id: 'login-password',
    regex: [
      String.raw`\bredis-cli${GAP}[ \t](?:-a|--pass)[ \t]{1,5}${VALUE}`,
      String.raw`\b(?:${LOGIN})${GAP}[ \t](?:-p|--password)[ \t=]{1,5}${VALUE}`,
      String.raw`\b(?:mongo(?:sh|dump|restore|export|import)|cqlsh|ncftp|supabase)${GAP}[ \t]-p[ \t]{1,5}${VALUE}`,
      String.raw`${ECHOED}${WORD}${PIPED}[^\n|]{0,200}(?:--password-stdin|passwd[ \t][^\n|]{0,60}--stdin|auth login|cryptsetup)`,
      String.raw`\bprintf[ \t]{1,3}(?:["']%s(?:\\n)?["'][ \t]{1,3})?${WORD}${PIPED}[^\n|]{0,200}--password-stdin`,
      String.raw`--password-stdin[ \t]{0,3}<<<[ \t]{0,3}${WORD}`,
      String.raw`${ECHOED}${WORD}${PIPED}sudo[ \t]{1,3}-[A-Za-z]{0,4}S`,
      String.raw`\bIDENTIFIED (?:WITH [\w'"]{1,40} )?BY (?:${QUOTED})`,
      // In lower case a sentence says the like.
      String.raw`\b(?i:alter|create)[ \t]{1,3}(?i:user|role)\b[^\n;]{0,200}?[ \t](?i:password|identified by)[ \t=]{1,3}(?:${QUOTED})`,
      String.raw`\bPASSWORD[ \t]{0,2}[(=]?[ \t]{0,2}'([^'\n$]{6,100})'`,
      String.raw`\bsmbclient${GAP}[ \t](?:-U|--user)[ \t=]{1,3}["']?[\w.\\-]{1,60}%${WORD}`,
      String.raw`\bConvertTo-SecureString[ \t]{1,5}(?:-String[ \t]{1,5})?["']([^"'\n$]{6,100})["']`,
      String.raw`\bopenssl\b[^\n|]{0,200}?[ \t]-pass(?:in|out)? pass:${VALUE}`,
      String.raw`\bldap(?:search|add|modify|whoami|delete|compare)\b[^\n|]{0,300}?[ \t]-w[ \t]{0,3}${VALUE}`,
      String.raw`\bldappasswd\b[^\n|]{0,300}?[ \t]-[asw][ \t]{0,3}${VALUE}`,
      String.raw`\b(?:vault|helm|kubectl|mount|psql|pg_dump)${GAP}[ \t,.=;"']password=${VALUE}`,
      String.raw`\bcurl${GAP}[ \t"'&?]password=(${BARE_FIELD})`,
      String.raw`\b(?:rclone|nmcli)${GAP}[ \t]password[= ]${VALUE}`,
    ].join('|'),
    keywords: [
      ...['redis-cli', 'docker login', 'podman login', 'nerdctl login', 'buildah login', 'skopeo login', 'oras login'],
      ...[
        'registry login',
        'az login',
        'acr login',
        'oc login',
        'cf login',
        'twine upload',
        'mongosh',
        'mongodump',
        'mongorestore',
      ],
      ...['mongoexport', 'mongoimport', 'cqlsh', 'ncftp', 'supabase ', '-stdin', 'auth login', 'cryptsetup', 'sudo -'],
      ...['identified by', 'identified with', "password '", "password='", "password('", 'password "', 'password \\"'],
      ...['smbclient', 'securestring', '-pass pass:', '-passin pass:', '-passout pass:', 'ldapsearch', 'ldapadd'],
      ...['ldapmodify', 'ldapwhoami', 'ldapdelete', 'ldapcompare', 'ldappasswd', 'password=', 'rclone ', 'nmcli '],
    ],
    window: { before: 500, behind: 600 },
    allow: NO_ARGUMENTS,
  },
  {
    id: 'archive-password',
    regex: String.raw`\b(?:(?:un)?zip${GAP}[ \t]-P[ \t]{1,3}|openssl enc${GAP}[ \t]-k[ \t]{1,3}|(?:7z[arz]?|(?:un)?rar)[ \t]${GAP}(?:^|[ \t])-h?p)${VALUE}`,
    keywords: ['zip', 'openssl enc', '7z', 'rar '],
    mustFollow: /[^\n|;]{0,210}?(?:\s|\\+t)-h?[kp]/y,
    allow: NO_ARGUMENTS,
  },
  {
    id: 'argument-token',
    // With a digit: these commands take a path or a name in its place.
    regex: [
      String.raw`\bvault[ \t]{1,3}(?:login|operator unseal)[ \t]{1,3}(?:-[\w=/.-]{1,60}[ \t]{1,3}){0,4}(?:token=)?["']?([\w.+/=-]{12,200})`,
      String.raw`(?:--with-token|\bsecrets? (?:put|set)\b[^\n|;&]{0,100}|\benv add\b[^\n|;&]{0,100}|\bversions add\b[^\n|;&]{0,100}|\bpass insert\b[^\n|;&]{0,100}|\bcryptsetup\b[^\n|;&]{0,100}|\bvncpasswd)[ \t]{0,3}<<<[ \t]{0,3}["']?([^\s"'\x60|;&<>$]{8,200})`,
      String.raw`\bgh secret set\b[^\n|;&]{0,100}?[ \t](?:-b[ \t=]{0,3}|--body[ \t=]{1,3})["']?([^\s"'\x60|;&<>$]{8,200})`,
      String.raw`\b(?:az keyvault secret set|aws ssm put-parameter)\b[^\n|;&]{0,200}?[ \t]--value[ \t=]{1,3}["']?([^\s"'\x60|;&<>$]{8,200})`,
      String.raw`\baws secretsmanager\b[^\n|;&]{0,200}?[ \t]--secret-string[ \t=]{1,3}["']?([^\s"'\x60|;&<>{}$]{8,200})`,
      String.raw`\b(?:xh|https?)[ \t][^\n|;&]{0,60}?(?:-A|--auth-type)[ \t=]{0,3}bearer[ \t][^\n|;&]{0,60}?(?:-a|--auth)[ \t=]{1,3}["']?([^\s"'\x60|;&<>$]{12,400})`,
      String.raw`\b(?:xh|https?)[ \t][^\n|;&]{0,60}?(?:-a|--auth)[ \t=]{1,3}["']?([^\s"'\x60|;&<>$:]{12,400})["']?[ \t][^\n|;&]{0,60}?(?:-A|--auth-type)[ \t=]{0,3}bearer`,
      String.raw`\bcloudflared\b[^\n|;&]{0,80}?[ \t](eyJ[\w=-]{40,400})`,
      String.raw`\bApiKey[ \t]{1,3}["']?([A-Za-z0-9+/]{40,300}={0,2})`,
      String.raw`\bbw (?:unlock|login[ \t]{1,3}\S{1,80})[ \t]{1,3}["']?([^\s"'\x60|;&<>$-][^\s"'\x60|;&<>$]{7,100})`,
      String.raw`\bnet user[ \t]{1,3}[\w.-]{1,40}[ \t]{1,3}["']?([^\s"'/*|;&<>$][^\s"'|;<>$]{5,100})`,
      String.raw`\bClient-ID[ \t]{1,3}["']?([\w-]{43})(?:[^\w-]|$)`,
      String.raw`\b[Bb]earer[ \t]{1,3}["']?([\w.~+/-]{20,300}={0,2})`,
      String.raw`\bnet use\b[^\n|;&]{0,100}?[ \t]\\{2,8}[^\s"']{1,100}[ \t]{1,3}["']?([^\s"'/*|;&<>$][^\s"'|;&<>$]{5,100})`,
      String.raw`\baws configure set [\w.-]{0,60}(?:secret_access_key|session_token)[ \t]{1,3}["']?([\w/+=]{16,1000})`,
      String.raw`\b(?i:totp|otp|2fa|mfa)\b[^\n]{0,30}?(?i:secret|key|seed)["']?(?:[ \t]{0,3}[:=][ \t]{0,3}|[ \t]{1,3}(?:(?:is|was)[ \t]{1,3})?)["']?([A-Z2-7]{16,64})(?:[\s"',.)<]|$)`,
      String.raw`[?&]secret=([A-Z2-7]{16,64})(?:[&\s"'<]|$)`,
    ].join('|'),
    keywords: [
      ...['vault login', 'unseal', 'with-token', 'net use', 'otpauth', 'aws configure', 'totp', 'otp ', '2fa', 'mfa'],
      ...['gh secret', 'secret put', 'secrets put', 'secret set', 'secrets set', 'env add', 'versions add'],
      ...['pass insert', 'cryptsetup', 'vncpasswd', 'az keyvault', 'aws ssm', 'secretsmanager', 'bw unlock'],
      ...['bw login', 'bearer ', 'cloudflared', 'apikey ', 'client-id ', 'xh -', 'http -', 'https -'],
    ],
    mustFollow: /(?<!2fa|mfa|otp ?)|[^\n]{0,60}?(?:secret|key|seed)/y,
    allow: [{ regexes: [String.raw`^\D*$`, '^(?i:[a-z]+[-_]?[0-9]{1,4})$', ...NO_VALUE], words: NO_WORDS }],
  },
  {
    id: 'set-password',
    // Passwords of accounts, stores and devices have a digit: otherwise a name may be in their place.
    regex: [
      String.raw`(?:\becho[ \t]{1,3}(?:-[ne]{1,2}[ \t]{1,3}){0,2}|\bprintf[ \t]{1,3})${ARGUMENT}[^\n|]{0,120}${PIPED}(?:sudo[ \t]{1,3})?(?:(?:smb)?passwd\b|su\b|wrangler secret|vercel env add|gcloud secrets|docker secret)`,
      String.raw`\b(?:netlify env:set|pulumi config set[ \t]{1,3}--secret|glab variable set)[ \t]{1,3}[\w:.-]{1,100}[ \t]{1,3}(?:(?:-v|--value)[ \t=]{1,3})?${ARGUMENT}`,
      String.raw`:_authToken[ \t]{1,3}${ARGUMENT}`,
      String.raw`\b(?:cargo|wandb) login(?:[ \t]{1,3}-[\w-]{1,20}){0,3}[ \t]{1,3}([\w-]{20,200})`,
      String.raw`\bmc alias set[ \t]{1,3}\S{1,60}[ \t]{1,3}\S{1,200}[ \t]{1,3}\S{1,100}[ \t]{1,3}${ARGUMENT}`,
      String.raw`\b(?:passwd|sudo|su|secret-tool|age|gpg|kinit|htpasswd)\b[^\n|;&<>]{0,100}<<<[ \t]{0,3}${ARGUMENT}`,
      String.raw`\b(?:useradd|usermod)\b${GAP}[ \t](?:-p|--password)[ \t=]{1,3}${ARGUMENT}`,
      String.raw`\b(?:mkpasswd|openssl passwd)\b(?:[ \t]{1,3}-[\w-]{1,20}){0,4}(?:[ \t]{1,3}sha-?\d{3})?[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bkeyctl add \w{1,20} \S{1,60}[ \t]${ARGUMENT}`,
      String.raw`\bsecurity add-(?:generic|internet)-password\b${GAP}[ \t]-w[ \t]{1,3}${ARGUMENT}`,
      String.raw`\brclone config (?:create|update)\b${GAP}[ \t](?:pass|key|token|(?:\w{1,20}_)?(?:pass(?:word)?|secret|key|token)\d?)[ =]${ARGUMENT}`,
      String.raw`\b(?:poetry|composer) config(?:[ \t]{1,3}-[\w-]{1,20}){0,3}[ \t]{1,3}http-basic\.\S{1,60}[ \t]{1,3}\S{1,60}[ \t]{1,3}${ARGUMENT}`,
      String.raw`\b(?:psexec|evil-winrm|crackmapexec|netexec|nxc|hydra)\b${GAP}[ \t]-p[ \t]{1,3}${ARGUMENT}`,
      String.raw`\b(?:impacket-\w{1,30}|(?:psexec|wmiexec|smbexec|atexec|dcomexec|secretsdump|mssqlclient|smbclient)\.py)[ \t]{1,3}["']?[\w.\\/-]{1,80}:(${BARE_BEFORE_AT})@`,
      String.raw`\bkubectl\b[^\n|;&<>]{0,600}?--from-literal[ =]{1,3}["']?[\w.-]{1,100}=${ARGUMENT}`,
      String.raw`\bcurl${GAP}[ \t](?:-u|--user)[ \t=]{1,3}["']?([\w-]{16,200}):["']?(?:[ \t\n]|$)`,
      String.raw`\bschtasks\b${GAP}[ \t]/rp[ \t]{1,3}${ARGUMENT}`,
      String.raw`\bab\b[^\n|;&<>]{0,100}?[ \t]-A[ \t]{1,3}["']?[\w.@-]{1,60}:(${BARE_ARGUMENT})`,
      String.raw`\bDsonar\.login=(${BARE_ARGUMENT})`,
      String.raw`\bsnmp(?:walk|get|set|bulkwalk)\b${GAP}[ \t]-[AX][ \t]{1,3}${ARGUMENT}`,
      String.raw`\bWIFI:[^\s"']{1,100};P:([^;\s"']{6,80});`,
      String.raw`(?:^|[\n\r"'\x60#>])[ \t]{0,4}(?:enable (?:secret|password)|username \S{1,40} (?:privilege \d{1,2} )?(?:password|secret)|(?:tacacs|radius)-server key|snmp-server community|set system root-authentication plain-text-password-value)[ \t](?:[0-9][ \t])?${ARGUMENT}`,
      String.raw`(?:^|[\n\r"'\x60>])[ \t]{0,4}AUTH[ \t](?:[\w-]{1,40}[ \t])?${ARGUMENT}["']?[ \t]{0,3}(?:[\n\r"'\x60]|$)`,
      String.raw`\buser[ \t]{1,3}\S{1,40}[ \t]{1,3}insecure-password[ \t]{1,3}${ARGUMENT}`,
      String.raw`:[ \t]{1,3}(?:PSK|XAUTH|EAP)[ \t]{1,3}["']([^"'\n]{6,100})["']`,
      String.raw`(?i)\bconfig set (?:requirepass|masterauth)[ \t]{1,3}["']?([^\s"'\x60<>$]{6,100})`,
      String.raw`\bAUTH (?:PLAIN|LOGIN)[ \t]{1,3}([A-Za-z0-9+/]{12,200}={0,2})`,
    ].join('|'),
    keywords: [
      ...[
        'passwd',
        '<<< ',
        '<<<"',
        "<<<'",
        'useradd',
        'usermod',
        'keyctl add',
        '-password',
        'rclone config',
        'http-basic.',
        'psexec',
      ],
      ...['evil-winrm', 'crackmapexec', 'netexec', 'nxc ', 'hydra', 'impacket-', 'schtasks', 'ab -', 'sonar.login'],
      ...[
        'snmp',
        'wifi:',
        'enable secret',
        'enable password',
        'username ',
        'server key',
        'auth ',
        'config set ',
        'login ',
      ],
      ...['wrangler secret', 'su -', 'from-literal', 'curl', 'vercel env', 'gcloud secrets', 'docker secret'],
      ...[
        'wmiexec',
        'smbexec',
        'atexec',
        'dcomexec',
        'secretsdump',
        'mssqlclient',
        'smbclient.py',
        ': psk ',
        ': xauth ',
        ': eap ',
      ],
      ...['netlify env:set', 'pulumi config set', 'variable set ', ':_authtoken ', 'cargo login', 'mc alias set'],
    ],
    vagueness: 1,
    mustFollow:
      /[^\n]{0,300}?\d|(?<=\d[^\n|]{0,150}\|\s{0,3}(?:sudo )?(?:smb)?(?:passwd|wrangler secret|vercel env|gcloud secrets|docker secret|su -))/y,
    window: { before: 300, behind: 500 },
    allow: [...NO_PASSWORDS, ...NO_ARGUMENTS],
  },
  {
    id: 'listed-argument',
    // In a list of arguments: `['sshpass', '-p', 'x']`.
    regex: [
      String.raw`["'](?:[\w./-]{0,60}/)?sshpass["']${NEXT}["']-p["']?(?:${NEXT}["'])?${LISTED_VALUE}`,
      String.raw`["'](?:[\w./-]{0,60}/)?(?:mysql|mysqldump|mysqladmin|mariadb|7z)["']${ANY_BETWEEN}["']-p${LISTED_VALUE}`,
      String.raw`["'](?:[\w./-]{0,60}/)?(?:redis-cli|https?)["']${ANY_BETWEEN}["']-a["']${NEXT}["'](?:[\w.@-]{1,60}:)?${LISTED_VALUE}`,
      String.raw`["'](?:[\w./-]{0,60}/)?(?:docker|podman|nerdctl|oc|az|cf|twine)["']${NEXT}["'](?:login|upload)["']${ANY_BETWEEN}["']-p["']${NEXT}["']${LISTED_VALUE}`,
      String.raw`["'](?:[\w./-]{0,60}/)?curl["']${ANY_BETWEEN}["'](?:-u|--user)["']${NEXT}["'][\w.@-]{1,60}:${LISTED_VALUE}`,
      String.raw`["'](?:[\w./-]{0,60}/)?(?:openssl|ldapsearch|zip|unzip)["']${ANY_BETWEEN}["']-[kwP]["']${NEXT}["']${LISTED_VALUE}`,
    ].join('|'),
    keywords: [
      ...[
        'sshpass"',
        "sshpass'",
        'mysql"',
        "mysql'",
        'mysqldump"',
        "mysqldump'",
        'mysqladmin"',
        'mariadb"',
        "mariadb'",
      ],
      ...['redis-cli"', "redis-cli'", 'login"', "login'", 'upload"', 'curl"', "curl'", 'openssl"', "openssl'", 'zip"'],
      ...["zip'", 'ldapsearch"', "ldapsearch'", '7z"', "7z'", 'http"', "http'"],
      ...[
        'sshpass\\',
        'mysql\\',
        'mysqldump\\',
        'redis-cli\\',
        'login\\',
        'curl\\',
        'openssl\\',
        'zip\\',
        'ldapsearch\\',
      ],
    ],
    // Before the name there is a quote, or the folder of the command.
    mustFollow: /(?<=["'/](?:[a-z]{2,10}|redis-cli|7z)["'\\])\\{0,3}["']?(?:\s|\\+[nrt]){0,20},/y,
    window: { before: 120, behind: 600 },
    allow: [...NO_PASSWORDS, ...NO_ARGUMENTS],
  },
  {
    id: 'flag-secret',
    // Behind a flag and a space, or in a list of arguments.
    regex: String.raw`(?:^|[\s"'\x60(\[,])--?${FLAG}(?:[ \t]{1,5}(?:${QUOTED_ARGUMENT}|(${BARE_ARGUMENT}))|["'][ \t]{0,3},\s{0,20}(?:${QUOTED_ARGUMENT}))`,
    keywords: ['password', 'passwd', 'passphrase', 'pwd', 'token', 'secret', 'key', 'pass', 'auth'],
    mustFollow: FLAGGED,
    allow: [
      ...NO_PASSWORDS,
      {
        regexes: [
          // A path, a file, a variable, a version, a measure, a date, an option of its own.
          String.raw`^[a-z0-9_.-]+(?:/[a-z0-9_.-]+)+$|\.[A-Za-z]{1,5}$|^@[\w./-]+$|^[A-Z]+(?:_[A-Z0-9]+)+$|^[vV]?\d+(?:\.\d+)+|^[0-9.,]+[A-Za-z%]{0,5}$|^\d{4}-\d{2}-\d{2}|^(?:id|env|src|source|name|type)=|://`,
          // A name with a number behind it.
          `(?i)^(?:${BLANK_WORDS})+[0-9]{1,4}[.!?,:]?$`,
          numberedWords('*', '[_-]'),
        ],
        words: [],
      },
    ],
  },
];
