import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Env } from '../../../src/cli/env.ts';
import { digestOf } from '../../../src/io/disk/digest.ts';
import { asNobody } from '../../support/real-tree.ts';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { homeOf } from '../home-of-all.ts';
import { snapshot } from './snapshot.ts';

const fixture = fileURLToPath(
  new URL('../../../fixtures/claude/CL402-program-will-delete-session-soon/before', import.meta.url),
);
const ID = '11111111-2222-4333-8444-555555555501';
const SESSION = `-srv-ada-orchard/${ID}.jsonl`;
/** 27 days before the tests' now: the program keeps a session for 30. */
const OLD = Date.UTC(2026, 9, 25) / 1000;

/** A store with one old session and one of its subagents, and a place to keep it. */
function store() {
  const home = emptyHome();
  const root = join(home, '.claude');
  cpSync(fixture, root, { recursive: true });
  const session = join(root, 'projects', SESSION);
  const agent = session.replace('.jsonl', '/subagents/agent-a.jsonl');
  mkdirSync(join(agent, '..'), { recursive: true });
  writeFileSync(agent, '{}\n');
  utimesSync(session, OLD, OLD);
  const folder = join(home, 'kept');
  const convo = (...words: string[]) => call([...words, '--root', root]);
  return { root, session, folder, convo };
}

function sums(folder: string): string {
  return readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
}

