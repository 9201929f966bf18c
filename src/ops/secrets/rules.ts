import type { RE2JS } from 're2js';
import { COMMAND_RULES } from './command-rules.ts';
import { CONFIG_RULES } from './config-rules.ts';
import { DIGITLESS_RULES } from './digitless-rules.ts';
import { FLAG_RULES } from './flag-rules.ts';
import { SECRET_RULES } from './gitleaks-rules.ts';
import { type NativeExpression, nativeExpression } from './native.ts';
import { PASSWORD_RULES } from './password-rules.ts';
import { PROSE_RULES } from './prose-rules.ts';
import {
  type AllowData,
  BLANK_WORDS,
  END_IN_TEXT,
  KEY_LINE,
  LISTED,
  NO_PASSWORDS,
  type RuleData,
  type RuleMatch,
} from './rule-parts.ts';
import { SHELL_AND_HASH_RULES } from './shell-and-hash-rules.ts';
import { WORD_RULES } from './word-rules.ts';

/** A rule of gitleaks, its expressions compiled when a text first has one of its words. */
export interface SecretRule {
  readonly id: string;
  readonly entropy: number | null;
  /** The group that is the secret; null for the first that matched. */
  readonly group: number | null;
  readonly keywords: readonly string[];
  readonly regex: string;
  /** Characters tried around the start of one of its words. A secret that goes on behind them is looked for again. */
  readonly reach: NonNullable<RuleData['reach']>;
  /** Where it matches; by RE2 itself, which takes longer, where that is asked for. `next(place)` searches on from there, `next()` behind the match. */
  matches(text: string, byRe2: boolean): Matches;
  /** Whether it is an exception; by RE2 itself where that is asked for. */
  isAllowed(found: Readonly<Record<'secret' | 'match' | 'line', string>>, byRe2: boolean): boolean;
}

type Matches = Generator<RuleMatch, void, number | undefined>;

