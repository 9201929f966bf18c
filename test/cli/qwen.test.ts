import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { snapshot } from './change/snapshot.ts';
import { homeOf } from './home-of-all.ts';

const ID = '6f708192-a3b4-4c5d-8e6f-708192a3b4c5';
const FILE = `.qwen/projects/-srv-ada-harbour/chats/${ID}.jsonl`;

function harbour() {
  const made = homeOf(['qwen']);
  const read = () => readFileSync(made.at(FILE), 'utf8');
  return { ...made, read };
}

test('a torn line of telemetry is told, and a heal lets the program reach all before it', async () => {
  const { convo, at, read } = harbour();
  expect((await convo('verify --kind qwen')).stdout).toContain('QW102');
  const before = snapshot(at('.qwen'));
  const time = statSync(at(FILE)).mtimeMs;
  const { messages } = JSON.parse((await convo(`show ${ID} --json`)).stdout).conversation;
  expect((await convo('heal --yes --kind qwen')).exit).toBe(1);
  const healed = JSON.parse((await convo(`show ${ID} --json`)).stdout).conversation.messages;
  expect(healed.length).toBeGreaterThan(messages.length);
  expect(read()).toContain('{"uuid":"000000a2-0000-4000-8000-000000000002","parentUuid"');
  expect(Math.round(statSync(at(FILE)).mtimeMs / 1000)).toBe(Math.round(time / 1000));
  expect((await convo('undo --kind qwen')).exit).toBe(0);
  expect(snapshot(at('.qwen'))).toEqual(before);
});

test('a link that leads out of the store is not judged', async () => {
  const { convo, at } = harbour();
  const link = ID.replace(/^6/, '7');
  mkdirSync(at('elsewhere'));
  writeFileSync(at(`elsewhere/${link}.jsonl`), readFileSync(at(FILE)));
  symlinkSync(at(`elsewhere/${link}.jsonl`), at(FILE.replace(ID, link)));
  const found = (await convo('verify --kind qwen')).stdout.split('\n').filter((line) => line.includes(link));
  expect(found).toEqual([expect.stringContaining('ST005')]);
});

test('a rename is the record that the program would write, and its title is listed', async () => {
  const { convo, at, read } = harbour();
  writeFileSync(at(FILE), read().trimEnd());
  expect((await convo(`rename ${ID} Berths --yes`)).exit).toBe(0);
  const last = JSON.parse(read().trimEnd().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({
    sessionId: ID,
    subtype: 'custom_title',
    parentUuid: '000000a7-0000-4000-8000-000000000007',
  });
  expect((await convo('list --kind qwen')).stdout).toContain('Berths');
});

test('a fork has an id of its own in its name and in each record', async () => {
  const { convo, at } = harbour();
  expect((await convo(`fork ${ID} --yes`)).exit).toBe(1);
  await convo('heal --lossy --yes --kind qwen');
  const { items } = JSON.parse((await convo(`fork ${ID} --yes --json`)).stdout);
  const text = readFileSync(at(FILE.replace(ID, items[0].newId)), 'utf8');
  expect(text).not.toContain(ID);
  expect((await convo(`verify ${items[0].newId}`)).exit).toBe(0);
});

test('a fork before a message has the records that lead to it, and no others', async () => {
  const { convo, at, read } = harbour();
  await convo('heal --lossy --yes --kind qwen');
  const messages = JSON.parse((await convo(`show ${ID} --all --json`)).stdout).conversation.messages;
  const last = messages.findLast(({ role }: { readonly role: string }) => role === 'user').index;
  const shown = messages.slice(0, last).map(({ text }: { readonly text: string }) => text);
  expect(last).toBeGreaterThan(1);
  const { items, after } = JSON.parse((await convo(`fork ${ID} --at ${last} --yes --json`)).stdout);
  const { newId } = items[0];
  const fork = JSON.parse((await convo(`show ${newId} --all --json`)).stdout).conversation;
  expect(fork.messages.map(({ text }: { readonly text: string }) => text)).toEqual(shown);
  const lines = readFileSync(at(FILE.replace(ID, newId)), 'utf8')
    .replaceAll(newId, ID)
    .split('\n');
  expect(lines.length).toBeLessThan(read().split('\n').length);
  for (const line of lines) expect(read()).toContain(line);
  expect(after.messages).toBeLessThan(2 * messages.length);
  expect((await convo(`verify ${newId}`)).exit).toBe(0);
  expect((await convo('undo --kind qwen --yes')).exit).toBe(0);
  for (const [number, reason] of [
    [0, 'has nothing before that message'],
    [99, 'give a number from 0 to'],
  ])
    expect(await convo(`fork ${ID} --at ${number} --yes`)).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining(`${reason}`),
    });
});

