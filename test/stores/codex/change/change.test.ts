import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../../cli/call.ts';
import { convo, homeWith } from '../home.ts';

const ID = '019a4e33-e458-7c92-8423-10e27c0421ca';
const FILE = `sessions/2025/11/04/rollout-2025-11-04T09-30-15-${ID}.jsonl`;
const TIME = '2025-11-04T09:30:15.000Z';

function line(type: string, payload: object, ordinal?: number): string {
  const number = ordinal === undefined ? {} : { ordinal };
  return `${JSON.stringify({ timestamp: TIME, ...number, type, payload })}\n`;
}

function meta(more: object = {}): object {
  return { id: ID, timestamp: TIME, cwd: '/home/ada', originator: 'codex_cli_rs', cli_version: '0.98.0', ...more };
}

const QUESTION = line('event_msg', { type: 'user_message', message: 'How deep do leek seeds go?' });

test('a heal does not push the first question out of the lines that the list looks at', async () => {
  const thought = line('event_msg', { type: 'agent_reasoning', text: 'n' });
  const glued = `${thought.trimEnd()}${thought}`;
  const root = homeWith({ [FILE]: line('session_meta', meta()) + glued + thought.repeat(207) + QUESTION });
  const { refused, items } = await convo(root, 'heal --yes');
  expect([refused, items[0].reason]).toEqual([1, expect.stringContaining('below line 210')]);
});

/** Workspace roots, and those that Codex 0.171.0 goes on with. */
test.each([
  [
    ['/srv/ada', 'src', '~/beds'],
    ['/srv/ada', '~/beds'],
  ],
  [['./src', '', '~ada', 'file:///srv'], undefined],
  [['C:\\ada', '\\\\srv\\ada'], undefined],
])('of the workspace roots %j those that keep the program from going on are left out', async (roots, left) => {
  const root = homeWith({ [FILE]: line('session_meta', meta({ runtime_workspace_roots: roots })) + QUESTION });
  const { items } = await convo(root, 'heal --yes --lossy');
  expect(items[0]).toMatchObject({ state: 'changed', codes: ['CX105'] });
  const [first = ''] = readFileSync(join(root, FILE), 'utf8').split('\n');
  expect(JSON.parse(first).payload).toEqual(meta(left === undefined ? {} : { runtime_workspace_roots: left }));
});

test.each([
  { runtime_workspace_roots: ['/srv/ada', '/srv/../ada', '~', '~/beds', '/'] },
  { runtime_workspace_roots: [] },
  { cwd: 'C:\\ada', runtime_workspace_roots: ['C:\\ada', 'd:/beds'] },
])('a thread that begins with %j is sound', async (members) => {
  const root = homeWith({ [FILE]: line('session_meta', meta(members)) + QUESTION });
  expect((await convo(root, 'verify')).findings).toEqual([]);
});

test('a thread with a relative workspace root is listed, and the program does not go on with it', async () => {
  const root = homeWith({ [FILE]: line('session_meta', meta({ runtime_workspace_roots: ['src'] })) + QUESTION });
  expect((await convo(root, 'list')).conversations[0]).toMatchObject({ id: ID, readable: false, hidden: null });
  expect((await convo(root, 'verify')).findings).toMatchObject([{ code: 'CX105', offset: 0 }]);
});

test('records with commas in the place of line ends get a line each, and none is left out', async () => {
  const lines = [
    line('session_meta', meta()),
    QUESTION,
    QUESTION.replace('leek', 'beet'),
    QUESTION.replace('leek', 'kale'),
  ];
  const root = homeWith({ [FILE]: `${lines.map((each) => each.trimEnd()).join(',')}\n` });
  const { items } = await convo(root, 'heal --yes');
  expect(items[0]).toMatchObject({ codes: ['CX011'] });
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(lines.join(''));
});

