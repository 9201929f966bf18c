import { NO_VALUE, NO_WORDS, type RuleData } from './rule-parts.ts';

const LETTERS = '[./A-Za-z0-9]';
const UNQUOTED = String.raw`[^\s"'\x60$(){}<>\[\];|]`;
const BASE64 = '[A-Za-z0-9+/]';

/** Behind those of gitleaks. Whoever has a hash of a password can try words on it. */
export const SHELL_AND_HASH_RULES: readonly RuleData[] = [
  {
    id: 'password-hash',
    regex: `(${[
      // Of crypt, in shadow and htpasswd.
      String.raw`\$2[abxy]\$\d\d\$${LETTERS}{53}`,
      String.raw`\$(?:1|5|6|7|y|gy|md5|apr1|sha1)[$,](?:rounds=\d{1,9}\$|j\w{1,4}\$|\d{3,7}\$)?${LETTERS}{1,64}\$${LETTERS}{22,86}`,
      String.raw`\$(?:P|H|S)\$[./A-Za-z0-9]{31,52}`,
      // Of Argon2, scrypt and PBKDF2, as libraries and frameworks write them.
      String.raw`\$argon2(?:id|i|d)\$v=\d{1,3}\$[a-z0-9=,]{1,40}\$${BASE64}{8,100}\$${BASE64}{20,120}`,
      String.raw`\$?scrypt[$:][a-z0-9=,:]{1,40}\$[A-Za-z0-9+/=]{6,100}\$[A-Za-z0-9+/=]{32,200}`,
      String.raw`\$?pbkdf2[_:-][a-z0-9:]{4,20}\$\d{3,8}\$[A-Za-z0-9+/=.]{4,100}\$[A-Za-z0-9+/=.]{20,120}`,
      // Of directories and databases.
      String.raw`\{S?(?:SHA|MD5)(?:256|512)?\}${BASE64}{20,120}={0,2}`,
      String.raw`SCRAM-SHA-\d{1,3}\$\d{3,7}:[A-Za-z0-9+/=]{8,60}\$[A-Za-z0-9+/=]{20,100}:[A-Za-z0-9+/=]{20,100}`,
      String.raw`\$krb5(?:tgs|asrep|pa)\$[\w$*@.:/-]{40,1000}`,
      String.raw`\*[0-9A-F]{40}`,
      '(?:aad3b435b51404ee){2}:[0-9a-f]{32}',
    ].join('|')})`,
    entropy: 3,
    keywords: [
      ...['$2a$', '$2b$', '$2x$', '$2y$', '$1$', '$5$', '$6$', '$7$', '$y$', '$gy$', '$md5', '$apr1$', '$sha1$', '$p$'],
      ...['$h$', '$s$', '$argon2', 'scrypt$', 'scrypt:', 'pbkdf2', 'sha}', 'md5}', 'sha256}', 'sha512}', 'scram-sha-'],
      ...['$krb5', 'aad3b435b51404eeaad3b435b51404ee', "'*", '"*'],
    ],
    allow: [],
  },
  {
    id: 'secret-variable',
    // A value with signs, which other rules take for its end.
    regex: String.raw`(?:^|[\s"'\x60;({\[>+/-])[A-Z0-9_]{0,40}(?:SECRET|TOKEN|_KEY)=(?:"([^"\s]{8,120})"|'([^'\s]{8,120})'|(${UNQUOTED}{8,120}))`,
    keywords: ['secret=', 'token=', '_key='],
    allow: [{ regexes: [String.raw`^\D*$|^[\w.:/=,+-]*$|://`, '^[^A-Za-z]*$', ...NO_VALUE], words: NO_WORDS }],
  },
];