describe('convo keep', () => {
  test('says that nothing is due where nothing was copied, and how all is', async () => {
    const { folder, convo } = store();
    const { exit, stderr } = await convo('keep', folder, '--within', '1');
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: 'convo: Claude Code deletes no session here within 1 day; --all copies every one\n',
    });
    expect((await convo('keep', folder, '--dry-run')).stderr).toBe('');
    expect((await convo('keep', folder)).stderr).toBe(
      'convo: Claude Code still deletes the kept sessions from its store, unless you raise cleanupPeriodDays in its settings\n',
    );
    expect(existsSync(folder)).toBe(true);
    expect((await convo('keep', folder, '--yes')).stderr).toBe('');
  });

  test('is remembered: the overview and list say where copies are, until one is gone', async () => {
    const { root, folder } = store();
    const home = dirname(root);
    const said = async (line: string) =>
      (await call(line === '' ? [] : line, { home, cwd: home, terminal: 80, vars: { NO_COLOR: '1' } })).stdout;
    const deletion = 'Claude Code deletes 1 session in 3 days';
    expect(await said('')).toContain(`${deletion}: \`convo keep DIR\`\n`);
    await said(`keep ${folder} --dry-run`);
    expect(await said('list')).toContain('deletes it then: `convo keep DIR`\n');
    await said(`keep ${folder}`);
    expect(readFileSync(join(home, '.local/state/convostore/kept'), 'utf8')).toBe(`${folder}\n`);
    expect(await said('')).toContain(`${deletion}; copies are in ~/kept\n`);
    expect(await said('list')).toContain('deletes it then; copies are in ~/kept\n');
    const overview = JSON.parse((await call('--json', { home, cwd: home })).stdout);
    expect(overview.deletions).toEqual([{ kind: 'claude', due: 0, soon: 1, firstIn: 3, kept: 1 }]);
    rmSync(join(folder, SESSION));
    expect(await said('')).toContain(`${deletion}: \`convo keep DIR\`\n`);
    rmSync(folder, { recursive: true });
    writeFileSync(join(home, '.local/state/convostore/kept'), '\0');
    expect(await said('')).toContain(`${deletion}: \`convo keep DIR\`\n`);
  });

  test('names those first that are deleted first, and the overview says when that is', async () => {
    const { root, session, folder } = store();
    const home = dirname(root);
    for (const [digit, days] of [
      ['6', 1],
      ['7', 6],
    ] as const) {
      const other = session.replace(/1\.jsonl$/, `${digit}.jsonl`);
      writeFileSync(other, readFileSync(session, 'utf8').replaceAll(ID, `${ID.slice(0, -1)}${digit}`));
      utimesSync(other, OLD + (days - 3) * 86_400, OLD + (days - 3) * 86_400);
    }
    const { stdout } = await call(['keep', folder], { home, cwd: home });
    expect(stdout.match(/\d days? left/g)).toEqual(['1 day left', '3 days left', '6 days left']);
    const { stdout: overview } = await call([], { home, cwd: home });
    expect(overview).toContain('deletes 3 sessions within 7 days, the first in 1 day; copies are in');
  });

  test('is remembered in a folder for state that is not there yet, and in no home that is not there', async () => {
    const { root, folder, convo } = store();
    const home = dirname(root);
    const state = join(home, 'later/state');
    await call(['keep', folder], { home, cwd: home, vars: { XDG_STATE_HOME: state } });
    expect(readFileSync(join(state, 'convostore/kept'), 'utf8')).toBe(`${folder}\n`);
    // As the XDG specification says, a relative one is ignored.
    rmSync(join(home, '.local'), { recursive: true, force: true });
    await call(['keep', folder], { home, cwd: home, vars: { XDG_STATE_HOME: 'state' } });
    expect([existsSync(join(home, 'state')), existsSync(join(home, '.local/state/convostore/kept'))]).toEqual([
      false,
      true,
    ]);
    await convo('keep', folder);
    expect(existsSync('/nowhere')).toBe(false);
  });

  test('copies what is deleted within a week, with its companions, its time and a manifest', async () => {
    const { root, session, folder, convo } = store();
    const before = snapshot(root);
    const title = JSON.parse((await convo('list', '--json')).stdout).conversations[0].title;
    const { exit, stdout } = await convo('keep', folder);
    expect({ exit, stdout }).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining(`  kept  ${ID} ${title}\n      3 days left\n      2 files\n`),
    });
    expect(snapshot(root)).toEqual(before);
    const bytes = readFileSync(session);
    expect(readFileSync(join(folder, SESSION))).toEqual(bytes);
    expect(Math.trunc(statSync(join(folder, SESSION)).mtimeMs)).toBe(OLD * 1000);
    expect(sums(folder).trimEnd().split('\n')).toEqual([
      `${digestOf(bytes)}  ${SESSION}`,
      `${digestOf(Buffer.from('{}\n'))}  ${SESSION.replace('.jsonl', '/subagents/agent-a.jsonl')}`,
    ]);
  });

  test('copies nothing twice, and nothing on a dry run', async () => {
    const { folder, convo } = store();
    expect((await convo('keep', folder, '--dry-run')).stdout).toContain('would keep');
    expect(existsSync(folder)).toBe(false);
    await convo('keep', folder);
    const { stdout } = await convo('keep', folder, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ changed: 0, unchanged: 1, failed: 0 });
  });

  test('copies again what has other bytes, though size and time are as they were: a damaged copy, or a session changed since', async () => {
    const { session, folder, convo } = store();
    await convo('keep', folder);
    const copy = join(folder, SESSION);
    const whole = readFileSync(session);
    const spoilt = Buffer.from(whole);
    spoilt[40] = 0x58;
    for (const path of [copy, session]) {
      const { mtimeMs } = statSync(path);
      writeFileSync(path, spoilt);
      utimesSync(path, mtimeMs / 1000, mtimeMs / 1000);
      expect((await convo('keep', folder)).stdout).toContain('1 changed');
      expect(readFileSync(copy)).toEqual(readFileSync(session));
    }
  });

  test.runIf(existsSync('/proc/self'))(
    'knows the manifest that it wrote of names with any line end or backslash',
    async () => {
      const { session, folder, convo } = store();
      const beside = session.replace('.jsonl', '');
      for (const name of ['a\u2028b', 'a\rb', 'a\nb', 'a\\rb', 'a\r'])
        writeFileSync(join(beside, 'subagents', name), 'x');
      await convo('keep', folder);
      expect(sums(folder)).toContain('subagents/a\\\\rb\n');
      expect(sums(folder)).not.toContain('\r');
      expect((await convo('keep', folder)).exit).toBe(0);
      rmSync(beside, { recursive: true });
      rmSync(session);
      const { exit, stdout } = await convo('restore', ID, '--from', folder);
      expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.not.stringContaining('SHA256SUMS') });
      expect(readdirSync(join(beside, 'subagents')).sort()).toEqual([
        'a\nb',
        'a\r',
        'a\rb',
        'a\\rb',
        'agent-a.jsonl',
        'a\u2028b',
      ]);
    },
  );

  test('leaves what is deleted later, unless all are asked for', async () => {
    const { folder, convo } = store();
    for (const within of ['2', '2d'])
      expect((await convo('keep', folder, '--within', within)).stdout).toContain('0 changed');
    expect(await convo('keep', folder, '--within', 'soon')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('takes a number of days, such as 7 or 7d'),
    });
    expect((await convo('keep', folder, '--all')).stdout).toContain('1 changed');
  });

  test('takes what was appended, and loses no copy that the new one does not continue', async () => {
    const { session, folder, convo } = store();
    await convo('keep', folder);
    const first = readFileSync(session);
    writeFileSync(session, Buffer.concat([first, Buffer.from('{"type":"mode"}\n')]));
    utimesSync(session, OLD + 60, OLD + 60);
    await convo('keep', folder);
    expect(readdirSync(join(folder, '-srv-ada-orchard'))).toEqual([ID, `${ID}.jsonl`]);
    writeFileSync(session, '{"type":"mode"}\n');
    utimesSync(session, OLD + 120, OLD + 120);
    await convo('keep', folder);
    const names = readdirSync(join(folder, '-srv-ada-orchard'));
    expect(names).toEqual([ID, `${ID}.jsonl`, expect.stringMatching(/\.jsonl\.[0-9a-f]{16}$/)]);
    for (const line of sums(folder).trimEnd().split('\n'))
      expect(digestOf(readFileSync(join(folder, line.slice(66))))).toBe(line.slice(0, 64));
  });

  test('says of a copy that was changed since that it was, and where it is now; of one that only grows it says nothing', async () => {
    const { session, folder, convo } = store();
    await convo('keep', folder);
    const copy = join(folder, SESSION);
    const whole = readFileSync(session);
    const kept = async (...flags: string[]) => (await convo('keep', folder, ...flags)).stdout;
    writeFileSync(copy, `${whole}junk\n`);
    const aside = `${copy}.${digestOf(readFileSync(copy)).slice(0, 16)}`;
    const note = `the copy of before was changed since, and stays as ${aside}\n`;
    expect(await kept('--dry-run')).toContain(note);
    expect(existsSync(aside)).toBe(false);
    expect(await kept()).toContain(note);
    expect([readFileSync(aside, 'utf8'), readFileSync(copy)]).toEqual([`${whole}junk\n`, whole]);
    writeFileSync(copy, whole.subarray(0, 50));
    expect(await kept()).toContain('the copy of before was changed since, and is made anew\n');
    writeFileSync(session, `${whole}{"type":"mode"}\n`);
    utimesSync(session, OLD, OLD);
    expect(await kept()).not.toContain('the copy of before');
    writeFileSync(session, '{"type":"mode"}\n');
    utimesSync(session, OLD, OLD);
    expect(await kept()).toContain('the copy of before is not its beginning, and stays as ');
  });

  test('enters what it copied of a session of which another file cannot be copied', async () => {
    const { folder, convo } = store();
    mkdirSync(join(folder, SESSION.replace('.jsonl', '/subagents/agent-a.jsonl')), { recursive: true });
    expect(await convo('keep', folder)).toMatchObject({ exit: 3, stdout: expect.stringContaining('1 failed') });
    expect(sums(folder)).toBe(`${digestOf(readFileSync(join(folder, SESSION)))}  ${SESSION}\n`);
  });

  test('names the folder or file that the system refuses', async () => {
    const { root, session, folder, convo } = store();
    for (const path of [join(root, '..'), session]) chmodSync(path, 0o755);
    const keep = (...words: string[]) => asNobody(() => convo('keep', ...words));
    expect(await keep(folder)).toMatchObject({
      exit: 3,
      stdout: '',
      stderr: `convo: ${folder} could not be written: permission denied\n  Name another folder.\n`,
    });
    mkdirSync(folder);
    const place = join(folder, dirname(SESSION));
    const reasonOf = async () => JSON.parse((await keep(folder, '--json')).stdout).items[0].reason;
    expect(await reasonOf()).toBe(`is not copied: ${place} could not be written: permission denied`);
    chmodSync(folder, 0o777);
    chmodSync(session, 0o600);
    expect(await reasonOf()).toBe(`is not copied: ${session} could not be read: permission denied`);
    chmodSync(folder, 0o700);
    expect(await keep(join(folder, 'below'))).toMatchObject({
      exit: 3,
      stderr: `convo: ${join(folder, 'below')} cannot be reached: permission denied\n  Name another path.\n`,
    });
    expect(await asNobody(() => convo('restore', ID, '--from', folder))).toMatchObject({
      exit: 3,
      stderr: `convo: ${folder} cannot be read: permission denied\n`,
    });
    expect(await keep(join(session, 'below'))).toMatchObject({ exit: 4 });
    writeFileSync(`${folder}-file`, '');
    expect(await convo('keep', join(`${folder}-file`, 'below'))).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('is not a folder\n  Name another folder.'),
    });
  });

  test('copies the sessions of a bare folder below the name of that folder', async () => {
    const { root, folder, convo } = store();
    const bare = join(root, '../-srv-ada-orchard');
    cpSync(join(root, 'projects/-srv-ada-orchard'), bare, { recursive: true });
    for (const made of [false, true]) {
      if (made) mkdirSync(folder);
      expect((await call(['--root', bare, 'keep', folder, '--all'])).exit).toBe(0);
      expect(readFileSync(join(folder, SESSION))).toEqual(readFileSync(join(bare, `${ID}.jsonl`)));
      expect(await convo('restore', '1111', '--from', folder, '--dry-run')).toMatchObject({ exit: 0 });
      rmSync(folder, { recursive: true });
    }
  });

  test.runIf(existsSync('/proc/self'))('says of a folder that cannot be made that it cannot', async () => {
    expect(await store().convo('keep', '/proc/kept', '--all')).toMatchObject({
      stderr: expect.stringContaining('/proc/kept cannot be made: the folder above it takes no new one\n'),
    });
  });

  test('refuses a folder whose manifest is not one of copies', async () => {
    const { folder, convo } = store();
    mkdirSync(folder);
    const sums = `${'0'.repeat(64)}  notes\n`;
    writeFileSync(join(folder, 'SHA256SUMS'), sums);
    expect(await convo('keep', folder, '--all')).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('names notes'),
    });
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(sums);
  });

  test('refuses a folder in a store, and a manifest of another kind', async () => {
    const { root, folder, convo } = store();
    expect(await convo('keep', join(root, 'kept'))).toMatchObject({ exit: 4 });
    const link = `${folder}-link`;
    symlinkSync(root, link);
    expect(await convo('keep', join(link, 'kept'))).toMatchObject({ exit: 4 });
    rmSync(link);
    symlinkSync(join(root, 'nowhere'), link);
    expect(await convo('keep', link)).toMatchObject({ exit: 2, stderr: expect.stringContaining('leads nowhere') });
    mkdirSync(folder);
    writeFileSync(join(folder, 'SHA256SUMS'), 'something else\n');
    expect(await convo('keep', folder)).toMatchObject({ exit: 3, stderr: expect.stringContaining('not a manifest') });
  });
});

