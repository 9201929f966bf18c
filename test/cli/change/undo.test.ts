import fs, {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { asNobody } from '../../support/real-tree.ts';
import { type Person, personWith } from './person.ts';
import { differences, snapshot } from './snapshot.ts';

const TOUCHED = 'projects/orchard/conversations/60cef8ed-32fa-4779-bdf9-68f0a068deaf.json';

describe('convo undo', () => {
  test('leaves what was changed since, tells it with 4, takes back the rest, and tries again when asked to', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    const original = readFileSync(join(ann.store, TOUCHED));
    const run = await migrated(ann);
    appendFileSync(join(ann.store, TOUCHED), ' ');
    const dry = await ann.json('undo --dry-run');
    expect(dry).toMatchObject({ exit: 4, document: { run, dryRun: true, changed: 4, refused: 1 } });
    const first = await ann.json('undo');
    expect(first).toMatchObject({ exit: 4, document: { run, dryRun: false, changed: 4, refused: 1 } });
    for (const { document } of [dry, first]) {
      const { path, reason } = document.items.find(({ state }: { state: string }) => state === 'refused');
      expect(path).toBe(join(ann.store, TOUCHED));
      const [, kept = ''] = /^is no longer as the run left it; the original is kept as (.*)$/.exec(reason) ?? [];
      expect(readFileSync(kept)).toEqual(original);
    }
    expect(differences(before, snapshot(ann.store))).toEqual([TOUCHED]);
    expect((await ann.convo('runs')).stdout).toContain(
      'run 0001: 1 not undone; `convo undo 0001 --dry-run` says what is in the way',
    );
    expect(await ann.convo('runs prune 1 --yes')).toMatchObject({
      stdout: 'nothing to prune: no run of these is finished\n',
      stderr: expect.stringContaining('run 1 stays: `convo runs` says'),
    });
    truncateSync(join(ann.store, TOUCHED), statSync(join(ann.store, TOUCHED)).size - 1);
    const again = await ann.json(`undo ${run}`);
    expect(again).toMatchObject({ exit: 0, document: { changed: 1, refused: 0 } });
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('names the command that brings a run back, where that one can: for a whole undo, in the right store', async () => {
    const ann = personWith('store');
    await migrated(ann);
    const [, last = ''] = (await ann.convo('undo 1')).stdout.split(', 0 failed\n');
    expect(last).toMatch(/^run 0001: `convo redo 0001` brings it back$/m);
    const redone = await ann.convo('redo 0001');
    expect([redone.exit, redone.stdout.includes(' redo ')]).toEqual([0, false]);
    appendFileSync(join(ann.store, TOUCHED), ' ');
    const part = await ann.convo('undo --yes');
    expect([part.exit, part.stdout.includes(' redo ')]).toEqual([4, false]);
  });

  test('takes back an older run than the newest where the two do not meet', async () => {
    const ann = personWith('store');
    const { document: lantern } = await ann.json('archive --project lantern --yes');
    const between = snapshot(ann.store);
    await ann.convo('archive --project orchard --yes');
    expect((await ann.json(`undo ${lantern.run}`)).document).toMatchObject({ changed: 3, refused: 0 });
    await ann.convo('undo');
    expect(differences(between, snapshot(ann.store)).every((path) => path.startsWith('projects/lantern/'))).toBe(true);
    const { document } = await ann.json('runs');
    expect(document.runs).toMatchObject([
      { command: 'archive', state: 'undone', standing: 0 },
      { command: 'archive', state: 'undone', standing: 0 },
    ]);
  });

  test('refuses an older run where a newer one stands on it', async () => {
    const ann = personWith('store');
    const run = await migrated(ann);
    await ann.convo('archive 60ce');
    const { exit, document } = await ann.json(`undo ${run}`);
    expect(exit).toBe(4);
    expect(document).toMatchObject({ changed: 4, refused: 1 });
  });

  test('knows a run by its beginning, and names those that it could be', async () => {
    const ann = personWith('store');
    await ann.convo('archive d70b');
    await ann.convo('archive draft');
    expect(await ann.convo('undo 2026')).toMatchObject({ exit: 2, stderr: expect.stringContaining('could be any of') });
    expect(await ann.convo('undo 1999')).toMatchObject({ exit: 2, stderr: expect.stringContaining('no run 1999') });
    for (const run of ['../..', '/etc', '.', '']) expect((await ann.convo(['undo', run])).exit).toBe(2);
  });

  test('passes over runs that had nothing to do, or could do nothing', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    await ann.convo('archive d70b');
    await ann.convo('archive d70b');
    expect((await ann.json('runs')).document.runs).toHaveLength(1);
    renameSync(join(ann.store, 'projects/orchard'), join(ann.store, 'elsewhere'));
    symlinkSync('../elsewhere', join(ann.store, 'projects/orchard'));
    expect((await ann.convo('archive 60ce')).exit).toBe(4);
    rmSync(join(ann.store, 'projects/orchard'));
    renameSync(join(ann.store, 'elsewhere'), join(ann.store, 'projects/orchard'));
    expect((await ann.json('undo')).document).toMatchObject({ changed: 1 });
    expect(snapshot(ann.store)).toEqual(before);
  });
});

test('a save that falls into an undo is kept and named with 4; the run is not cut, and nothing else is blocked', async () => {
  const ann = personWith('store');
  const run = await migrated(ann);
  const save = '{"saved":"in that moment"}';
  let saved = '';
  const link = fs.linkSync;
  const spy = vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
    link(from, to);
    if (saved !== '' || !String(to).includes('/undone/')) return;
    saved = String(from);
    // As a program saves: under another name first.
    writeFileSync(`${saved}.tmp.1`, save);
    renameSync(`${saved}.tmp.1`, saved);
  });
  onTestFinished(() => spy.mockRestore());
  const { exit, document } = await ann.json('undo');
  spy.mockRestore();
  expect(readFileSync(saved, 'utf8')).toBe(save);
  expect({ exit, refused: document.refused }).toEqual({ exit: 4, refused: 1 });
  expect(document.items.find(({ path }: { path: string }) => path === saved)).toMatchObject({
    state: 'refused',
    reason: 'was changed meanwhile',
  });
  expect((await ann.json('runs')).document.runs).toMatchObject([{ id: run, state: 'done', standing: 1 }]);
  expect((await ann.convo('verify --only ST401 --allow-empty')).exit).toBe(0);
  expect((await ann.convo('migrate --yes')).stderr).not.toContain('was cut off');
});