/** Keys of these programs' services, and secrets in addresses and headers: gitleaks lacks both. */
const OWN: readonly RuleData[] = [
  { id: 'anthropic-key', regex: String.raw`\b(sk-ant-[a-z]{3,6}\d\d-[\w-]{24,})`, keywords: ['sk-ant-'], allow: [] },
  {
    id: 'openai-key',
    regex: String.raw`\b(sk-(?:proj|svcacct|admin)-[\w-]{24,})`,
    keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-'],
    allow: [],
  },
  { id: 'openrouter-key', regex: String.raw`\b(sk-or-v1-[0-9a-f]{48,})`, keywords: ['sk-or-'], allow: [] },
  { id: 'groq-key', regex: String.raw`\b(gsk_[A-Za-z0-9]{40,})`, keywords: ['gsk_'], allow: [] },
  { id: 'xai-key', regex: String.raw`\b(xai-[A-Za-z0-9]{60,})`, keywords: ['xai-'], allow: [] },
  {
    id: 'service-token',
    // Of services that write a word of their own before a random value.
    regex: String.raw`\b((?:r8_|tvly-(?:dev-|prod-)?|lsv2_(?:pt|sk)_|pcsk_|sbp_|sb_secret_|nfp_|figd_|whsec_|phx_|dckr_pat_|dckr_oat_|bkua_|CCIPAT_|ATBB|ATCTT3|AKCp|sq0csp-|GOCSPX-|tskey-[a-z]{3,10}-|sk\.eyJ)[\w=.-]{20,})`,
    entropy: 3,
    keywords: [
      ...['r8_', 'tvly-', 'lsv2_', 'pcsk_', 'sbp_', 'sb_secret_', 'nfp_', 'figd_', 'whsec_', 'phx_', 'dckr_'],
      ...['bkua_', 'ccipat_', 'atbb', 'atctt3', 'akcp', 'sq0csp-', 'gocspx-', 'tskey-', 'sk.eyj'],
    ],
    allow: [{ regexes: [String.raw`^\D*$`], words: ['example'] }],
  },
  {
    id: 'hexadecimal-key',
    regex: String.raw`\b(sk[_-][0-9a-f]{32,64})\b`,
    entropy: 3,
    keywords: ['sk-', 'sk_'],
    allow: [],
  },
  {
    id: 'airtable-token',
    regex: String.raw`\b(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})\b`,
    keywords: ['pat'],
    allow: [],
  },
  {
    id: 'resend-key',
    regex: String.raw`\b(re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30})\b`,
    entropy: 3.5,
    keywords: ['re_'],
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
    // A value with signs in quotes, a variable of fish, a default of Terraform, a token of a tunnel or of an app of GitHub.
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
    allow: [],
  },
  { id: 'new-relic-user-api-key', regex: String.raw`\b(NRAK-[A-Z0-9]{27})\b`, keywords: ['nrak-'], allow: [] },
  { id: 'nostr-key', regex: String.raw`\b(nsec1[ac-hj-np-z02-9]{58})`, keywords: ['nsec1'], allow: [] },
  {
    id: 'url-password',
    // Without an `@` in it, where it has an end; else up to the last one.
    regex: String.raw`[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@'"<>\\]{0,80}:([^\s@/'"<>\\]{5,300}|[^\s/'"<>\\]{5,300})@(?:/|[^\s@/'"<>\\,;)\]}\x60|]{1,255}(?:[\s/'"<>\\,;)\]}\x60|]|$))`,
    keywords: ['://'],
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
    reach: { before: 8000, behind: 100 },
    isAmbiguous: true,
    allow: [],
  },
  {
    id: 'authorization-header',
    regex: String.raw`(?i)\bauthorization["'\]]{0,2}\s{0,3}[:=,]\s{0,8}["']?(?:bearer|basic|token)\s{1,8}([\w=~@.+/-]{16,})`,
    entropy: 3,
    keywords: ['authorization'],
    allow: [{ regexes: ['^[A-Za-z_.-]+$'], words: [] }],
  },
  {
    id: 'password',
    regex: String.raw`(?i)(?:password|passwd|passphrase)(?:["'\]]{0,2}[ \t]{0,3}(?::=|=>|[:=])[ \t]{0,3}(?:"([^"\s]{8,80})"|'([^'\s]{8,80})')|(?:=|:[ \t]{1,3}|[ \t]{1,3}(?:is|was)[ \t]{1,3})([^\s"'\x60,;(){}\[\]<>\\]{8,80})(?:[\s"'\x60\\,;<>\])}]|$))`,
    keywords: ['passw', 'passphrase'],
    allow: NO_PASSWORDS,
  },
  {
    id: 'aws-secret-key',
    regex: String.raw`(?i)secret[_-]?access[_-]?key["'\]]{0,2}\s{0,3}(?::=|=>|[:=,])\s{0,3}["']?([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+]|$)`,
    entropy: 4,
    keywords: ['secret_access_key', 'secret-access-key', 'secretaccesskey'],
    allow: [],
  },
  {
    id: 'discord-webhook',
    regex: String.raw`discord(?:app)?\.com/api/webhooks/([0-9]{17,20}/[\w-]{60,80})`,
    keywords: ['/api/webhooks/'],
    allow: [],
  },
];

/** The groups that are the secret, in rules whose first group is another part of the match. */
const GROUPS: Readonly<Record<string, number>> = {
  'jwt-base64': 0,
  'microsoft-teams-webhook': 0,
  'sonar-api-token': 2,
};

/** Ends of a secret, by gitleaks. */
const ENDS = [String.raw`(?:[\x60'"\s;]|\\[nr]|$)`, String.raw`(?:$|[\\'"\x60\s<),])`, String.raw`(?:\s|\z)`];
const AHEAD = [
  ...OWN,
  ...PASSWORD_RULES,
  ...CONFIG_RULES,
  ...COMMAND_RULES,
  ...FLAG_RULES,
  ...DIGITLESS_RULES,
  ...PROSE_RULES,
  ...WORD_RULES,
];

