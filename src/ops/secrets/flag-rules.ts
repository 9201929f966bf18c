import { BLANK_WORDS, NO_PASSWORDS, type RuleData } from './rule-parts.ts';

const PARTS = 'api|access|account|admin|auth|client|consumer|encryption|license|master|private|secret|signing|storage';
const FLAG = `(?i:[\\w-]{0,30}(?:password|passwd|passphrase|pwd|token|secret|auth|(?:${PARTS})[_-]?key)|(?:[\\w-]{0,30}[_-])?(?:store|key)?pass)`;
const BARE = String.raw`[^\s"'\x60$<>(){}\[\]|;&\\,-][^\s"'\x60$<>(){}\[\]|;&\\]{5,200}`;
const QUOTED = String.raw`"([^\s"\x60$\\]{6,200})"|'([^\s'\x60\\]{6,200})'`;

/** Values behind a flag and a space, or in a list of arguments. */
export const FLAG_RULES: readonly RuleData[] = [
  {
    id: 'flag-secret',
    regex: String.raw`(?:^|[\s"'\x60(\[,])--?${FLAG}(?:[ \t]{1,5}(?:${QUOTED}|(${BARE}))|["'][ \t]{0,3},\s{0,20}(?:${QUOTED}))`,
    keywords: ['password', 'passwd', 'passphrase', 'pwd', 'token', 'secret', 'key', 'pass', 'auth'],
    allow: [
      ...NO_PASSWORDS,
      {
        regexes: [
          // A path, a file, a variable, a version, a measure, a date, an option of its own.
          String.raw`^[a-z0-9_.-]+(?:/[a-z0-9_.-]+)+$|\.[A-Za-z]{1,5}$|^@[\w./-]+$|^[A-Z]+(?:_[A-Z0-9]+)+$|^[vV]?\d+(?:\.\d+)+|^[0-9.,]+[A-Za-z%]{0,5}$|^\d{4}-\d{2}-\d{2}|^(?:id|env|src|source|name|type)=|://`,
          // A name with a number behind it.
          `(?i)^(?:(?:${BLANK_WORDS})+|[a-z]+(?:[_-][a-z]+)*[_-]v?)[0-9]{1,4}[.!?,:]?$`,
        ],
        words: [],
      },
    ],
  },
];