test('a preview shows the bytes that a heal puts between records, and those that it takes from a line', async () => {
  const first = line('session_meta', meta());
  const [a, b] = [QUESTION.trimEnd(), QUESTION.trimEnd().replace('leek', 'beet')];
  const torn = a.slice(0, 40);
  const lines = [`${a}${b}\n`, `${torn}${b} \n`, `\0\0${a.replace('leek', 'le\0ek')}\n`, '\0\0\0\n'];
  const root = homeWith({ [FILE]: first + lines.join('') });
  const { items } = await convo(root, 'heal --dry-run --lossy');
  const shown = items[0].steps[0].edits.map(({ line, column, removed, inserted }: Record<string, unknown>) => [
    line,
    column,
    removed,
    inserted,
  ]);
  expect(shown).toEqual([
    [2, a.length + 1, '', '\n'],
    [3, 1, torn, ''],
    [3, torn.length + b.length + 1, ' ', ''],
    [4, 1, '\0\0', ''],
    [4, a.indexOf('leek') + 5, '\0', ''],
    [5, 1, '\0\0\0\n', ''],
  ]);
  await convo(root, 'heal --yes --lossy');
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(`${first}${a}\n${b}\n${b}\n${a}\n`);
});

test('a line with very many NUL bytes apart is written anew as one edit', async () => {
  const first = line('session_meta', meta());
  const root = homeWith({ [FILE]: first + QUESTION.replace('leek', 'l\0e'.repeat(2_000)) });
  const { items } = await convo(root, 'heal --dry-run');
  expect(items[0].steps[0]).toMatchObject({ edits: [{ line: 2, column: 1 }], more: 0 });
  await convo(root, 'heal --yes');
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(first + QUESTION.replace('leek', 'le'.repeat(2_000)));
});

test('a few bytes before a record are stray, and those of a torn one before an object in it are not', async () => {
  const codes = async (text: string) => {
    const root = homeWith({ [FILE]: `${line('session_meta', meta())}${text}\n${QUESTION}` });
    return (await convo(root, 'verify')).findings.map(({ code }: { code: string }) => code);
  };
  expect(await codes(`x${QUESTION.trimEnd()}`)).toEqual(['CX024']);
  expect(await codes('"a":{"role":"user"}')).toEqual(['CX008']);
  expect(await codes(`{"a":${QUESTION.trimEnd()}`)).toEqual(['CX010']);
});

test('what a first record without its last bracket names is no bare record of 2025 after a heal', async () => {
  const root = homeWith({ [FILE]: `${line('session_meta', meta()).trimEnd().slice(0, -1)}\n${QUESTION}` });
  await convo(root, 'heal --lossy --yes --cwd /srv/ada');
  expect((await convo(root, 'verify')).findings).toEqual([]);
  expect((await convo(root, 'list --all')).conversations[0].readable).toBe(true);
});

test('a heal says of a damaged rollout that is a link that nothing is changed through one', async () => {
  const root = homeWith({ [FILE]: `${line('session_meta', meta())}\0\0${QUESTION}` });
  const aside = join(root, 'aside.jsonl');
  renameSync(join(root, FILE), aside);
  symlinkSync(aside, join(root, FILE));
  const before = readFileSync(aside);
  const { changed, items } = await convo(root, 'heal --yes');
  expect(changed).toBe(0);
  expect(items[0]).toMatchObject({ state: 'refused', codes: ['CX013'], reason: expect.stringContaining('a link') });
  expect(readFileSync(aside)).toEqual(before);
});