describe('convo restore --from', () => {
  test.each([[['--as', '9']], [['--all']], [['--older-than', '3d']], [['--plan-out', 'a.plan']]])(
    'refuses %j, which would have no effect',
    async (more) => {
      const { folder, convo } = store();
      await convo('keep', folder);
      const { exit, stderr } = await convo('restore', '1111', '--from', folder, ...more);
      expect({ exit, stderr }).toEqual({ exit: 2, stderr: `convo: --from and ${more[0]} cannot be given together\n` });
    },
  );

  test.each([['show'], ['why'], ['resume'], ['restore']])(
    'is what %s names for a session that is gone',
    async (verb) => {
      const { session, folder, convo } = store();
      const vars = { XDG_STATE_HOME: join(folder, '../state') };
      mkdirSync(vars.XDG_STATE_HOME);
      const named = (...words: string[]) => call([...words, '--root', join(session, '../../..')], { vars });
      await named('keep', folder);
      rmSync(session);
      rmSync(session.replace('.jsonl', ''), { recursive: true });
      const { exit, stderr } = await named(verb, '11111111-2222');
      expect(stderr).toContain(`the file of ${ID} is gone, and a copy of it is in ${folder}`);
      expect(stderr).toContain(`restore ${ID} --from ${folder}`);
      expect(exit).toBe(2);
      expect((await convo('show', 'ffff')).stderr).not.toContain('a copy of it');
      rmSync(folder, { recursive: true });
      expect((await named(verb, '11111111-2222')).stderr).not.toContain('a copy of it');
    },
  );

  test('says of one file that it is one', async () => {
    const { session, folder, convo } = store();
    rmSync(session.replace('.jsonl', ''), { recursive: true });
    await convo('keep', folder);
    rmSync(session);
    expect((await convo('restore', '1111', '--from', folder, '--dry-run')).stdout).toContain(
      `      one file from ${join(folder, dirname(SESSION))}\n`,
    );
  });

  test('gives a copy past its retention the time of the restore, so that the program does not delete it', async () => {
    const { session, folder, convo } = store();
    const old = Date.now() / 1000 - 100 * 86_400;
    utimesSync(session, old, old);
    await convo('keep', folder);
    rmSync(session);
    const { stdout } = await convo('restore', '1111', '--from', folder);
    expect(stdout).toContain('its time is that of the restore, and the retention counts from it\n');
    expect(stdout).toContain('only its user can read and write it, as the copy\n');
    expect(statSync(session).mode & 0o777).toBe(0o600);
    expect(stdout).not.toContain('deletes it');
    expect(Date.now() - statSync(session).mtimeMs).toBeLessThan(60_000);
  });

  test.each([[['--dry-run']], [[]]])('with %j ends with 4 while somebody else holds the store', async (more) => {
    const { root, session, folder, convo } = store();
    await convo('keep', folder);
    rmSync(session);
    mkdirSync(join(root, '.convo'), { recursive: true });
    const holder = { pid: 1, host: 'elsewhere', since: '2026-11-21T12:00:00.000Z', run: 'other' };
    writeFileSync(join(root, '.convo/lock'), JSON.stringify(holder));
    const { exit, stdout, stderr } = await convo('restore', '1111', '--from', folder, ...more);
    expect({ exit, says: /is being changed by\s+process 1/.test(stdout + stderr) }).toEqual({ exit: 4, says: true });
    expect(existsSync(session)).toBe(false);
  });

  test('brings a copy back as a run of its own, and undo takes it away', async () => {
    const { root, session, folder, convo } = store();
    const bytes = readFileSync(session);
    await convo('keep', folder);
    rmSync(join(root, 'projects/-srv-ada-orchard'), { recursive: true });
    const before = snapshot(root);
    const { exit, stdout } = await convo('restore', '1111', '--from', folder);
    expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('2 files') });
    expect(readFileSync(session)).toEqual(bytes);
    expect(statSync(session).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(root, 'projects/-srv-ada-orchard'))).toEqual([ID, `${ID}.jsonl`]);
    await convo('undo');
    const left = Object.entries(snapshot(root)).filter(([path, type]) => before[path] !== type);
    expect(left.filter(([, type]) => type.startsWith('file'))).toEqual([]);
  });

  test('brings back no copy that was set aside, and none that was not finished', async () => {
    const { root, session, folder, convo } = store();
    const agent = session.replace('.jsonl', '/subagents/agent-a.jsonl');
    await convo('keep', folder);
    writeFileSync(agent, '{"other":1}\n');
    await convo('keep', folder);
    const kept = join(folder, SESSION.replace('.jsonl', '/subagents'));
    writeFileSync(join(kept, '.agent-b.jsonl.convo-keep'), '{"cut":');
    expect(readdirSync(kept)).toEqual([
      '.agent-b.jsonl.convo-keep',
      'agent-a.jsonl',
      expect.stringMatching(/^agent-a\.jsonl\.[0-9a-f]{16}$/),
    ]);
    rmSync(join(root, 'projects/-srv-ada-orchard'), { recursive: true });
    expect((await convo('restore', '1111', '--from', folder)).stdout).toContain('2 files');
    expect(readdirSync(dirname(agent))).toEqual(['agent-a.jsonl']);
    expect(readFileSync(agent, 'utf8')).toBe('{"other":1}\n');
  });

  test('says of a session that is as its copy is that there is nothing to restore', async () => {
    const { root, folder, convo } = store();
    await convo('keep', folder);
    const before = snapshot(root);
    for (const more of [[], ['--dry-run']])
      expect(await convo('restore', '1111', '--from', folder, ...more)).toMatchObject({
        exit: 0,
        stdout: expect.stringContaining('1 unchanged'),
        stderr: `convo: ${ID} is still here: nothing to restore\n`,
      });
    expect(snapshot(root)).toEqual(before);
  });

  test('brings back what is missing of a session whose companions are there with equal bytes', async () => {
    const { session, folder, convo } = store();
    await convo('keep', folder);
    const bytes = readFileSync(session);
    rmSync(session);
    const { exit, stdout } = await convo('restore', '1111', '--from', folder);
    expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('one file there already') });
    expect(readFileSync(session)).toEqual(bytes);
    rmSync(session);
    const agent = session.replace('.jsonl', '/subagents/agent-a.jsonl');
    writeFileSync(agent, '[]\n');
    expect(await convo('restore', '1111', '--from', folder)).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining(`${agent} is in the way: it holds other bytes`),
    });
    expect(existsSync(session)).toBe(false);
  });

  test('says of a run that was interrupted that nothing was restored by it, and resume finishes it', async () => {
    const { root, session, folder, convo } = store();
    const bytes = readFileSync(session);
    await convo('keep', folder);
    rmSync(join(root, 'projects/-srv-ada-orchard'), { recursive: true });
    let stop = () => {};
    const over: Partial<Env> = {
      onInterrupt: (each) => {
        stop = each;
      },
      now: () => {
        if (readdirSync(join(root, '.convo/runs')).some((name) => !name.endsWith('.part'))) stop();
        return Date.UTC(2026, 10, 21, 12);
      },
    };
    mkdirSync(join(root, '.convo/runs'), { recursive: true });
    const { exit, stdout } = await call(['restore', '1111', '--from', folder, '--root', root, '--json'], { over });
    expect({ exit, ...JSON.parse(stdout) }).toMatchObject({
      exit: 130,
      changed: 0,
      items: [{ state: 'not-reached', reason: 'the run stopped before it' }],
    });
    expect(existsSync(session)).toBe(false);
    expect(await convo('resume')).toMatchObject({ exit: 0 });
    expect(readFileSync(session)).toEqual(bytes);
  });

  test('puts a copy over a session that it goes on from, which undo takes back, and leaves one that has more', async () => {
    const { session, folder, convo } = store();
    const whole = readFileSync(session);
    const cut = whole.lastIndexOf('\n', whole.length - 2) + 1;
    await convo('keep', folder);
    writeFileSync(session, whole.subarray(0, cut));
    const { exit, stdout } = await convo('restore', '1111', '--from', folder);
    const added = `adds ${whole.length - cut} bytes to what is there, which it begins with`;
    expect([exit, stdout]).toEqual([0, expect.stringContaining(added)]);
    expect(stdout).toMatch(/before: +1 conversation/);
    expect(readFileSync(session)).toEqual(whole);
    expect((await convo('undo', '--yes')).exit).toBe(0);
    expect(readFileSync(session)).toEqual(whole.subarray(0, cut));
    const more = Buffer.concat([whole, Buffer.from('{"type":"custom-title","customTitle":"mine"}\n')]);
    writeFileSync(session, more);
    const left = await convo('restore', '1111', '--from', folder);
    expect([left.exit, left.stdout]).toEqual([0, expect.stringContaining('is there already, with more')]);
    expect(readFileSync(session)).toEqual(more);
  });

  test('brings back an earlier copy by its name, with what is beside its session, and onto no other session', async () => {
    const { root, session, folder, convo } = store();
    await convo('keep', folder);
    const first = readFileSync(session);
    writeFileSync(session, '{"type":"mode"}\n');
    utimesSync(session, OLD, OLD);
    await convo('keep', folder);
    const name = `${ID}.jsonl.${digestOf(first).slice(0, 16)}`;
    const refused = await convo('restore', name, '--from', folder);
    expect(refused).toMatchObject({ exit: 4, stderr: expect.stringContaining('is in the way') });
    rmSync(join(root, 'projects/-srv-ada-orchard'), { recursive: true });
    const { exit, stdout } = await convo('restore', name, '--from', folder);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('2 files')]);
    expect(readFileSync(session)).toEqual(first);
    expect(existsSync(session.replace('.jsonl', '/subagents/agent-a.jsonl'))).toBe(true);
    expect((await convo('undo', '--yes')).exit).toBe(0);
    writeFileSync(join(folder, dirname(SESSION), name), 'spoilt');
    expect(await convo('restore', name, '--from', folder)).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('SHA256SUMS'),
    });
    expect(await convo('restore', `${name.slice(0, -1)}!`, '--from', folder)).toMatchObject({ exit: 2 });
  });

  test('says what a folder has in place of a copy that is missing there, and where others are named', async () => {
    const { folder, convo } = store();
    await convo('keep', folder);
    const hint = async (id: string, from: string) => {
      const { exit, stderr } = await convo('restore', id, '--from', from);
      expect([exit, stderr.split('\n')[0]]).toEqual([2, `convo: ${from} holds no copy of ${id}`]);
      return (
        stderr
          .split('\n')[1]
          ?.trim()
          .replace(/`convo .*list --lost`/, 'LIST') ?? ''
      );
    };
    const named = 'LIST names conversations that are gone, and where there is a copy.';
    expect(await hint('bbbb', folder)).toBe(`It has copies of ${ID}. ${named}`);
    expect(await hint('11111112', folder)).toBe(`Did you mean ${ID}? ${named}`);
    mkdirSync(join(folder, 'none'));
    expect(await hint(ID, join(folder, 'none'))).toBe(`Name the folder that was given to keep. ${named}`);
  });

  test('brings nothing onto a session that is there, and nothing that was changed', async () => {
    const { root, session, folder, convo } = store();
    await convo('keep', folder);
    const words = ['restore', ID, '--from', folder];
    writeFileSync(session, '{}\n');
    const refused = await convo(...words);
    expect(refused).toMatchObject({ exit: 4, stderr: expect.stringContaining('is in the way') });
    expect(refused.stderr).toContain(`convo --root ${root} diff ${ID} ${join(folder, SESSION)}`);
    rmSync(join(root, 'projects/-srv-ada-orchard'), { recursive: true });
    writeFileSync(join(folder, SESSION), '{}\n');
    expect(await convo(...words)).toMatchObject({ exit: 4, stderr: expect.stringContaining('SHA256SUMS') });
    expect(await convo('restore', 'ffff', '--from', folder)).toMatchObject({ exit: 2 });
    rmSync(join(folder, 'SHA256SUMS'));
    const { stdout } = await convo(...words);
    expect(stdout).toContain('SHA256SUMS has no hash of 2 of them, so nothing was compared');
  });
});

