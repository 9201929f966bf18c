import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asNobody } from '../support/real-tree.ts';
import { call } from './call.ts';
import { snapshot } from './change/snapshot.ts';
import { homeOf } from './home-of-all.ts';

const FORK = 'f0f0f0f0-0000-4000-8000-000000000001';
const CHATS = '.gemini/tmp/pier/chats';
const GOOD = `${CHATS}/session-2026-05-04T09-30-7c1d9e20.jsonl`;

/** The demo's home, about a folder that is there. */
function pier() {
  const made = homeOf(['claude', 'codex', 'gemini']);
  mkdirSync(made.at('pier'));
  for (const name of ['projects.json', 'tmp/pier/.project_root'])
    writeFileSync(
      made.at(`.gemini/${name}`),
      readFileSync(made.at(`.gemini/${name}`), 'utf8').replace('/srv/ada/pier', made.at('pier')),
    );
  return made;
}

function append(path: string, ...records: readonly object[]): void {
  writeFileSync(path, records.map((each) => `${JSON.stringify(each)}\n`).join(''), { flag: 'a' });
}

const said = (id: string, type: string, text: string) => ({
  id,
  timestamp: '2026-05-04T10:00:00.000Z',
  type,
  content: [{ text }],
});

test('the overview of a home says first what the next start deletes, and how to keep it', async () => {
  const { convo, at } = pier();
  const [first] = (await convo([])).stdout.split('\n');
  expect(first).toBe('Gemini CLI deletes 1 session at its next start: `convo keep DIR`');
  expect((await convo('list --kind gemini')).stdout).toContain('[deleted at next start] How many of the planks');
  writeFileSync(at(`${CHATS}/session-2026-01-04T10-00-deadbeef.jsonl`), '');
  expect((await convo([])).stdout.split('\n')[0]).toBe(first);
});

test('find leaves out what the program puts before a question, and finds the question', async () => {
  const { convo, at } = pier();
  const file = at(`${CHATS}/${readdirSync(at(CHATS))[0]}`);
  const setup = said('00000091-0000-4000-8000-000000000000', 'user', '<session_context> The quokka folder.');
  const asked = said('00000092-0000-4000-8000-000000000000', 'user', 'Where is the quokka?');
  append(file, { $set: { messages: [setup] } }, asked);
  const { stdout } = await convo('find quokka --kind gemini');
  expect(stdout).toContain('Where is the quokka?');
  expect(stdout).not.toContain('session_context');
});

test('a working folder means its project: by the registry, by the marks where that is torn, and by the hash', async () => {
  const { convo, at } = pier();
  const here = () => convo('list --project .', { cwd: at('pier') });
  expect((await here()).stdout).toContain('7c1d9e20');
  writeFileSync(at('.gemini/projects.json'), '{"projects": {');
  expect((await here()).stdout).toContain('7c1d9e20');
  expect((await convo('list --project .', { cwd: at('work') })).exit).toBe(2);
});

test('a link that leads out of the store is neither judged nor said to be deleted', async () => {
  const { convo, at } = pier();
  const link = 'session-2026-05-04T09-30-0a0b0c0d.jsonl';
  writeFileSync(at('pier/elsewhere.jsonl'), readFileSync(at(GOOD)));
  symlinkSync(at('pier/elsewhere.jsonl'), at(`${CHATS}/${link}`));
  const found = (await convo('verify --kind gemini')).stdout.split('\n').filter((line) => line.includes(link));
  expect(found).toEqual([expect.stringContaining('ST005')]);
  const listed = (await convo('list --kind gemini')).stdout.split('\n').find((line) => line.includes('0a0b0c0d'));
  expect(listed).not.toContain('deleted');
});

describe('messages that the program does not send', () => {
  const WORDS = ['gooseberry', 'medlar', 'quince', 'damson', 'sloe'] as const;

  test.each(WORDS)('%s is found, shown and exported', async (word) => {
    const { convo, at } = pier();
    append(
      at(GOOD),
      said('a1', 'user', '?which gooseberry'),
      said('a2', 'info', 'medlar saved'),
      said('a3', 'user', 'the quince'),
      { ...said('a4', 'gemini', 'ripe'), thoughts: [{ subject: 'Fruit', description: 'a damson perhaps' }] },
      said('a5', 'hologram', 'sloe'),
      { $rewindTo: 'a3' },
      said('a5', 'hologram', 'sloe'),
    );
    expect((await convo('show 7c1d9e20 --kind gemini --all')).stdout).toContain(word);
    expect((await convo(`grep ${word} --kind gemini`)).stdout).toContain('7c1d9e20');
    if (['gooseberry', 'quince'].includes(word))
      expect((await convo(`find ${word} --kind gemini`)).stdout).toContain('7c1d9e20');
    await convo(['--kind', 'gemini', 'export', '7c1d9e20', '--to', 'jsonl', '--output', at('out')]);
    expect(readFileSync(at('out/gemini-7c1d9e20.jsonl'), 'utf8')).toContain(word);
  });
});

