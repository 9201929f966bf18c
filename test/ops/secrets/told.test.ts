import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

const [ONE, TWO] = ['hunter2horse', 'tulip4garden'];

test.each([
  'credentials: #',
  'credentials: {#}',
  'Credentials: ada / #',
  'login: ada / #',
  'log in with ada / #',
  'user/password: ada / #',
  'username ada, password # please',
  'user: ada pass: #',
  'pw: #',
  'the password is: #, use it',
  'the password is #, use it',
  'use password # to log in',
  'The password for prod is #, use it',
  'password for ada: #',
  'set the password to #.',
  'password → #',
  'The admin password (#) works',
  'the passwords are "#" and "##"',
  'passwords: "#", "##"',
  '| user | password |\n|---|---|\n| ada | # |\n| bob | ## |',
  '| **User** | **Password** | role |\n|:--|--:|\n| ada | `#` | x |',
  '  12→| user | password |\n  13→| ada | # |',
  '+------+--------------+\n| user | password     |\n+------+--------------+\n| ada  | # |\n+---+',
  'user,password\nada,#\nbob,##\n',
  '"user","password"\n"ada","#"\n',
  'user;password\nada;#',
  'user\tpassword\nada\t#\n',
  'USER   PASSWORD\nada    #\n',
  ' name | password \n------+----------\n ada  | #\n',
  'Password:\n#\n',
  '<tr><th>user</th><th>password</th></tr><tr><td>ada</td><td>#</td></tr><tr><td>bob</td><td>##</td></tr>',
])('%j tells a password, in a text and in the bytes of a record', async (form) => {
  const find = await secretFinder();
  const text = form.replace('##', TWO).replace('#', ONE);
  const values = find(text).map(({ value }) => value.replace(/[.!]$/, ''));
  expect(values).toEqual(form.includes('##') ? [ONE, TWO] : [ONE]);
  for (const record of [JSON.stringify({ text }), JSON.stringify(JSON.stringify({ text }))]) {
    expect(find(record).length).toBe(values.length);
    let marks = 0;
    find.marks(record, () => marks++);
    expect(marks).toBeGreaterThan(0);
  }
});

test.each([
  'password: "correct horse"',
  "password = 'purple horse'",
  'the password is "purple horse"',
  'Password is `purple-horse`',
])('%s: two words in quotes are a password', async (text) => {
  expect((await secretFinder())(text).map(({ value }) => value)).toEqual([expect.stringMatching(/[ -]horse$/)]);
});

test.each([
  'login: src/login2.ts:14',
  'login: octocat1',
  'login: POST /api/v2/login',
  'login: ada / admin',
  'credentials: same-origin',
  'credentials: include',
  'a password issued2026-01-01',
  'the password is sha256-hashed',
  'password field1 and field2',
  'pass 12345 tests',
  'pass: 1200ms',
  'passwords are hashed with argon2id, see auth.ts',
  'password: "user input"',
  'password = "not set"',
  'the password is "too short"',
  '"password": "Current password"',
  '| field | password |\n|---|---|\n| type | string |\n| least | 8 |',
  'user,password\n) {\n  abc123x,def456y',
  '  user,\n  password,\n  token12,\n',
  'const { user, password } = creds\nconst a1b2c3 = d4e5f6',
  'name,password\nada,required\n',
])('%j tells none', async (text) => {
  expect((await secretFinder())(text)).toEqual([]);
});

const [PIN, CODES] = ['48' + '21', ['1a2b3-' + 'c4d5e', '9f8e7-' + '6d5c4']] as const;

test.each([
  'PIN: #',
  'my phone pin is #, remember it',
  'the pin for the door is #',
  '"pin":"#"',
  '{"pin": #}',
  'PUK #0000',
  'passcode #',
  'unlock code = #',
  'Recovery codes\n1. +\n2. ++\nkeep them',
  'recovery code: +',
  'backup codes: +, ++',
])('%j tells a number or a code that lets somebody in', async (form) => {
  const find = await secretFinder();
  const text = form.replace('++', CODES[1]).replace('+', CODES[0]).replace('#', PIN);
  const secrets = form.includes('#')
    ? [form.includes('#0000') ? `${PIN}0000` : PIN]
    : CODES.slice(0, form.includes('++') ? 2 : 1);
  expect(find(text).map(({ value }) => value)).toEqual(secrets);
  for (const record of [JSON.stringify({ text }), JSON.stringify(JSON.stringify({ text }))])
    expect(find(record)).toHaveLength(secrets.length);
});

test.each([
  'GPIO PIN 18',
  'pin 2024 to the top',
  'PIN: 12.5 mm',
  'the pin is 1080p',
  'PIN 2024-01-02',
  'spin: 4821',
  'recovery code: run step1',
  'the backup codes are in the safe',
  'exit code: 482193',
])('%j tells none', async (text) => {
  expect((await secretFinder())(text)).toEqual([]);
});

const KEY = 'Qk7vLm2p' + 'Xz8WbN4tYc1QkR7v';

test.each([
  ['the api key is #', KEY],
  ['our client secret for quay is `#`', KEY],
  ['my access token was now: #', KEY],
  ['use # as the password', ONE],
  ['"#" as my new password', ONE],
  ['I changed it to # - that is the new root password', ONE],
  ['# is the root password', ONE],
  ['- name: DB_PASSWORD\n  value: #\n', ONE],
  ['- name: DB_PASSWORD\n  value: "#"\n', ONE],
  ['{"name":"API_TOKEN","value":"#"}', ONE],
  ['db_pass = "#"', ONE],
  ['export AZURE_DEVOPS_EXT_PAT=#', KEY],
  ['APP_KEY=#', `base64:${KEY}${KEY.slice(0, 19)}=`],
  ['token: #', `ya29.${KEY}-x_${KEY}`],
  ['"refresh_token": "#"', `1//0${KEY}-x`],
])('%j is a secret, in a text and in a record', async (form, secret) => {
  const find = await secretFinder();
  const text = form.replace('#', secret);
  expect(find(text).map(({ value }) => value)).toEqual([secret]);
  for (const record of [JSON.stringify({ text }), JSON.stringify(JSON.stringify({ text }))])
    expect(find(record).map(({ value }) => value.replace(/\\+$/, ''))).toEqual([secret]);
});

test.each([
  'the api key is not set, see docs/keys1.md',
  'the access token is in /srv/quay/tokens2.json',
  'the client secret is clientSecretOfTheQuay1',
  'use hunter as the password',
  'step3 is the password prompt',
  '- name: DB_PASSWORD\n  valueFrom: quay-secrets1\n',
  '- name: DB_PASSWORD\n  value: $' + '{DB_PASSWORD1}\n',
  'MY_PAT=$(cat pat1.txt)',
  'APP_KEY=base64:short1=',
])('%j is none', async (text) => {
  expect((await secretFinder())(text)).toEqual([]);
});
