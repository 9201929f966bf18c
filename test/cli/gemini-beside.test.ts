import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { snapshot } from './change/snapshot.ts';
import { homeOf } from './home-of-all.ts';

const ID = '1a2b3c4d-0000-4000-8000-000000000001';
const TWIN = '1a2b3c4d-0000-4000-8000-000000000002';
const AGENT = '9c9c9c9c-0000-4000-8000-000000000003';
const TMP = '.gemini/tmp/orchard';
const SESSION = `${TMP}/chats/session-2026-05-04T09-30-1a2b3c4d.jsonl`;
const OUTPUT = `${TMP}/tool-outputs/session-${ID}/read_file_1.txt`;
const TOKEN = ['glpat', 'x9Yq2LmN7vRt4KpW8sZd'].join('-');

const header = (sessionId: string, kind: string) => ({
  sessionId,
  projectHash: 'aa',
  startTime: '2026-05-04T09:30:00.000Z',
  lastUpdated: '2026-05-04T09:31:00.000Z',
  kind,
});
const lines = (...records: readonly object[]) => records.map((each) => `${JSON.stringify(each)}\n`).join('');
const response = { output: `Output too large. For full output see: /srv/ada/${OUTPUT}` };
const result = [{ functionResponse: { id: 'c1', name: 'read_file', response } }];
const BESIDE = {
  [OUTPUT]: 'all the medlars\n',
  [`${TMP}/tool-outputs/session-${ID}/deep/2.txt`]: 'all the quinces\n',
  [`${TMP}/logs/session-${ID}.jsonl`]: '{"said":"damson"}\n',
  [`${TMP}/${ID}/plans/graft.md`]: `graft with the key ${TOKEN}\n`,
  [`${TMP}/chats/${ID}/${AGENT}.jsonl`]: lines(header(AGENT, 'subagent')),
};
const OTHERS = {
  [`${TMP}/logs.json`]: '[]',
  [`${TMP}/tool-outputs/session-${AGENT}/1.txt`]: 'of another\n',
  [`${TMP}/tool-outputs/loose.txt`]: 'of nobody\n',
  [`${TMP}/plans/all.md`]: 'of all\n',
};

function orchard() {
  const made = homeOf(['gemini']);
  const files = {
    ...BESIDE,
    ...OTHERS,
    [SESSION]: lines(
      header(ID, 'main'),
      { id: 'a', timestamp: '2026-05-04T09:30:01.000Z', type: 'user', content: 'How many trees?' },
      {
        id: 'b',
        timestamp: '2026-05-04T09:30:02.000Z',
        type: 'gemini',
        content: 'Nine.',
        toolCalls: [{ id: 'c1', name: 'read_file', args: {}, result, status: 'success' }],
      },
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(made.at(path)), { recursive: true });
    writeFileSync(made.at(path), text);
  }
  return { ...made, below: () => snapshot(made.at(TMP)) };
}

const pathsOf = (tree: object, top: string) =>
  Object.keys(tree)
    .map((path) => join(top, path))
    .sort();

test('what the program saved beside a session is shown where a result names it, and is found', async () => {
  const { convo } = orchard();
  const shown = (await convo('show 1a2b3c4d --companions')).stdout;
  expect(shown).toMatch(/saved output read_file_1\.txt\s+all the medlars[\s\S]+Nine|Nine[\s\S]+all the medlars/);
  expect((await convo('show 1a2b3c4d')).stdout).not.toContain('medlars');
  for (const word of ['medlars', 'quinces', 'damson', 'graft'])
    expect((await convo(`grep ${word}`)).stdout, word).toContain('1a2b3c4d');
  expect((await convo('grep nobody')).exit).toBe(1);
});

test('a secret in a plan beside a session is named before it is packed', async () => {
  const { convo } = orchard();
  expect((await convo('secrets')).stdout).toContain('gitlab-pat');
});

test('saved files are not counted as messages', async () => {
  const { convo } = orchard();
  const { stores } = JSON.parse((await convo('stats 1a2b3c4d --json')).stdout);
  expect(stores[0]).toMatchObject({ conversations: 1, types: { tool_output: 1 } });
});

test('archive, restore, delete and undo take along what is of one session, and leave what is shared', async () => {
  const { convo, at, below } = orchard();
  const before = below();
  expect((await convo('archive 1a2b3c4d --yes')).exit).toBe(0);
  const left = pathsOf(below(), TMP);
  for (const path of Object.keys(BESIDE)) expect(left, path).not.toContain(path);
  for (const path of Object.keys(OTHERS)) expect(left, path).toContain(path);
  expect((await convo('show 1a2b3c4d --companions')).stdout).toContain('all the medlars');
  expect((await convo(`show 1a2b3c4d --agent ${AGENT}`)).exit).toBe(0);
  expect((await convo('restore 1a2b3c4d --yes')).exit).toBe(0);
  expect(below()).toEqual(before);
  expect((await convo('delete 1a2b3c4d --yes')).exit).toBe(0);
  for (const path of Object.keys(BESIDE)) expect(pathsOf(below(), TMP), path).not.toContain(path);
  expect(readdirSync(at(`${TMP}/tool-outputs`)).sort()).toEqual(['loose.txt', `session-${AGENT}`]);
  expect((await convo('undo --yes')).exit).toBe(0);
  expect(below()).toEqual(before);
});