test('one heal mends every rollout of a thread, and puts each in its place', async () => {
  const loose = `sessions/rollout-2025-11-04T09-30-15-${ID}.jsonl`;
  const other = '01a10b13-a800-74a6-80d2-ecd6020fed9c';
  const misnamed = `sessions/2025/11/06/rollout-2025-11-05T09-30-15-${other}.jsonl`;
  const broken = `${line('session_meta', meta())}\0\0${QUESTION}`;
  const files = { [loose]: broken, [misnamed]: broken };
  const root = homeWith(files);
  const { items } = await convo(root, 'heal --yes');
  const second = `sessions/2025/11/05/rollout-2025-11-05T09-30-15-${ID}.jsonl`;
  const notes = items.flatMap((item: { notes: readonly string[] }) => item.notes);
  expect(notes).toEqual(expect.arrayContaining([`is moved to ${FILE}`, `is moved to ${second}`]));
  const codes = items.flatMap((item: { codes: readonly string[] }) => item.codes);
  expect([...new Set(codes)].sort()).toEqual(['CX013', 'CX301', 'CX304', 'CX305']);
  const healed = `${line('session_meta', meta())}${QUESTION}`;
  for (const path of [FILE, second]) expect(readFileSync(join(root, path), 'utf8')).toBe(healed);
  expect((await convo(root, 'heal --yes')).changed).toBe(0);
  for (const _ of items) await convo(root, 'undo --yes');
  for (const [path, text] of Object.entries(files)) expect(readFileSync(join(root, path), 'utf8')).toBe(text);
});

test('a thread whose file has another id in its name is gone on with by its own, which a heal gives the file', async () => {
  const other = '01a10b13-a800-74a6-80d2-ecd6020fed9c';
  const root = homeWith({ [FILE.replace(ID, other)]: `${line('session_meta', meta())}${QUESTION}` });
  const { conversations } = await convo(root, 'list');
  expect(conversations).toEqual([expect.objectContaining({ id: other, resumeId: ID })]);
  expect(conversations[0].resume).toMatch(new RegExp(`codex resume ${ID}$`));
  const { items } = await convo(root, 'heal --yes');
  expect(items).toEqual([expect.objectContaining({ id: other, newId: ID, codes: ['CX301'] })]);
  const healed = await convo(root, 'list');
  expect(healed.conversations).toEqual([expect.objectContaining({ id: ID })]);
  expect(healed.conversations[0]).not.toHaveProperty('resumeId');
  await convo(root, 'undo --yes');
  expect((await convo(root, 'list')).conversations).toEqual(conversations);
});

test('a thread keeps the id in the name of its file where its own is that of another file', async () => {
  const other = '01a10b13-a800-74a6-80d2-ecd6020fed9c';
  const text = `${line('session_meta', meta())}${QUESTION}`;
  const root = homeWith({ [FILE]: text, [FILE.replace(ID, other)]: text });
  const { conversations } = await convo(root, 'list --all --hidden');
  for (const each of conversations) expect(each).not.toHaveProperty('resumeId');
  const { items } = await convo(root, 'heal --yes');
  expect(items).toContainEqual(expect.objectContaining({ id: other, codes: ['CX301'], state: 'refused' }));
});

test('a thread that the program reads and does not go on with has no line to resume it, and one once it is healed', async () => {
  const root = homeWith({ [FILE]: `${QUESTION}${line('session_meta', meta())}` });
  const { conversations } = await convo(root, 'list');
  expect(conversations).toEqual([expect.objectContaining({ readable: true, resumes: false, resume: null })]);
  await convo(root, 'heal --yes');
  const [healed] = (await convo(root, 'list')).conversations;
  expect(healed.resume).toMatch(new RegExp(`codex resume ${ID}$`));
  expect(healed).not.toHaveProperty('resumes');
});

test.each(['"0"', '-1', '18446744073709551616'])(
  'an ordinal of %s keeps the first record from being read, and becomes null',
  async (ordinal) => {
    const first = line('session_meta', meta());
    const withOrdinal = (value: string) => `${first.replace('"type"', `"ordinal":${value},"type"`)}${QUESTION}`;
    const root = homeWith({ [FILE]: withOrdinal(ordinal) });
    const { findings } = await convo(root, 'verify');
    const message = 'has a first record without a usable ordinal';
    expect(findings).toEqual([expect.objectContaining({ code: 'CX104', message })]);
    await convo(root, 'heal --yes');
    expect(readFileSync(join(root, FILE), 'utf8')).toBe(withOrdinal('null'));
    expect((await convo(root, 'verify')).summary).toMatchObject({ errors: 0, warnings: 0 });
  },
);

