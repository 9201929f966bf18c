import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { bareHome, homeOf, PLACES } from './home-of-all.ts';
import { everythingIn, ID, packed, SESSION } from './packed-home.ts';

test('the stores of a home are unpacked into the usual places of another one, and undo leaves those as they were', async () => {
  const { from, to, file } = await packed();
  mkdirSync(to.at('work/.tenex'), { recursive: true });
  const before = everythingIn(to.home);
  const { exit, stdout } = await to.convo(`unpack ${file} --yes`);
  expect({ exit, stdout }).toEqual({
    exit: 0,
    stdout: expect.stringContaining('31 changed, 0 unchanged, 0 refused, 0 failed'),
  });
  const files = (home: string) =>
    Object.entries(everythingIn(home)).filter(
      ([path, what]) =>
        what.includes(' ') && !/(?:settings|projects)\.json$|a\.tar$|notes\.md$|\/worktrees\//.test(path),
    );
  expect(files(to.home)).toEqual(files(from.home));
  expect(await to.convo(`unpack ${file} --yes`)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('0 changed, 31 unchanged'),
  });
  expect((await to.convo('undo --yes')).exit).toBe(0);
  const roots = Object.values(PLACES);
  // Journals stay, with their stores and the folders above those, which a new machine lacks.
  const holds = (path: string) => roots.some((root) => root === path || root.startsWith(`${path}/`));
  const left = Object.keys(everythingIn(to.home)).filter((path) => !(path in before) && !holds(path));
  expect(left).toEqual([]);
});

test.each(oneIn(2, [[['codex'] as const], [['claude', 'codex', 'gemini'] as const]], 1))(
  'after the undo of an unpack of %s into nothing, runs has all of its stores',
  async (kinds) => {
    const { to, file } = await packed([...kinds]);
    expect((await to.convo('runs')).exit).toBe(2);
    expect((await to.convo(`unpack ${file} --yes`)).exit).toBe(0);
    const stores = (json: string) => JSON.parse(json).runs.map(({ root }: { root: string }) => root);
    const made = stores((await to.convo('runs --json')).stdout);
    expect(made).toHaveLength(kinds.length);
    expect(await to.convo('undo --yes')).toMatchObject({ exit: 0, stderr: '' });
    const { exit, stdout } = await to.convo('runs --json');
    expect({ exit, stores: stores(stdout) }).toEqual({ exit: 0, stores: made });
    expect((await to.convo('list')).exit).not.toBe(0);
  },
);

test('a folder gets what tar would take out, with a manifest that checks, and undo takes it out again', async () => {
  const { to, file } = await packed();
  const { exit } = await to.convo(`unpack ${file} --output ${to.at('out')} --yes`);
  expect(exit).toBe(0);
  execFileSync('sha256sum', ['--quiet', '-c', 'MANIFEST'], { cwd: to.at('out') });
  expect((await to.convo(`undo --root ${to.at('out')} --yes`)).exit).toBe(0);
  expect(Object.keys(everythingIn(to.at('out')))).toEqual([]);
  expect(await to.convo(`unpack ${file} --output ${to.home} --yes`)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('is not an empty folder'),
  });
});

test('a file that is there already is never overwritten: the same bytes are unchanged, others are named', async () => {
  const { to, file } = await packed(['claude']);
  const at = to.at(join('.claude', SESSION));
  mkdirSync(join(at, '..'), { recursive: true });
  writeFileSync(at, '{"mine":true}\n');
  const { exit, stdout, stderr } = await to.convo(`unpack ${file} --yes`);
  expect({ exit, stdout, stderr }).toEqual({
    exit: 4,
    stdout: expect.stringContaining(`${at} is in the way: it holds other bytes`),
    stderr: expect.stringContaining(
      `\`convo unpack ${file} --output DIR\` puts all of the pack into a folder of its own, and \`convo diff `,
    ),
  });
  expect(readFileSync(at, 'utf8')).toBe('{"mine":true}\n');
  expect(stdout).toContain('3 changed, 0 unchanged, 1 refused, 0 failed');
});