test('keeps every file that the next start of Gemini CLI deletes together, and brings them back', async () => {
  const { convo, at } = homeOf(['claude', 'gemini']);
  const kept = await convo(['--kind', 'gemini', 'keep', at('kept')]);
  expect(kept).toMatchObject({ exit: 0, stdout: expect.stringContaining('3 files') });
  const chats = at('.gemini/tmp/pier/chats');
  const before = readdirSync(chats);
  rmSync(chats, { recursive: true });
  const back = await convo(['restore', '7c1d', '--from', at('kept')]);
  expect(back).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('the program deletes it at its next start: `convo verify '),
  });
  expect(readdirSync(chats)).toEqual(before);
  expect((await convo('--kind gemini heal --yes')).exit).toBe(0);
  expect(readdirSync(chats)).toHaveLength(1);
});

test.each([
  ['of all programs', ['.claude', '.gemini']],
  ['of Gemini CLI', ['.gemini']],
])('brings a copy back where the store %s is gone, with the folder of its project', async (_, gone) => {
  const { convo, at } = homeOf(['claude', 'gemini']);
  const mark = at('.gemini/tmp/pier/.project_root');
  const folder = readFileSync(mark, 'utf8');
  await convo(['keep', at('kept'), '--all']);
  expect(sums(at('kept'))).toMatch(/^[0-9a-f]{64} {2}pier\/\.project_root$/m);
  for (const store of gone) rmSync(at(store), { recursive: true });
  mkdirSync(at('.gemini'));
  expect((await convo(['restore', '7c1d9e20', '--from', at('kept'), '--kind', 'claude'])).exit).not.toBe(0);
  for (const _ of ['first', 'after an undo']) {
    const { exit, stdout } = await convo(['restore', '7c1d9e20', '--from', at('kept')]);
    expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('3 files from') });
    expect(readFileSync(mark, 'utf8')).toBe(folder);
    expect((await convo('show 7c1d9e20')).stdout).toContain('How many of the planks are rotten?');
    expect((await convo('undo --yes')).exit).toBe(0);
    expect(existsSync(mark)).toBe(false);
  }
});