test('a session with a byte-order mark, which the program trims, is forked with it', async () => {
  const { convo, at, read } = harbour();
  await convo('heal --lossy --yes --kind qwen');
  writeFileSync(at(FILE), `\ufeff${read()}`);
  const { items } = JSON.parse((await convo(`fork ${ID} --yes --json`)).stdout);
  const { newId } = items[0];
  expect(readFileSync(at(FILE.replace(ID, newId)), 'utf8')).toBe(read().replaceAll(ID, newId));
});

test('a session follows its folder, and comes back', async () => {
  const { convo, at } = harbour();
  await convo('heal --lossy --yes --kind qwen');
  const before = snapshot(at('.qwen/projects'));
  mkdirSync(at('port'));
  expect((await convo(`rehome /srv/ada/harbour ${at('port')} --yes`)).exit).toBe(0);
  const project = at('port').replace(/[^a-zA-Z0-9]/g, '-');
  const moved = readFileSync(at(`.qwen/projects/${project}/chats/${ID}.jsonl`), 'utf8');
  expect(JSON.parse(moved.split('\n')[0] ?? '').cwd).toBe(at('port'));
  expect((await convo('verify --kind qwen')).exit).toBe(0);
  expect((await convo('undo --kind qwen')).exit).toBe(0);
  expect(snapshot(at('.qwen/projects'))).toEqual(before);
});

test('a session that a running program has open is left alone', async () => {
  const { convo, at } = harbour();
  mkdirSync(at('.qwen/sessions'));
  writeFileSync(at(`.qwen/sessions/${process.pid}.json`), JSON.stringify({ pid: process.pid, sessionId: ID }));
  const { exit, stdout, stderr } = await convo(`archive ${ID} --yes`, {
    over: { alive: (pid: number) => pid === process.pid },
  });
  expect([exit, `${stdout}${stderr}`]).toEqual([4, expect.stringContaining('is in use by a running program')]);
});

test('a session whose place another file has is not healed, and the reason is said', async () => {
  const { convo, at, read } = harbour();
  await convo('heal --lossy --yes --kind qwen');
  const other = '11111111-a3b4-4c5d-8e6f-708192a3b4c5';
  writeFileSync(at(FILE.replace(ID, other)), read());
  const { exit, stdout } = await convo(`heal ${other} --yes`);
  expect(exit).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`${ID}.jsonl, which is there already [QW302]`);
});

test('a heal of links leaves the first record as it is, whatever it goes on from', async () => {
  const { convo, at } = homeOf([]);
  cpSync('fixtures/qwen/QW201-a-record-goes-on-from-one-that/before', at('.qwen'), { recursive: true });
  const file = at('.qwen/projects/-srv-ada-orchard/chats/1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d.jsonl');
  const elsewhere = '"parentUuid":"00000000-0000-4000-8000-00000000ffff"';
  writeFileSync(file, readFileSync(file, 'utf8').replace('"parentUuid":null', elsewhere));
  expect((await convo('verify --kind qwen --all')).stdout).toMatch(/QW201[\s\S]*QW211|QW211[\s\S]*QW201/);
  await convo('heal --yes --kind qwen');
  expect(readFileSync(file, 'utf8').split('\n')[0]).toContain(elsewhere);
  expect((await convo('verify --kind qwen --all')).stdout).not.toContain('QW201');
});
