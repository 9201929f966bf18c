import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../cli/call.ts';
import { tree } from '../../support/real-tree.ts';
import { oneIn } from '../../support/sampling.ts';

const ID = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const CHAT = `.gemini/tmp/orchard/chats/session-2026-05-04T09-30-${ID.slice(0, 8)}.json`;
const said = (n: number, type: string, content: string) => ({
  id: `m${n}`,
  timestamp: `2026-05-04T09:3${n}:00.000Z`,
  type,
  content,
});
const DOCUMENT = JSON.stringify(
  {
    sessionId: ID,
    projectHash: '8f'.repeat(32),
    startTime: '2026-05-04T09:30:00.000Z',
    lastUpdated: '2026-05-04T09:33:00.000Z',
    messages: [
      said(0, 'user', 'Which apple keeps?'),
      said(1, 'gemini', 'The russet keeps.'),
      said(2, 'user', 'Until spring?'),
    ],
    kind: 'main',
  },
  null,
  2,
);

function homeWith(text: string | Uint8Array) {
  const home = tree();
  const write = (path: string, bytes: string | Uint8Array) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), bytes);
  };
  write(CHAT, text);
  write('.gemini/tmp/orchard/.project_root', '/srv/orchard');
  // A question that the program logged beside the session.
  const logged = {
    sessionId: ID,
    messageId: 0,
    type: 'user',
    message: 'Which apple keeps?',
    timestamp: '2026-05-04T09:30:00.000Z',
  };
  write('.gemini/tmp/orchard/logs.json', JSON.stringify([logged]));
  const convo = (line: string) => call(line, { home });
  return { convo, read: () => readFileSync(join(home, CHAT), 'utf8') };
}

test.each([
  ['behind the last message', DOCUMENT.indexOf('\n  ],'), ['m0', 'm1', 'm2'], 'spring'],
  ['behind its list', DOCUMENT.indexOf(',\n  "kind"'), ['m0', 'm1', 'm2'], 'spring'],
  ['in a message', DOCUMENT.indexOf('spring'), ['m0', 'm1'], 'russet'],
  ['behind a comma', DOCUMENT.indexOf('\n    {\n      "id": "m2"'), ['m0', 'm1'], 'russet'],
])('a document that is cut %s is shown, searched and healed as far as it is whole', async (_, end, ids, word) => {
  for (const tail of oneIn(3, ['', '\n', '\0\0'], end)) {
    const { convo, read } = homeWith(DOCUMENT.slice(0, end) + tail);
    expect((await convo('verify')).stdout).toContain('error GM013');
    const shown = JSON.parse((await convo(`show ${ID} --json`)).stdout).conversation.messages;
    expect(shown.flatMap(({ id }: { id?: string }) => id ?? [])).toEqual(ids);
    const found = await convo(`grep ${word}`);
    expect([found.exit, found.stdout]).toEqual([0, expect.stringContaining(word)]);
    expect(found.stderr).toContain('searched only in part');
    // The bytes of the torn half were searched, too.
    expect((await convo('grep turnip')).exit).toBe(1);
    expect((await convo('heal --yes')).stdout).toContain('needs --lossy');
    expect((await convo('heal --yes --lossy')).exit).toBe(0);
    const healed = JSON.parse(read());
    expect(healed.messages.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect((await convo('verify')).exit).toBe(0);
    expect((await convo('undo')).exit).toBe(0);
    expect(read()).toBe(DOCUMENT.slice(0, end) + tail);
  }
});

test.each([
  ['NUL bytes', Buffer.alloc(400)],
  ['a document without a whole message', DOCUMENT.slice(0, DOCUMENT.indexOf('Which apple'))],
])(
  '%s of which nothing is read are no session that was searched, though its questions are logged',
  async (_, bytes) => {
    const { convo } = homeWith(bytes);
    expect((await convo('verify')).stdout).toContain('error GM003');
    const { exit, stdout, stderr } = await convo('grep turnip');
    expect([exit, stdout]).toEqual([3, '']);
    expect(stderr).toContain('searched only in part');
    expect((await convo('grep apple')).stdout).toContain('Which apple keeps?');
  },
);

test('a document with damage inside it is not closed there', async () => {
  const { convo } = homeWith(DOCUMENT.replace('"Until', 'Until'));
  expect((await convo('verify')).stdout).toContain('error GM003');
  expect((await convo('heal --yes --lossy')).stdout).toContain('a person has to decide');
});
