import { describe, expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

/** Made here, so that no scanner takes them for leaks. */
const PASSWORDS = ['kelpMoorTide', 'prodDbPass', 'superSecretKey', '20391105', '$ecret99', 'Pa$$w0rd!x'];
const FORMS = [
  '{"user":"ada","password":"#"}',
  '{"db_pass":"#"}',
  '{"pwd": "#"}',
  'DB_PASSWORD=#',
  "DB_PASSWORD='#'",
  "'password' => '#'",
  'password: "#"',
  'password = "#"',
  'ansible_ssh_pass: #',
  'postgres://app:#@db/x',
  'curl -u ada:# https://h.example.org',
  'tool --password #',
];

async function found(text: string): Promise<string[]> {
  return (await secretFinder())(text).map(({ start, end }) => text.slice(start, end));
}

describe.each(PASSWORDS)('%s', (password) => {
  test.each(FORMS)('is a password in %s, and in the bytes of a record', async (form) => {
    const text = form.replace('#', () => password);
    expect((await found(text)).map((value) => value.replace(/^ada:/, ''))).toEqual([password]);
    const find = await secretFinder();
    for (const record of [JSON.stringify({ text }), JSON.stringify(JSON.stringify({ text }))]) {
      expect(find(record)).toHaveLength(1);
      let marks = 0;
      find.marks(record, () => marks++);
      expect(marks).toBeGreaterThan(0);
    }
  });
});

test.each(['{"db_pass":"#"}', 'ansible_ssh_pass: #', 'pass=#', 'ENV DB_PASSWORD #', 'smtp_pass = "#"'])(
  'a word is a password in %s',
  async (form) => {
    expect(await found(form.replace('#', 'tulipmarket'))).toEqual(['tulipmarket']);
  },
);

test.each([
  'password = getPassword',
  'password: userPassword',
  'password: string',
  '"password": "required"',
  '"password": "userPassword"',
  '"password": "PasswordField"',
  '"password": "$PASSWORD"',
  '"password": "{{ password }}"',
  '"password": "<password>"',
  'password = "yourPassword"',
  'const password = formInput;',
  'DB_PASSWORD=$DB_PASSWORD',
  'DB_PASSWORD=$pass1',
  'postgres://app:$PGPASSWORD@db/x',
  'postgres://app:password@db/x',
  'pass = expected.size',
  'if (pass === undefined) return',
  'PASS: name-of-some-test',
  'tool --password yourPassword',
  'tool --password-file path',
  'token: continuation2',
  'SECRET=some_name_1',
  '"token": "deadbeefdeadbeef"',
])('%s has none', async (text) => {
  expect(await found(text)).toEqual([]);
});

const [letters, hex] = ['qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC', '9e1d6a16e5c103854ef9'];
const github = ['gh', 'p_'].join('');
const telegram = ['3907579383', `AA${letters}z`].join(':');

describe('tokens', () => {
  test.each([
    ['an address', `https://api.example.org/bot${telegram}/getMe`, telegram],
    ['an argument', `new Client("${telegram}")`, telegram],
    ['a signed address', `https://b.example.org/k?a=b&X-Goog-Signature=${hex.repeat(4)}`, hex.repeat(4)],
    ['a login', `cargo login ${['ci', 'o'].join('')}${letters}`, `cio${letters}`],
    ['JSON', `{"api_key":"${letters.slice(0, 12)}"}`, letters.slice(0, 12)],
    ['a variable', `SECRET=${letters.slice(0, 10)}`, letters.slice(0, 10)],
    ['YAML', `token: ${hex}`, hex],
    ['two lines', `${github}${letters.slice(0, 16)}\n${letters.slice(0, 20)}`, null],
    ['a line that goes on', `${github}${letters.slice(0, 16)}\\\n${letters.slice(0, 20)}`, null],
    ['two texts', `x = "${github}${letters.slice(0, 16)}" + "${letters.slice(0, 20)}"`, null],
  ])('are found in %s', async (_, text, whole) => {
    const all = await found(text);
    expect(all).toHaveLength(1);
    if (whole !== null) expect(all).toEqual([whole]);
    else expect(all[0]).toContain(letters.slice(0, 20));
  });

  test.each([
    `at 12:34:56 ${hex}`,
    `${github}${letters.slice(0, 16)}\nand another line`,
    `git log ${hex}${hex}`,
    'https://b.example.org/k?X-Amz-Signature=SIGNATURE',
    'cioccolato',
    `"integrity": "sha512-${letters}"`,
  ])('are none in %s', async (text) => {
    expect(await found(text)).toEqual([]);
  });
});

test.each(['kelpMoorTide', '20391105', 'Pa$$w0rd!x'])('%s is a password behind -p of mysql', async (password) => {
  expect(await found(`mysql -u root -p${password} shop`)).toEqual([password]);
});
