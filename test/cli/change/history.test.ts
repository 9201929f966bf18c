import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runNames } from '../../../src/model/run.ts';
import { homeOf } from '../home-of-all.ts';
import { type Person, personWith, worldOf } from './person.ts';
import { type Snapshot, snapshot } from './snapshot.ts';

const LANTERN = 'projects/lantern/conversations/d70bbd8c-f340-43a2-bfb9-0617f4804d0b.json';

async function numbers(ann: Person): Promise<number[]> {
  return (await ann.json('runs')).document.runs.map(({ number }: { number: number }) => number);
}

/** What files hold; what is written anew has another time. */
function bytesOf(tree: Snapshot): string[] {
  return Object.entries(tree).map(([path, look]) => `${path} ${look.replace(/(file \d+) \d+/, '$1')}`);
}

describe('convo runs', () => {
  test.each(['runs --older-than 1y', 'runs --dry-run', 'runs show 1 --yes'])(
    'refuses a flag of prune: %s',
    async (words) => {
      const ann = personWith('store');
      await ann.convo('archive d70b');
      const { exit, stdout, stderr } = await ann.convo(words);
      expect([exit, stdout, stderr]).toEqual([
        2,
        '',
        expect.stringMatching(/^convo: --\S+ is for `convo runs prune` alone\n/),
      ]);
    },
  );

  test.each(['done', 'undone'])('show lists every edit of a run that is %s', async (state) => {
    const ann = personWith('store');
    await ann.convo('migrate --project lantern --yes');
    if (state === 'undone') await ann.convo('undo');
    const { exit, stdout } = await ann.convo('runs show 1');
    expect(exit).toBe(0);
    expect(stdout).toContain(`run 0001: migrate, ${state}`);
    expect(stdout).toContain('at 1:1\n        - 1760000000:{\n        + {"version":1,"timestamp":1760000000,');
    expect((await ann.json('runs show 1')).document.runs[0]).toMatchObject({
      number: 1,
      items: [{ state: 'changed' }],
    });
  });

  test('show names an original that is no file any more, and shows the rest', async () => {
    const ann = personWith('store');
    await ann.convo('heal --lossy --yes');
    const [run = ''] = readdirSync(join(ann.store, '.convo', 'runs'));
    const kept = join(ann.store, '.convo', 'runs', run, 'kept');
    const [name = ''] = readdirSync(kept);
    rmSync(join(kept, name), { recursive: true });
    execFileSync('mkfifo', [join(kept, name)]);
    const { exit, stdout } = await ann.convo('runs show 1');
    expect(exit).toBe(0);
    expect(stdout).toContain(`cannot be brought back: kept/${name} of the run is a named pipe (FIFO), not a file`);
  });

  test('has a header, and on a terminal short names and times told from now', async () => {
    const ann = personWith('store');
    await ann.convo('archive d70b');
    const { stdout } = await ann.convo('runs', { terminal: 60, vars: { NO_COLOR: '1' } });
    const table = `${ann.store}\n  run   when      command  state  changed     kept\n  0001  just now  archive  done         1  0 bytes\n\n`;
    expect(stdout).toBe(table);
    const screen = { terminal: 60, vars: { NO_COLOR: '1' } };
    const sentence = 'dry run, nothing was pruned: 1 run would go, and 0 bytes of\n  originals\n';
    expect((await ann.convo('runs prune --dry-run', screen)).stdout).toBe(sentence + table);
    const piped = await ann.convo('runs prune --dry-run');
    expect(piped.stdout).toMatch(/would go, and 0 bytes of originals\n {2}0001 {2}\S+-0001 {2}archive {2}\S+\n$/);
  });
});

