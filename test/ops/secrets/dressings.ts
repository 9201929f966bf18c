import { plantedSecrets } from './planted.ts';

export interface Sample {
  /** The text that a rule needs. */
  readonly text: string;
  /** What must not be left of it. */
  readonly value: string;
}

const TOKENS = [
  ...['github-pat', 'github-fine-grained-pat', 'aws-access-token', 'slack-bot-token', 'stripe-access-token'],
  ...['npm-access-token', 'anthropic-key', 'jwt', 'gcp-api-key', 'vault-service-token', 'huggingface-access-token'],
];
const PLAIN: Readonly<Record<string, (word: string) => string>> = {
  YAML: (word) => `password: ${word}`,
  JSON: (word) => `"db_password": "${word}-quay"`,
  INI: (word) => `password = ${word}`,
  'an environment': (word) => `DB_PASSWORD=${word}`,
  TOML: (word) => `passphrase = "${word} of leeks and soup"`.replace(' of', ' leek').replace(' and', ' pan'),
  'a key': (word) => `api_key = ${word}`,
  'an address': (word) => `postgres://app:${word}7@db.internal.example/x`,
};

/** A value for each secret and seed: none of them betrays another. */
export function samples(seed: number): ReadonlyMap<string, Sample> {
  const planted = plantedSecrets(seed);
  const tokens = TOKENS.map(
    (rule) => [rule, { text: planted.get(rule) ?? '', value: planted.get(rule) ?? '' }] as const,
  );
  const plain = Object.entries(PLAIN).map(([where, write], n) => {
    const word = wordOf(seed * 31 + n);
    return [where, { text: write(word), value: word }] as const;
  });
  const key = planted.get('private-key') ?? '';
  return new Map([...tokens, ...plain, ['private-key', { text: key, value: key.split('\n')[1] ?? '' }]]);
}

/** Sixteen different letters, which make no word. */
function wordOf(seed: number): string {
  const letters = [...'bcdfghjklmnpqrstvwxz'];
  let state = seed;
  return Array.from({ length: 16 }, () => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return letters.splice(state % letters.length, 1)[0];
  }).join('');
}

export type Dressing = (text: string) => string;

const around =
  (before: string, behind = before): Dressing =>
  (text) =>
    `${before}${text}${behind}`;
const lines =
  (prefix: string): Dressing =>
  (text) =>
    text
      .split('\n')
      .map((line) => prefix + line)
      .join('\n');
const NAME = /^([\w"]+) ?([:=])(?!\/) ?/;
const patch = (text: string) => `@@ -1,1 +1,2 @@\n host: db\n${lines('+')(text)}`;

/** Ways in which people, programs and other models write a secret down. */
export const DRESSINGS: Readonly<Record<string, Dressing>> = {
  strong: around('**'),
  'strong, with lines': around('__'),
  emphasis: around('*'),
  'emphasis, with a line': around('_'),
  'strong emphasis': around('___'),
  code: around('`'),
  'strong code': around('**`', '`**'),
  fence: around('```yaml\n', '\n```'),
  struck: around('~~'),
  marked: around('=='),
  'a strong name': (text) => text.replace(NAME, '**$1$2** '),
  'a strong name before its sign': (text) => text.replace(NAME, '**$1**$2 '),
  'a name in code': (text) => text.replace(NAME, '`$1`$2 '),
  patch,
  'a patch within a patch': (text) => patch(patch(text)),
  'a removed line in a patch within a patch': (text) => lines('+')(`@@ -1,2 +1,1 @@\n${lines('-')(text)}`),
  quoted: lines('> '),
  'quoted twice': lines('> > '),
  'a quoted patch': (text) => lines('> ')(patch(text)),
  'a listing': lines('    12→'),
  'a search': lines('conf/a.yml:12:'),
  'a search in a patch': lines('+conf/a.yml-12-'),
  'a list': lines('* '),
  'a numbered list': lines('1. '),
  'a cell of a table': around('| key | ', ' |'),
  quotes: around('“', '”'),
  brackets: around('(', ')'),
  'a tag': around('<code>', '</code>'),
  'lines of Windows': around('a: b\r\n', '\r\nc: d'),
  'a comment': around('# '),
  'JSON in JSON': (text) => JSON.stringify({ said: JSON.stringify({ said: text }) }),
};