test('a journal that may not be entered keeps no store from being judged, and both verify and runs say so', async () => {
  const ann = personWith('store');
  await migrated(ann);
  const open = (path: string): void => chmodSync(path, 0o755);
  open(ann.home);
  const journal = join(ann.store, '.convo');
  chmodSync(journal, 0);
  onTestFinished(() => open(journal));
  await asNobody(async () => {
    const { document } = await ann.json('verify');
    expect(document.summary.conversations).toBeGreaterThan(3);
    const journals = document.findings.filter(({ code }: { code: string }) => code === 'ST404');
    expect(journals).toMatchObject([{ severity: 'warning' }]);
    expect(JSON.stringify(journals)).toMatch(/permission denied: runs that were cut off could not be looked for"/);
    const { exit, stderr } = await ann.convo('runs');
    expect({ exit, stderr }).toEqual({
      exit: 3,
      stderr: expect.stringMatching(/^runs could not be looked for: .*\.convo.* permission denied/),
    });
  });
});

describe('a run that was cut', () => {
  test('makes every changing command refuse with 4, and verify tell it', async () => {
    const ann = personWith('store');
    const run = await cut(ann);
    const before = snapshot(ann.store);
    for (const verb of ['heal', 'migrate', 'archive --all', 'restore --all', 'delete --all', 'fork 40fd']) {
      const { exit, stdout, stderr } = await ann.convo(`${verb} --yes`);
      expect({ exit, stdout }).toEqual({ exit: 4, stdout: '' });
      expect(stderr).toContain(`run ${run} in ${ann.store} was cut off`);
      expect(stderr).toContain(`convo --root ${ann.store} resume ${run}`);
    }
    const { exit, document } = await ann.json('verify --only ST401');
    expect({ exit, found: document.findings.length }).toEqual({ exit: 1, found: 1 });
    expect((await ann.convo('runs')).stdout).toContain('was cut off');
    const owner = { pid: 99, host: 'testbed', since: '2026-11-21T11:00:00.000Z', run };
    writeFileSync(join(ann.store, '.convo/lock'), `${JSON.stringify(owner)}\n`);
    const held = await ann.convo('runs', { over: { alive: () => true } });
    expect(held.stdout).toMatch(
      / unfinished .*\n\nrun \w{4} is at work, or was cut off while it held the lock: `convo resume \w{4}`/s,
    );
    expect((await ann.convo('runs')).stdout).toMatch(/run \w{4} was cut off: /);
    rmSync(join(ann.store, '.convo/lock'));
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('is finished by resume', async () => {
    const ann = personWith('store');
    const run = await cut(ann);
    const after = snapshot(ann.store);
    expect(await ann.json('resume')).toMatchObject({ exit: 0, document: { command: 'resume', run, failed: 0 } });
    expect(snapshot(ann.store)).toEqual(after);
    expect((await ann.convo('verify --only ST401 --allow-empty')).exit).toBe(0);
    expect((await ann.convo('migrate --yes')).exit).toBe(1);
    const nothing = await ann.convo('resume');
    expect(nothing).toMatchObject({ exit: 0, stderr: expect.stringContaining('nothing to resume') });
    expect((await ann.convo(`resume ${run}`)).exit).toBe(0);
  });

  test('is taken back by undo', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    await cut(ann);
    expect((await ann.convo('undo')).exit).toBe(0);
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('while it was undone can only be undone to its end, and all that speak of it say so', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    const run = await migrated(ann);
    await ann.convo('undo');
    rmSync(join(ann.store, '.convo/runs', run, 'is-undone'));
    const told = [
      (await ann.convo('runs')).stdout,
      (await ann.convo('verify --only ST401')).stdout,
      (await ann.convo('migrate --yes')).stderr,
    ];
    for (const text of told) {
      expect(text).toMatch(/cut off while it was undone(?::|\n) .*`convo .*resume \S+` finishes undoing it/);
      expect(text).not.toMatch(/`convo .*undo /);
    }
    expect((await ann.convo('resume')).exit).toBe(0);
    expect((await ann.json('runs')).document.runs).toMatchObject([{ state: 'undone' }]);
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('by an interruption is told with 130, and nothing of it is called made', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    const begun = () =>
      existsSync(join(ann.store, '.convo/runs')) &&
      readdirSync(join(ann.store, '.convo/runs')).some((name) => !name.endsWith('.part'));
    let stop = () => {};
    const over = {
      onInterrupt: (options: () => void) => {
        stop = options;
      },
      now: () => {
        if (begun()) stop();
        return Date.UTC(2026, 10, 21, 12);
      },
    };
    const { exit, document } = await ann.json('migrate --yes', { over });
    expect(exit).toBe(130);
    expect(document).toMatchObject({ changed: 0, failed: 0, notReached: 5, stopped: { by: 'interrupted' } });
    expect(snapshot(ann.store)).toEqual(before);
    expect((await ann.convo('undo --dry-run')).stdout).toContain('0 to change');
    expect((await ann.json('resume')).document).toMatchObject({ changed: 5, failed: 0 });
    await ann.convo('undo');
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('before anything was changed is not a run', async () => {
    const ann = personWith('store');
    const { exit, stderr } = await ann.convo('migrate --yes', { interrupted: true });
    expect({ exit, stderr }).toEqual({ exit: 130, stderr: expect.stringContaining('interrupted before') });
    expect(existsSync(join(ann.store, '.convo'))).toBe(false);
  });
});

describe('convo runs', () => {
  test('prune lets go of finished runs for good, once somebody agreed', async () => {
    const ann = personWith('store');
    await ann.convo('delete --project lantern --yes');
    const before = snapshot(ann.store);
    expect((await ann.convo('runs prune')).exit).toBe(2);
    expect((await ann.convo('runs prune --dry-run')).stdout).toContain('1 run would go');
    expect((await ann.convo('runs prune --older-than 1d --yes')).stdout).toContain('nothing to prune');
    for (const [time, says] of [
      ['2026-11-21T12:00:00Z', 'no finished run is that old'],
      ['2026-11-21T12:00:01Z', '1 run would go'],
    ])
      expect((await ann.convo(`runs prune --older-than ${time} --dry-run`)).stdout).toContain(says);
    expect((await ann.json('runs')).document.runs).toMatchObject([{ command: 'delete', changed: 3, bytesKept: 477 }]);
    const { exit, document } = await ann.json('runs prune --yes');
    expect({ exit, gone: document.runs.length }).toEqual({ exit: 0, gone: 1 });
    expect((await ann.json('runs')).document.runs).toEqual([]);
    expect((await ann.convo('undo')).stderr).toContain('there is no run to undo');
    expect(snapshot(ann.store)).toEqual(before);
    expect((await ann.convo('runs trim')).exit).toBe(2);
  });

  test('prune never lets go of a run that was cut, and who types no command hears of it', async () => {
    const ann = personWith('store');
    const run = await cut(ann);
    expect((await ann.convo([])).stdout).toContain('A run was cut off, or is at work: `convo runs` says more.');
    expect((await ann.convo('runs prune --yes')).stdout).toContain('nothing to prune');
    expect((await ann.json('runs')).document.runs).toMatchObject([{ id: run, state: 'cut' }]);
  });
});

async function migrated(ann: Person): Promise<string> {
  return (await ann.json('migrate --yes')).document.run;
}

/** Cut after its last change and before it could say so. */
async function cut(ann: Person): Promise<string> {
  const run = await migrated(ann);
  rmSync(join(ann.store, '.convo/runs', run, 'is-done'));
  return run;
}
