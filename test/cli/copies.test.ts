import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { copyTree } from '../support/folders.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';
import { homeOf } from './home-of-all.ts';

const DEMO = fileURLToPath(new URL('../../fixtures/demo/claude', import.meta.url));
const ID = '7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6';
const COPY = `${ID} (Ben's conflicted copy 2026-11-20).jsonl`;

/** A home in which a tool for syncing left a copy beside a session. */
async function homeWithCopy({ healed = true } = {}) {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-home-ben-quay');
  copyTree(DEMO, join(home, '.claude'));
  const say = (...words: string[]) => call(words, { home });
  if (healed) await say('heal', ID);
  copyFileSync(join(folder, `${ID}.jsonl`), join(folder, COPY));
  return { folder, say, home };
}

describe('a copy that a tool for syncing left beside a session', () => {
  test('takes the short id from nobody: what a list shows is taken, and means the session', async () => {
    const { say, home } = await homeWithCopy();
    const listed = (await call(['list'], { home, terminal: 100 })).stdout;
    expect(listed).toMatch(/^7e905b3a {2}/m);
    expect((await call([], { home, terminal: 100 })).stdout).toMatch(/^7e905b3a {2}/m);
    expect((await say('show', '7e90')).stdout).toContain(`\n${ID}\n`);
    const hidden = (await call(['list', '--hidden'], { home, terminal: 200 })).stdout;
    expect(hidden).toContain('7e905b3a (copy)  ');
    expect((await say('show', '7e905b3a (copy)')).stdout).toContain(`\n${COPY}\n`);
    const { conversations }: { conversations: { id: string; copyOf?: string }[] } = JSON.parse(
      (await say('list', '--json')).stdout,
    );
    expect(conversations.flatMap(({ id, copyOf }) => (copyOf === undefined ? [] : [[id, copyOf]]))).toEqual([
      [COPY, ID],
    ]);
    expect((await say('show', COPY)).stdout).toContain(`\n${COPY}\n`);
  });

  test('is not compared with a session of another project that has the same id', async () => {
    const { say, folder } = await homeWithCopy();
    const session = join(folder, `${ID}.jsonl`);
    const other = join(dirname(folder), '-home-ben-zoo');
    mkdirSync(other);
    copyFileSync(session, join(other, `${ID}.jsonl`));
    const [first = ''] = readFileSync(session, 'utf8').split('\n');
    writeFileSync(session, `${first}\n`);
    expect((await say('archive', '--copies', '--yes')).exit).toBe(0);
    expect(existsSync(join(folder, COPY))).toBe(true);
  });

  test('has a short name in a list, and beside another copy of the session each has its own on a line', async () => {
    const { home, folder } = await homeWithCopy();
    const list = async () => (await call(['list', '--hidden', '--color', 'never'], { home, terminal: 80 })).stdout;
    expect(await list()).toMatch(/^7e905b3a \(copy\) .*\[hidden: name\]$/m);
    const other = COPY.replace('Ben', 'Ada');
    copyFileSync(join(folder, COPY), join(folder, other));
    const lines = (await list()).split('\n');
    for (const name of [COPY, other])
      expect(lines[lines.indexOf(name) + 1]).toMatch(/^ {4}.*\[hidden: name\] \[copy of 7e905b3a\]$/);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test.each([20, 40, 59])(
    'is named as a copy in %s columns, where another row keeps its two lines',
    async (terminal) => {
      const { home } = await homeWithCopy();
      const { stdout } = await call('list --all --color never', { home, terminal });
      expect(stdout).toMatch(/^7e905b3a \(copy\)/m);
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain('hidden: name · copy of 7e905b3a · ');
      expect(stdout).toMatch(/^7e905b3a {2,}\S.*\n {10,}\S/m);
      expect(stdout.split('\n').filter((line) => line.length > terminal && !/`|^7e905b3a-/.test(line))).toEqual([]);
    },
  );

  test.each([40, 80])('is asked about with its title, age and size, in %s columns', async (terminal) => {
    const { home, folder } = await homeWithCopy();
    const keys = (async function* () {
      yield* 'n\n';
    })();
    const over = { stdin: Object.assign(keys, { isTTY: true }) };
    const { exit, stderr } = await call('archive --copies --color never', { home, terminal, over });
    const lines = stderr.split(/\n|(?<=edits\)) /);
    expect(lines.filter((line) => line.length > terminal)).toEqual([]);
    const at = lines.findIndex((line) => /^ {6}3 days ago, \S+ KB$/.test(line));
    const name = lines.slice(1, at - 1).map((line) => line.trim());
    expect([name.join(' '), lines[at - 1]]).toEqual([COPY, expect.stringMatching(/^ {6}\w+/)]);
    expect([exit, readdirSync(folder).includes(COPY)]).toEqual([2, true]);
  });

  test('is gone on with by no command, and a fork of it is a session', async () => {
    const { say, folder } = await homeWithCopy();
    const { stdout } = await say('why', COPY);
    expect(stdout).toContain(
      "convo diff '7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6 (Ben'\\''s conflicted copy 2026-11-20).jsonl'",
    );
    expect(stdout).not.toContain('claude --resume');
    expect((await say('show', COPY)).stdout).not.toContain('claude --resume');
    const { exit, stderr } = await say('resume', COPY);
    expect([exit, stderr]).toEqual([
      4,
      expect.stringMatching(/^convo: claude does not go on with 7e905b3a.*\n.*convo why/),
    ]);
    const before = readdirSync(folder);
    expect((await say('fork', COPY)).exit).toBe(0);
    const [made = ''] = readdirSync(folder).filter((name) => !before.includes(name));
    const id = made.slice(0, -'.jsonl'.length);
    // It is found, and refused for its folder alone.
    expect(await say('resume', id)).toMatchObject({ exit: 4, stderr: expect.stringContaining('/home/ben/quay') });
    expect((await say('verify', id)).exit).toBe(0);
    expect((await say('undo')).exit).toBe(0);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('with messages of its own is led to the fork that makes a session of it, and to the archive behind that', async () => {
    const { say, folder } = await homeWithCopy();
    const [session, copy] = [`${ID}.jsonl`, COPY].map((name) => join(folder, name)) as [string, string];
    const said = (await say('diff', COPY)).stderr;
    expect(said).not.toContain('convo fork');
    const lines = readFileSync(session, 'utf8').trimEnd().split('\n');
    writeFileSync(session, `${lines.slice(0, -4).join('\n')}\n`);
    const quoted = `'${COPY.replace("'", "'\\''")}'`;
    const longer = await say('diff', ID, COPY);
    expect(longer).toMatchObject({ exit: 1, stdout: expect.stringContaining(`nothing in ${ID.slice(0, 8)} that`) });
    expect(longer.stderr).toContain(
      `the copy has all of the other and more: \`convo fork ${quoted}\` makes a conversation of it under a new id; \`convo archive ${ID} ${quoted}\` then moves both away`,
    );
    writeFileSync(copy, readFileSync(copy, 'utf8').replace(/"text":"(?!.*"text":")/s, '"text":"Mine. '));
    writeFileSync(session, `${lines.join('\n')}\n`);
    const { stderr } = await say('diff', COPY);
    expect(stderr).toContain('each has messages of its own: ');
    expect(stderr).toContain(`\`convo archive ${quoted}\` then moves the copy away`);
    expect((await say('diff', COPY, '--json')).stderr).toBe('');
    expect((await say('fork', COPY)).exit).toBe(0);
    expect((await say('archive', ID, COPY)).exit).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith(ID))).toEqual([]);
  });

  test('is refused with a way out where a fork of it would lose what the program does not read', async () => {
    const { say } = await homeWithCopy({ healed: false });
    const { exit, stdout } = await say('fork', COPY);
    expect([exit, stdout]).toEqual([
      1,
      expect.stringContaining('give its file a new UUID with .jsonl for a name first'),
    ]);
    expect(stdout).not.toContain('next:');
  });
});

