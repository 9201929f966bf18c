import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { redactorOf } from '../../../src/ops/secrets/redactor.ts';
import { secretRules } from '../../../src/ops/secrets/rules.ts';
import { proseHtml } from '../../../src/report/html/entry.ts';
import { isThorough } from '../../support/sampling.ts';
import { sampleOf } from './sampled.ts';

type Dress = (head: string, tail: string) => string;

/** What may stand in the middle of a secret, or in the place of its first character that is no letter: views and readers undo it. */
const DRESSES: Readonly<Record<string, Dress>> = {
  'a colour': (head, tail) => `${head}\u001b[1m\u001b[31m${tail}\u001b[0m`,
  'a colour of 24 bits': (head, tail) => `\u001b[0m${head}\u001b[38;2;1;2;3m${tail}`,
  'an order to a terminal': (head, tail) => `${head}\u001b[K${tail}`,
  'a link of a terminal': (head, tail) => `${head}\u001b]8;;https://example.org\u001b\\${tail}\u001b]8;;\u001b\\`,
  'a colour in JSON': (head, tail) => JSON.stringify({ out: `${head}\u001b[31m${tail}` }),
  'a colour in JSON in JSON': (head, tail) => JSON.stringify(JSON.stringify(`${head}\u001b[31m${tail}`)),
  'a colour that is written out': (head, tail) => `${head}\\x1b[31m${tail}\\033[0m`,
  'strong words': (head, tail) => `${head}**${tail}**`,
  emphasis: (head, tail) => `*${head}*${tail}`,
  'strong words, coloured': (head, tail) => `${head}\u001b[31m**${tail}**\u001b[0m`,
  code: (head, tail) => `${head}\`${tail}\``,
  'struck words': (head, tail) => `~~${head}~~${tail}`,
  'a link': (head, tail) => `[${head}](https://example.org/x)${tail}`,
  'the end of a link': (head, tail) => `${head}[${tail}](https://example.org/x)`,
  'a link by name': (head, tail) => `[${head}][here]${tail}\n\n[here]: https://example.org`,
  'a comment': (head, tail) => `${head}<!-- x -->${tail}`,
  'a tag': (head, tail) => `${head}<b>${tail}</b>`,
  'a hint of the program': (head, tail) => `${head}<system-reminder>\nbe brief\n</system-reminder>${tail}`,
  'a line that goes on': (head, tail) => `${head}\\\n${tail}`,
  'a line that goes on, in a title': (head, tail) => `${head}\\ ${tail}`,
  'a soft hyphen': (head, tail) => `${head}\u00ad${tail}`,
  'a joiner': (head, tail) => `${head}\u200d${tail}`,
  'a space without width': (head, tail) => `${head}\u200b${tail}`,
  'such a space in JSON': (head, tail) => `{"said":"${head}\\u200b${tail}"}`,
  'a byte order mark': (head, tail) => `${head}\ufeff${tail}`,
  'a tag of Unicode': (head, tail) => `${head}\u{e0061}${tail}`,
  'a number for a sign': (head, tail) => head + numbered(tail, (code) => `&#${code};`),
  'such a number in base 16': (head, tail) => head + numbered(tail, (code) => `&#x${code.toString(16)};`),
  'that of markup in markup': (head, tail) => head + numbered(tail, (code) => `&amp;#${code};`),
  'a byte of a string': (head, tail) => head + numbered(tail, (code) => `\\x${code.toString(16)}`),
  'an escape with brackets': (head, tail) => head + numbered(tail, (code) => `\\u{${code.toString(16)}}`),
};

function numbered(text: string, sign: (code: number) => string): string {
  return sign(text.charCodeAt(0)) + text.slice(1);
}

/** A text as views and readers have it: the dress undone, the page as a browser shows it. */
function shownAs(text: string): string {
  const levels = [text];
  for (let depth = 0; depth < 3; depth++) levels.push(undone(levels.at(-1) ?? ''));
  const page = undone(proseHtml(text).replace(/<[^>]*>/g, ''));
  const terminal = stripVTControlCharacters(text);
  return [...levels, page, terminal, undone(terminal)].join(' ');
}