describe('the number of a run', () => {
  test('is taken in place of its id, and stays when others are pruned', async () => {
    const ann = personWith('store');
    expect((await ann.convo('runs prune --yes')).stdout).toBe('nothing to prune: no run is finished\n');
    // There is nothing to agree to.
    expect(await ann.convo('runs prune')).toMatchObject({ exit: 0, stdout: 'nothing to prune: no run is finished\n' });
    for (const id of ['d70b', '60ce', '40fd']) await ann.convo(`archive ${id}`);
    expect(await numbers(ann)).toEqual([1, 2, 3]);
    expect((await ann.json('undo 2')).document).toMatchObject({ changed: 1 });
    expect((await ann.convo('runs prune --older-than 90d --yes')).stdout).toContain('no finished run is that old');
    expect((await ann.json('runs prune 2 --yes')).document.runs).toMatchObject([{ number: 2 }]);
    expect((await ann.json('runs prune 1 --yes')).document.runs).toMatchObject([{ number: 1 }]);
    expect(await numbers(ann)).toEqual([3]);
    await ann.convo('delete d70b --yes');
    expect((await ann.convo('runs prune 4 --yes')).stdout).toMatch(
      /^1 run pruned, .* of originals deleted; what 1 delete took away is gone for good\n/,
    );
    await ann.convo('archive 60ce');
    expect(await numbers(ann)).toEqual([3, 5]);
    expect((await ann.convo('undo 1')).stderr).toContain('there is no run 1');
    expect(await ann.convo('runs prune nope')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('there is no run nope'),
    });
    for (const verb of ['undo', 'redo'])
      expect(await ann.convo([verb, '', '--yes'])).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining('the name of a run must not be empty'),
      });
    expect((await ann.convo('undo 5')).stdout).toMatch(/^run [0-9a-f]{4}: archive/);
  });

  test('names several runs in several stores: then the candidates are listed, with 2', async () => {
    const ann = personWith('store', 'a');
    cpSync(join(ann.home, 'a'), join(ann.home, 'b'), { recursive: true });
    await ann.convo('archive d70b --root a');
    await ann.convo('archive 60ce --root b');
    const { exit, stderr } = await ann.convo('undo 1 --root a --root b');
    expect(exit).toBe(2);
    expect(stderr).toContain('1 could be any of 2 runs');
    expect(stderr).toMatch(/0001 {2}archive {2}.*\/a\n.*0002 {2}archive {2}.*\/b/);
  });
});

describe('the short name of a run', () => {
  test('is the end of its id wherever it is named, and is the same when other stores are in play', async () => {
    const ann = personWith('store', 'a');
    cpSync(join(ann.home, 'a'), join(ann.home, 'b'), { recursive: true });
    expect((await ann.convo('archive d70b --root a')).stdout).toContain('run 0001: `convo --root a undo 0001` puts');
    await ann.convo('archive 60ce --root b');
    const both = '--root a --root b';
    const { stdout } = await ann.convo(`runs ${both}`);
    expect(stdout.match(/^ {2}\S+/gm)).toEqual(['  run', '  0001', '  run', '  0002']);
    expect((await ann.convo(`undo 0001 ${both}`)).stdout).toMatch(/^run 0001: archive, .* in .*\/a\n/);
  });

  test('is all of the id where two ids end alike, or where it is the number of another run', () => {
    const run = (id: string, number: number) => ({ id, number });
    const [first, twin, other] = ['20261121T120000000Z-00ab', '20261122T120000000Z-00ab', '20261123T120000000Z-1234'];
    const nameOf = runNames([run(first, 1), run(twin, 2), run(other, 3)]);
    expect([first, twin, other].map(nameOf)).toEqual([first, twin, '1234']);
    expect(runNames([run(first, 1234), run(other, 3)])(other)).toBe(other);
  });
});

