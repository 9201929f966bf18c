import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Person, personWith } from './change/person.ts';
import { differences, snapshot } from './change/snapshot.ts';
import { expectTranscript } from './transcript.ts';

const HORN = '5d83d6fb816cd234a0512eb8090bde6ff0f717f0995b4750b179ce474ca55604';
const PAINT = 'ac779673d82514f63ea517f53e7c9cd8b89197fb54ffdd543a901cf559bc0374';
const INDEX = 'conversations/metadata.json';
const BAD_ENTRY = '../tenex/TX303-one-bad-entry/before/.tenex';
const PLANNER = '166b5ab9dc6d62f2f57d627fd869f157970a0a4bc7f4de7072f7bf4d4a0cd7fd';

/** Whole Unix seconds: git keeps no times, and an old one is not told as a recent save. */
const MTIME = 1_754_600_000;

/** Someone in the project whose store the demo shows. */
function inLighthouse(): { readonly person: Person; readonly cwd: string } {
  const person = personWith('../demo/tenex', 'lighthouse/.tenex', MTIME);
  return { person, cwd: join(person.home, 'lighthouse') };
}

describe('a TENEX store', () => {
  test('is found from inside its project, told, and its transcript shown', async () => {
    const { person, cwd } = inLighthouse();
    const lines = ['list --all', 'verify', 'show 5d83', 'show 5d83 --all', 'show ac77'];
    await expectTranscript('tenex', lines, { home: person.home, cwd });
  });

  test('is searched by title, phase, agent, time and state', async () => {
    const { person, cwd } = inLighthouse();
    const found = async (flags: string) => {
      const { document } = await person.json(`list --all ${flags}`, { cwd });
      return document.conversations.map(({ id }: { id: string }) => id.slice(0, 4)).sort();
    };
    expect(await found('--title LENS')).toEqual(['7f02']);
    expect(await found('--phase Verification')).toEqual(['5d83']);
    expect(await found(`--agent ${PLANNER}`)).toEqual(['010e', '5d83', '7f02', 'ac77']);
    expect(await found('--agent 166B5')).toEqual(['010e', '5d83', '7f02', 'ac77']);
    expect(await found('--agent ffff')).toEqual([]);
    expect(await found('--since 2025-08-07T12:00 --until 2025-08-07T15:00')).toEqual(['0c79', '7f02']);
    expect(await found('--archived --active --phase chores')).toEqual(['ac77']);
  });

  test('tells sensitive tags only when all is asked for', async () => {
    const { person, cwd } = inLighthouse();
    expect(JSON.stringify(await person.json('show 5d83', { cwd }))).not.toContain('You keep the lighthouse');
    expect(JSON.stringify(await person.json('show 5d83 --all', { cwd }))).toContain('You keep the lighthouse');
  });

  test('has its signatures checked when that is asked for', async () => {
    const { person, cwd } = inLighthouse();
    const path = join(person.store, `conversations/${HORN}.json`);
    const codes = async (flags: string) => {
      const { document } = await person.json(`verify ${HORN} ${flags}`.trim(), { cwd });
      return document.findings.map(({ code }: { code: string }) => code);
    };
    expect(await codes('--signatures')).toEqual([]);
    const text = readFileSync(path, 'utf8');
    const [, sig = ''] = /\\"([0-9a-f]{128})\\"/.exec(text) ?? [];
    writeFileSync(
      path,
      text.replace(
        sig,
        sig.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      ),
    );
    expect(await codes('')).toEqual([]);
    expect(await codes('--signatures')).toHaveLength(1);
  });

  test('is healed, index and all, and every byte comes back', async () => {
    const { person, cwd } = inLighthouse();
    const before = snapshot(person.store);
    expect(await person.json('heal --lossy --yes', { cwd })).toMatchObject({ exit: 0, document: { changed: 3 } });
    expect(await person.json('verify', { cwd })).toMatchObject({ exit: 0, document: { summary: { errors: 0 } } });
    expect(await person.json('list --all', { cwd })).toMatchObject({
      document: { conversations: Array(5).fill({ readable: true }) },
    });
    await person.convo('undo', { cwd });
    expect(differences(before, snapshot(person.store))).toEqual([]);
  });

  test('moves nothing while its index cannot be read, and says what to do', async () => {
    const { person, cwd } = inLighthouse();
    const { exit, document } = await person.json('archive 5d83', { cwd });
    expect(exit).not.toBe(0);
    expect(document.items).toMatchObject([{ id: HORN, state: 'refused', reason: expect.stringContaining('heal') }]);
  });

  test('is archived from and restored to as its owner would, and taken back after a save of the owner', async () => {
    const { person, cwd } = inLighthouse();
    await person.convo('heal --lossy --yes', { cwd });
    const archived = await person.json('archive 5d83', { cwd });
    expect(archived.document).toMatchObject({ changed: 1, items: [{ id: HORN, state: 'changed' }] });
    const index = JSON.parse(readFileSync(join(person.store, INDEX), 'utf8'));
    index.conversations[1].title = 'Paint plan, revised';
    writeFileSync(join(person.store, INDEX), JSON.stringify(index, null, 2));
    expect(await person.json('undo', { cwd })).toMatchObject({ exit: 0, document: { changed: 1, refused: 0 } });
    const { conversations } = JSON.parse(readFileSync(join(person.store, INDEX), 'utf8'));
    expect(conversations.slice(0, 2)).toMatchObject([
      { id: HORN, archived: false },
      { id: PAINT, title: 'Paint plan, revised' },
    ]);
    expect((await person.json('list', { cwd })).document.conversations[0]).toMatchObject({ id: HORN, state: 'active' });
  });

  test('shows what would be done before it is done', async () => {
    const { person, cwd } = inLighthouse();
    await person.convo('heal --lossy --yes', { cwd });
    const lines = [
      'archive 5d83 --dry-run',
      'fork 5d83 --at 2 --dry-run',
      'restore ac77 --dry-run',
      'migrate --dry-run',
    ];
    await expectTranscript('tenex-change', lines, { home: person.home, cwd });
  });
});