test('half of a character in UTF-16 is lost with --lossy alone, which a refusal names', async () => {
  const text = `${line('session_meta', meta())}${QUESTION.replace('leek', 'leek \ud83d')}`;
  const root = homeWith({});
  const bytes = Buffer.concat([Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from('x')]);
  const path = join(root, FILE);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  const { items } = await convo(root, 'heal --yes');
  expect(items[0]).toMatchObject({ state: 'refused', reason: expect.stringContaining('2 half characters') });
  expect(items[0].next).toContain('--lossy');
  expect(readFileSync(path)).toEqual(bytes);
  const healed = await convo(root, 'heal --lossy --yes');
  expect(healed.items[0].notes).toContain('2 half characters of UTF-16 lost');
  expect(readFileSync(path, 'utf8')).toBe(text.replace('\ud83d', '\ufffd'));
});

test('a heal that would change the last record that a fork goes on from is refused', async () => {
  const first = line('session_meta', meta({ history_mode: 'paginated' }), 0);
  const source = `${first}${line('event_msg', { type: 'token_count' }, 1)}${line('event_msg', { type: 'token_count' })}`;
  const fork = '01a10b13-a800-74a6-80d2-ecd6020fed9c';
  const base = { thread_id: ID, end_ordinal_exclusive: 3, end_byte_offset: source.length };
  const root = homeWith({
    [FILE]: source,
    [`sessions/2025/11/05/rollout-2025-11-05T09-30-15-${fork}.jsonl`]: line(
      'session_meta',
      meta({ id: fork, history_mode: 'paginated', history_base: base }),
      3,
    ),
  });
  const { changed, items } = await convo(root, 'heal --yes');
  expect([changed, items.map(({ reason = null }) => reason)]).toEqual([
    0,
    expect.arrayContaining([expect.stringContaining(fork)]),
  ]);
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(source);
});

test('an independent fork has all that its source inherits, and needs neither', async () => {
  const fork = '01a10b13-a800-74a6-80d2-ecd6020fed9c';
  const turn = (n: number, turn_id: string, text: string) => {
    const item = { type: 'UserMessage', id: `i${n}`, content: [{ type: 'text', text }] };
    const events = [
      { type: 'task_started', turn_id },
      { type: 'item_completed', thread_id: ID, turn_id, item, completed_at_ms: 1 },
      { type: 'task_complete', turn_id },
    ];
    return events.map((event, i) => line('event_msg', event, n + i)).join('');
  };
  const paginated = { history_mode: 'paginated' };
  const source = line('session_meta', meta(paginated), 0) + turn(1, 't1', 'How deep do leek seeds go?');
  const later = turn(4, 't2', 'And the carrots?');
  const base = { thread_id: ID, end_ordinal_exclusive: 4, end_byte_offset: source.length };
  const first = line('session_meta', meta({ id: fork, ...paginated, history_base: base }), 4);
  const root = homeWith({
    [FILE]: source + later,
    [`sessions/2025/11/05/rollout-2025-11-05T09-30-15-${fork}.jsonl`]: first + turn(5, 't3', 'Can mint live in a pot?'),
  });
  const { items } = await convo(root, `fork ${fork} --independent`);
  const [{ newId }] = items;
  const [made = ''] = (await convo(root, 'list --all')).conversations.flatMap((each: { id: string; path: string }) =>
    each.id === newId ? [each.path] : [],
  );
  const records = readFileSync(made, 'utf8')
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each));
  expect(records.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 5, 6, 7]);
  expect(records[0].payload).toMatchObject({ id: newId, forked_from_id: fork, ...paginated });
  expect(records[0].payload).not.toHaveProperty('history_base');
  expect((await convo(root, `delete ${fork}`)).changed).toBe(1);
  expect((await convo(root, `delete ${ID}`)).changed).toBe(1);
  const { conversation } = await convo(root, `show ${newId}`);
  expect(conversation.messages.map(({ text }: { text: string }) => text)).toEqual([
    'How deep do leek seeds go?',
    'Can mint live in a pot?',
  ]);
  expect(
    (await convo(root, 'verify')).findings.filter(({ severity }: { severity: string }) => severity !== 'info'),
  ).toEqual([]);
});

