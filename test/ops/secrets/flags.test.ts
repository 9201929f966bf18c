import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

const SECRET = 'q8Wn2Rt5Yb7Kd4';

test.each([
  'vercel deploy --token #',
  'tool --api-key #',
  "tool --secret '#' --verbose",
  'mysql --password #',
  'mongosh --username ada --password #',
  'mongosh -u ada -p # shop',
  'vault login -method=userpass --password #',
  'az login -u ada -p #',
  'az login --service-principal -u ada -p "#" --tenant t',
  'keytool -storepass # -list',
  'run `tool --db-password #`',
  'tool \\\n  --client-secret # \\\n  --verbose',
  'spawn("tool", ["--auth-token", "#"])',
])('%j has a secret behind a flag, in a text and in the bytes of a record', async (form) => {
  const find = await secretFinder();
  const text = form.replace('#', SECRET);
  expect(find(text).map(({ value }) => value)).toEqual([SECRET]);
  for (const record of [JSON.stringify({ text }), JSON.stringify(JSON.stringify({ text }))]) {
    expect(find(record)).toHaveLength(1);
    let marks = 0;
    find.marks(record, () => marks++);
    expect(marks).toBeGreaterThan(0);
  }
});

test.each([
  'tool --token $TOKEN_1',
  'tool --token "$TOKEN_1"',
  'tool --token <token1234>',
  'tool --token YOUR_TOKEN_1',
  'tool --token token1',
  'tool --password-file config1.ini',
  'tool --password secrets/db1.txt',
  'docker build --secret id=npmrc1,src=.npmrc .',
  'gcloud run deploy --secret db-password-v2',
  'tool --max-token 128000',
  'tool --token is read 10 times a second',
  'tool --token --retries10',
  'a pre-token state12 of it',
  'mongosh -p 27017:27017',
  'az login -u ada -p $PASSWORD1',
])('%j has none', async (text) => {
  expect((await secretFinder())(text)).toEqual([]);
});