test('an id that is there in another place is refused in its project, and named in another one', async () => {
  const { from, to, file } = await packed(['claude'], `pack ${ID}`);
  const source = readFileSync(from.at(join('.claude', SESSION)));
  const put = (path: string, bytes = source) => {
    mkdirSync(join(to.at(path), '..'), { recursive: true });
    writeFileSync(to.at(path), bytes);
  };
  put(`.claude/projects/-home-other/${ID}.jsonl`);
  const named = await to.convo(`unpack ${file} --dry-run`);
  expect(named).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/its id is there in another project too: .*-home-other/),
  });
  put(`.claude/archive/-home-ben-quay/${ID}.jsonl`, source.subarray(1));
  const taken = await to.convo(`unpack ${file}`);
  expect(taken).toMatchObject({ exit: 4, stdout: expect.stringMatching(/its id is there already \(.*archive/) });
});

/** After the runs that prepare a store, of which undo takes the last. */
const LATER = { over: { now: () => Date.UTC(2026, 11, 1) } };

test('an index that is there gets the entries of the pack, and keeps its own', async () => {
  const tenex = '5d83d6fb816cd234a0512eb8090bde6ff0f717f0995b4750b179ce474ca55604';
  const thread = '019b2f10-1a2b-7c3d-8e4f-0a1b2c3d4e5f';
  const name = (id: string) => `{"id":"${id}","thread_name":"${id.slice(-4)}","updated_at":"2025-12-02T09:30:15Z"}\n`;
  const table = (row: string) => `"conversation_id","name"\n${row}\n`;
  const from = homeOf(['tenex', 'rao', 'codex']);
  await from.convo('heal --kind tenex --yes');
  writeFileSync(from.at('.codex/session_index.jsonl'), name(thread));
  writeFileSync(from.at(`${PLACES.rao}/conversation_names.csv`), table('"3","Theirs"'));
  const to = homeOf(['tenex', 'rao', 'codex']);
  await to.convo('heal --kind tenex --yes');
  await to.convo(['delete', tenex, thread]);
  rmSync(to.at(`${PLACES.rao}/conversations/conversation_3`), { recursive: true });
  writeFileSync(to.at('.codex/session_index.jsonl'), name('019b5a77-3c4d-7e5f-9a0b-1c2d3e4f5a6b').trimEnd());
  writeFileSync(to.at(`${PLACES.rao}/conversation_names.csv`), table('"1","Mine"'));
  const before = everythingIn(to.home);
  const entries = (home: typeof to) =>
    JSON.parse(readFileSync(home.at(`${PLACES.tenex}/conversations/metadata.json`), 'utf8')).conversations as {
      id: string;
    }[];
  expect(entries(to).map(({ id }) => id)).not.toContain(tenex);
  await from.convo(`pack ${tenex} 3 ${thread} --output ${to.at('a.tar')}`);
  expect(await to.convo(`unpack ${to.at('a.tar')} --yes`, LATER)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('3 changed'),
  });
  expect(entries(to).find(({ id }) => id === tenex)).toEqual(entries(from).find(({ id }) => id === tenex));
  expect(entries(to)).toHaveLength(entries(from).length);
  expect(readFileSync(to.at('.codex/session_index.jsonl'), 'utf8')).toBe(
    name('019b5a77-3c4d-7e5f-9a0b-1c2d3e4f5a6b') + name(thread),
  );
  expect(readFileSync(to.at(`${PLACES.rao}/conversation_names.csv`), 'utf8')).toBe(table('"1","Mine"\n"3","Theirs"'));
  await to.convo('undo --yes');
  rmSync(to.at('a.tar'));
  expect(everythingIn(to.home)).toEqual(before);
});

