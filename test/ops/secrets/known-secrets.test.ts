import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { betraysSecret } from '../../../src/ops/secrets/known-secrets.ts';
import { redactorOf } from '../../../src/ops/secrets/redactor.ts';
import { readings } from './readings.ts';

const SECRET = 'qT7-vK2mXz9w';
const COMMAND = `curl -u ada:${SECRET} https://api.example.org`;

/** A redactor that has learnt from texts. */
async function learnt(...texts: readonly string[]) {
  const redact = await redactorOf();
  for (const text of texts) redact.learner(text);
  return redact;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a secret that one text betrays', () => {
  test('is not replaced in another before it was learnt, and is from then on, with the same word', async () => {
    expect((await redactorOf())(`the word is ${SECRET}.`)).toBe(`the word is ${SECRET}.`);
    const redact = await learnt(COMMAND);
    expect(redact(`the word is ${SECRET}.`)).toBe('the word is [secret 1: curl-auth-user].');
    expect(redact(COMMAND)).toBe('curl -u [secret 1: curl-auth-user] https://api.example.org');
    expect(Object.fromEntries(redact.counts)).toEqual({ 'curl-auth-user': 2 });
  });

  test.each([
    ['alone', SECRET],
    ['in quotes', `'${SECRET}'`],
    ['in the name of a file', `/srv/${SECRET}.env`],
    ['behind an underscore', `db_${SECRET}_1`],
    ['in colour', `\u001b[31m${SECRET}\u001b[0m`],
    ['in JSON in JSON', JSON.stringify({ said: JSON.stringify({ at: `\n${SECRET}\n` }) })],
    ['with an escape in it', SECRET.replace('-', '\\u002d')],
    ['with an escape of an address in it', `https://example.org/?q=${SECRET.replace('-', '%2D')}`],
    ['in base64', `file: ${base64(`a line, then ${SECRET} and more`)}`],
    ['in base64, by itself', `as ${base64(SECRET)} or ${base64(`${SECRET}\n`)}`],
    ['as the name of who asks in base64', base64(`ada:${SECRET}`)],
  ])('is replaced %s', async (_, text) => {
    const clean = (await learnt(COMMAND))(text);
    expect(clean).toContain('[secret 1: curl-auth-user]');
    expect(readings(clean)).not.toContain(SECRET);
    for (const run of clean.match(/[A-Za-z\d+/]{12,}/g) ?? [])
      expect(Buffer.from(run, 'base64').toString('latin1')).not.toContain(SECRET);
  });

  test.each([
    ['the password of an address', 'postgres://ada:h7-nQ2x@db.internal/app', 'it is h7-nQ2x'],
    ['one with escapes of an address', 'postgres://ada:p%40ss-w9rd@db.internal/app', 'it is p@ss-w9rd'],
    ['one with a quote in it', `postgres://ada:p\u0022-x9vKq@db.internal/app`.replace('"', '%22'), 'it is p"-x9vKq'],
    ['one in quotes', `curl --user 'ada:${SECRET}' https://api.example.org`, `it is ${SECRET}`],
    ['a header', 'curl -H "X-Api-Key: abcd1234efgh5678" https://example.org', 'it is abcd1234efgh5678'],
    ['one that a header has in base64', `Authorization: Basic ${base64(`ada:${SECRET}`)}`, `it is ${SECRET}`],
    [
      'a line of a key',
      [
        '-----BEGIN ',
        `PRIVATE KEY-----\n${'qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC\n'.repeat(3)}-----END `,
        'PRIVATE KEY-----',
      ].join(''),
      '12→qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC',
    ],
  ])('%s, is replaced where it is bare', async (_, betraying, bare) => {
    expect((await learnt(betraying))(bare)).toMatch(/^(?:it is |12→)\[secret 1: [a-z-]+\]$/);
  });

  test('is replaced whole where it is in another that repeats itself', async () => {
    const half = 'qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC';
    const key = ['-----BEGIN ', `PRIVATE KEY-----\n${half}${half}\n-----END `, 'PRIVATE KEY-----'].join('');
    const redact = await learnt(`Authorization: Bearer ${half}`, key);
    expect(redact(key)).toBe('[secret 2: private-key]');
    expect(redact(`${half}${half}`)).toBe('[secret 2: private-key]');
  });

  test.each([`x${SECRET}`, `${SECRET}9`, `é${SECRET}`])('is another word as part of %s', async (text) => {
    expect((await learnt(COMMAND))(text)).toBe(text);
  });

  test.each([
    ['The password is Swallowtail55.', 'I use Swallowtail55 then', 'I use [secret 1: password] then'],
    ['My db password is Kb4#vTq9Lm!', 'psql says Kb4#vTq9Lm is wrong', 'psql says [secret 1: password] is wrong'],
    ['Das Passwort lautet Grauspecht31.', 'ok, Grauspecht31 benutzt', 'ok, [secret 1: password-abroad] benutzt'],
  ])('is replaced without the end of the sentence: %s', async (said, again, shown) => {
    const redact = await learnt(said);
    expect(redact(again).replace(/: [\w-]+\]/, ']')).toBe(shown.replace(/: [\w-]+\]/, ']'));
    expect(redact(said)).not.toMatch(/Swallow|Kb4|Grau/);
  });

  test('is replaced in JSON text that is escaped for ASCII', async () => {
    const redact = await learnt('postgres://ada:гавань-K7x@db.internal/app');
    expect(redact('слово гавань-K7x есть')).toBe('слово [secret 1: url-password] есть');
    const escaped = JSON.stringify('гавань-K7x').replace(/[^ -~]/g, (sign) => `\\u0${sign.charCodeAt(0).toString(16)}`);
    expect(redact(escaped)).toBe('"[secret 1: url-password]"');
  });
});

describe('ordinary text stays, though somewhere it is a password:', () => {
  test.each([
    'password',
    'production',
    'user-service',
    'Ada Quay',
    '12345678',
    '2026-11-26',
    'aaaa1111',
    'a1b2',
    '$DB_PASS1',
    ['$', '{TOKEN_9}'].join(''),
    '<token-1>',
  ])('%s', async (word) => {
    expect(betraysSecret(word)).toBe(false);
    const redact = await learnt(
      `curl -u ada:${word} https://api.example.org`,
      `postgres://ada:${word}@db.internal/app`,
    );
    expect(redact(`a text with ${word} in it`)).toBe(`a text with ${word} in it`);
  });

  test.each(['hunter2', 'Summer2024', 'correct-horse-battery', 'p@ssword!', '4929 1234 5678 9012', 'qXbRtzUvWmPoLk'])(
    'but not %s',
    (word) => {
      expect(betraysSecret(word)).toBe(true);
    },
  );
});

test('a learnt secret is replaced wherever it is between signs, and all else is as it was', async () => {
  const redact = await learnt(COMMAND);
  const around = fc.array(
    fc.constantFrom('the ', ' / ', '"', '\\n', '{', '}: ', '\n', '%20', '✓ ', 'curl ', '…', '. '),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(around, around, (before, after) => {
      const [head, tail] = [`${before.join('')} `, ` ${after.join('')}.`];
      expect(redact(head + SECRET + tail)).toBe(`${head}[secret 1: curl-auth-user]${tail}`);
    }),
  );
});