describe('a copy with nothing of its own', () => {
  test('is named by list and verify, and archived, restored and brought back by undo', async () => {
    const { say, folder } = await homeWithCopy();
    const before = readdirSync(folder);
    const says = '7e905b3a (copy): nothing in it that 7e905b3a lacks';
    expect((await say('list', '--hidden')).stderr).toContain(says);
    expect((await say('verify', '--all')).stderr).toContain(says);
    const { findings } = JSON.parse((await say('verify', '--json', '--only', 'CL309')).stdout);
    expect(findings).toMatchObject([
      { id: COPY, severity: 'info', message: expect.stringContaining('which is here too') },
    ]);
    const asked = await say('archive', '--copies');
    expect([asked.exit, asked.stderr, readdirSync(folder)]).toEqual([2, expect.stringContaining('--yes'), before]);
    const dry = await say('archive', '--copies', '--dry-run');
    expect([dry.exit, dry.stdout, readdirSync(folder)]).toEqual([0, expect.stringContaining('1 to change'), before]);
    expect((await say('archive', '--copies', '--yes')).exit).toBe(0);
    expect(readdirSync(folder)).toEqual(before.filter((name) => name !== COPY));
    expect((await say('list', '--archived', '--hidden')).stdout).toContain(COPY);
    const again = await say('archive', '--copies', '--yes');
    expect([again.exit, again.stderr]).toEqual([0, expect.stringContaining('no copy was found')]);
    expect((await say('undo')).exit).toBe(0);
    expect(readdirSync(folder)).toEqual(before);
    expect((await say('archive', COPY)).exit).toBe(0);
    expect((await say('restore', COPY)).exit).toBe(0);
    expect(readdirSync(folder)).toEqual(before);
  });

  const PI = 'sessions/--tmp--/2026-03-21T09-26-53-589Z_019cec1a-7a05-7000-8000-000000000007';
  test.each(
    oneIn(
      2,
      [
        ['gemini', '.gemini', 'tmp/orchard/chats/session-2026-05-04T09-30-1a2b3c4d', '1a2b3c4d'],
        ['pi', '.pi/agent', PI, '019cec1a-7a05-7000-8000-000000000007'],
        ['qwen', '.qwen', 'projects/-srv-ada-orchard/chats/1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', '1a2b3c4d'],
      ],
      1,
    ),
  )('is known by its name in a store of %s too', async (kind, folder, stem, original) => {
    const home = emptyHome();
    const root = join(home, folder);
    copyTree(join(DEMO, '../..', kind, 'store'), root, { times: true });
    const copy = join(root, `${stem} (conflicted copy).jsonl`);
    copyFileSync(join(root, `${stem}.jsonl`), copy);
    utimesSync(copy, 1.7e9, 1.7e9);
    const [plain, hidden] = [await call('list', { home }), await call('list --hidden', { home })];
    const listed = `${plain.stdout}${plain.stderr}${hidden.stdout}${hidden.stderr}`;
    expect(listed).toMatch(new RegExp(`\\[copy of ${original}[-0-9a-f]*\\]`));
    const short = kind === 'pi' ? original.slice(-8) : original;
    expect(listed).toContain(`${short} (copy): nothing in it that ${short} lacks`);
    const { stdout } = await call('verify', { home });
    const ofCopy = JSON.parse((await call('verify --json', { home })).stdout).findings.filter(
      ({ code }: { code: string }) => ['QW307', 'PI304', 'GM310'].includes(code),
    );
    expect(ofCopy).toMatchObject([{ severity: 'info', path: copy }]);
    expect(stdout).not.toMatch(/ (?:QW301|PI301) /);
    expect((await call(`show ${original}`, { home })).exit).toBe(0);
    // As the overview names it.
    const word = `${original.slice(0, 8)} (copy)`;
    for (const verb of ['show', 'why'])
      expect((await call([verb, word, '--json'], { home })).stdout).toContain(basename(copy));
    expect((await call(['show', '99990000 (copy)'], { home })).stderr).toContain(
      'no conversation has the id 99990000 (copy)',
    );
    expect((await call(['archive', '1 (copy)', '--yes'], { home })).exit).toBe(2);
    expect((await call('archive --copies --yes', { home })).exit).toBe(0);
    expect([existsSync(copy), existsSync(join(root, `${stem}.jsonl`))]).toEqual([false, true]);
    expect((await call('undo --yes', { home })).exit).toBe(0);
    expect(existsSync(copy)).toBe(true);
  });

  test('is left alone once a line is in it that the session lacks, and so is every other session', async () => {
    const { say, folder } = await homeWithCopy();
    appendFileSync(join(folder, COPY), '{"type":"custom-title","customTitle":"Mine"}\n');
    const before = readdirSync(folder);
    const { exit, stderr } = await say('archive', '--copies', '--yes');
    expect([exit, stderr]).toEqual([0, expect.stringContaining('no copy was found')]);
    expect(readdirSync(folder)).toEqual(before);
    expect((await say('list', '--hidden')).stdout).not.toContain('nothing in it');
    expect((await say('archive', '--copies', '7e90')).exit).toBe(2);
  });
});

