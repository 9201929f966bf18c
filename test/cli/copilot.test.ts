import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { snapshot } from './change/snapshot.ts';
import { homeOf } from './home-of-all.ts';

const ID = '8192a3b4-c5d6-4e7f-8819-2a3b4c5d6e7f';
const FOLDER = `.copilot/session-state/${ID}`;
const FILE = `${FOLDER}/events.jsonl`;
const WORKSPACE = `${FOLDER}/workspace.yaml`;

function ferry() {
  const made = homeOf(['copilot']);
  const read = (path = FILE) => readFileSync(made.at(path), 'utf8');
  const heal = () => made.convo('heal --lossy --yes --kind copilot');
  return { ...made, read, heal };
}

test('a question without its text is told, healed, and undone', async () => {
  const { convo, at, read } = ferry();
  expect((await convo('verify --kind copilot')).stdout).toContain('CP004');
  const before = snapshot(at('.copilot'));
  const time = statSync(at(FILE)).mtimeMs;
  expect((await convo('heal --yes --kind copilot')).exit).toBe(0);
  expect(read()).toContain('"content":""');
  expect((await convo('verify --kind copilot')).exit).toBe(0);
  expect(Math.round(statSync(at(FILE)).mtimeMs / 1000)).toBe(Math.round(time / 1000));
  expect((await convo('undo --kind copilot')).exit).toBe(0);
  expect(snapshot(at('.copilot'))).toEqual(before);
});

test('a session is found by its folder, and shown by the path of its folder or file', async () => {
  const { convo, at } = ferry();
  expect((await convo('list --kind copilot --project /srv/ada/ferry')).stdout).toContain('Which ferries');
  expect((await convo('list --kind copilot --project ferry')).stdout).toContain('Which ferries');
  expect((await convo('list --kind copilot --project harbour')).stdout).not.toContain('Which ferries');
  expect((await convo(['list', '--root', at(FOLDER)])).stdout).toContain('Which ferries');
  expect((await convo(['list', '--root', at(FILE)])).stdout).toContain('Which ferries');
});

test('a session folder elsewhere is read, and not moved', async () => {
  const { convo, at, read } = ferry();
  mkdirSync(at(`copies/${ID}`), { recursive: true });
  for (const name of ['events.jsonl', 'workspace.yaml'])
    writeFileSync(at(`copies/${ID}/${name}`), read(`${FOLDER}/${name}`));
  expect((await convo(['list', '--root', at(`copies/${ID}`)])).stdout).toContain('Which ferries');
  const { exit, stdout, stderr } = await convo(['archive', ID, '--yes', '--root', at(`copies/${ID}`)]);
  expect([exit, `${stdout}${stderr}`]).toEqual([4, expect.stringContaining('is not in a home of the program')]);
});

test('a link that leads out of the store is not judged', async () => {
  const { convo, at } = ferry();
  const link = ID.replace(/^8/, '9');
  mkdirSync(at('elsewhere'));
  writeFileSync(at('elsewhere/events.jsonl'), '');
  symlinkSync(at('elsewhere'), at(FOLDER.replace(ID, link)));
  const found = (await convo('verify --kind copilot')).stdout.split('\n').filter((line) => line.includes(link));
  expect(found).toEqual([expect.stringContaining('ST005')]);
});

test('a rename is what /rename writes, and is listed', async () => {
  const { convo, read, heal } = ferry();
  await heal();
  expect((await convo([...'rename'.split(' '), ID, 'The "ferry": times', '--yes'])).exit).toBe(0);
  expect(read(WORKSPACE)).toContain('name: "The \\"ferry\\": times"\nuser_named: true\n');
  expect((await convo('list --kind copilot')).stdout).toContain('The "ferry": times');
});

test('a rename leaves bytes alone that are not UTF-8, and members that no one asked about', async () => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const other = 'client_name: caf\xe9 \xc3\xa9\nname: |-\n  one\n  two\nuser_named: false\nnote: "x"\n';
  writeFileSync(at(WORKSPACE), Buffer.from(`id: ${ID}\ncwd: /srv/ada/ferry\n${other}`, 'latin1'));
  expect((await convo(`rename ${ID} Piers --yes`)).exit).toBe(0);
  const renamed = other.replace('|-\n  one\n  two', '"Piers"').replace('false', 'true');
  expect(readFileSync(at(WORKSPACE), 'latin1')).toBe(`id: ${ID}\ncwd: /srv/ada/ferry\n${renamed}`);
  expect(read()).toContain(ID);
});

