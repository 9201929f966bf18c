import { NO_VALUE, NO_WORDS, WORD } from './config-rules.ts';
import type { RuleData } from './rule-data.ts';

const UNQUOTED = String.raw`[^\s"'\x60$(){}<>\[\];|]`;

export const SHELL_AND_HASH_RULES: readonly RuleData[] = [
  {
    id: 'archive-password',
    regex: String.raw`\b(?:(?:un)?zip\b[^\n|;&<>]{0,200}?[ \t]-P|openssl enc\b[^\n|;&<>]{0,200}?[ \t]-k)[ \t]{1,3}${WORD}`,
    keywords: ['zip', 'openssl enc'],
    allow: [{ regexes: [String.raw`^\D*$`, '^[^A-Za-z]*$', ...NO_VALUE], words: NO_WORDS }],
  },
  {
    id: 'password-hash',
    // As bcrypt, crypt and Argon2 write them.
    regex: String.raw`(\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:[56]|y|apr1)\$(?:rounds=\d{1,9}\$|j\w{1,4}\$)?[./A-Za-z0-9]{1,32}\$[./A-Za-z0-9]{22,86}|\$argon2(?:id|i|d)\$v=\d{1,3}\$[a-z0-9=,]{1,40}\$[A-Za-z0-9+/]{8,100}\$[A-Za-z0-9+/]{20,120})`,
    entropy: 3,
    keywords: ['$2a$', '$2b$', '$2y$', '$5$', '$6$', '$y$', '$apr1$', '$argon2'],
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