test('what an archived session left behind it can be deleted', async () => {
  const { convo, at, below } = orchard();
  expect((await convo('archive 1a2b3c4d --yes')).exit).toBe(0);
  rmSync(at(`.gemini/archive/orchard/${SESSION.split('/').at(-1)}`));
  const archived = () => snapshot(at('.gemini/archive'));
  const [before, active] = [archived(), below()];
  const { stdout } = await convo('delete 1a2b3c4d --dry-run');
  for (const top of [`tool-outputs/session-${ID}`, `chats/${ID}`, `${ID}`, `logs/session-${ID}.jsonl`])
    expect(stdout).toContain(`move into the journal: archive/orchard/${top}\n`);
  expect((await convo('delete 1a2b3c4d --yes')).exit).toBe(0);
  expect(pathsOf(archived(), '').join(' ')).not.toContain(ID);
  expect(below()).toEqual(active);
  expect((await convo('undo --yes')).exit).toBe(0);
  expect(archived()).toEqual(before);
});

test('an archive is refused where a folder of a session is archived already', async () => {
  const { convo, at, below } = orchard();
  mkdirSync(at(`.gemini/archive/orchard/${ID}/plans`), { recursive: true });
  const before = below();
  expect((await convo('archive 1a2b3c4d --yes')).exit).toBe(4);
  expect(below()).toEqual(before);
});

/** Hashes by path: what is restored from a copy has its own time and mode. */
const bytesOf = (tree: ReturnType<typeof snapshot>) =>
  Object.entries(tree).map(([path, seen]) => [path, seen.split(' ').at(-1)]);

test('keep and restore --from, pack and unpack carry them', async () => {
  const { convo, at, below } = orchard();
  const before = bytesOf(below());
  expect((await convo('keep kept --all', { cwd: at('.') })).exit).toBe(0);
  expect((await convo('pack 1a2b3c4d --output one.tar', { cwd: at('.') })).exit).toBe(0);
  expect((await convo('delete 1a2b3c4d --yes')).exit).toBe(0);
  expect((await convo('restore 1a2b3c4d --from kept --yes', { cwd: at('.') })).exit).toBe(0);
  expect(bytesOf(below())).toEqual(before);
  expect((await convo('unpack one.tar --output out', { cwd: at('.') })).exit).toBe(0);
  const unpacked = pathsOf(snapshot(at('out/gemini')), '');
  for (const path of Object.keys(BESIDE)) expect(unpacked, path).toContain(path);
  for (const path of Object.keys(OTHERS)) expect(unpacked, path).not.toContain(path);
});

test('of two sessions of the same eight characters each has its own', async () => {
  const { convo, at } = orchard();
  const own = `${TMP}/tool-outputs/session-${TWIN}/1.txt`;
  mkdirSync(dirname(at(own)), { recursive: true });
  writeFileSync(at(own), 'all the sloes\n');
  writeFileSync(
    at(SESSION.replace('09-30', '10-30')),
    lines(header(TWIN, 'main'), { id: 'z', type: 'user', content: 'And how many hedges?' }),
  );
  const found = JSON.parse((await convo('grep sloes --json')).stdout);
  expect(found.matches.map(({ conversation }: { conversation: { path: string } }) => conversation.path)).toEqual([
    expect.stringContaining('T10-30-'),
  ]);
});

test('of two saved files of one name both are found', async () => {
  const { convo, at } = orchard();
  const gone = `${TMP}/tool-outputs/session-${TWIN}/read_file_1.txt`;
  for (const [path, text] of [
    [gone, 'all the sloes\n'],
    [`${TMP}/chats/${ID}/plans/graft.md`, 'all the bullaces\n'],
  ] as const) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  for (const word of ['medlars', 'sloes', 'bullaces', 'graft'])
    expect((await convo(`grep ${word}`)).stdout, word).toContain('1a2b3c4d');
});

test('a copy from before a tool is due at the next start, and one by /chat save is not', async () => {
  const { convo, at } = orchard();
  mkdirSync(at(`${TMP}/checkpoints`));
  const copy = JSON.stringify({ history: [{ role: 'user', parts: [{ text: 'How high?' }] }] });
  writeFileSync(at(`${TMP}/checkpoints/2026-05-04T09-30-00_000Z-a.txt-write_file.json`), copy);
  writeFileSync(at(`${TMP}/checkpoint-hedge.json`), copy);
  const { conversations } = JSON.parse((await convo('list --all --json')).stdout);
  const days = conversations
    .filter(({ hidden }: { hidden: string }) => hidden === 'checkpoint')
    .map(({ id, daysLeft }: { id: string; daysLeft?: number }) => [id, daysLeft ?? null]);
  expect(days.sort()).toEqual([
    ['2026-05-04T09-30-00_000Z-a.txt-write_file', 0],
    ['checkpoint-hedge', null],
  ]);
});