const REST = 'client_name: github/cli\nuser_named: false\n';

test.each([
  ['an empty name', 'name:\n', 'name: ""\n', 'name: "Piers"\n'],
  ['an empty name before a comment', 'name: # later\n', 'name: "" # later\n', 'name: "Piers" # later\n'],
  ['a list', 'name: [a, b]\n', 'name: "[a, b]"\n', 'name: "Piers"\n'],
  ['a list of lines', 'name:\n  - a\n', 'name:\n  "- a\\n"\n', 'name:\n  "Piers"\n'],
])('%s in the place of a name is healed and renamed where it stands', async (_, name, healed, renamed) => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const written = (text: string) => `id: ${ID}\ncwd: /srv/ada/ferry\n${text}${REST}`;
  writeFileSync(at(WORKSPACE), written(name));
  expect((await convo(`rename ${ID} Piers --yes`)).exit).toBe(0);
  expect(read(WORKSPACE)).toBe(written(renamed).replace('user_named: false', 'user_named: true'));
  writeFileSync(at(WORKSPACE), written(name));
  expect((await heal()).exit).toBe(0);
  expect(read(WORKSPACE)).toBe(written(healed));
  expect((await convo('verify --kind copilot')).exit).toBe(0);
});

test('a workspace.yaml in which a member cannot be put is left as it is', async () => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const written = `id: ${ID}\ncwd: /srv/ada/ferry\n...\n`;
  writeFileSync(at(WORKSPACE), written);
  const { exit, stdout } = await convo(`rename ${ID} Piers --yes`);
  expect([exit, stdout]).toEqual([1, expect.stringContaining('has a workspace.yaml of a form that cannot be changed')]);
  expect(read(WORKSPACE)).toBe(written);
});

test('a workspace.yaml with NUL bytes and members of another kind is healed at once, with a name of several lines', async () => {
  const { convo, at, read, heal } = ferry();
  await heal();
  writeFileSync(at(WORKSPACE), `id: ${ID}\ncwd:\nname: |-\n  one\n  two\nuser_named: maybe\n\0\0`);
  expect((await heal()).exit).toBe(0);
  expect(read(WORKSPACE)).toBe(`id: "${ID}"\ncwd: "/srv/ada/ferry"\nname: "one\\ntwo"\nuser_named: false\n`);
  expect((await convo('verify --kind copilot')).exit).toBe(0);
});

test('a workspace.yaml without an id is said to lack it, beside what is of another kind', async () => {
  const { convo, at, heal } = ferry();
  writeFileSync(at(WORKSPACE), 'cwd: /srv/ada/ferry\nsummary_count: many\n');
  const { stdout } = await convo('verify --kind copilot --only CP302');
  expect(stdout).toContain('lacks id and has summary_count of a kind that is refused');
  expect((await heal()).exit).toBe(0);
  expect((await convo('verify --kind copilot --only CP302')).exit).toBe(0);
});

test('a fork has an id of its own in its folder, its first record and its workspace.yaml', async () => {
  const { convo, read, heal } = ferry();
  expect((await convo(`fork ${ID} --yes`)).exit).toBe(1);
  await heal();
  const { items } = JSON.parse((await convo(`fork ${ID} --yes --json`)).stdout);
  const { newId } = items[0];
  expect(JSON.parse(read(FILE.replace(ID, newId)).split('\n')[0] ?? '').data.sessionId).toBe(newId);
  expect(read(WORKSPACE.replace(ID, newId))).toContain(`id: "${newId}"`);
  expect((await convo(`verify ${newId}`)).exit).toBe(0);
});

test('a session follows its folder, and comes back', async () => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const before = snapshot(at('.copilot/session-state'));
  mkdirSync(at('port'));
  expect((await convo(`rehome /srv/ada/ferry ${at('port')} --yes`)).exit).toBe(0);
  expect(read(WORKSPACE)).toContain(`cwd: "${at('port')}"`);
  expect(JSON.parse(read().split('\n')[0] ?? '').data.context.cwd).toBe(at('port'));
  expect((await convo('verify --kind copilot')).exit).toBe(0);
  expect((await convo('undo --kind copilot')).exit).toBe(0);
  expect(snapshot(at('.copilot/session-state'))).toEqual(before);
});

