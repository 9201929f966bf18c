import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { redactedJson } from '../../../src/ops/secrets/redacted-lines.ts';
import { redactorOf } from '../../../src/ops/secrets/redactor.ts';
import { isThorough, oneIn } from '../../support/sampling.ts';
import { DRESSINGS, samples } from './dressings.ts';

/** In the check each dressing is worn by one secret in three, the next one by others. */
const WORN = Object.entries(DRESSINGS).map(([name, dress], offset) => [name, dress, offset] as const);

test.each(oneIn(2, WORN))('no secret is left with %s', async (_, dress, offset) => {
  const find = await secretFinder();
  const leaving: string[] = [];
  for (const [name, { text, value }] of oneIn(3, [...samples(5)], offset)) {
    const dressed = dress(text);
    const line = JSON.stringify({ type: 'user', message: { content: [{ text: `It is:\n\n${dressed}\n\nthere.` }] } });
    for (const given of [dressed, `${dressed}\n`, line]) {
      if (redactedJson(given, await redactorOf()).includes(value)) leaving.push(`${name}: ${given}`);
      // What tells which files are opened says so too.
      const marks: number[] = [];
      find.marks(given, (at) => marks.push(at));
      if (marks.length === 0 || !find.mayHold(given)) leaving.push(`${name} is not looked at: ${given}`);
    }
  }
  expect(leaving).toEqual([]);
});

test.each([
  'the password is wrong',
  'password: string',
  'password: string;',
  'password?: string | null',
  'password: SecureString',
  'password: BinaryLike,',
  'password: userPassword',
  'password = new_password',
  'password = form.password',
  'password = process.env.DB_PASSWORD',
  'DB_PASSWORD=$' + '{DB_PASSWORD}',
  'password: <your password>',
  'password: None',
  'password: required',
  '"password": "Password"',
  '"password": "Enter your password"',
  '"password": "must have eight letters"',
  'Password: incorrect.',
  'login(user: string, password: Passphrase)',
  'api_key = settings.api_key',
  'api_key: your-api-key-here',
  'access_token: accessTokenFromServer',
  '"client_secret": "authorization"',
  'secret_key = os.environ["SECRET_KEY"]',
  'token: identifier_of_the_lexer',
  '--password string   the password of the database',
  'def login(user, password=None):',
  'const password = await prompt(question)',
  '__init__ and **password** and `token`',
])('%j holds none', async (text) => {
  const find = await secretFinder();
  for (const given of [text, `- ${text}\n`, `\`\`\`\n${text}\n\`\`\``, JSON.stringify({ text })])
    expect(find(given)).toEqual([]);
});

test.each(
  oneIn(6, [
    ['a name', 'password:'],
    ['a name in quotes', '"password": "'],
    ['a sign of a list', '> '],
    ['lines of emphasis', '_'],
    ['lines between letters', 'a_'],
    ['stars', '**'],
    ['stars between letters', 'a** '],
    ['signs', '=='],
    ['numbers of lines', '1:'],
    ['names of files', 'a:1:2'],
    ['assignments', 'api_key = '],
    ['names without blanks', 'api_key='],
    ['names of names', 'token: secret_of_it: '],
    ['words', 'password = abcdefgh ij '],
    ['blanks', ' '],
    ['spaces behind a name', 'password \t'],
    ['a long name', 'x.'],
  ]),
)('repeated, %s costs in proportion', async (_, piece) => {
  const find = await secretFinder();
  const cost = (times: number) => {
    const text = piece.repeat(times);
    const before = process.cpuUsage();
    find(text);
    find.marks(text, () => {});
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const size = isThorough ? 4 : 1;
  cost(2000);
  const small = cost(5000 * size);
  const large = cost(20_000 * size);
  expect(large).toBeLessThan(10 * Math.max(small, 10 * size));
});
