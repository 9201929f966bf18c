import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { snapshot } from './change/snapshot.ts';
import { homeOf } from './home-of-all.ts';

const ID = '92a3b4c5-d6e7-4f80-8a1b-2c3d4e5f6071';
const FOLDER = '.pi/agent/sessions/--srv-ada-canal--';
const FILE = `${FOLDER}/2026-03-14T09-26-53-589Z_${ID}.jsonl`;

function canal() {
  const made = homeOf(['pi']);
  const read = () => readFileSync(made.at(FILE), 'utf8');
  const recordsAt = (path: string) =>
    readFileSync(made.at(path), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { ...made, read, recordsAt };
}

test('a torn line is told, and a heal lets the program reach all before it', async () => {
  const { convo, at, read } = canal();
  expect((await convo('verify --kind pi')).stdout).toContain('PI101');
  const before = snapshot(at('.pi'));
  const { messages } = JSON.parse((await convo(`show ${ID} --json`)).stdout).conversation;
  // The torn line stays.
  expect((await convo('heal --yes --kind pi')).exit).toBe(1);
  const healed = JSON.parse((await convo(`show ${ID} --json`)).stdout).conversation.messages;
  expect([messages.length, healed.length]).toEqual([1, 6]);
  expect(read()).toContain('"id":"92a30008","parentId":"92a30006"');
  expect((await convo('undo --kind pi')).exit).toBe(0);
  expect(snapshot(at('.pi'))).toEqual(before);
});

test.each(['~/talks', '~/.pi/agent/sessions'])(
  'sessions in the folder %s that a setting names, without folders of projects, are listed, archived and restored',
  async (sessionDir) => {
    const { convo, at } = canal();
    const folder = sessionDir.slice(2);
    mkdirSync(at(folder), { recursive: true });
    renameSync(at(FILE), at(join(folder, basename(FILE))));
    writeFileSync(at('.pi/agent/settings.json'), JSON.stringify({ sessionDir }));
    expect((await convo('list --kind pi')).stdout).toContain(ID);
    const before = snapshot(at(folder));
    expect(JSON.parse((await convo('archive --all --yes --kind pi --json')).stdout)).toMatchObject({ changed: 1 });
    expect((await convo('list --kind pi')).stdout).not.toContain(ID);
    expect(JSON.parse((await convo('restore --all --yes --kind pi --json')).stdout)).toMatchObject({ changed: 1 });
    for (let undone = 0; undone < 2; undone++) await convo('undo --kind pi --yes');
    expect(snapshot(at(folder))).toEqual(before);
    const { findings } = JSON.parse((await convo('verify --kind pi --json')).stdout);
    expect(findings.map(({ code }: { readonly code: string }) => code)).not.toContain('PI303');
  },
);

test('in a folder of sessions of several projects each belongs to the folder that its first record names', async () => {
  const { convo, at, read } = canal();
  const folders = ['canal', 'lock/canal', 'weir'].map(at);
  mkdirSync(at('talks'));
  for (const [n, folder] of folders.entries()) {
    mkdirSync(folder, { recursive: true });
    const id = ID.slice(0, -1) + n;
    const text = read().replaceAll(ID, id).replace('"cwd":"/srv/ada/canal"', `"cwd":"${folder}"`);
    writeFileSync(at(join('talks', basename(FILE).replace(ID, id))), text);
  }
  rmSync(at(FILE));
  writeFileSync(at('.pi/agent/settings.json'), '{"sessionDir":"~/talks"}');
  const idsOf = async (...words: string[]) =>
    JSON.parse((await convo(['list', '--json', ...words])).stdout).conversations.map(
      ({ id, project }: { readonly id: string; readonly project: string }) => [id.at(-1), project],
    );
  expect((await idsOf()).sort()).toEqual([
    ['0', 'canal'],
    ['1', 'canal'],
    ['2', 'weir'],
  ]);
  expect(await idsOf('--project', folders[1] ?? '')).toEqual([['1', 'canal']]);
  expect((await idsOf('--project', 'canal')).sort()).toEqual([
    ['0', 'canal'],
    ['1', 'canal'],
  ]);
  const missing = await convo('list --project wier');
  expect([missing.exit, missing.stderr]).toEqual([2, expect.stringContaining('weir')]);
  rmSync(folders[2] ?? '', { recursive: true });
  const moved = JSON.parse((await convo(['rehome', folders[2] ?? '', at('work'), '--yes', '--json'])).stdout);
  expect(moved).toMatchObject({ changed: 1, unchanged: 2 });
  expect(await idsOf('--project', at('work'))).toEqual([['2', 'work']]);
});

test.each([
  ['that no path can be', '/srv/ada/\\u0000canal'],
  ['behind a file that is its own link', '/tmp/LOOP/canal'],
])('a session of a folder %s is listed', async (_, cwd) => {
  const { convo, at, read } = canal();
  symlinkSync(at('loop'), at('loop'));
  writeFileSync(at(FILE), read().replace('"cwd":"/srv/ada/canal"', `"cwd":"${cwd.replace('/tmp/LOOP', at('loop'))}"`));
  const { exit, stderr } = await convo('list --kind pi');
  expect([exit, stderr.includes('1 conversation')]).toEqual([0, true]);
});

/** As Pi 1.6.0 went on: it ends at a message that is missing or null, and passes over any other value. */
test.each([
  ['7', true],
  ['"plums"', true],
  ['["plums"]', true],
  ['{"later":"plums"}', true],
  ['null', false],
])('a message of %s: the program goes on with the session: %j', async (message, isReadable) => {
  const { convo, at, read } = canal();
  const sound = read().split('\n').slice(0, 7);
  const { id } = JSON.parse(sound.at(-1) ?? '');
  const said = JSON.stringify({ type: 'message', id: 'ee000001', parentId: id, timestamp: '2026-03-14T10:00:00.000Z' });
  writeFileSync(at(FILE), `${[...sound, said.replace(/}$/, `,"message":${message}}`)].join('\n')}\n`);
  const { findings } = JSON.parse((await convo('verify --json --kind pi')).stdout);
  const codes = findings.map(({ code }: { readonly code: string }) => code);
  expect([codes.includes('PI204'), codes.includes('PI215')]).toEqual([isReadable, !isReadable]);
  if (message.includes('plums')) expect((await convo('grep plums --kind pi')).stdout).toContain('plums');
});