describe('TENEX stores of several worktrees', () => {
  test('are all found from any of them, each with its worktree and branch', async () => {
    const person = personWith('../demo/tenex', 'main/.tenex', MTIME);
    const home = realpathSync(person.home);
    const [main, side] = [join(home, 'main'), join(home, 'side')];
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', main, '-c', 'user.name=A', '-c', 'user.email=a@b', ...words]);
    git('init', '--quiet', '--initial-branch=trunk');
    git('commit', '--quiet', '--allow-empty', '--message=x');
    git('worktree', 'add', '--quiet', '-b', 'lamp', side);
    cpSync(join(main, '.tenex'), join(side, '.tenex'), { recursive: true });
    mkdirSync(join(main, 'src/deep'), { recursive: true });
    const { document } = await person.json('list --all', { cwd: join(main, 'src/deep') });
    const places = document.conversations.map(
      (each: { root: string; worktree: string; branch: string }) => `${each.root} ${each.worktree} ${each.branch}`,
    );
    expect([...new Set(places)]).toEqual([`${main}/.tenex ${main} trunk`, `${side}/.tenex ${side} lamp`]);
    const { stdout } = await person.convo('list', { cwd: side });
    expect(stdout).toContain(`\t${side}\t`);
    const screen = await person.convo('list', { cwd: side, terminal: 400, vars: { NO_COLOR: '1' } });
    expect(screen.stdout).toContain(`worktree ${side}, branch lamp\n`);
    const changed = async (words: string) =>
      (await person.json(words, { cwd: side })).document.items.map(({ path }: { path: string }) =>
        path.slice(0, path.indexOf('/conversations/')),
      );
    expect(new Set(await changed('delete --all --dry-run'))).toEqual(new Set([`${side}/.tenex`]));
    expect(new Set(await changed(`delete --all --dry-run --root ${main}`))).toEqual(new Set([`${main}/.tenex`]));
    // The path of one in another worktree names that store.
    const there = `delete ${main}/.tenex/conversations/${HORN}.json --dry-run`;
    expect(await changed(there)).toEqual([`${main}/.tenex`]);
  });

  test('are one answer for several roots', async () => {
    const { person } = inLighthouse();
    cpSync(join(person.home, 'lighthouse'), join(person.home, 'pier'), { recursive: true });
    const { document } = await person.json('verify --root lighthouse --root pier/.tenex/conversations');
    expect(document.summary).toMatchObject({ stores: 2, conversations: 10 });
  });

  test('keeps the index that TENEX saved after a heal, unless an undo of it is forced', async () => {
    const person = personWith(BAD_ENTRY, 'project/.tenex', MTIME);
    const cwd = join(person.home, 'project');
    const path = join(person.store, INDEX);
    const broken = readFileSync(path, 'utf8');
    expect((await person.json('heal --yes', { cwd })).exit).toBe(0);
    const { conversations } = JSON.parse(readFileSync(path, 'utf8'));
    const further = { ...conversations[0], id: 'f'.repeat(64), title: 'Begun since' };
    const saved = JSON.stringify({ conversations: [...conversations, further] }, null, 2);
    writeFileSync(path, saved);
    for (const line of ['undo --dry-run', 'undo']) {
      const { exit, stdout } = await person.convo(line, { cwd });
      expect(exit).toBe(4);
      expect(stdout).toMatch(
        /unreadable to TENEX, which has saved a sound one since \(--force undoes it all the same\)/,
      );
      expect(readFileSync(path, 'utf8')).toBe(saved);
    }
    expect((await person.convo('undo --force', { cwd })).exit).toBe(0);
    const back = JSON.parse(readFileSync(path, 'utf8')).conversations;
    expect(back).toEqual([...JSON.parse(broken).conversations, further]);
  });
});