describe('convo redo', () => {
  test('makes an undone run again, byte for byte, as a new run that can be undone', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    await ann.convo('migrate --yes');
    const after = snapshot(ann.store);
    await ann.convo('undo');
    const dry = await ann.json('redo --dry-run');
    expect(dry).toMatchObject({ exit: 0, document: { command: 'redo', dryRun: true, run: null } });
    expect(dry.document.items[0].steps).not.toHaveLength(0);
    expect(snapshot(ann.store)).toEqual(before);
    const { exit, stdout } = await ann.convo('redo');
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: expect.stringMatching(/^run 0001: migrate.*\n.*\n {2}redone {2}/),
    });
    expect(bytesOf(snapshot(ann.store))).toEqual(bytesOf(after));
    expect((await ann.json('runs')).document.runs).toMatchObject([
      { number: 1, state: 'undone' },
      { number: 2, state: 'done', command: 'migrate' },
    ]);
    await ann.convo('undo');
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('is undone by the name of its own run: undo of the one that it brought back names that, and changes nothing', async () => {
    const ann = personWith('store');
    await ann.convo('migrate --yes');
    await ann.convo('undo 0001');
    expect(await ann.convo('undo 0001')).toMatchObject({ exit: 0, stderr: 'convo: run 0001 is undone already\n' });
    await ann.convo('redo 0001');
    const migrated = snapshot(ann.store);
    const refused = {
      exit: 4,
      stderr: 'convo: run 0001 was undone, and run 0003 brought it back\n  `convo undo 0003` undoes that.\n',
    };
    for (const line of ['undo 0001 --yes', 'undo 0001 --dry-run'])
      expect([line, await ann.convo(line)]).toMatchObject([line, refused]);
    expect(await ann.convo('undo 1')).toMatchObject({ exit: 4 });
    expect(snapshot(ann.store)).toEqual(migrated);
    await ann.convo('undo 0003');
    expect(await ann.convo('undo 0001')).toMatchObject({ exit: 0, stderr: 'convo: run 0001 is undone already\n' });
  });

  test('goes forward again through what was undone, one run after the other', async () => {
    const ann = personWith('store');
    for (const id of ['d70b', '60ce']) await ann.convo(`archive ${id}`);
    const after = snapshot(ann.store);
    await ann.convo('undo');
    await ann.convo('undo');
    expect((await ann.convo('redo')).stdout).toContain('run 0001: archive');
    expect((await ann.convo('redo')).stdout).toContain('run 0002: archive');
    expect(snapshot(ann.store)).toEqual(after);
    expect(await ann.convo('redo')).toMatchObject({ exit: 0, stderr: expect.stringContaining('no undone run') });
  });

  test('names what was saved since and does the rest, and refuses where nothing is left', async () => {
    const ann = personWith('store');
    const { changed } = (await ann.json('migrate --yes')).document;
    await ann.convo('undo');
    const saved = '1760000000:{"messages":[]}';
    writeFileSync(join(ann.store, LANTERN), saved);
    const before = snapshot(ann.store);
    const dry = await ann.json('redo --dry-run');
    expect(dry).toMatchObject({ exit: 4, document: { changed: changed - 1, refused: 1 } });
    expect(snapshot(ann.store)).toEqual(before);
    const { exit, document } = await ann.json('redo');
    expect({ exit, document }).toMatchObject({ exit: 4, document: { changed: changed - 1, refused: 1 } });
    const [refused] = document.items.filter(({ state }: { state: string }) => state === 'refused');
    expect(refused.reason).toContain(`${LANTERN} was changed since`);
    expect(readFileSync(join(ann.store, LANTERN), 'utf8')).toBe(saved);
    await ann.convo('undo');
    expect(snapshot(ann.store)).toEqual(before);
    for (const { path, state } of document.items) if (state === 'changed') writeFileSync(path, saved);
    const { stderr } = await ann.convo('redo 1');
    expect(stderr).toContain('was changed since\n  Nothing was changed. Give its command again.');
    expect(stderr).not.toContain('plan');
    expect((await ann.json('runs')).document.runs).toHaveLength(2);
  });

  test('says of two stores in which one nothing was redone', async () => {
    const { convo, at } = homeOf(['claude', 'codex']);
    expect((await convo('heal --lossy --yes')).exit).toBe(1);
    await convo('undo --yes');
    for (const name of readdirSync(at('.codex/sessions/2025/12/10')))
      appendFileSync(at(`.codex/sessions/2025/12/10/${name}`), '{}\n');
    const { exit, stdout, stderr } = await convo('redo --yes');
    expect({ exit, stdout, stderr }).toMatchObject({ exit: 4, stdout: expect.stringContaining('redone') });
    expect(`${stdout}${stderr}`).toContain(`Nothing was changed in ${at('.codex')}. Give its command again.`);
  });

  test('changes the store that has the journal, whatever store the journal names', async () => {
    const ann = personWith('store', 'a');
    await ann.convo('archive d70b --root a');
    await ann.convo('undo --root a');
    cpSync(join(ann.home, 'a'), join(ann.home, 'b'), { recursive: true });
    const before = snapshot(ann.store);
    expect(await ann.json('redo --root b')).toMatchObject({ exit: 0, document: { changed: 1 } });
    expect(snapshot(ann.store)).toEqual(before);
    expect(bytesOf(snapshot(join(ann.home, 'b')))).not.toEqual(bytesOf(before));
    expect(await ann.convo('redo --root b')).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('no undone run'),
    });
  });

  test('of a run that is not undone does nothing', async () => {
    const ann = personWith('store');
    await ann.convo('archive d70b');
    expect(await ann.convo('redo 1')).toMatchObject({ exit: 0, stderr: expect.stringContaining('is not undone') });
  });
});

describe('a run over stores of two kinds', () => {
  test('is one row of `runs`, has one short name, and is undone by it', async () => {
    const { home, convo: plain } = homeOf(['claude', 'codex']);
    const world = worldOf();
    const convo = (line: string, terminal?: number) => plain(line, { ...world, ...(terminal && { terminal }) });
    const first = JSON.parse((await convo('list --kind claude --json')).stdout).conversations[0].id;
    await convo(`archive ${first}`);
    const before = snapshot(home);
    const { stdout } = await convo('archive --all --yes', 80);
    const [, name = ''] = /convo undo (\w{4})`\s+puts\s+every\s+byte\s+back/.exec(stdout) ?? [];
    expect(name).toMatch(/^[0-9a-f]{4}$/);
    const [head, ...rows] = (await convo('runs', 80)).stdout.split('\n').filter(Boolean);
    expect(head).toContain('  stores');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatch(new RegExp(`^ *${name} .* archive +done .* claude, codex$`));
    const undone = await convo(`undo ${name}`);
    expect(undone.stdout).toMatch(new RegExp(`^run ${name}: archive, .* in .*/\\.claude, .* in .*/\\.codex\n`));
    expect(snapshot(home)).toEqual(before);
  });
});