test('a record at which the program ends is mended by the heal that brings it back, and all before it is sent', async () => {
  const { convo, at, read } = canal();
  const lines = read().split('\n').slice(0, 5);
  const record = (id: string, parentId: string, message: unknown) =>
    JSON.stringify({ type: 'message', id, parentId, timestamp: '2026-03-14T10:00:00.000Z', message });
  const said = (id: string, parentId: string, role: string, text: string) =>
    record(id, parentId, { role, content: [{ type: 'text', text }], usage: {} });
  const { id } = JSON.parse(lines.at(-1) ?? '');
  const unread = record('ee000001', id, null);
  const glued =
    said('ee000002', 'ee000001', 'user', 'Which plums?') + said('ee000003', 'ee000002', 'assistant', 'Blue.');
  const before = `${[...lines, unread, glued, said('ee000004', 'ee000003', 'user', 'And pears?')].join('\n')}\n`;
  writeFileSync(at(FILE), before);
  utimesSync(at(FILE), 1.7e9, 1.7e9);
  expect((await convo('verify --kind pi')).stdout).toContain('PI103');
  // Alone it brings back a record at which the program ends, so that nothing would be sent.
  const alone = await convo('heal --only PI103 --yes --kind pi');
  expect([alone.exit, alone.stdout]).toEqual([1, expect.stringContaining('not once it is healed: needs --lossy')]);
  const lossy = await convo('heal --only PI103 --lossy --yes --kind pi');
  expect([lossy.exit, lossy.stdout]).toEqual([4, expect.stringContaining('a new error, PI215')]);
  const { exit, stdout } = await convo('heal --yes --kind pi');
  expect([exit, stdout]).toEqual([0, expect.stringContaining('[PI103 PI215]')]);
  expect(read()).toContain(`"id":"ee000001","parentId":"${id}","timestamp":"2026-03-14T10:00:00.000Z","message":{}}`);
  expect((await convo('verify --kind pi')).exit).toBe(0);
  expect((await convo('undo --kind pi')).exit).toBe(0);
  expect(read()).toBe(before);
});

test('a rename is the record that the program would write, and its title is listed', async () => {
  const { convo, at, read } = canal();
  writeFileSync(at(FILE), read().trimEnd());
  expect((await convo(`rename ${ID} Locks --yes`)).exit).toBe(0);
  const last = JSON.parse(read().trimEnd().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ type: 'session_info', parentId: '92a30008', name: 'Locks' });
  expect((await convo('list --kind pi')).stdout).toContain('Locks');
});

