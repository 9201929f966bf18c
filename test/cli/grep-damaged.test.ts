import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '11111111-2222-4333-8444-555555555501';

/** A session of a question about pears, with this line behind it. */
function sessionBefore(damaged: string | Buffer): string {
  const root = join(emptyHome(), '.claude');
  const folder = join(root, 'projects/-srv-ada');
  const asked = {
    ...{ type: 'user', uuid: ID, parentUuid: null, sessionId: ID, timestamp: '2026-11-01T10:00:00.000Z' },
    ...{ cwd: '/srv/ada', message: { role: 'user', content: 'Count the pears.' } },
  };
  mkdirSync(folder, { recursive: true });
  const line = Buffer.from(`${JSON.stringify(asked)}\n`);
  writeFileSync(join(folder, `${ID}.jsonl`), Buffer.concat([line, Buffer.from(damaged)]));
  return root;
}

async function grep(root: string, ...words: string[]) {
  const { stdout, exit: code } = await call(['grep', ...words, '--root', root]);
  return { code, lines: stdout.split('\n').filter((each) => each !== '') };
}

test.each([
  ['torn', '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Four quinces'],
  ['torn, with escapes', '{"type":"assistant","message":{"content":"\\"Four\\"\\u0020quinces'],
  ['overwritten', Buffer.from('{"type":"assistant",\0\0\xff"content":"Four quinces"}}\n', 'latin1')],
])('a word in a line that is %s is found, with the number of the line', async (_, line) => {
  const { code, lines } = await grep(sessionBefore(line), 'quinces');
  expect(code).toBe(0);
  expect(lines).toEqual([expect.stringMatching(/^\S+501:0:damaged line 2: .*quinces/)]);
});

test('a damaged line is searched as people write, and without its keys', async () => {
  const root = sessionBefore('{"type":"assistant","message":{"content":"\\"Four\\"\\u0020quinces');
  expect((await grep(root, '"Four" quinces')).lines).toHaveLength(1);
  expect(await grep(root, 'content')).toEqual({ code: 1, lines: [] });
});

test('a damaged line is not told where a message matches, nor where messages alone are asked for', async () => {
  const root = sessionBefore('{"type":"assistant","message":{"content":"no pears');
  expect((await grep(root, 'pears')).lines).toEqual([expect.stringMatching(/^\S+501:0:user: /)]);
  const other = sessionBefore('{"type":"assistant","message":{"content":"quinces');
  expect((await grep(other, 'quinces', '--role', 'assistant')).lines).toEqual([]);
});

test('a secret in a damaged line is left out by --redact', async () => {
  const root = sessionBefore(`{"type":"assistant","message":{"content":"quinces password=hunter2Kx9vQ4`);
  const { lines } = await grep(root, 'quinces', '--redact');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('hunter2');
});

// Looks like a key of Anthropic.
const KEY = `sk-ant-api03-${'AbCdEfGhIjKlMnOpQrStUvWx'}888888-yz`;
const KEY_LINES = ['Zx'.repeat(32), 'Yw'.repeat(32)].join('\\n');

test.each([
  ['end', `{"type":"assistant","message":{"content":"quinces of ${KEY.slice(0, 22)}`, 'AbCdEf', 'quinces of …'],
  ['beginning', `${KEY.slice(14)} are quinces"},"cwd":"/srv"}`, 'KlMnOp', '… are quinces'],
  ['middle', `{"message":{"content":"quinces of ${KEY.slice(0, 22)}{"type":"user","cwd":1`, 'AbCdEf', 'quinces of …'],
  ['beginning of lines', `${KEY_LINES}\\n-----END RSA PRIVATE KEY----- are quinces"}}`, 'YwYw', '… are quinces'],
])('half a secret at the %s of a damaged text is left out by --redact', async (_, line, half, shown) => {
  const root = sessionBefore(line);
  expect((await grep(root, 'quinces')).lines).toEqual([expect.stringContaining(half)]);
  const { lines } = await grep(root, 'quinces', '--redact');
  expect(lines).toEqual([expect.stringContaining(shown)]);
  expect(lines[0]).not.toContain(half);
  expect((await grep(root, half, '--redact')).lines).toEqual([]);
});

test.each([
  ['codex', 'CX002-a-byte-is-not-utf8'],
  ['codex', 'CX003-a-byte-of-a-paginated-thread-is'],
  ['copilot', 'CP108-a-byte-is-not-utf8'],
])('%s: a line with a byte that is not UTF-8 is read, with U+FFFD in its place: %s', async (kind, fixture) => {
  const root = join(emptyHome(), `.${kind}`);
  cpSync(`fixtures/${kind}/${fixture}/after`, root, { recursive: true });
  const { conversation } = JSON.parse((await call(['show', '--json', '--root', root])).stdout);
  const [asked = ''] = conversation.messages[0].text.match(/[a-z]{5,}/) ?? [];
  const [file = ''] = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.jsonl'),
  );
  const text = readFileSync(join(root, file), 'latin1');
  writeFileSync(join(root, file), text.replaceAll(asked, `${asked.slice(0, 2)}\xe9${asked.slice(3)}`), 'latin1');
  const word = `${asked.slice(0, 2)}\ufffd${asked.slice(3)}`;
  const { index } = conversation.messages[0];
  const { code, lines } = await grep(root, word);
  expect([code, lines[0]]).toEqual([0, expect.stringMatching(new RegExp(`:${index}:user: .*${word}`))]);
  expect((await call(['show', '--root', root])).stdout).toMatch(new RegExp(`\\n  .*${word}`));
  expect((await grep(root, 'in no message')).code).toBe(1);
});