test('a first record that is damaged is repaired, and that of the thread it was forked from stays the second', async () => {
  const parent = line('session_meta', meta({ id: '019a5e30-1200-7e89-8e64-33bc16d17591' }));
  const { cwd: _, ...damaged } = meta() as { cwd: string };
  const root = homeWith({ [FILE]: line('session_meta', damaged) + parent + QUESTION });
  const { changed } = await convo(root, 'heal --lossy --yes --cwd /srv/ada');
  const { conversations } = await convo(root, 'list');
  expect([changed, conversations[0].id, conversations[0].hidden]).toEqual([1, ID, null]);
  expect(JSON.parse(readFileSync(join(root, FILE), 'utf8').split('\n')[0] ?? '').payload.id).toBe(ID);
});

test('a record that is cut so early that it begins like the next one is lost, and not called whole', async () => {
  const answer = line('event_msg', { type: 'agent_message', message: 'About one centimetre.' });
  const root = homeWith({
    [FILE]: `${line('session_meta', meta())}${QUESTION}${answer.slice(0, 60)}\n${QUESTION}${answer}`,
  });
  const { findings } = await convo(root, 'verify');
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(['CX008']);
  expect((await convo(root, 'heal --yes')).changed).toBe(0);
});

test('a byte that is not UTF-8 behind a torn first record is told, and not taken for a part of that', async () => {
  const root = homeWith({ [FILE]: '' });
  const torn = line('session_meta', meta()).slice(0, 180);
  writeFileSync(join(root, FILE), Buffer.concat([Buffer.from(`${torn}\n`), Buffer.of(0x80), Buffer.from(QUESTION)]));
  const { findings } = await convo(root, 'verify');
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining(['CX021', 'CX008']));
});

test('a heal of merge marks says that what both sides have is there twice', async () => {
  const marked = `<<<<<<< HEAD\n${QUESTION}=======\n${QUESTION}>>>>>>> laptop\n`;
  const root = homeWith({ [FILE]: line('session_meta', meta()) + marked });
  expect((await convo(root, 'heal --lossy --yes')).items[0]).toMatchObject({
    codes: ['CX020'],
    notes: ['3 marks of a merge conflict removed, all records of both sides kept: what both have is there twice'],
  });
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(line('session_meta', meta()) + QUESTION + QUESTION);
});

const BAD = Buffer.of(0xff);

test.each([
  ['behind a record', [QUESTION.trimEnd(), BAD, '\n'], QUESTION],
  ['before a record', [BAD, QUESTION], QUESTION],
  ['between two records', [QUESTION.trimEnd(), BAD, QUESTION], QUESTION + QUESTION],
])('a byte %s that is not UTF-8 is taken away, and nothing is lost', async (_, parts, after) => {
  const root = homeWith({ [FILE]: '' });
  const first = line('session_meta', meta()) + QUESTION;
  writeFileSync(join(root, FILE), Buffer.concat([Buffer.from(first), ...parts.map((part) => Buffer.from(part))]));
  const { items } = await convo(root, 'heal --yes');
  expect(items[0]).toMatchObject({ state: 'changed', notes: ['1 byte removed, all records kept'] });
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(first + after);
});