test('a fork has the records of the path, an id of its own and the path of the first session', async () => {
  const { convo, at, recordsAt } = canal();
  expect((await convo(`fork ${ID} --yes`)).exit).toBe(1);
  await convo('heal --yes --kind pi');
  const { items } = JSON.parse((await convo(`fork ${ID} --yes --json`)).stdout);
  const name = readdirSync(at(FOLDER)).find((each) => each.endsWith(`_${items[0].newId}.jsonl`));
  const [begin, ...records] = recordsAt(`${FOLDER}/${name}`);
  expect(begin).toMatchObject({ id: items[0].newId, cwd: '/srv/ada/canal', parentSession: at(FILE) });
  expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 8].map((n) => `92a3000${n}`));
  expect((await convo(`verify ${items[0].newId}`)).exit).toBe(0);
  expect((await convo('undo --kind pi')).exit).toBe(0);
  const part = JSON.parse((await convo(`fork ${ID} --at 3 --yes --json`)).stdout).items[0];
  const short = readdirSync(at(FOLDER)).find((each) => each.endsWith(`_${part.newId}.jsonl`));
  expect(
    recordsAt(`${FOLDER}/${short}`)
      .map(({ id }) => id)
      .slice(1),
  ).toEqual(['92a30001', '92a30002', '92a30003', '92a30004']);
});

test('a session follows its folder, and comes back', async () => {
  const { convo, at } = canal();
  const before = snapshot(at('.pi/agent/sessions'));
  mkdirSync(at('mill'));
  expect((await convo(`rehome /srv/ada/canal ${at('mill')} --yes`)).exit).toBe(0);
  const project = `--${at('mill').slice(1).replaceAll('/', '-')}--`;
  const moved = readFileSync(at(`.pi/agent/sessions/${project}/2026-03-14T09-26-53-589Z_${ID}.jsonl`), 'utf8');
  expect(JSON.parse(moved.split('\n')[0] ?? '').cwd).toBe(at('mill'));
  expect((await convo('undo --kind pi')).exit).toBe(0);
  expect(snapshot(at('.pi/agent/sessions'))).toEqual(before);
});

test('a lost first record comes back from name and records, and one of another id takes its name along', async () => {
  const { convo, at, read } = canal();
  const [, ...lines] = read().split('\n');
  writeFileSync(
    at(FILE),
    lines.join('\n').replace('"sections":{"cwd":"/srv/ada/canal"}', '"sections":{"cwd":"/srv/ada/weir"}'),
  );
  expect((await convo('verify --kind pi')).stdout).toContain('PI001');
  expect((await convo('heal --yes --kind pi')).exit).toBe(1);
  expect(JSON.parse(read().split('\n')[0] ?? '')).toEqual({
    ...{ type: 'session', version: 3, id: ID, timestamp: '2026-03-14T09:26:53.589Z', cwd: '/srv/ada/weir' },
  });
  writeFileSync(at(FILE), read().replace(ID, 'weir-1'));
  expect((await convo('heal --yes --kind pi')).exit).toBe(1);
  expect(readdirSync(at(FOLDER))).toEqual(['2026-03-14T09-26-53-589Z_weir-1.jsonl']);
});

test('sessions in a folder without projects are known, archived beside themselves, and come back', async () => {
  const { convo, at, read } = canal();
  mkdirSync(at('talks'));
  writeFileSync(at(`talks/2026-03-14T09-26-53-589Z_${ID}.jsonl`), read());
  const { kind, id } = JSON.parse((await convo(`list --root ${at('talks')} --json`)).stdout).conversations[0];
  expect([kind, id]).toEqual(['pi', ID]);
  const before = snapshot(at('talks'));
  expect((await convo(`archive ${ID} --root ${at('talks')} --yes`)).exit).toBe(0);
  expect(readdirSync(at('talks/archive'))).toHaveLength(1);
  expect((await convo(`restore ${ID} --root ${at('talks')} --yes`)).exit).toBe(0);
  expect((await convo(`undo --root ${at('talks')}`)).exit).toBe(0);
  expect((await convo(`undo --root ${at('talks')}`)).exit).toBe(0);
  expect(snapshot(at('talks'))).toEqual(before);
});