test('a session goes to the archive with all that is beside it, and comes back', async () => {
  const { convo, at, heal } = ferry();
  await heal();
  mkdirSync(at(`${FOLDER}/checkpoints`));
  writeFileSync(at(`${FOLDER}/checkpoints/index.md`), '# Checkpoints\n');
  const before = snapshot(at('.copilot/session-state'));
  expect((await convo(`archive ${ID} --yes`)).exit).toBe(0);
  expect(readFileSync(at(`.copilot/archive/${ID}/checkpoints/index.md`), 'utf8')).toBe('# Checkpoints\n');
  expect((await convo('list --kind copilot')).stdout).not.toContain('Which ferries');
  expect((await convo(`restore ${ID} --yes`)).exit).toBe(0);
  expect(snapshot(at('.copilot/session-state'))).toEqual(before);
  expect((await convo(`delete ${ID} --yes`)).exit).toBe(0);
  expect((await convo('undo --kind copilot')).exit).toBe(0);
  expect(snapshot(at('.copilot/session-state'))).toEqual(before);
});

test.each([
  ['a text with lines that are JSON', ['one', '2', '{}', 'And'], (line: string) => line.replaceAll('\\n', '\n')],
  ['a text of many lines', Array(40).fill('And'), (line: string) => line.replaceAll('\\n', '\n')],
  ['a record with lines between its members', ['And'], (line: string) => line.replaceAll(',"', ',\n"')],
  [
    'a text behind a torn record',
    ['one', 'And'],
    (line: string) => `${line.slice(0, 90)}\n${line.replace('\\n', '\n')}`,
  ],
])('%s becomes one line again', async (_, words, broken) => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const lines = read().split('\n');
  const index = lines.findIndex((line) => line.includes('And in winter?'));
  const line = lines[index]?.replaceAll('And in', `${words.join('\\n')} in`) ?? '';
  writeFileSync(at(FILE), lines.with(index, broken(line)).join('\n'));
  expect((await convo('verify --kind copilot')).stdout).toContain('CP107');
  expect((await heal()).exit).toBe(0);
  const healed = read().split('\n');
  expect(healed.map((each) => each && JSON.parse(each))).toEqual(
    lines.with(index, line).map((each) => each && JSON.parse(each)),
  );
  expect((await convo('verify --kind copilot')).exit).toBe(0);
});

const LOOK = { toolCallId: 'c', name: 'look' };

test.each([
  ['a text in the place of all members', 'Every hour.', { content: 'Every hour.' }],
  ['a call in the place of a list', { content: '', messageId: 'm', toolRequests: LOOK }, { toolRequests: [LOOK] }],
])('%s of an answer stays where it is read', async (_, data, healed) => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const lines = read().trimEnd().split('\n');
  const index = lines.findLastIndex((line) => line.includes('"assistant.message"'));
  const record = JSON.stringify({ ...JSON.parse(lines[index] ?? ''), data });
  writeFileSync(at(FILE), `${lines.with(index, record).join('\n')}\n`);
  expect((await convo('heal --yes --kind copilot')).exit).toBe(0);
  expect(JSON.parse(read().split('\n')[index] ?? '').data).toMatchObject(healed);
});

test('a session that a running program has open is left alone; the lock of one that was killed is no sign', async () => {
  const { convo, at, heal } = ferry();
  await heal();
  writeFileSync(at(`${FOLDER}/inuse.4711.lock`), '4711');
  const answer = async (alive: boolean) => {
    const { exit, stdout, stderr } = await convo(`archive ${ID} --yes`, { over: { alive: () => alive } });
    return [exit, `${stdout}${stderr}`];
  };
  expect(await answer(true)).toEqual([4, expect.stringContaining('is in use by a running program')]);
  expect((await answer(false))[0]).toBe(0);
});

test('records that the program left out come back from its copy, but not where a rewind took them out', async () => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const lines = read().trimEnd().split('\n');
  const question = lines.findIndex((line) => line.includes('And in winter?'));
  const [before, two, rest] = [
    lines.slice(0, question),
    lines.slice(question, question + 2),
    lines.slice(question + 2),
  ];
  const textOf = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
  writeFileSync(at(`${FILE}.backup-before-recovery-0a`), textOf([...before, two.join(''), ...rest]));
  writeFileSync(at(FILE), textOf([...before, ...rest]));
  expect((await convo('verify --kind copilot')).stdout).toContain('CP306');
  await heal();
  expect(read()).toBe(textOf(lines));
  const rewind = { infoType: 'rewind', message: 'Rewound' };
  const note = { type: 'session.info', data: rewind, id: ID, timestamp: '2026-05-04T10:00:00.000Z', parentId: null };
  writeFileSync(at(FILE), textOf([...before, ...rest, JSON.stringify(note)]));
  expect((await convo('verify --kind copilot')).stdout).not.toContain('CP306');
});

