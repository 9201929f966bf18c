import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asNobody } from '../../support/real-tree.ts';
import { oneIn } from '../../support/sampling.ts';
import { homeOf } from '../home-of-all.ts';
import { expectTranscript } from '../transcript.ts';
import { type Person, personWith, worldOf } from './person.ts';
import { snapshot } from './snapshot.ts';

const FILE = 'projects/lantern/conversations/d70bbd8c-f340-43a2-bfb9-0617f4804d0b.json';
const SESSION = '.claude/projects/-home-ben-quay/d41c6f0e-2b7a-4e93-9c58-61a0f3b7e2d4.jsonl';
const VERBS = ['heal', 'migrate', 'fork 60ce', 'archive --all', 'restore --all', 'delete --all'];

describe('a plan', () => {
  test('is saved, looked at, carried out once, and undone', async () => {
    const { home } = personWith('store');
    const lines = [
      'migrate --project lantern --plan-out p.plan',
      'apply p.plan --dry-run',
      'apply p.plan --yes',
      'apply p.plan --yes',
      'undo --dry-run',
      'undo',
    ];
    await expectTranscript('plan', lines, { home, cwd: home, ...worldOf() });
  });

  test.each(oneIn(2, VERBS))('of %s touches nothing, and applied does what the verb does', async (verb) => {
    const [planned, done] = [personWith('store'), personWith('store')];
    const before = snapshot(planned.store);
    const { exit, document } = await planned.json(`${verb} --plan-out p.plan`);
    expect(exit).toBe(0);
    expect(document).toMatchObject({ dryRun: true, run: null, plan: join(planned.home, 'p.plan') });
    expect(snapshot(planned.store)).toEqual(before);
    expect(existsSync(join(planned.store, '.convo'))).toBe(false);
    expect(statSync(join(planned.home, 'p.plan')).mode & 0o777).toBe(0o600);
    expect((await planned.convo(`apply p.plan --yes --root ${planned.store}`)).exit).toBe(0);
    await done.convo(`${verb} --yes`);
    expect(contents(planned)).toEqual(contents(done));
    await planned.convo('undo --yes');
    expect(snapshot(planned.store)).toEqual(before);
  });

  test.each(VERBS)('is what %s --dry-run shows, and a dry run writes nothing at all', async (verb) => {
    const ann = personWith('store');
    const before = snapshot(ann.home);
    const { exit, document } = await ann.json(`${verb} --dry-run`);
    expect(exit).toBe(document.refused > 0 ? 1 : 0);
    for (const item of document.items) if (item.state === 'changed') expect(item.steps.length).toBeGreaterThan(0);
    expect(snapshot(ann.home)).toEqual(before);
    expect(existsSync(join(ann.store, '.convo'))).toBe(false);
  });

  test('that may not be written there names the file and the way out', async () => {
    const ann = personWith('store');
    chmodSync(ann.home, 0o755);
    expect(await asNobody(() => ann.convo('migrate --plan-out p.plan'))).toMatchObject({
      exit: 3,
      stderr: `convo: ${join(ann.home, 'p.plan')} could not be written: permission denied\n  Name another path.\n`,
    });
  });

  test('that would bring an error to a conversation which it leaves alone is refused', async () => {
    const ann = personWith('../journals/rao/before', 'rao');
    await ann.convo('delete 3 --root rao --plan-out p.plan');
    // Then the highest number is that of a conversation that Rao cannot read, and no new one can be made.
    truncateSync(join(ann.store, 'conversations/conversation_2/conversation_log.json'), 20);
    const before = snapshot(ann.store);
    const { exit, stderr } = await ann.convo('apply p.plan --yes');
    expect(stderr).toContain(
      'it would not change conversations/conversation_3, which is left as it is, because the store would get a new error, RA330',
    );
    expect(exit).toBe(4);
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('that no longer fits is refused whole, with 4', async () => {
    const ann = personWith('store');
    await ann.convo('migrate --plan-out p.plan');
    appendFileSync(join(ann.store, FILE), ' ');
    const before = snapshot(ann.store);
    const { exit, stderr } = await ann.convo('apply p.plan');
    expect(exit).toBe(4);
    expect(stderr).toContain(`${join(ann.store, FILE)} was changed since`);
    expect(await ann.json('apply p.plan')).toMatchObject({ exit: 4, document: { error: { code: 'refused' } } });
    expect(snapshot(ann.store)).toEqual(before);
    expect(existsSync(join(ann.store, '.convo'))).toBe(false);
    truncateSync(join(ann.store, FILE), statSync(join(ann.store, FILE)).size - 1);
    expect((await ann.convo('apply p.plan --yes')).exit).toBe(0);
  });

  test('is shown on a terminal and asked about, and only yes goes on', async () => {
    const ann = personWith('store');
    await ann.convo('migrate --plan-out p.plan');
    const before = snapshot(ann.store);
    const declined = await ann.convo('apply p.plan', atTerminal('no\n'));
    expect(declined).toMatchObject({ exit: 2, stdout: '' });
    expect(declined.stderr).toContain('would change');
    expect(declined.stderr).toContain('at 1:1');
    expect(declined.stderr).toContain('Make these 5 changes? [y/N] ');
    expect(declined.stderr).toContain('declined: nothing was changed');
    expect(snapshot(ann.store)).toEqual(before);
    expect(existsSync(join(ann.store, '.convo'))).toBe(false);
    expect(await ann.convo('apply p.plan', atTerminal('y\n'))).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('5 changed'),
    });
  });

  test('that changes what is not a conversation is refused, wherever it is', async () => {
    const ann = personWith('store');
    await ann.convo('migrate d70b --plan-out p.plan');
    const [header = '', change = ''] = readFileSync(join(ann.home, 'p.plan'), 'utf8').split('\n');
    writeFileSync(join(ann.home, '.bashrc'), 'precious\n');
    const put = { do: 'put', was: 'absent', content: { from: 'bytes', bytes: 'ZWNobwo=' } };
    const plans = [
      [ann.home, { ...put, path: '.profile' }, 'is not a fnord store'],
      [ann.store, { ...put, path: 'bin/run.sh' }, 'it would not create bin/run.sh'],
      [
        ann.store,
        { ...put, path: 'projects/lantern/conversations/new.json' },
        'it would not create projects/lantern/conversations/new.json',
      ],
    ] as const;
    const before = snapshot(ann.store);
    for (const [root, step, reason] of plans) {
      const evil = { ...JSON.parse(change), path: FILE, steps: [step], locks: [] };
      const lines = [JSON.stringify({ ...JSON.parse(header), root }), JSON.stringify(evil), '{"end":1}', ''];
      writeFileSync(join(ann.home, 'p.plan'), lines.join('\n'));
      for (const words of ['--yes', '--dry-run', ''])
        expect(await ann.convo(`apply p.plan ${words}`.trim())).toMatchObject({
          exit: 4,
          stdout: '',
          stderr: expect.stringContaining(reason),
        });
    }
    expect(snapshot(ann.store)).toEqual(before);
    expect(existsSync(join(ann.home, '.convo'))).toBe(false);
  });

  test('for several stores is one file and one run, and is refused whole where one of them has changed', async () => {
    const { home, convo, at } = homeOf(['fnord', 'claude', 'codex']);
    const stores = ['.fnord', '.claude', '.codex'].map(at);
    const before = stores.map(snapshot);
    expect((await convo('archive --all --plan-out p')).exit).toBe(0);
    expect(stores.map(snapshot)).toEqual(before);
    appendFileSync(join(home, SESSION), '\n');
    expect(await convo('apply p --yes')).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('d41c6f0e-2b7a-4e93-9c58-61a0f3b7e2d4.jsonl was changed since'),
    });
    truncateSync(join(home, SESSION), statSync(join(home, SESSION)).size - 1);
    const shown = JSON.parse((await convo('apply p --dry-run --json')).stdout);
    const done = JSON.parse((await convo('apply p --yes --json')).stdout);
    expect(done).toMatchObject({ command: 'apply', changed: shown.changed, refused: 0 });
    expect(new Set(done.items.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['fnord', 'claude', 'codex']),
    );
    const { runs } = JSON.parse((await convo('runs --json')).stdout);
    expect(runs.map(({ id }: { id: string }) => id)).toEqual([done.run, done.run, done.run]);
    expect(JSON.parse((await convo('undo --yes --json')).stdout)).toMatchObject({ changed: done.changed });
    expect(stores.map((store) => bytesOnly(snapshot(store)))).toEqual(before.map(bytesOnly));
  });

  test('for several stores that holds nothing to change is a plan, and does nothing', async () => {
    const { convo } = homeOf(['claude', 'codex']);
    expect((await convo('heal --only CL003 --plan-out p')).exit).toBe(0);
    expect(await convo('apply p --yes')).toMatchObject({ exit: 0, stdout: expect.stringContaining('0 changed') });
  });

  test('is for its own root alone', async () => {
    const [ann, bob] = [personWith('store'), personWith('store')];
    await ann.convo('migrate --plan-out p.plan');
    const { exit, stderr } = await bob.convo(`apply ${join(ann.home, 'p.plan')} --root .fnord`);
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(`is for ${ann.store}, not for`) });
    expect((await ann.convo('apply p.plan --yes --root .fnord/projects/lantern')).exit).toBe(0);
  });

  test('never leads out of its root, whatever the file says', async () => {
    const ann = personWith('store');
    await ann.convo('migrate d70b --plan-out p.plan');
    const before = snapshot(ann.home);
    const text = readFileSync(join(ann.home, 'p.plan'), 'utf8');
    for (const path of ['../p.plan', '/etc/passwd', '.convo/lock', 'a/../../b', '']) {
      writeFileSync(join(ann.home, 'p.plan'), text.replaceAll(FILE, path));
      const { exit, stdout, stderr } = await ann.convo('apply p.plan');
      expect({ exit, stdout }, path).toEqual({ exit: 2, stdout: '' });
      expect(stderr).toContain(`p.plan is not a plan: line 2: path: the path ${JSON.stringify(path)} `);
    }
    writeFileSync(join(ann.home, 'p.plan'), text);
    expect({ ...snapshot(ann.home), 'p.plan': '' }).toEqual({ ...before, 'p.plan': '' });
  });

  test('never overwrites anything but a plan', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    expect((await ann.convo(`migrate --plan-out .fnord/${FILE}`)).exit).toBe(4);
    writeFileSync(join(ann.home, 'notes'), 'mine');
    expect(await ann.convo('migrate --plan-out notes')).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('exists already and is not a plan'),
    });
    expect(readFileSync(join(ann.home, 'notes'), 'utf8')).toBe('mine');
    expect((await ann.convo('migrate --plan-out no/such/folder')).exit).toBe(3);
    expect((await ann.convo('migrate --plan-out .fnord')).exit).toBe(4);
    expect((await ann.convo('migrate --plan-out .')).exit).toBe(2);
    expect((await ann.convo('migrate --project empty --plan-out p.plan')).exit).toBe(2);
    expect(existsSync(join(ann.home, 'p.plan'))).toBe(false);
    expect((await ann.convo('migrate --plan-out p.plan')).exit).toBe(0);
    expect((await ann.convo('heal --plan-out p.plan')).exit).toBe(0);
    expect(snapshot(ann.store)).toEqual(before);
  });

  test.each([
    ['is missing', null],
    ['is empty', ''],
    ['is not a plan', '{"hello":1}\n'],
    ['is cut off', '{"plan":1,"command":"heal","kind":"fnord","root":"/x","madeAt":1}\n{"kind":"fn'],
  ])('that %s is answered with one sentence and 2', async (_, text) => {
    const ann = personWith('store');
    if (text !== null) writeFileSync(join(ann.home, 'p.plan'), text);
    const { exit, stdout, stderr } = await ann.convo('apply p.plan');
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(/^convo: \S+p\.plan .+\n/);
  });
});

/** Every file by its bytes: times differ from one copy to the other. */
function contents({ store }: Person): Record<string, string> {
  return bytesOnly(snapshot(store));
}

function bytesOnly(files: Record<string, string>): Record<string, string> {
  const entries = Object.entries(files);
  return Object.fromEntries(entries.map(([path, text]) => [path, text.replace(/ [\d.]+(?= [0-9a-f]{64}$)/, '')]));
}

function atTerminal(answer: string) {
  const stdin = Object.assign(
    (async function* () {
      yield answer;
    })(),
    { isTTY: true },
  );
  return { terminal: 80, over: { stdin } };
}