test('thinking is shown where nothing is folded, in Markdown and on pages, but none that was taken back', async () => {
  const { convo, at } = pier();
  const thinking = (word: string) => [{ subject: 'Fruit', description: `a ${word} perhaps` }];
  append(
    at(GOOD),
    said('a1', 'user', 'which fruit'),
    { ...said('a2', 'gemini', 'ripe'), thoughts: thinking('damson') },
    said('a3', 'user', 'and now'),
    { ...said('a4', 'gemini', 'sour'), thoughts: thinking('medlar') },
    { $rewindTo: 'a3' },
  );
  for (const flag of ['--full', '--markdown', '--html']) {
    const { stdout } = await convo(`show 7c1d9e20 --kind gemini ${flag}`);
    expect([flag, stdout.includes('a damson perhaps'), stdout.includes('a medlar perhaps')]).toEqual([
      flag,
      true,
      false,
    ]);
  }
  expect((await convo('show 7c1d9e20 --kind gemini --full')).stdout).toMatch(/\n {2}thinking\n/);
  expect((await convo('show 7c1d9e20 --kind gemini')).stdout).not.toContain('damson');
  await convo(['--kind', 'gemini', 'export', '7c1d9e20', '--to', 'html', '--output', at('out')]);
  expect(readFileSync(at('out/gemini-7c1d9e20.html'), 'utf8')).toContain('a damson perhaps');
  const { conversation } = JSON.parse((await convo('show 7c1d9e20 --kind gemini --all --json')).stdout);
  const thoughts = conversation.messages.filter(({ type }: { type: string }) => type === 'reasoning');
  expect(thoughts.every(({ hidden }: { hidden: boolean }) => hidden)).toBe(true);
  expect(thoughts.flatMap(Object.keys)).not.toContain('isUnsentThought');
});

test.each([
  ['Found 2 matching file(s)', 'Found 2 matching file(s), newest first:\n/pier/gooseberry.txt', 'Found 2 matching'],
  ['Search results for "plum" returned.', 'Web search results: the gooseberry', 'Search results for "plum" returned.'],
  ['the gooseberry, in colours', 'the gooseberry', 'in colours'],
])('a result is shown once with what people saw (%s) and what the model got', async (resultDisplay, output, seen) => {
  const { convo, at } = pier();
  const result = [{ functionResponse: { id: 'c1', name: 'look', response: { output } } }];
  append(at(GOOD), {
    ...said('a1', 'gemini', ''),
    toolCalls: [{ id: 'c1', name: 'look', args: {}, status: 'success', result, resultDisplay }],
  });
  const { stdout } = await convo('show 7c1d9e20 --full');
  expect(stdout.split(seen)).toHaveLength(2);
  expect(stdout.split('gooseberry')).toHaveLength(2);
  expect((await convo('grep gooseberry')).stdout).toContain('7c1d9e20');
});

test('a fork before a message goes back to it as the program does, and is not deleted', async () => {
  const { convo, at } = pier();
  await convo('heal --yes --kind gemini');
  const messages = JSON.parse((await convo('show 7c1d9e20 --all --json')).stdout).conversation.messages;
  const last = messages.findLast(({ text }: { readonly text: string }) => text === 'Which one first?').index;
  const answer = await convo(`fork 7c1d9e20 --at ${last} --yes --json`, { over: { newId: () => FORK } });
  expect(JSON.parse(answer.stdout).items[0]).toMatchObject({ state: 'changed', newId: FORK.slice(0, 8) });
  const fork = JSON.parse((await convo(`show ${FORK.slice(0, 8)} --json`)).stdout).conversation;
  expect(fork.messages.at(-1).text).toBe('Two planks.');
  const file = readdirSync(at(CHATS)).find((name) => name.includes(FORK.slice(0, 8)));
  const rewind = readFileSync(join(at(CHATS), file ?? ''), 'utf8')
    .trimEnd()
    .split('\n')
    .at(-2);
  expect(JSON.parse(rewind ?? '')).toEqual({ $rewindTo: '00000006-0000-4000-8000-000000000000' });
  expect((await convo(`verify ${FORK.slice(0, 8)}`)).exit).toBe(0);
  expect(await convo('fork 7c1d9e20 --at 1 --yes')).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining('no question before that message'),
  });
});