describe('a copy beside a thread of Codex', () => {
  const THREAD = '019d2994-19a8-7392-8eb1-50b61a16950c';
  const COPY_OF_IT = `${THREAD} (conflicted copy)`;
  const DAY = 'sessions/2026/03/26';
  const NAME = `rollout-2026-03-26T09-57-45-${COPY_OF_IT}.jsonl`;

  function homeWithThread() {
    const home = emptyHome();
    const root = join(home, '.codex');
    // Those of its month are enough beside it, and each command line reads all that are there.
    for (const part of ['sessions/2026/03', 'archived_sessions'])
      copyTree(join(DEMO, '../../codex/store', part), join(root, part), { times: true });
    const thread = join(root, DAY, `rollout-2026-03-26T09-57-45-${THREAD}.jsonl`);
    copyFileSync(thread, join(root, DAY, NAME));
    const say = (...words: string[]) => call(words, { home });
    return { say, home, day: join(root, DAY), thread, archived: join(root, 'archived_sessions') };
  }

  test('is not laid to the thread, which is judged, explained and packed alone', async () => {
    const { say, home } = homeWithThread();
    expect(await say('verify', THREAD)).toMatchObject({ exit: 0 });
    const all = await say('verify', '--json');
    const { findings }: { findings: { code: string; id: string | null }[] } = JSON.parse(all.stdout);
    expect(findings.filter(({ id }) => id?.startsWith(THREAD))).toMatchObject([{ code: 'CX312', id: COPY_OF_IT }]);
    expect((await say('why', THREAD)).stdout).not.toContain('CX312');
    expect((await say('why', COPY_OF_IT)).stdout).toContain('codex does not list it: copy-beside');
    expect((await say('pack', THREAD, '--output', join(home, 'one.tar'))).stdout).toContain('1 conversation, 1 file');
    const screen = await call('verify --all', { home, terminal: 200 });
    expect(screen.stdout).toContain(`help: convo diff '${COPY_OF_IT}'`);
    expect((await say('resume', COPY_OF_IT)).exit).toBe(4);
  });

  test.each(['archive', 'delete'])('stays where the thread is taken by %s, which says so', async (verb) => {
    const { say, day, thread } = homeWithThread();
    const before = readdirSync(day);
    const done = await say(verb, THREAD);
    expect([done.exit, done.stdout]).toEqual([
      0,
      expect.stringContaining(`copies of it that do not go along: ${COPY_OF_IT}`),
    ]);
    expect([existsSync(thread), existsSync(join(day, NAME))]).toEqual([false, true]);
    // Now nothing else has that id.
    expect((await say('show', THREAD)).exit).toBe(0);
    expect((await say('undo')).exit).toBe(0);
    expect(readdirSync(day)).toEqual(before);
  });

  test('is compared, forked, archived, restored and deleted by its own id, and the thread stays', async () => {
    const { say, day, thread, archived } = homeWithThread();
    const before = [readdirSync(day), readdirSync(archived)];
    for (const word of [THREAD, COPY_OF_IT, `${THREAD} (copy)`])
      expect(await say('diff', word)).toMatchObject({ exit: 0, stdout: expect.stringContaining('no difference') });
    expect((await say('list', '--hidden')).stdout).toContain(`[copy of ${THREAD}]`);
    for (const verb of ['archive', 'delete']) {
      expect((await say(verb, COPY_OF_IT)).exit).toBe(0);
      expect([existsSync(thread), existsSync(join(day, NAME))]).toEqual([true, false]);
      expect((await say('undo')).exit).toBe(0);
    }
    expect((await say('archive', '--copies', '--yes')).exit).toBe(0);
    expect([readdirSync(day).includes(NAME), readdirSync(archived).includes(NAME)]).toEqual([false, true]);
    expect((await say('verify', COPY_OF_IT)).exit).toBe(0);
    expect(await say('restore', COPY_OF_IT)).toMatchObject({ exit: 0, stdout: expect.not.stringContaining('go on') });
    for (let n = 0; n < 2; n++) expect((await say('undo', '--yes')).exit).toBe(0);
    expect([readdirSync(day), readdirSync(archived)]).toEqual(before);
    expect((await say('rename', COPY_OF_IT, 'Other')).stdout).toContain('is a copy, and has the name of its thread');
  });

  test('is left by --copies once a line is in it that the thread lacks', async () => {
    const { say, day } = homeWithThread();
    appendFileSync(join(day, NAME), '{"timestamp":"2026-03-27T09:00:00.000Z","type":"event_msg","payload":{}}\n');
    await say('archive', '--copies', '--yes');
    expect(readdirSync(day)).toContain(NAME);
  });
});

