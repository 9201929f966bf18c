import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../../cli/call.ts';
import { tree } from '../../../support/real-tree.ts';
import { convo, homeWith } from '../home.ts';
import { fileOf, rollout } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const WINDOW = '019a4e33-e458-7610-88eb-0000000000aa';
const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
const OLD = fileOf(ID, '30');
const KEPT = rollout(ID, 0, 'How deep?');

/** A thread that was rewound to its first question, and went on from there. */
const rewound = () =>
  homeWith({
    [OLD]: `${KEPT}${rollout(ID, 2, `When? ${TOKEN}`).split('\n')[1]}\n`,
    [fileOf(`${ID}_${WINDOW}`, '40')]: rollout(ID, 2, 'How far apart?', [ID, KEPT.length]),
  });

const lines = async (root: string, ...words: string[]) => {
  const { stdout, stderr } = await call([...words, '--root', root, '--no-config']);
  return `${stdout}${stderr}`;
};

test('a message said before a rewind is found, and shown where it was said', async () => {
  const root = rewound();
  const [hit = ''] = (await lines(root, 'grep', 'When?')).split('\n');
  expect(hit).toContain(`${ID}~1:1:user: When?`);
  expect(await lines(root, 'show', hit.split(':user')[0] ?? '')).toMatch(/\[1\] <-\n {2}When\?/);
  expect(await lines(root, 'list')).toContain(`${ID}~1`);
  expect((await lines(root, 'grep', '-l', '--regex', 'When|How far')).trim()).toBe(ID);
});

test('each version of a thread is shown by its path, and says how to show the others', async () => {
  const root = rewound();
  const older = await lines(root, 'show', join(root, OLD));
  expect(older).toContain('When?');
  expect(older).toMatch(/this is an earlier version of \S+: `convo [^`]*show 019a4e33` shows the newest/);
  const newest = await lines(root, 'show', ID);
  expect(newest).toContain('How far apart?');
  expect(newest).toMatch(/an earlier version of this thread: `convo [^`]*show 019a4e33~1`/);
  const { conversation } = await convo(root, `show ${ID}~1`);
  expect(conversation).toMatchObject({ earlier: 1, resume: null, path: join(root, OLD) });
});

test('a version that is not there is refused', async () => {
  const root = rewound();
  expect(await lines(root, 'show', `${ID}~2`)).toContain('has one earlier version');
});

test('secrets, exports and counts have both versions, and what they share once', async () => {
  const root = rewound();
  const { secrets } = await convo(root, 'secrets');
  expect(secrets.map(({ index }: { index: number | null }) => index)).toEqual([1]);
  const output = join(tree(), 'pages');
  const said = await lines(root, 'export', '--to', 'markdown', '--output', output);
  expect(readdirSync(output).sort()).toEqual([`codex-${ID}-earlier-1.md`, `codex-${ID}.md`]);
  expect(said).toContain('1 of these files is an earlier version of a thread');
  const { stores } = await convo(root, 'stats');
  expect(stores[0]).toMatchObject({ conversations: 1, messages: 3 });
});