test('an index that cannot be understood takes nothing in, and one that names an id already is named', async () => {
  const { to, file } = await packed(['tenex']);
  const index = to.at(`${PLACES.tenex}/conversations/metadata.json`);
  mkdirSync(join(index, '..'), { recursive: true });
  writeFileSync(index, '{"conversations":[');
  expect(await to.convo(`unpack ${file} --yes`)).toMatchObject({
    exit: 4,
    stdout: expect.stringContaining(`${index} cannot be understood`),
  });
  const entry = {
    id: '5d83d6fb816cd234a0512eb8090bde6ff0f717f0995b4750b179ce474ca55604',
    title: 'x',
    createdAt: 1,
    updatedAt: 1,
    phase: 'chat',
    eventCount: 1,
    agentCount: 1,
  };
  writeFileSync(index, JSON.stringify({ conversations: [entry] }));
  expect(await to.convo(`unpack ${file} --yes`)).toMatchObject({
    exit: 4,
    stdout: expect.stringContaining(`${index} has another entry of it already`),
  });
  expect(JSON.parse(readFileSync(index, 'utf8')).conversations[0]).toEqual(entry);
});

test('a project of Gemini CLI that has another folder here is named with both, and can be given that folder on the way', async () => {
  const { to, file } = await packed(['gemini']);
  const mark = to.at(`${PLACES.gemini}/tmp/pier/.project_root`);
  mkdirSync(join(mark, '..'), { recursive: true });
  writeFileSync(mark, '/srv/other/pier');
  const refused = await to.convo(`unpack ${file} --yes`);
  const [, folder = ''] =
    /says \/srv\/other\/pier, and in the pack it says (\S+) \(--output/.exec(refused.stdout) ?? [];
  expect({ exit: refused.exit, hasFolder: folder.startsWith('/') }).toEqual({ exit: 4, hasFolder: true });
  const [out, here] = [join(to.work, 'out'), join(to.work, 'here.tar')];
  for (const line of [
    `unpack ${file} --output ${out} --yes`,
    `--root ${out}/gemini rehome ${folder} /srv/other/pier --yes --force`,
    `--root ${out}/gemini pack --output ${here}`,
    `unpack ${here} --yes`,
  ])
    expect({ line, exit: (await to.convo(line)).exit }).toEqual({ line, exit: 0 });
  expect(readFileSync(mark, 'utf8')).toBe('/srv/other/pier');
});

test('a new store is not made in a store, of whatever kind, nor where another program has its own', async () => {
  const { to, file } = await packed(['claude']);
  const { home } = await packed(['fnord', 'claude']).then(({ from }) => from);
  for (const path of ['.fnord/projects/new', '.fnord/projects/new/deep', '.claude/projects/new']) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    const { exit, stderr } = await to.convo(`unpack ${file} --root ${join(home, path)} --yes`);
    expect({ exit, stderr }).toEqual({ exit: 4, stderr: expect.stringMatching(/new\S* is in the \w+ store /) });
    expect(existsSync(join(home, path))).toBe(false);
  }
  expect(await to.convo(`unpack ${file} --root ${to.at('.codex')} --yes`)).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining('is in the codex store'),
  });
  expect(await to.convo(`unpack ${file} --root ${to.at('other')} --yes`)).toMatchObject({ exit: 0 });
});

test('a folder that is not on this machine is named, with the command that leads on', async () => {
  const { to, file } = await packed(['claude']);
  const { stdout } = await to.convo(`unpack ${file} --dry-run`);
  expect(stdout).toContain(
    'there is no /home/ben/quay here, which 4 conversations are about: `convo rehome /home/ben/quay NEW`',
  );
});

test('a folder that is below the home of who is here is named as where sessions can go', async () => {
  const { to, file } = await packed(['claude']);
  mkdirSync(to.at('quay'));
  const { stdout } = await to.convo(`unpack ${file} --dry-run`);
  expect(stdout).toContain(`\`convo rehome /home/ben/quay ${to.at('quay')}\` moves them there`);
});