test('a copy beside its session needs no heal, and is led to what it has that its original lacks', async () => {
  const { convo, at } = homeOf(['qwen']);
  const chats = at('.qwen/projects/-srv-ada-harbour/chats');
  const id = readdirSync(chats)[0]?.replace('.jsonl', '') ?? '';
  const copy = `${id} (conflicted copy)`;
  expect((await convo('heal --lossy --yes')).exit).toBe(0);
  copyFileSync(join(chats, `${id}.jsonl`), join(chats, `${copy}.jsonl`));
  const way = `convo diff '${copy}'`;
  expect((await convo(['why', copy])).stdout).toContain(`\n  ${way}\n`);
  expect((await convo('heal --only QW301 --dry-run')).stdout).not.toContain(copy);
  const { findings } = JSON.parse((await convo('verify --json --only QW301 --only QW307')).stdout);
  expect(findings).toMatchObject([{ code: 'QW307', id: copy }]);
  expect(await convo(['diff', copy])).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^no difference: /m),
    stderr: expect.stringContaining(
      `${id.slice(0, 8)} (copy): nothing in it that ${id.slice(0, 8)} lacks\n\`convo archive --copies\` moves it out of the way\n`,
    ),
  });
  rmSync(join(chats, `${id}.jsonl`));
  expect((await convo(['why', copy])).stdout).toContain(`convo heal '${copy}' --dry-run\n`);
});

test('a copy whose original is gone is not led to diff, which would have nothing to compare it with', async () => {
  const { convo, at } = homeOf(['codex']);
  const sessions = at('.codex/sessions');
  const name =
    readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.jsonl')) ?? '';
  renameSync(join(sessions, name), join(sessions, name.replace('.jsonl', ' (1).jsonl')));
  const { stdout } = await convo('heal --dry-run');
  expect(stdout).toContain('next: convo explain CX306');
  expect(stdout).not.toContain('convo diff');
});