test('a session has the bytes of a copy that the program put aside, of what a rewind cut out too, and has its own back by undo', async () => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const whole = read();
  const copy = `${FILE}.backup-before-recovery-${createHash('sha256').update(whole).digest('hex')}`;
  writeFileSync(at(copy), whole);
  const rewind = { infoType: 'rewind', message: 'Rewound' };
  const note = { type: 'session.info', data: rewind, id: ID, timestamp: '2026-05-04T10:00:00.000Z', parentId: null };
  const rewound = `${whole.split('\n').slice(0, 4).join('\n')}\n${JSON.stringify(note)}\n`;
  writeFileSync(at(FILE), rewound);
  expect((await convo('verify --all --kind copilot')).stdout).toMatch(/CP207 .*backup-before-recovery-\w+ has records/);
  expect((await convo(`show ${ID} --json`)).stdout).toContain('"copies":["session-state/');
  const restore = (more = '') => convo(`restore ${ID} --from ${at(copy)} --yes${more}`);
  expect((await restore(' --dry-run')).exit).toBe(0);
  expect(read()).toBe(rewound);
  const { exit, stdout } = await restore();
  expect([exit, stdout]).toEqual([0, expect.stringContaining('has the bytes of session-state/')]);
  expect([read(), read(copy)]).toEqual([whole, whole]);
  expect((await restore()).stdout).toContain('has the bytes of that copy');
  expect((await convo('undo --kind copilot --yes')).exit).toBe(0);
  expect(read()).toBe(rewound);
  writeFileSync(at(copy), `${whole}{}\n`);
  expect(await restore()).toMatchObject({ exit: 4, stdout: expect.stringContaining('that its name says') });
  writeFileSync(at('note'), 'note');
  expect((await convo(`restore ${ID} --from ${at('note')} --yes`)).stdout).toContain('has no such copy');
  expect(read()).toBe(rewound);
});

test('a copy with lines that the program cannot read is restored all the same', async () => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const torn = `${read().slice(0, -40)}\n`;
  writeFileSync(at(`${FILE}.backup-before-recovery-0a`), torn);
  const { exit } = await convo(`restore ${ID} --from ${at(FILE)}.backup-before-recovery-0a --yes`);
  expect([exit, read()]).toEqual([0, torn]);
});

test.each([
  ['in braces', (id: string) => `{id: ${id}, name: 1909, user_named: false}\n`],
  ['in braces over lines, with a comma at the end', (id: string) => `{\n  "id": ${id},\n  "name": 1909,\n}\n`],
  ['in braces without the id', () => '{name: 1909} # a note\n'],
  ['in empty braces', () => '{}\n'],
])('a workspace.yaml %s is healed where it stands', async (_, made) => {
  const { convo, at, read, heal } = ferry();
  writeFileSync(at(WORKSPACE), made(ID));
  expect((await convo('verify --kind copilot')).stdout).toContain('CP302');
  expect((await heal()).exit).toBe(0);
  expect(read(WORKSPACE)).toMatch(/^\{/);
  const { stdout, exit } = await convo('verify --kind copilot');
  expect([exit, stdout]).toEqual([0, expect.not.stringContaining('CP30')]);
  expect((await convo('list --kind copilot')).stdout).toContain(made(ID).includes('1909') ? '1909' : 'Which ferries');
});

test('a record that is still on a line with another is not said to be lost, and comes back once', async () => {
  const { convo, at, read, heal } = ferry();
  await heal();
  const whole = read();
  const lines = whole.trimEnd().split('\n');
  const glued = `${lines.slice(0, -1).join('\n')}${lines.at(-1)}\n`;
  writeFileSync(at(FILE), glued);
  writeFileSync(at(`${FILE}.backup-before-recovery-${'0'.repeat(64)}`), glued);
  const { stdout } = await convo('verify --kind copilot');
  expect(stdout).toContain('CP103');
  expect(stdout).not.toContain('CP306');
  expect((await heal()).exit).toBe(0);
  expect(read()).toBe(whole);
  writeFileSync(at(FILE), `${lines.slice(0, -2).join('\n')}\n`);
  expect((await convo('verify --kind copilot')).stdout).toContain('CP306');
});