test('knows its copies of sessions of Gemini CLI that are gone', async () => {
  const { convo, at } = homeOf(['gemini']);
  const prompt = { sessionId: '7c1d9e20-5b6f-4f0e-9a53-0d2b7c1d9e20', messageId: 0, type: 'user' };
  const said = [{ ...prompt, message: 'When is the pier open?', timestamp: '2026-05-04T09:30:00.000Z' }];
  writeFileSync(at('.gemini/tmp/pier/logs.json'), JSON.stringify(said));
  await convo(['keep', at('kept'), '--all']);
  rmSync(at('.gemini/tmp/pier/chats'), { recursive: true });
  const { stderr } = await convo(['keep', at('kept'), '--all', '--allow-empty']);
  expect(stderr).toContain('names them; 1 of them is in that folder (`convo restore ID --from DIR`)');
  rmSync(at('kept'), { recursive: true });
  expect((await convo(['keep', at('kept'), '--all', '--allow-empty'])).stderr).toMatch(/names them\n/);
});

test('keep refuses flags that do not go together', async () => {
  const { root, folder } = store();
  for (const [words, message] of [
    [['--all', '--within', '3'], 'only one of --all and --within can be given'],
    [['--every', 'day', '--json'], '--every prints a line for cron, not JSON'],
  ] as const) {
    const { exit, stdout, stderr } = await call(['keep', folder, ...words], { home: dirname(root) });
    expect([exit, stdout + stderr]).toEqual([2, expect.stringContaining(message)]);
  }
  expect(existsSync(folder)).toBe(false);
});