test.each(['2026-01-01', '2026-12-01'])(
  'a session of another folder, copied into a project on %s, gives it no other name',
  async (day) => {
    const { convo, at, read } = canal();
    const other = read().replaceAll(ID, 'weir-1').replace('"cwd":"/srv/ada/canal"', '"cwd":"/srv/ada/weir"');
    writeFileSync(at(`${FOLDER}/${day}T09-26-53-589Z_weir-1.jsonl`), other);
    const { stdout } = await convo('list --kind pi', { terminal: 120 });
    expect(stdout).toContain('/srv/ada/canal (gone)');
    expect(stdout).toContain('2 conversations');
  },
);

test.each(
  oneIn(
    2,
    [
      ['null', '[]'],
      ['"Plums"', '[{"type":"text","text":"Plums"}]'],
      ['7.0', '[{"type":"text","text":"7.0"}]'],
      ['{"type":"text","text":1e400}', '[{"type":"text","text":"1e400"}]'],
      ['[null, "Plums", {"type":"text"}, null]', '[{"type":"text","text":"Plums"}, {"type":"text","text":""}]'],
      [
        '[null,{"type":"toolCall","id":"c1","name":"read","arguments":{"id":12345678901234567890,"far":1e400,"one":1.0}}]',
        '[{"type":"toolCall","id":"c1","name":"read","arguments":{"id":12345678901234567890,"far":1e400,"one":1.0}}]',
      ],
    ],
    1,
  ),
)('a content of %s is put into a list by the heal, and each value keeps its spelling', async (content, healed) => {
  const { convo, at, read } = canal();
  const sound = read().split('\n').slice(0, 7);
  const { id } = JSON.parse(sound.at(-1) ?? '');
  const usage = '{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":{"total":0}}';
  const message = `{"role":"assistant","content":${content},"usage":${usage},"stopReason":"toolUse"}`;
  const begin = `{"type":"message","id":"ee000001","parentId":"${id}","timestamp":"2026-03-14T10:00:00.000Z"`;
  const before = `${[...sound, `${begin},"message":${message}}`].join('\n')}\n`;
  writeFileSync(at(FILE), before);
  expect((await convo('verify --kind pi')).stdout).toContain('PI205');
  expect((await convo('heal --yes --kind pi')).exit).toBe(0);
  expect(read()).toBe(before.replace(`"content":${content}`, `"content":${healed}`));
  expect((await convo('undo --yes --kind pi')).exit).toBe(0);
  expect(read()).toBe(before);
});

test('a fork is refused while whole records share a line, and has them all after the heal', async () => {
  const { convo, at, read, recordsAt } = canal();
  const sound = read().split('\n').slice(0, 6);
  const { id } = JSON.parse(sound.at(-1) ?? '');
  const said = (own: string, parentId: string, text: string) =>
    JSON.stringify({
      type: 'message',
      id: own,
      parentId,
      timestamp: '2026-03-14T10:00:00.000Z',
      message: { role: 'user', content: [{ type: 'text', text }] },
    });
  const glued = said('ee000001', id, 'Which plums?') + said('ee000002', 'ee000001', 'And pears?');
  writeFileSync(at(FILE), `${[...sound, glued].join('\n')}\n`);
  const refused = await convo(`fork ${ID} --yes`);
  expect(refused.stdout + refused.stderr).toContain('has lines that cannot be read: heal it first');
  expect((await convo('heal --yes --kind pi')).exit).toBe(0);
  expect((await convo(`fork ${ID} --yes`)).exit).toBe(0);
  const made = readdirSync(at(FOLDER)).find((name) => !name.includes(ID) && name.endsWith('.jsonl'));
  expect(recordsAt(`${FOLDER}/${made}`).map((record) => record.id)).toEqual(
    expect.arrayContaining(['ee000001', 'ee000002']),
  );
});

test('an empty folder in the header is none: it is neither gone nor another one, and a heal names the one that the model was told', async () => {
  const { convo, at, read } = canal();
  writeFileSync(at(FILE), read().replace(/"cwd":"[^"]*"/, '"cwd":""'));
  const { stdout } = await convo('verify --kind pi --json');
  const codes = JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
  expect(codes).toContain('PI009');
  expect(codes).not.toContain('PI302');
  expect(codes).not.toContain('PI303');
});
