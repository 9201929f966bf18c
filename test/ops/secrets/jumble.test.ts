import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

const find = await secretFinder();

function valuesIn(text: string): readonly string[] {
  return find(text).map(({ value }) => value);
}

const PASSWORDS = [
  'ZMLgH{%~YO90/;|r',
  'jnzndvqG,*[G05VY',
  'S;6oXLG%CquNQxv6',
  'r41ownZ]S#{EhcSd',
  'godg99QIg;96wOaR',
  'TCskp5_7*_b}sb!S',
  'J9ir=J:D[s;ml;d2',
  '6tmDNXK;O75ihCKn',
  'kZC^Ycb$](3CSwWl',
  '1u${SI.Y?Ipd(6]w',
];

test.each(PASSWORDS)('%s: drawn from all letters, digits and signs, is covered as a whole', (password) => {
  for (const form of [
    'the password is #, try it',
    'The password is #.',
    'Das Passwort lautet #.',
    'change the password to # please',
    'password: #',
    '  password: #\n  user: ada',
    '{"password": "#"}',
    "PASSWORD='#'",
    'export DB_PASSWORD=#',
    'app.db.password=#',
    'mysql --password=# -u ada',
    "tool --password '#'",
    '"smtp_pass": "#"',
    'API_SECRET="#"',
  ]) {
    const text = form.replace('#', () => password);
    for (const each of [text, JSON.stringify({ text })]) {
      const found = find(each).map(({ start, end }) => each.slice(start, end));
      expect(found.join(' '), each).toContain(password);
    }
  }
});

test('a grave accent in a password between quotes is a part of it', () => {
  expect(valuesIn('PASSWORD="D(z``~IlD21{{,4U"')).toEqual(['D(z``~IlD21{{,4U']);
});

test('accents and brackets around a password are not a part of it', () => {
  for (const form of ['the password is `#`', 'the password (#) works', 'the password is #, try it'])
    expect(valuesIn(form.replace('#', () => 'ZMLgH{%~YO90/;|r'))).toEqual(['ZMLgH{%~YO90/;|r']);
});

test.each([
  'this.password=e[5],T1=n(7),x',
  'password:a(1).B,c2:d[E],f',
  'password: Map1(Key2,z[3].B)',
  'the password is Base64(salt1)',
  'password: z.string().min(8).regex(R1)',
  'password: ^[a-zA-Z0-9!@#$%^&*]{8,}',
  'password = F(x1)&&G[2]||null',
  'the password is %{Env:Db1}',
])('%s: code is no password', (text) => {
  expect(valuesIn(text)).toEqual([]);
  expect(valuesIn(JSON.stringify({ text }))).toEqual([]);
});