test('a folder that cannot be looked at, as that of another person, keeps nothing from being unpacked', async () => {
  const { at, convo } = homeOf(['claude']);
  // A link to itself: whoever looks behind it gets an error, root too.
  symlinkSync(at('loop'), at('loop'));
  const session = at(`.claude/${SESSION}`);
  writeFileSync(session, readFileSync(session, 'utf8').replaceAll('/home/ben/quay', at('loop/quay')));
  expect((await convo(`pack ${ID} --output ${at('a.tar')}`)).exit).toBe(0);
  const { exit, stdout } = await bareHome().convo(`unpack ${at('a.tar')} --yes`);
  expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('1 changed') });
  expect(stdout).not.toContain('loop/quay here');
});

test('a dry run names conversations by their titles, and a pack or an unpacked folder says how it is looked at', async () => {
  const { to, file } = await packed(['claude']);
  expect((await to.convo(`unpack ${file} --dry-run`)).stdout).toContain('Move the bookings into a table.');
  expect(await to.convo(`list ${file}`)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`\`convo unpack ${file} --dry-run\` says what is in it`),
  });
  const out = to.at('out');
  const { stderr } = await to.convo(`unpack ${file} --output ${out} --yes`);
  expect(stderr).toContain(`\`convo list ${out}/claude\` shows what is unpacked there`);
  expect((await to.convo(`list ${out}`)).stderr).toContain(`\`convo list ${out}/claude\``);
  expect((await to.convo(`list ${out}/claude`)).exit).toBe(0);
});

test('of many folders that are not here, those that have one here are named, and the others together', async () => {
  const { at, convo } = homeOf(['claude']);
  const folder = at('.claude/projects/-home-ben-quay');
  for (const [n, name] of readdirSync(folder)
    .filter((each) => each.endsWith('.jsonl'))
    .entries()) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll('/home/ben/quay', `/home/ben/quay${n}`));
  }
  expect((await convo(`pack --output ${at('a.tar')}`)).exit).toBe(0);
  const to = bareHome();
  mkdirSync(to.at('quay2'));
  const { stdout } = await to.convo(`unpack ${at('a.tar')} --dry-run`);
  expect(stdout).toContain(`\`convo rehome /home/ben/quay2 ${to.at('quay2')}\` moves them there`);
  expect(stdout).toMatch(
    /^3 folders that 3 conversations of claude are about are not here, .*: `convo rehome OLD NEW`/m,
  );
  expect(stdout.match(/ here, /g)).toHaveLength(2);
});

test('an undo that takes several conversations away asks, and by its number does not', async () => {
  const { to, file } = await packed(['claude']);
  await to.convo(`unpack ${file} --yes`);
  expect(await to.convo('undo')).toMatchObject({ exit: 2, stderr: expect.stringContaining('--yes') });
  expect(existsSync(to.at(`.claude/${SESSION}`))).toBe(true);
  expect((await to.convo('undo 1')).exit).toBe(0);
  expect(existsSync(to.at(`.claude/${SESSION}`))).toBe(false);
});

test('several conversations need consent where nobody can be asked, and a dry run writes nothing', async () => {
  const { to, file } = await packed(['claude']);
  const before = everythingIn(to.home);
  expect(await to.convo(`unpack ${file}`)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('there is no terminal to ask on'),
  });
  expect((await to.convo(`unpack ${file} --dry-run`)).exit).toBe(0);
  expect((await to.convo(`unpack ${file} --yes`, { interrupted: true })).exit).toBe(130);
  expect(everythingIn(to.home)).toEqual(before);
});

test('a dry run says that another convo is changing a store, and ends as the run would', async () => {
  const { to, file } = await packed(['claude', 'codex']);
  const tryOut = async () => {
    const { exit, stdout } = await to.convo(`unpack ${file} --dry-run --json`);
    return { exit, ...JSON.parse(stdout) };
  };
  const free = await tryOut();
  expect([free.exit, free.stopped]).toEqual([0, undefined]);
  mkdirSync(to.at('.codex/.convo'), { recursive: true });
  const lock = { pid: 1, host: 'elsewhere', since: '2026-11-21T12:00:00.000Z', run: 'other' };
  writeFileSync(to.at('.codex/.convo/lock'), JSON.stringify(lock));
  const held = await tryOut();
  expect([held.exit, held.items]).toEqual([4, free.items]);
  expect(held.stopped).toMatchObject({
    by: 'refused',
    reason: expect.stringContaining('/.codex is being changed by process 1'),
  });
});

