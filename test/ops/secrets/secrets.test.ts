import { describe, expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { redactorOf } from '../../../src/ops/secrets/redactor.ts';
import { plantedSecrets } from './planted.ts';

const planted = plantedSecrets(7);
/** The secret itself, without the words that a rule needs around it. */
const bare = (text: string) => /"([a-z\d]{32})"$/.exec(text)?.[1] ?? text.replace(/^\w+ = /, '');

describe('secrets of at least 60 kinds', () => {
  test('are that many', () => expect(planted.size).toBeGreaterThanOrEqual(60));

  test.each([...planted])('%s is found by its rule', async (rule, text) => {
    const find = await secretFinder();
    expect(find(`before ${text} after`).map((each) => each.rule)).toContain(rule);
  });

  test.each([...planted])('%s does not get through a redactor, however it is dressed', async (_, text) => {
    const redact = await redactorOf();
    const secret = bare(text);
    const escaped = JSON.stringify(text).slice(1, -1).replaceAll('_', '\\u005f').replaceAll('-', '\\u002d');
    const dressed = {
      plain: `use ${text} here`,
      json: JSON.stringify({ token: text }),
      'json in json': JSON.stringify({ said: JSON.stringify({ token: text }) }),
      escaped: `{"token":"${escaped}"}`,
      base64: `cat .env | base64\n${Buffer.from(`A=1\nTOKEN ${text} \nB=2\n`).toString('base64')}\n`,
      'a file': `/srv/app/${text.replaceAll('/', '')}.txt`,
    };
    for (const [how, given] of Object.entries(dressed)) {
      const clean = redact(given);
      expect(readings(clean), how).not.toContain(secret.replace(/\s+/g, ''));
    }
  });
});

/** A text as it is, without its escapes, and with what is base64 in it decoded; without white space. */
function readings(text: string): string {
  const without = text
    .replace(/\\+u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\+n/g, '');
  const inside = (text.match(/[A-Za-z\d+/]{24,}={0,2}/g) ?? []).map((run) =>
    Buffer.from(run, 'base64').toString('latin1'),
  );
  return [text, without, ...inside].join('|').replace(/\s+|\\/g, '');
}

test.each([
  ['a word in a random value is chance', `api_key = "tQ7demo2Xk9Vb3Lr8Zc5${'Wn6Hp4Jd'}"`],
  ['a sign that nobody sees is in the key, not in the value', `api_\u200bkey = "tQ7xR2Xk9Vb3Lr8Zc5${'Wn6Hp4Jd'}"`],
  [
    'the value of another name is in its value',
    `token: aws_secret_access_key=tQ7xR2Xk9Vb3Lr8Zc5Wn6Hp4Jd${'m1Gs0Fy2Tu8Q'}`,
  ],
  ['a name behind a name', `auth:\n  client_secret: tQ7xR2Xk9Vb3Lr8Zc5${'Wn6Hp4Jd'}`],
  ['a name in quotes behind a name', `oauth:\n  client_secret: "tQ7xR2Xk9Vb3Lr8Zc5${'Wn6Hp4Jd'}"`],
  ['code behind a name', `The token: \`client_secret: tQ7xR2Xk9Vb3Lr8Zc5${'Wn6Hp4Jd'}\``],
  ['a name in the line of a name', `auth: client_secret: tQ7xR2Xk9Vb3Lr8Zc5${'Wn6Hp4Jd'}`],
  ['JSON behind a name', `Use this token: "access_token": "tQ7xR2Xk9Vb3Lr8Zc5${'Wn6Hp4Jd'}"`],
])('%s: it is found', async (_, text) => {
  expect((await secretFinder())(`Here: ${text} .`)).toHaveLength(1);
});

test('a name of many words is no secret because a digit is in it', async () => {
  expect((await secretFinder())('key: "exampleOfAConversationWithTokens2AndMore"')).toEqual([]);
});

describe('a redactor', () => {
  test('gives the same secret the same number, and counts by rule', async () => {
    const redact = await redactorOf();
    const [one = '', other = ''] = ['github-pat', 'npm-access-token'].map((rule) => planted.get(rule));
    expect(redact(`${one} ${other}\n${one}`)).toBe(
      '[secret 1: github-pat] [secret 2: npm-access-token]\n[secret 1: github-pat]',
    );
    expect([...redact.counts]).toEqual([
      ['github-pat', 2],
      ['npm-access-token', 1],
    ]);
  });

  test.each([
    '',
    'a plain sentence',
    'the token of the API is in the vault',
    'const key = process.env.API_KEY;',
    "password = readPass1('x')",
    'password: process.env.PASS1',
    'the password is required, and the password is incorrect',
    'the password is sha256-hashed. The passphrase was base64-encoded, the password is pbkdf2',
    'the password is 12345678',
    'the password is $DB_PASSWORD_1',
    'a password issued2026-01-01',
    'cvs://:pserver:anoncvs@cvs.harbour.org:/cvs/src',
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  ])('leaves %j as it is', async (text) => {
    expect((await redactorOf())(text)).toBe(text);
  });

  test.each([
    ['password = "hunter2-long-value"', 'password = "[secret 1: password]"'],
    ['DB_PASSWORD=hunter2-long-value\nX=1', 'DB_PASSWORD=[secret 1: password]\nX=1'],
    ['{"password":"hunter2-long-value"}', '{"password":"[secret 1: password]"}'],
    ['{"password": "correct-horse-battery"}', '{"password": "[secret 1: plain-password]"}'],
    ["passwd => 'Summer2024!'", "passwd => '[secret 1: password]'"],
    ['my password is hunter2-plum and', 'my password is [secret 1: password] and'],
    ['The old passphrase was  7-leeks-in-a-row', 'The old passphrase was  [secret 1: password]'],
  ])('takes the password out of %s', async (text, clean) => {
    expect((await redactorOf())(text)).toBe(clean);
  });

  test.each([
    ['/var/home/ada', '/var/home/ada/app and "/var/home/ada"', '~/app and "~"'],
    ['/srv/people/ada', 'cd /srv/people/ada/x; ls /srv/people/ada, /srv/people/adam', 'cd ~/x; ls ~, /srv/people/adam'],
    ['/srv/people/ada', 'PATH=/srv/people/ada/bin:/srv/people/ada.', 'PATH=~/bin:~.'],
    ['/srv/people/ada', 'projects/-srv-people-ada-quay', 'projects/~-quay'],
    ['/srv/people/ada', '/backup/srv/people/ada/x', '/backup/srv/people/ada/x'],
    ['/home/ada', '/backup/home/ada/x and file:///home/ada/y', '/backup/home/ada/x and file://~/y'],
    ['/', '/x /var/home/ben/y /mnt/c/Users/Ben/z C:/Users/Ben/q', '/x ~/y ~/z ~/q'],
    ['C:\\Users\\Ada', '"C:\\\\Users\\\\Ada\\\\x"', '"~\\\\x"'],
  ])('with %s as the home folder takes it out of %s', async (home, text, clean) => {
    const redact = await redactorOf({ also: ['home'], names: { users: [], hosts: [], home } });
    expect(redact(text)).toBe(clean);
    if (clean !== text) expect(redact.mayChange(text)).toBe(true);
  });

  test('leaves out home folders and mail addresses where that is asked for', async () => {
    const redact = await redactorOf({ also: ['home', 'mail'] });
    expect(redact('ada@example.org in /home/ada/app, /Users/ben/x and C:\\Users\\Eve\\y')).toBe(
      '[mail 1] in ~/app, ~/x and ~\\y',
    );
  });

  test('leaves out names of users and of the machine, where they are words, once a path says whose it is', async () => {
    const names = { users: ['ada'], hosts: ['web1.acme.internal'] };
    const redact = await redactorOf({ also: ['user', 'host'], names });
    redact.learnPath('/home/ben.q/app');
    redact.learnPath('/root/app');
    expect(redact('Ada asked ben.q@WEB1 of /home/ben.q/app and -home-ada-app, on web1.acme.internal.')).toBe(
      '[user 1] asked [user 2]@[host 3] of /home/[user 2]/app and -home-[user 1]-app, on [host 4].',
    );
    for (const text of ['Canada', 'adapter', 'web10', 'the root of it', 'benxq']) expect(redact(text)).toBe(text);
    expect(Object.fromEntries(redact.counts)).toEqual({ user: 4, host: 2 });
  });

  test('leaves names where nobody asks for them, and a short one', async () => {
    const names = { users: ['ada', 'al'], hosts: ['web1'] };
    const [plain, short] = [await redactorOf({ names }), await redactorOf({ also: ['user'], names })];
    plain.learnPath('/home/ben/app');
    expect(plain('ada, al and ben at web1')).toBe('ada, al and ben at web1');
    expect(short('ada, al and ben at web1')).toBe('[user 1], al and ben at web1');
  });
});
