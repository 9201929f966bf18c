import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';

const SECRET = 'Tulip!2024x';

test.each([
  'Das Passwort lautet: #',
  'Passwort: #',
  'Kennwort ist #',
  'contraseña: #',
  'la contraseña es #',
  'mot de passe : #',
  'пароль: #',
  '密码：#',
  '密码是 #',
  'パスワードは#',
  '비밀번호: #',
  '| password | # |',
  '| **Password** | `#` |',
  '{"secret":"#"}',
  '"password", "#"',
  '{"user": "ada", "pass": "#"}',
  "pass = '#'",
])('%s is a password, in a text and in the bytes of a record', async (form) => {
  const find = await secretFinder();
  const text = form.replace('#', SECRET);
  expect(find(text).map(({ value }) => value)).toEqual([SECRET]);
  for (const record of [JSON.stringify({ text }), JSON.stringify({ text }).replace(/[^ -~]/g, escaped)]) {
    let marks = 0;
    find.marks(record, () => marks++);
    expect(marks).toBeGreaterThan(0);
  }
});

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

test.each([
  'das Passwort ist falsch',
  'Passwort vergessen? Hier klicken',
  '密码是什么',
  'senha: obrigatória',
  '| password | string |',
  '| password | required, at least 8 |',
  '"secret": "required"',
  '"password", "repeated"',
  '"pass": "2024-03-14"',
  '"pass": "step2"',
  "pass = 'first-pass'",
])('%s is none', async (text) => {
  expect((await secretFinder())(text)).toEqual([]);
});