test('a pack that is taken out and packed again by tar is still one', async () => {
  const { to, file } = await packed(['claude']);
  const out = to.at('out');
  mkdirSync(out);
  execFileSync('tar', ['xf', file, '-C', out]);
  for (const format of ['gnu', 'pax', 'ustar']) {
    execFileSync('tar', ['cf', to.at('b.tar'), `--format=${format}`, '-C', out, '.']);
    expect(await to.convo(`unpack ${to.at('b.tar')} --dry-run`)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('4 to change'),
    });
  }
});

test('an unpack that was undone comes again by its command, which redo names', async () => {
  const { to, file } = await packed(['claude']);
  expect((await to.convo(`unpack ${file} --yes`)).exit).toBe(0);
  await to.convo('undo --yes');
  expect(await to.convo('redo')).toMatchObject({
    exit: 4,
    stderr: expect.stringMatching(/was an unpack, which.*\n.*`convo unpack FILE` of the same pack does it again/),
  });
});

test('unpack says how many sessions Claude Code deletes at its next start, and how many soon', async () => {
  const from = homeOf(['claude']);
  const now = Date.UTC(2026, 10, 30);
  const world = { over: { now: () => now } };
  const sessions = readdirSync(from.at('.claude'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^projects\/[^/]+\/[^/]+\.jsonl$/.test(path))
    .sort();
  expect(sessions.length).toBeGreaterThan(3);
  const daysOld = [90, 40, 28];
  for (const [n, path] of sessions.entries()) {
    const time = now / 1000 - (daysOld[n] ?? 1) * 86_400;
    utimesSync(from.at(`.claude/${path}`), time, time);
  }
  const file = from.at('a.tar');
  expect((await from.convo(`pack --all --output ${file}`, world)).exit).toBe(0);
  const goes = 'Claude Code deletes 2 of these at its next start, and 1 more within 7 days: raise cleanupPeriodDays';
  const [isNew, isThere] = [bareHome(), bareHome()];
  mkdirSync(isThere.at('.claude/projects'), { recursive: true });
  for (const to of [isNew, isThere]) {
    expect((await to.convo(`unpack ${file} --dry-run`, world)).stdout).toContain(goes);
    expect((await to.convo(`unpack ${file} --yes`, world)).stderr).toContain(goes);
  }
});

test('a packed thread whose file is archived here byte for byte is unchanged, and one with other bytes is refused', async () => {
  const { to, file } = await packed(['codex']);
  expect((await to.convo(`unpack ${file} --yes`)).exit).toBe(0);
  expect((await to.convo('archive --all --yes')).exit).toBe(0);
  const again = async () => {
    const { exit, stdout } = await to.convo(`unpack ${file} --dry-run --json`);
    const items: { state: string; reason?: string }[] = JSON.parse(stdout).items;
    return { exit, items };
  };
  const same = await again();
  expect(same.exit).toBe(0);
  expect(new Set(same.items.map(({ state }) => state))).toEqual(new Set(['unchanged']));
  expect(
    same.items.filter(({ reason }) => /is there already, byte for byte, at .*archived_sessions/.test(reason ?? ''))
      .length,
  ).toBeGreaterThan(0);
  const archived = to.at('.codex/archived_sessions');
  const [first = ''] = readdirSync(archived).filter((name) => name.endsWith('.jsonl'));
  writeFileSync(join(archived, first), readFileSync(join(archived, first), 'utf8').replace(/[a-z](?=[^a-z]*$)/, 'X'));
  const other = await again();
  expect(other.items.filter(({ state }) => state === 'refused').map(({ reason }) => reason)).toEqual([
    expect.stringContaining('with other files'),
  ]);
});
