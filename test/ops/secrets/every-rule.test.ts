import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { redactorOf } from '../../../src/ops/secrets/redactor.ts';
import { secretRules } from '../../../src/ops/secrets/rules.ts';
import { isThorough } from '../../support/sampling.ts';
import { readings } from './readings.ts';
import { sampleOf } from './sampled.ts';

/** What is around a secret where people and programs write. */
const DRESSES: Readonly<Record<string, (text: string) => string>> = {
  alone: (text) => text,
  'in a sentence': (text) => `It is ${text}.`,
  'before a colon': (text) => `${text}: the key`,
  'before a comma': (text) => `${text}, then`,
  'with an exclamation mark': (text) => `${text}!`,
  'in brackets': (text) => `[${text}] (${text}) {${text}}`,
  'in quotation marks': (text) => `“${text}”`,
  'in a line of a file': (text) => `12→${text}\n13→`,
  'in a diff': (text) => `@@ -1 +1 @@\n-old\n+${text}\n`,
  'in Markdown': (text) => `**${text}** and \`${text}\` | ${text} |`,
  'in markup': (text) => `<b>${text}</b>`,
  'in the name of a file': (text) => `/srv/ada/${text}.txt`,
  'in the name of a file in JSON': (text) => JSON.stringify({ file_path: `/srv/ada/${text}.env` }),
  'in colour': (text) => `\u001b[32m${text}\u001b[0m`,
  'in JSON in JSON': (text) => JSON.stringify({ said: JSON.stringify({ token: text }) }),
  'behind escapes': (text) => `{"said":"${JSON.stringify(text).slice(1, -1).replace(/[_.-]/g, escaped)}"}`,
  'split by an escape': (text) => `{"said":"${halved(JSON.stringify(text).slice(1, -1))}"}`,
  'in base64': (text) => `cat .env | base64\n${Buffer.from(`A=1\nTOKEN ${text} \nB=2\n`).toString('base64')}\n`,
};

/** In the check each rule is tried with one text in eighteen, the next rule with others; in a thorough run with all of them. */
const SHARES = isThorough ? 1 : 18;
/** The same of what is no secret. */
const SHARES_ALLOWED = isThorough ? 1 : 7;

test.each(Object.entries(DRESSES).map(([name, dress], offset) => [name, offset % SHARES, dress] as const))(
  'a secret of no rule leaves %s',
  async (_, offset, dress) => {
    const [samples, redact] = [await sampled, await redactorOf()];
    expect(samples.length).toBeGreaterThan(200);
    const worn = samples.filter((_, n) => n % SHARES === offset);
    const leaving = worn.filter(({ text, secret }) => readings(redact(dress(text))).includes(secret));
    expect(leaving.map(({ id }) => id)).toEqual([]);
  },
);

test('a rule matches by JavaScript what it matches by RE2', async () => {
  const rules = new Map((await secretRules()).map((rule) => [rule.id, rule]));
  for (const [n, { id, text }] of (await sampled).entries())
    for (const dress of Object.values(DRESSES).filter((_, offset) => offset % SHARES === n % SHARES))
      for (const each of [dress(text), dress(`${text} ${text}`).toUpperCase(), dress(text).replace(/\w$/, 'K')]) {
        const [native = [], re2 = []] = [false, true].map((byRe2) => [...(rules.get(id)?.matches(each, byRe2) ?? [])]);
        expect(native, `${id}: ${each}`).toEqual(re2);
      }
});

/** What is no secret by some rule, and what nearly is none. */
const ALLOWED = [
  '{{ token }} $TOKEN %TOKEN% @TOKEN@ {0} $1 %s null true xxxx **** ... /Users/ada/x /etc/passwd',
  'ada:[password] ada:[] ada:]x] ada:changeit ada:$PASSWORD <user>:<password> $(cat_user):$(cat_pw) {{user}}:{{password}} ada:qW8',
  "AKIAEXAMPLE --mount=type=secret, s.abcdefghijklmnopqrstuvwx X-MS-Example author api:jar: import_{a}_from_'b' tok.en-s",
]
  .join(' ')
  .split(' ');

test('a rule allows by JavaScript what it allows by RE2', async () => {
  const allowed = (await secretRules()).map(({ id, isAllowed }, n) =>
    ALLOWED.filter((_, offset) => offset % SHARES_ALLOWED === n % SHARES_ALLOWED)
      .flatMap((text) => [text, `"${text}"`, text.toUpperCase(), `\${${text}}`, `import { a } from '${text}'`])
      .filter((text) => {
        const parts = { secret: text, match: text, line: text };
        expect(isAllowed(parts, false), `${id}: ${text}`).toBe(isAllowed(parts, true));
        return isAllowed(parts, false);
      }),
  );
  expect(allowed.every((texts) => texts.length > 20 / SHARES_ALLOWED)).toBe(true);
});

/** A text for each rule, and what in it is the secret. */
const sampled = (async () => {
  const find = await secretFinder();
  return (await secretRules()).map((rule) => {
    const text = sampleOf(rule, find);
    const secret = find(text).find((each) => each.rule === rule.id)?.value ?? text;
    return { id: rule.id, text, secret: secret.replace(/[\s\\]+/g, '') };
  });
})();

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** With an escape for the letter in the middle, unless it is one. */
function halved(json: string): string {
  const middle = json.length >> 1;
  if (/[\\"]/.test(json.slice(middle - 1, middle + 1))) return json;
  return json.slice(0, middle) + escaped(json[middle] ?? '') + json.slice(middle + 1);
}