function undone(text: string): string {
  return stripVTControlCharacters(
    text
      .replace(/&amp;/g, '&')
      .replace(/&#x([\da-f]+);|\\u\{([\da-f]+)\}|\\+x([\da-f]{2})|\\+u([\da-f]{4})/gi, (_, ...hex) =>
        String.fromCodePoint(
          Number.parseInt(
            hex.slice(0, 4).find((each) => each !== undefined),
            16,
          ),
        ),
      )
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replace(/\\033/g, '\u001b')
      .replace(/&quot;/g, '"')
      .replace(/&lowbar;/g, '_'),
  )
    .replace(/<system-reminder>[\s\S]*?<\/system-reminder>|<!--[\s\S]*?-->|<\/?b>/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\]\([^)]*\)|\]\[here\]/g, '')
    .replace(/\\?\n|[*`~[\u00ad\u200b-\u200f\ufeff]|[\u{e0000}-\u{e007f}]/gu, '');
}

/** A tag that begins in one cell of a table and ends in another makes it none. */
const CELLS = ['password-cell', 'password-column', 'key-column'];
/** Rules that ask for a quote, a bracket or a line behind the secret: the rest of a link is in its place. */
const WITH_END = ['password-column', 'key-column', 'told-password', 'member-password'];
const EXEMPT: Readonly<Record<string, readonly string[]>> = { 'a tag': CELLS, 'the end of a link': WITH_END };
/** An element with more than a text in it is another one. */
const OF_ELEMENTS = ['markup-password'];

/** In the check each rule is tried with one dress in nine, the next rule with others; in a thorough run with all of them. */
const SHARES = isThorough ? 1 : 9;

const sampled = (async () => {
  const find = await secretFinder();
  return (await secretRules()).flatMap((rule) => {
    const sample = sampleOf(rule, find);
    const isFound = (each: { readonly rule: string }) => each.rule === rule.id;
    // What is behind the secret stays away where the rule does not ask for it.
    const alone = sample.slice(0, find(sample).find(isFound)?.end);
    const text = find(alone).some(isFound) ? alone : sample;
    const found = find(text).find(isFound);
    // The place in the middle of a secret at which a word goes on.
    const { start, end } = found ?? { start: 0, end: text.length };
    const middles = Array.from({ length: end - start - 2 }, (_, n) => start + 1 + n)
      .filter((at) => /^\w\w$/.test(text.slice(at - 1, at + 1)))
      .sort((a, b) => Math.abs(a - (start + end) / 2) - Math.abs(b - (start + end) / 2));
    const [middle] = middles;
    return middle === undefined ? [] : [{ id: rule.id, text, middle, secret: text.slice(start, end) }];
  });
})();

test.each(Object.entries(DRESSES).map(([name, dress], offset) => [name, offset % SHARES, dress] as const))(
  'no secret of a rule is left with %s in it',
  async (name, offset, dress) => {
    const [samples, redact] = [await sampled, await redactorOf()];
    expect(samples.length).toBeGreaterThan(200);
    const leaving = samples
      .filter(({ id }) => ![...OF_ELEMENTS, ...(EXEMPT[name] ?? [])].includes(id))
      .filter((_, n) => n % SHARES === offset)
      .filter(({ text, middle, secret }) => {
        const shown = shownAs(redact(`It is\n${dress(text.slice(0, middle), text.slice(middle))}\nnow`));
        return [secret, undone(secret)].some((each) => shown.includes(each));
      });
    expect(leaving.map(({ id }) => id)).toEqual([]);
  },
);

const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');

test.each([
  ['an escape of Markdown', token.replace('_', '\\_')],
  ['a name of HTML', token.replace('_', '&lowbar;')],
  ['a name of HTML, escaped', token.replace('_', '&amp;lowbar;')],
  ['a colour before and in it', `\u001b[32mTOKEN=\u001b[0m\u001b[31m${token.slice(0, 4)}\u001b[0m${token.slice(4)}`],
])('is left out with %s', async (_, dressed) => {
  const redact = await redactorOf();
  for (const each of [dressed, JSON.stringify({ text: dressed }), JSON.stringify(JSON.stringify(dressed))])
    expect(redact(`The token is ${each} now.`)).not.toContain(token.slice(10));
});

const answer = 'qW8eR2tY6uI0oP';

test.each([
  ['a tag', 'qW8eR2t<b>Y6uI0oP</b>'],
  ['the end of a link', 'qW8eR2t[Y6uI0oP](https://example.org/x)'],
])('what a command answers with is left out with %s in it', async (_, dressed) => {
  const redact = await redactorOf();
  expect(shownAs(redact(`$ terraform output -raw db_password\n${dressed}\n`))).not.toContain(answer);
});

test('a password of a generator is left out with the end of a link in it', async () => {
  const redact = await redactorOf();
  const password = ['kT9v(m', 'Q2x%fz'] as const;
  expect(shownAs(redact(`password: ${password.join('[')}](https://example.org/x)\n`))).not.toContain(password[1]);
});

test.each([
  ['BEGIN \\\n', ' ', 'END '],
  ['BEGIN ', '\\\n ', 'END \\\n'],
  ['BEGIN\\ RSA\\ ', '\\ ', 'END\\ RSA\\ '],
  ['BEGIN PGP ', '\\\r\n', 'END PGP '],
])('a key is left out whose first line is split at a backslash: %j, %j', async (begin, between, end) => {
  const line = 'qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC';
  const [head, foot] = [begin, end].map((word) => `-----${word}PRIVATE${between}KEY-----`);
  const key = [head, line, line.toLowerCase(), foot].join('\n');
  const redact = await redactorOf();
  for (const each of [key, JSON.stringify({ key }), JSON.stringify(JSON.stringify({ key }))]) {
    const clean = redact(each);
    expect(clean).toContain('private-key]');
    expect(clean.toLowerCase()).not.toContain(line.toLowerCase());
  }
});

test.each([
  ['postgres://app:s3cr3t-Pa55w0rd@db.internal.example:5432/harbor', 's3cr3t-Pa55w0rd'],
  ['DATABASE_URL="mongodb+srv://ada:qX7%40vT%2Fm2@c0.example.org/x"', 'qX7%40vT%2Fm2'],
  ['redis://:hunter-K7x@cache:6379/0', 'hunter-K7x'],
  ['redis://:K7x-Quay-9w@[::1]:6379', 'K7x-Quay-9w'],
  ['amqps://ada:p@ss-w0rd-7@mq.example.org/vhost', 'p@ss-w0rd-7'],
  ['ftp://ada:%40s3cr3t7@files.internal', '%40s3cr3t7'],
  ['postgresql://ada:K7xQuay9w@/app?host=/run/pg', 'K7xQuay9w'],
  [`mysql://ada:K7xQuay9w@$${'{DB_HOST}'}:3306/app`, 'K7xQuay9w'],
  ['url=postgres%3A%2F%2Fapp%3As3cr3t-Pa55w0rd%40db.internal%2Fx', 's3cr3t-Pa55w0rd'],
  ['postgres:\\/\\/app:s3cr3t-Pa55w0rd@db.internal\\/x', 's3cr3t-Pa55w0rd'],
  ['postgres://app:**s3cr3t-Pa55w0rd**@db.internal/x', 's3cr3t-Pa55w0rd'],
])('the password in %s is left out', async (text, password) => {
  const clean = (await redactorOf())(text);
  expect(clean).toContain('url-password]');
  expect(shownAs(clean)).not.toContain(password);
});

test.each([
  'postgres://user:password@host/db',
  `postgres://user:$${'{PASS}'}@host`,
  'postgres://user:$DB_PASSWORD@host',
  'postgres://user:***@host',
  'redis://:<password>@host',
  'redis://:%3Cpassword%3E@host',
  'https://%s:%s@host and https://ada:%DB_PASSWORD%@host',
  'mysql://root:my-secret-password@localhost',
  'https://user:password123@example.com',
  'postgres://postgres:postgres@db and amqp://guest:guest@mq',
  'http://localhost:5173/@vite/client http://registry.example.org:8080/@scope/pkg',
  'git+ssh://git@github.com:22/org/x.git ssh://git@host:2222/x',
  'ftp://user:[YOUR-PASSWORD]@host and ftp://user:{password}@host',
  'postgres://app:[secret 1: url-password]@db',
])('%s holds no password', async (text) => {
  expect((await secretFinder())(text)).toEqual([]);
});

test('a secret learnt with a dress is found bare elsewhere', async () => {
  const redact = await redactorOf();
  redact.learner('DB_PASSWORD="hunter-\u001b[31mK7x-Quay\u001b[0m"');
  expect(redact('it said hunter-K7x-Quay')).toMatch(/^it said \[secret 1: [a-z-]+\]$/);
});

test.each([
  'Run `convo show ID` in `auth.ts`, then `a1b2c3d4e5f60718`.',
  'The key is in [auth.ts](src/auth.ts): see **api_key** and *token*.',
  String.raw`const KEY = /^[\w.-]+\.(?:pem|key)\_\d+$/; // &quot;token&quot;`,
  '<td>token</td><td>4f1c2a9e7b3d5086</td>',
])('%s holds none', async (text) => {
  expect((await secretFinder())(text)).toEqual([]);
});