test.each(['heal', 'archive --all', 'fork 7c1d9e20', 'rename 7c1d9e20 Planks', 'delete 7c1d9e20'])(
  'undo puts every byte back after %s',
  async (verb) => {
    const { convo, at } = pier();
    const before = snapshot(at('.gemini'));
    expect(
      (await convo(`--kind gemini ${verb} --yes`.replace('rename 7c1d9e20 Planks --yes', 'rename 7c1d9e20 Planks')))
        .exit,
    ).toBe(0);
    expect(snapshot(at('.gemini'))).not.toEqual(before);
    expect((await convo('--kind gemini undo --yes')).exit).toBe(0);
    expect(snapshot(at('.gemini'))).toEqual(before);
  },
);

test('unpack names the setting of the program that would delete what it brings', async () => {
  const { convo, at } = pier();
  expect((await convo(['--kind', 'gemini', 'pack', '--output', at('all.tar')])).exit).toBe(0);
  mkdirSync(at('other/.gemini/tmp'), { recursive: true });
  const { stderr } = await convo(['--root', at('other/.gemini'), 'unpack', at('all.tar'), '--yes']);
  expect(stderr).toContain(
    'Gemini CLI deletes 1 of these at its next start: turn general.sessionRetention off in its settings.json first',
  );
  expect(stderr).not.toContain('cleanupPeriodDays');
});

test('a mark of NUL bytes, because of which the program finds no session, is named, and the registry says the folder', async () => {
  const { convo, at } = pier();
  expect((await convo('--kind gemini verify')).stdout).not.toContain('GM305');
  writeFileSync(at('.gemini/tmp/pier/.project_root'), Buffer.alloc(at('pier').length));
  const { stdout } = await convo('--kind gemini verify');
  expect(stdout).toContain('GM305 NUL bytes: the program finds the sessions once that file is removed');
  expect((await convo('list --project .', { cwd: at('pier') })).stdout).toContain('7c1d9e20');
});

test('sessions follow a folder that moved', async () => {
  const { convo, at } = pier();
  const before = snapshot(at('.gemini'));
  renameSync(at('pier'), at('quay'));
  expect((await convo('--kind gemini verify')).stdout).toContain('GM305');
  const { stdout } = await convo('--kind gemini verify', { terminal: 200, vars: { NO_COLOR: '1' } });
  expect(stdout).toContain(`help: convo --kind gemini rehome ${at('pier')} NEW\n`);
  const rehomed = await convo(['--kind', 'gemini', 'rehome', at('pier'), at('quay'), '--yes']);
  // What goes along by the mark of its project is not said to stay.
  expect({ exit: rehomed.exit, stays: rehomed.stderr.includes('stay') }).toEqual({ exit: 0, stays: false });
  expect((await convo('list --project .', { cwd: at('quay') })).stdout).toContain('7c1d9e20');
  expect(readFileSync(at('.gemini/tmp/pier/.project_root'), 'utf8')).toBe(at('quay'));
  expect((await convo('--kind gemini undo --yes')).exit).toBe(0);
  expect(snapshot(at('.gemini'))).toEqual(before);
});

