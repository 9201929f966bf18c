import type { SecretRule } from './rules.ts';
import type { Word } from './words-in.ts';

/** The words by which a text is worth looking into for a rule. */
export function tellingWords(rule: Pick<SecretRule, 'id' | 'regex' | 'keywords'>): Omit<Word<unknown>, 'value'>[] {
  const rarer = RARER[rule.id];
  if (rarer !== undefined) return rarer.words.map((word) => ({ word, followed: rarer.followed }));
  return rule.keywords.map((word) => ({ word, followed: followedBy(rule, word), run: RUNS[rule.id] }));
}

/** The necessary continuation of a rule's word, in lower case, also with JSON escapes. Null for any. */
export function followedBy({ id, regex }: Pick<SecretRule, 'id' | 'regex'>, word: string): RegExp | null {
  const own = FOLLOWED[id];
  if (own !== undefined) return own;
  const keyed = regex.indexOf(GAP);
  return keyed > 0 && regex.slice(0, keyed).toLowerCase().includes(word) ? VALUE : null;
}

/** How the expressions of gitleaks go on behind the name of a key. */
const GAP = String.raw`(?:[ \t\w.-]{0,20})`;

/** Between the name of a key and its value. */
const ASSIGNED = String.raw`[\w\s.'"\\\])}-]{0,90}?(?:[=>:,]|\|\||\?=)[\s>=:|${'`'}'"\\nrt]{0,40}`;
const VALUE = new RegExp(String.raw`${ASSIGNED}[\w.=+/:%-]{10}`, 'y');

/** Of common words. Each is part of the expression of its rule, or of what that allows. */
const FOLLOWED: Readonly<Record<string, RegExp>> = {
  // A value of letters alone is allowed.
  'generic-api-key': new RegExp(
    String.raw`${ASSIGNED}(?=[\w.-]*[\d=]|[a-z0-9+/]*[\d+/])(?:[\w.=-]{10}|[a-z0-9+/]{12})`,
    'y',
  ),
  // Of characters that may be four bytes each.
  password:
    /[a-z]{0,6}(?:[\\"'\]]{0,6}\s{0,3}(?::=|=>|[:=])(?:\s|\\+t){0,3}\\*["']?|(?:\s|\\+t){1,3}(?:is|was)(?:\s|\\+t){1,3})[^\s"']{8}/y,
  'url-password': /[^ \t-\r:/@'"<>]{0,320}:[^ \t-\r/'"<>]{5,1200}@/y,
  'authorization-header': /[\s"'\\\]]{0,40}[:=,][\s"'\\]{0,40}(?:bearer|basic|token)/y,
  // At the beginning of a word alone: a run of its letters is read once.
  jwt: /(?<=(?:(?<!\w)|\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})ey)[a-z0-9]{17,}\.ey/y,
  'twilio-api-key': /[0-9a-f]{32}/y,
  // Either of its two words; before the short one there is an end of a word, or an escape.
  'vault-service-token': /(?<=hvs\.)[\w-]{90}|(?<!(?<!\\)\ws\.)[a-z0-9]{24}(?!\w)/y,
  'authress-service-client-access-key': /[a-z0-9]{5,30}\.[a-z0-9]{4}/y,
  'lob-api-key': /[a-f0-9]{35}/y,
  'lob-pub-api-key': /_?(?:pub)?_?[a-f0-9]{31}/y,
  '1password-secret-key': /[a-z0-9]{6}-[a-z0-9]{6}/y,
  'aws-access-token': /[a-z2-7]{16}/y,
  'harness-api-key': /[\w-]{22}\./y,
  'octopus-deploy-api-key': /[a-z0-9]{26}/y,
  'sendgrid-api-token': /[a-z0-9=_.-]{66}/y,
};

/** How many letters, digits, `_` and `-` these ask for right behind words that are all over ordinary text. */
const RUNS: Readonly<Record<string, number>> = { jwt: 17, 'twilio-api-key': 32, 'vault-service-token': 24 };

/** Nearer to a secret, and rarer, than the words of its rule. */
const RARER: Readonly<Record<string, { readonly words: readonly string[]; readonly followed: RegExp }>> = {
  'curl-auth-header': {
    words: ['-h', '--header'],
    followed: /(?:[=\s]|\\+t){0,6}\\*["'](?:authorization|[a-z-]{0,30}(?:key|token)):/y,
  },
  'curl-auth-user': { words: ['-u', '--user'], followed: /(?:[=\s]|\\+t){0,6}(?:\\*["']|[\w$@.-]{1,300}:)/y },
};
