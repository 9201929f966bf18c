import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { knownSecrets } from '../../../src/ops/secrets/known-secrets.ts';
import { redactorOf } from '../../../src/ops/secrets/redactor.ts';

const SECRET = 'Zq7xK2mP9vLw4T';
const REST =
  ' and the harbour has nine berths, of which four are for boats without a mast, and two are dry at low tide.';

/** The secret where no rule sees one: as it is, with escapes, with signs of Markdown, with colours, in base64, in JSON. */
const PLACES = [
  `It was ${SECRET} all along,${REST}`,
  `{"a":"it was \\"${SECRET}\\" there","b":"${REST}"}`,
  `It was ${SECRET.slice(0, 5)}**${SECRET.slice(5)}** all along,${REST}`,
  `It was \u001b[31m${SECRET}\u001b[0m all along,${REST}`,
  `It was ${Buffer.from(`${SECRET}\n`).toString('base64')} all along,${REST}`,
  `Nothing is in this one,${REST}`,
];

test('in a text without a finding of a rule, the known ones alone are found as with all rules', async () => {
  const known = knownSecrets();
  known.add({ rule: 'generic-api-key', value: SECRET });
  const byRules = await secretFinder();
  for (const text of PLACES) {
    expect(byRules(text)).toEqual([]);
    expect(byRules.ofKnown(known)(text)).toEqual(byRules.knowing(known)(text));
  }
  expect(PLACES.filter((text) => byRules.ofKnown(known)(text).length > 0)).toEqual(PLACES.slice(0, -1));
  expect(byRules.ofKnown(knownSecrets())(`password = ${SECRET}`)).toEqual([]);
});

test('a text that was learnt from before the secret was known is redacted all the same', async () => {
  const redact = await redactorOf();
  for (const text of PLACES) redact.learner(text);
  redact.learner(`the password is ${SECRET}`);
  for (const text of PLACES.slice(0, -1)) {
    expect(redact(text)).not.toContain(SECRET);
    expect(redact(text)).toMatch(/\[secret 1: /);
  }
  expect(redact(PLACES.at(-1) ?? '')).toBe(PLACES.at(-1));
});