test('keep --every prints the line for cron alone, and copies nothing', async () => {
  const { root, folder } = store();
  const home = dirname(root);
  const words = ['keep', folder, '--every', 'day'];
  const { exit, stdout, stderr } = await call(words, { home, vars: { PATH: '/opt/a b:/usr/bin', x: '%' } });
  expect(exit).toBe(0);
  expect(stderr).toContain(`\`(crontab -l; convo keep ${folder} --within 7 --every day) | crontab -\` has it done`);
  expect(stderr).toContain('convo: `crontab -e`, and this line deleted there, takes it away again');
  expect(stdout).toBe(`17 9 * * * PATH='/opt/a b:/usr/bin' convo keep ${folder} --within 7\n`);
  expect(existsSync(folder)).toBe(false);
  expect(stderr).toContain('no folder of PATH has a `convo`');
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'convo'), '');
  expect((await call(words, { home, vars: { PATH: `/usr/bin:${bin}` } })).stderr).not.toContain('no folder of PATH');
  const weekly = await call(['keep', folder, '--every', 'week', '--all'], { home, over: { platform: 'win32' } });
  expect(weekly.stdout).toBe(
    `schtasks /Create /TN "convo keep" /SC WEEKLY /ST 09:17 /TR "convo keep ${folder} --all"\n`,
  );
  expect((await call(['keep', folder, '--every', 'hour'], { home })).exit).toBe(2);
  const here = [
    '--root',
    `./${basename(root)}`,
    '--project',
    '.',
    '--project',
    'quay',
    '--project',
    '~/bin',
    '--project',
    '../x/bin',
  ];
  const elsewhere = await call([...here, ...words, '--allow-empty'], { home, cwd: home });
  const wholePaths = `convo --root ${root} --project ${home} --project quay --project ${bin} --project ${join(home, '../x/bin')} keep ${folder} --within 7`;
  expect(elsewhere.stdout).toContain(`${wholePaths}\n`);
  expect(elsewhere.stderr).toContain(`${wholePaths} --every day`);
});