/** All rules; a text without any of the words of a rule is not looked into for it. */
export async function secretRules(): Promise<readonly SecretRule[]> {
  const { RE2JS: re2 } = await import('re2js');
  const { rules, allow } = JSON.parse(SECRET_RULES) as { rules: readonly RuleData[]; allow: readonly AllowData[] };
  const everywhere = allow.map((each) => allowing(re2, each));
  return [...AHEAD, ...rules, ...SHELL_AND_HASH_RULES].map(
    ({
      id,
      regex: given,
      entropy = null,
      group = GROUPS[id] ?? null,
      keywords,
      reach,
      isAmbiguous = false,
      finder,
      allow: own,
    }) => {
      const regex = inText(given);
      const readsAnything = /\[\\s\\S|\.\*/.test(regex);
      const isUnbounded = readsAnything || isAmbiguous;
      let compiled: RE2JS | null = null;
      let native: NativeExpression | null = null;
      let lists: readonly Allowing[] | null = null;
      return {
        id,
        entropy,
        group,
        keywords,
        regex,
        reach: reach ?? { before: 150, behind: readsAnything ? 20_000 : 400 },
        *matches(text, byRe2) {
          if (finder !== undefined) yield* finder(text);
          else if (QUICK[id]?.test(text) === false) return;
          else if (byRe2 || isUnbounded) {
            compiled ??= re2.compile(regex);
            yield* matchesOf(compiled, text, isUnbounded);
          } else {
            native ??= nativeExpression(regex);
            yield* nativeMatches(native, text);
          }
        },
        isAllowed: (found, byRe2) => {
          lists ??= [...everywhere, ...own.map((each) => allowing(re2, exception(each)))];
          return lists.some((list) => list(found, byRe2));
        },
      };
    },
  );
}

/** An exception of gitleaks. That for short tokens of Vault would pass over each long one with 24 letters in a row. */
function exception(given: AllowData): AllowData {
  return { ...given, regexes: given.regexes.map((regex) => (regex === SHORT_TOKEN ? `^${SHORT_TOKEN}$` : regex)) };
}

const SHORT_TOKEN = String.raw`s\.[A-Za-z]{24}`;

/** An expression as text needs it. Where it takes as much as it can, it would pass over the first of two commands. */
function inText(regex: string): string {
  const lazy = regex.replace(
    String.raw`(?:.*|.*(?:[\r\n]{1,2}.*){1,5})`,
    String.raw`(?:.*?|.*?(?:[\r\n]{1,2}.*?){1,5})`,
  );
  return ENDS.reduce((text, end) => text.replaceAll(end, () => END_IN_TEXT), lazy);
}

const QUICK: Readonly<Record<string, RegExp>> = {
  'curl-auth-header': /[ \t\n\r](?:-H|--header)(?:=|[ \t]{0,5})["'](?:Authorization|[a-z-]{0,30}(?:Key|Token)):/i,
  'curl-auth-user': /[ \t\n\r](?:-u|--user)(?:=|[ \t]{0,5})(?:["']|[\w$@.-]{1,300}:)/,
};

/** `isUnbounded`: always searches on behind a match; from within it would read the rest of the text anew each time. */
function* matchesOf(find: RE2JS, text: string, isUnbounded: boolean): Matches {
  const matcher = find.matcher(text);
  for (let again: number | undefined; again === undefined ? matcher.find() : matcher.find(again); ) {
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, group) => [
      matcher.start(group),
      matcher.end(group),
    ]);
    const wanted = yield { groups: groups as [number, number][] };
    again = isUnbounded ? undefined : wanted;
  }
}

function* nativeMatches({ pattern, lead }: NativeExpression, text: string): Matches {
  const find = new RegExp(pattern);
  let from = 0;
  for (let match = find.exec(text); match !== null; match = find.exec(text)) {
    const [whole = [0, 0], ...groups] = match.indices ?? [];
    const before = /[\w.-]*$/.exec(text.slice(Math.max(from, whole[0] - lead), whole[0]))?.[0] ?? '';
    const again = yield { groups: [[whole[0] - before.length, whole[1]], ...groups.map((each) => each ?? NONE)] };
    from = again ?? whole[1];
    find.lastIndex = Math.max(from, whole[0] + 1);
  }
}

const NONE = [-1, -1] as const;

/** Long enough that some short word is in it by chance. */
const LONG = 24;

/** True for a value of small and capital letters and digits in no order: a word in it is chance, and no name. */
export function isRandom(value: string): boolean {
  if (value.length < LONG || !/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return false;
  const turns = value.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)/g) ?? [];
  return turns.length > value.length * MIXED;
}

/** Of random values about 0.6 of the characters are followed by one of another sort, of `camelCase2Names` about 0.2. */
const MIXED = 0.45;

type Allowing = SecretRule['isAllowed'];

function allowing(re2: typeof RE2JS, { of = 'secret', regexes, words }: AllowData): Allowing {
  let compiled: readonly RE2JS[] | null = null;
  let native: readonly RegExp[] | null = null;
  return (found, byRe2) => {
    const secret = found.secret.toLowerCase();
    if (!isRandom(found.secret) && words.some((word) => secret.includes(word))) return true;
    if (byRe2) {
      compiled ??= regexes.map((each) => re2.compile(each));
      return compiled.some((each) => each.matcher(found[of]).find());
    }
    native ??= regexes.map((each) => new RegExp(nativeExpression(each).pattern, ''));
    return native.some((each) => each.test(found[of]));
  };
}
