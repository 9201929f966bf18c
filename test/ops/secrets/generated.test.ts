import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { signsAsLetters } from '../../../src/ops/secrets/generated.ts';

/** Two pieces and a sign between, as generators make them. */
const PIECES = ['Winter690', 'cRu'] as const;
const SIGNS = ['!', '#', '$', '%', '&', '(', ')', '*', '+', '-', '=', '?', '@', '[', ']', '^', '_', '{', '|', '}', '~'];

const find = await secretFinder();

test.each([
  'change the password to # and restart',
  'set the root password to #',
  'the password for ada is #',
  'user ada password #',
  'with password #',
  'make the db password #',
  'old password #',
  'pw is #',
  'use # as the password',
  '# is the root password',
  'The admin password (#) works',
  'das Passwort lautet #',
  'mot de passe : #',
  'password: #',
  'DB_PASSWORD=#',
  'tool --password #',
  'mysql -u root -p# shop',
  "mysql -u root -p'#'",
  'sshpass -p "#" ssh ada@host',
  'docker login -u ada -p # r.example.org',
  "echo 'ada:#' | sudo chpasswd",
  "ALTER USER ada WITH PASSWORD '#'",
  "smtp.login('ada', '#')",
  '| user | password |\n|---|---|\n| ada | # |',
])('%j: a password with any sign is a secret as a whole, in a text and in a record', (form) => {
  for (const sign of SIGNS) {
    const password = PIECES.join(sign);
    const text = form.replace('#', () => password);
    const values = find(text).map(({ value }) => value);
    // Each sign that stands between the cells of a table is the end of one.
    if (sign === '|' && form.startsWith('|')) continue;
    expect(values.join(' '), text).toContain(password);
    expect(
      find(JSON.stringify({ text }))
        .map(({ value }) => value)
        .join(' '),
      text,
    ).toContain(password);
  }
});

test.each(['eQ;[!*.=^J(2|3|n', 'd]/l@[8+U;z@(zX4', 'CH(Ch2,BlI5E!woP', 'R%(Ym_LTP0YE,v-K'])(
  '%s: brackets, in quotes behind the name of a password and in a variable',
  (password) => {
    for (const form of ['{"password": "#"}', "PASSWORD='#'", 'password: "#"', 'export DB_PASSWORD=#\n']) {
      const text = form.replace('#', () => password);
      for (const each of [text, JSON.stringify({ text })])
        expect(
          find(each)
            .map(({ value }) => value)
            .join(' '),
          each,
        ).toContain(password);
    }
  },
);

test.each([
  'password: "$' + '{env:DB_Pass1}"',
  'password: "%(Db.Pass1)s"',
  "password = '{{Db.Pass1}}'",
  'DB_PASSWORD=$(pass show Db1)',
  'DB_PASSWORD=$' + '{DB_PASS1:?no Pass}',
  'password: "config.Get(Db1)"',
])('%s: no password', (text) => {
  expect(find(text)).toEqual([]);
});

test.each(['kT%9v;m(Q2x4', 'G4$wv[8}Pz!u', '%k7T&9vm{Q2x', 'Rx3;mT$8/qZ|v2'])('%s: several signs', (password) => {
  for (const form of ['password: #', 'the password is #', "PGPASSWORD='#' psql"])
    expect(find(form.replace('#', () => password)).map(({ value }) => value)).toContain(password);
});

test.each([
  ...[
    'the password is %s',
    'password: %d',
    'set the password to %PASSWORD%',
    'password is %(password1)s',
    'pw is %02d',
  ],
  ...[
    'set the password to $PASSWORD',
    'the password is $dbPass1',
    'password: Ab1$' + '{PASSWORD}',
    'password is $(cat Pw1.txt)',
  ],
  ...[
    'the password is Base64(salt1)',
    'password: hashOf1(Password2)',
    'the password is Sha256(x1)',
    'pw is getPw1(user)',
  ],
  ...[
    'password = makePassword1(Length)',
    'password is {{ vault.Pw1 }}',
    'the password is [Link1](a)',
    'pw is Users[0].pw',
  ],
  ...[
    'the password is /^[A-Z]{8,}\\d+$/',
    'password: Optional[Str1]',
    'password: List1<String>',
    'set the password to <Pw1>',
  ],
])('%s: a placeholder or code is none', (text) => {
  expect(find(text)).toEqual([]);
  expect(find(JSON.stringify({ text }))).toEqual([]);
});

test('a value that is found is the one that the text has', () => {
  expect(find("docker login -u ada -p 'Winter690)cRu'").map(({ value }) => value)).toEqual(['Winter690)cRu']);
});

test.each(['|#|Model4|', 'f(#)?Run1:Run2', '#(Ada1)', '#|v2x|R4'])('a key in %s ends before the sign', (form) => {
  const key = ['sk-', 'ant-api03-qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC'].join('');
  expect(find(form.replace('#', key)).map(({ value }) => value)).toEqual([key]);
});

test.each(['kT9(', '(((((((a1B', 'a1B%/', 'aB1=$', ')]}a1B!'])('repeated, %s costs in proportion', (piece) => {
  const seconds = [2000, 8000].map((times) => {
    const text = piece.repeat(times);
    const start = performance.now();
    for (let n = 0; n < 3; n++) signsAsLetters(text, [{ from: 0, to: text.length }]);
    return performance.now() - start;
  });
  expect(seconds[1]).toBeLessThan(16 * (seconds[0] ?? 0) + 50);
});