test('a million bytes behind a record are taken away at once', async () => {
  const text = line('session_meta', meta()) + QUESTION;
  const root = homeWith({ [FILE]: '' });
  const bad = Buffer.alloc(1_000_000, BAD);
  writeFileSync(join(root, FILE), Buffer.concat([Buffer.from(text.trimEnd()), bad, Buffer.from('\n')]));
  const { items } = await convo(root, 'heal --yes');
  expect(items[0]).toMatchObject({ state: 'changed', notes: ['1000000 bytes removed, all records kept'] });
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(text);
});

test.each([
  ['in a text', [QUESTION.slice(0, -5), BAD, QUESTION.slice(-5)]],
  ['behind a torn record', [QUESTION.slice(0, 90), BAD, '\n']],
])('a byte %s that is not UTF-8 is healed with a loss alone', async (_, parts) => {
  const root = homeWith({ [FILE]: '' });
  const first = line('session_meta', meta()) + QUESTION;
  writeFileSync(join(root, FILE), Buffer.concat([Buffer.from(first), ...parts.map((part) => Buffer.from(part))]));
  expect((await convo(root, 'verify')).findings).toMatchObject([{ code: 'CX002' }]);
  expect((await convo(root, 'heal --yes')).changed).toBe(0);
});

test('a subagent is shown with the thread that began it, which is archived with it, and the run says so', async () => {
  const agent = '01a10b13-a800-74a6-80d2-ecd6020fed9d';
  const spawn = { subagent: { thread_spawn: { parent_thread_id: ID, depth: 1 } } };
  const root = homeWith({
    [FILE]: line('session_meta', meta()) + QUESTION,
    [`sessions/2025/11/05/rollout-2025-11-05T09-30-15-${agent}.jsonl`]:
      line('session_meta', meta({ id: agent, source: spawn })) + QUESTION,
  });
  const shown = async (id: string) => (await call(['show', id, '--root', root, '--no-config'])).stdout;
  expect(await shown(ID)).toContain(`has the subagent ${agent}`);
  expect(await shown(agent)).toContain(`is a subagent of ${ID}`);
  const { items } = await convo(root, `archive ${ID} --dry-run`);
  expect(items[0].notes).toContainEqual(`the threads of its subagents go along: ${agent}`);
});

test('an item of a paginated thread that was written twice is shown once, as by the program', async () => {
  const item = { type: 'UserMessage', id: 'a', content: [{ type: 'text', text: 'How deep?' }] };
  const asked = (ordinal: number) =>
    line('event_msg', { type: 'item_completed', thread_id: ID, turn_id: 't', item }, ordinal);
  const first = line('session_meta', meta({ history_mode: 'paginated' }), 0);
  const root = homeWith({ [FILE]: first + asked(1) + asked(2) });
  const { stdout } = await call(['show', ID, '--root', root, '--no-config']);
  expect(stdout.match(/How deep\?/g)).toHaveLength(2);
});

test('broken lines before a first record that lacks something are healed with it, in one go', async () => {
  const root = homeWith({ [FILE]: `{"a":1}\n${line('session_meta', meta({ source: 7 }))}${QUESTION}` });
  await convo(root, 'heal --lossy --yes');
  const { findings } = await convo(root, 'verify --all');
  expect(findings).toEqual([]);
});

test('a heal that would leave nothing of a file is refused', async () => {
  const torn = line('session_meta', meta()).slice(0, 120);
  const root = homeWith({ [FILE]: torn });
  const { items } = await convo(root, 'heal --lossy --yes');
  expect(items[0].reason).toContain('nothing would be left of it');
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(torn);
});

test('why and fork name the heal that takes what is wrong', async () => {
  const root = homeWith({ [FILE]: line('session_meta', meta({ source: 7 })) + QUESTION, 'session_index.jsonl': 'x\n' });
  const { reasons } = await convo(root, `why ${ID}`);
  const { items } = await convo(root, `fork ${ID}`);
  expect([...reasons.map(({ remedy }: { remedy: string }) => remedy), items[0].next]).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/heal .* --lossy --dry-run/)),
  );
});