/** As Gemini CLI 0.61.0 listed them in each of the two folders. */
test.each([
  ['both of them, and the marks say the first', ['pier', 'dock'], { tmp: 'pier', history: 'pier' }, ['pier']],
  ['both of them, and one mark says the first', ['pier', 'dock'], { history: 'pier' }, ['pier']],
  ['both of them, and no mark says any', ['pier', 'dock'], { tmp: '' }, ['pier', 'dock']],
  ['the second, and the marks say the first', ['dock'], { tmp: 'pier', history: 'pier' }, ['pier']],
])('of two folders, one project is of those that the registry gives to %s', async (_, registered, marks, listing) => {
  const { convo, at } = pier();
  mkdirSync(at('dock'));
  rmSync(at('.gemini/tmp/pier/.project_root'));
  const projects = Object.fromEntries(registered.map((folder) => [at(folder), 'pier']));
  writeFileSync(at('.gemini/projects.json'), JSON.stringify({ projects }));
  for (const [top, folder] of Object.entries(marks)) {
    mkdirSync(at(`.gemini/${top}/pier`), { recursive: true });
    writeFileSync(at(`.gemini/${top}/pier/.project_root`), folder === '' ? '' : at(folder));
  }
  for (const folder of ['pier', 'dock']) {
    const { exit, stdout } = await convo('list --kind gemini --project . --json', { cwd: at(folder) });
    expect([folder, exit]).toEqual([folder, listing.includes(folder) ? 0 : 2]);
    if (exit === 0) expect(JSON.parse(stdout).conversations).toHaveLength(2);
  }
});

test('all projects below a folder that moved follow it in one run, and stay where another project is', async () => {
  const { convo, at } = pier();
  const folders = (top: string) => ({ [at(top)]: 'pier', [at(`${top}/jetty`)]: 'jetty', [at(`${top}/mole`)]: 'mole' });
  cpSync(at('.gemini/tmp/pier'), at('.gemini/tmp/jetty'), { recursive: true });
  writeFileSync(at('.gemini/tmp/jetty/.project_root'), at('pier/jetty'));
  const projects = { ...folders('pier'), [at('quay/mole')]: 'other', [at('work')]: 'work' };
  writeFileSync(at('.gemini/projects.json'), JSON.stringify({ projects }));
  const before = snapshot(at('.gemini'));
  renameSync(at('pier'), at('quay'));
  const { exit, stdout } = await convo(['--kind', 'gemini', 'rehome', at('pier'), at('quay'), '--yes']);
  expect(exit).toBe(0);
  const stays = `it names ${at('quay/mole')} already, so ${at('pier/mole')} stays as it is`;
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(stays);
  expect(JSON.parse(readFileSync(at('.gemini/projects.json'), 'utf8'))).toEqual({
    projects: {
      [at('quay')]: 'pier',
      [at('quay/jetty')]: 'jetty',
      [at('pier/mole')]: 'mole',
      [at('quay/mole')]: 'other',
      [at('work')]: 'work',
    },
  });
  expect(readFileSync(at('.gemini/tmp/pier/.project_root'), 'utf8')).toBe(at('quay'));
  expect(readFileSync(at('.gemini/tmp/jetty/.project_root'), 'utf8')).toBe(at('quay/jetty'));
  expect((await convo('--kind gemini undo --yes')).exit).toBe(0);
  expect(snapshot(at('.gemini'))).toEqual(before);
});

test('two projects of one name in a registry, and a name that leads outside, take nothing along', async () => {
  const { convo, at } = pier();
  const registry = { projects: { [at('pier')]: 'pier', [at('work')]: 'pier', '/etc': '../../outside' } };
  writeFileSync(at('.gemini/projects.json'), JSON.stringify(registry));
  expect((await convo('list --kind gemini')).stdout).toContain('7c1d9e20');
  expect((await convo('verify --kind gemini')).exit).toBe(1);
});

test('a file that may not be read is not called empty, and none is deleted where the settings turn that off', async () => {
  const { convo, at, home } = pier();
  const verify = () => asNobody(() => convo('--kind gemini verify'));
  chmodSync(home, 0o755);
  chmodSync(at(GOOD), 0);
  const { stdout } = await verify();
  expect(stdout).toContain('error GM003 cannot be read, and the next start of the program deletes it');
  expect(stdout).not.toContain('no record');
  writeFileSync(at('.gemini/settings.json'), '{"general":{"sessionRetention":{"enabled":false}}}');
  const off = (await verify()).stdout;
  expect(off).toContain('error GM003 cannot be read\n');
  expect(off).not.toContain('deletes it');
});

test('a session that Gemini CLI deletes for its age is an info, as in Claude Code, and the list still warns', async () => {
  const root = resolve('fixtures/gemini/GM008-a-session-is-older-than-the-program/before');
  const { exit, stdout } = await call(['--root', root, 'verify', '--json']);
  const [finding] = JSON.parse(stdout).findings;
  expect([exit, finding.code, finding.severity]).toEqual([0, 'GM008', 'info']);
  expect((await call(['--root', root, 'list'])).stdout).toContain('[deleted at next start]');
});
