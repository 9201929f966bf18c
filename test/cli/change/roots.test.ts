import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyTree } from '../../support/folders.ts';
import { asNobody } from '../../support/real-tree.ts';
import { oneIn } from '../../support/sampling.ts';
import { type Person, personWith } from './person.ts';
import { differences, snapshot } from './snapshot.ts';

const LANTERN = 'projects/lantern/conversations';
const ID = 'd70bbd8c-f340-43a2-bfb9-0617f4804d0b';

/** Locks a store for a process of another machine. Answers the path of the lock. */
function hold(home: string, store: string): string {
  const lock = join(home, store, '.convo/lock');
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, JSON.stringify({ pid: 1, host: 'elsewhere', since: '2026-11-21T12:00:00.000Z', run: 'other' }));
  return lock;
}

describe('where the journal lies', () => {
  test.each([
    ['a project', 'projects/lantern'],
    ['its conversations', LANTERN],
    ['one file', `${LANTERN}/${ID}.json`],
  ])('for %s inside a home: in the home, and nowhere below it', async (_, path) => {
    const ann = personWith('store');
    const before = snapshot(ann.home);
    expect((await ann.convo(`migrate ${ID} --root .fnord/${path}`)).exit).toBe(0);
    expect(differences(before, snapshot(ann.home))).toEqual([`.fnord/${LANTERN}/${ID}.json`]);
    expect(existsSync(join(ann.store, '.convo/runs'))).toBe(true);
    expect((await ann.json(`runs --root .fnord/${path}`)).document.runs).toMatchObject([{ root: ann.store }]);
    expect((await ann.convo(`undo --yes --root .fnord/${path}`)).exit).toBe(0);
    expect(snapshot(ann.home)).toEqual(before);
  });

  test.each([
    ['a bare project', 'store/projects/lantern', 'lamp', 'lamp', 'lamp'],
    ['a bare folder of conversations', `store/${LANTERN}`, 'conversations', 'conversations', 'conversations'],
    ['a folder of another name', `store/${LANTERN}`, 'talks', 'talks', 'talks'],
    ['a lone file', `store/${LANTERN}`, 'talks', `talks/${ID}.json`, 'talks'],
  ])('for %s: in that folder', async (_, fixture, at, root, journal) => {
    const ann = personWith(fixture, at);
    const before = snapshot(ann.home);
    expect((await ann.convo(`migrate ${ID} --root ${root}`)).exit).toBe(0);
    expect(existsSync(join(ann.home, journal, '.convo/runs'))).toBe(true);
    await ann.convo(`undo --yes --root ${root}`);
    expect(snapshot(ann.home)).toEqual(before);
  });

  test('a root given through a link is changed where it really lies, and told as it was given', async () => {
    const ann = personWith('store', 'real');
    symlinkSync('real', join(ann.home, '.fnord'));
    const before = snapshot(ann.home);
    const { exit, document } = await ann.json(`archive ${ID}`);
    expect(exit).toBe(0);
    expect(document.items[0].path).toBe(join(ann.home, '.fnord', LANTERN, `${ID}.json`));
    expect(existsSync(join(ann.home, 'real/.convo/runs'))).toBe(true);
    expect((await ann.json('undo --yes')).document.items[0].path).toBe(document.items[0].path);
    expect(snapshot(ann.home)).toEqual(before);
  });

  test.each([
    ['folder', 'talks'],
    ['file', `talks/${ID}.json`],
  ])('a %s out of which the last conversation was taken is still found by undo', async (_, root) => {
    const ann = personWith(`store/${LANTERN}`, 'talks');
    const before = snapshot(ann.home);
    expect((await ann.convo(`delete --all --yes --root ${root}`)).exit).toBe(0);
    expect((await ann.json(`runs --root ${root}`)).document.runs).toHaveLength(1);
    expect((await ann.convo(`undo --yes --root ${root}`)).exit).toBe(0);
    expect(snapshot(ann.home)).toEqual(before);
  });

  test('several roots are changed as one run, each with its own journal, and undone as one', async () => {
    const ann = personWith('store');
    const roots = '--root a --root b';
    renameSync(join(ann.store, LANTERN), join(ann.home, 'a'));
    renameSync(join(ann.store, 'projects/orchard/conversations'), join(ann.home, 'b'));
    const before = snapshot(ann.home);
    const { document } = await ann.json(`archive --all --yes ${roots}`);
    expect(document).toMatchObject({ changed: 12, unchanged: 1, before: { conversations: 12 } });
    const { document: list } = await ann.json(`runs ${roots}`);
    expect(list.runs.map(({ id, root }: { id: string; root: string }) => [id, root])).toEqual([
      [document.run, join(ann.home, 'a')],
      [document.run, join(ann.home, 'b')],
    ]);
    expect((await ann.json(`undo --yes ${roots}`)).document).toMatchObject({ run: document.run, changed: 12 });
    expect(snapshot(ann.home)).toEqual(before);
  });
});

describe('a root that somebody else holds, where another was changed before', () => {
  const ROOTS = '--root a --root b';

  test.each([
    ['archive --all', []],
    ['undo', ['archive --all']],
    ['redo', ['archive --all', 'undo']],
  ])('ends %s as refused, and what became of the other is reported', async (verb, earlier) => {
    const ann = personWith(`store/${LANTERN}`, 'a');
    copyTree(join(ann.home, 'a'), join(ann.home, 'b'), { times: true });
    const { length } = (await ann.json('list --all --root a')).document.conversations;
    for (const each of earlier) expect((await ann.convo(`${each} --yes ${ROOTS}`)).exit).toBe(0);
    const lock = hold(ann.home, 'b');
    const { exit, document } = await ann.json(`${verb} --yes ${ROOTS}`);
    expect({ exit, document }).toMatchObject({
      exit: 4,
      document: {
        run: expect.any(String),
        changed: length,
        stopped: { by: 'refused', cut: false, reason: expect.stringContaining('/b is being changed by process 1') },
      },
    });
    rmSync(lock);
    if (verb !== 'undo') expect((await ann.convo('undo --yes --root a')).exit).toBe(0);
    else expect((await ann.json(`undo --yes ${ROOTS}`)).document).toMatchObject({ changed: length });
  });
});

describe.each([
  ['the first', ['a'], 0],
  ['the second', ['b'], 1],
  ['the last', ['c'], 2],
  ['two', ['a', 'c'], 0],
])('of three stores of which %s is held by somebody else', (_, heldStores, offset) => {
  const ann = () => {
    const person = personWith(`store/${LANTERN}`, 'a');
    for (const each of ['b', 'c']) copyTree(join(person.home, 'a'), join(person.home, each), { times: true });
    return person;
  };

  test.each(oneIn(3, ['archive --all', 'delete --all', 'migrate --to v1'], offset))(
    '%s changes the rest, and counts all that was not reached',
    async (verb) => {
      const roots = '--root a --root b --root c';
      const { changed } = (await ann().json(`${verb} --dry-run ${roots}`)).document;
      expect(changed % 3).toBe(0);
      const { home, json } = ann();
      for (const each of heldStores) hold(home, each);
      const { exit, document } = await json(`${verb} --yes ${roots}`);
      const notReached = (changed / 3) * heldStores.length;
      const reasons = heldStores.map((each) => expect.stringContaining(`/${each} is being changed by process 1`));
      expect({ exit, document }).toMatchObject({
        exit: 4,
        document: { changed: changed - notReached, notReached, stopped: { by: 'refused', cut: false } },
      });
      expect(document.items.filter(({ state }: { state: string }) => state === 'not-reached')).toHaveLength(notReached);
      for (const reason of reasons) expect(document.stopped.reason).toEqual(reason);
    },
  );
});

describe('a dry run over stores that somebody else holds ends as the run would, and still shows all of it', () => {
  const ROOTS = '--root a --root b';

  const RUNS: readonly [verb: string, heldStores: string[], earlier: string[]][] = [
    ['archive --all', ['b'], []],
    ['archive --all', ['a', 'b'], []],
    ['undo', ['a', 'b'], ['archive --all']],
    ['undo', ['b'], ['archive --all']],
    ['redo', ['b'], ['archive --all', 'undo']],
    ['redo', ['a', 'b'], ['archive --all', 'undo']],
  ];

  test.each(oneIn(3, RUNS, 1))('%s, held: %j', async (verb, heldStores, earlier) => {
    const ann = personWith(`store/${LANTERN}`, 'a');
    copyTree(join(ann.home, 'a'), join(ann.home, 'b'), { times: true });
    for (const each of earlier) expect((await ann.convo(`${each} --yes ${ROOTS}`)).exit).toBe(0);
    const free = await ann.json(`${verb} --dry-run ${ROOTS}`);
    expect([free.exit, free.document.stopped]).toEqual([0, undefined]);
    for (const each of heldStores) hold(ann.home, each);
    const before = snapshot(ann.home);
    const { exit, document } = await ann.json(`${verb} --dry-run ${ROOTS}`);
    expect({ exit, items: document.items }).toEqual({ exit: 4, items: free.document.items });
    expect(document.stopped).toMatchObject({ by: 'refused', cut: false });
    for (const each of heldStores) expect(document.stopped.reason).toContain(`/${each} is being changed by process 1`);
    const said = (await ann.convo(`${verb} --dry-run ${ROOTS}`)).stdout;
    expect(said).toMatch(/not to be changed now: .*Wait until it has finished\./s);
    expect(snapshot(ann.home)).toEqual(before);
  });
});

test('a plan of a store that somebody else holds is saved for later, and the exit code is 0', async () => {
  const ann = personWith(`store/${LANTERN}`, 'a');
  const lock = hold(ann.home, 'a');
  const { exit, document } = await ann.json('archive --all --plan-out a.plan --root a');
  expect({ exit, stopped: document.stopped }).toEqual({ exit: 0, stopped: undefined });
  rmSync(lock);
  expect((await ann.convo('apply a.plan --yes')).exit).toBe(0);
});

describe.each(['a', 'b'])('of two stores of which %s is held, a question', (held) => {
  const RUNS: readonly [verb: string, earlier: string[]][] = [
    ['archive --all', []],
    ['undo', ['archive --all']],
    ['redo', ['archive --all', 'undo']],
  ];
  const other = held === 'a' ? 'b' : 'a';
  const BOTH = '--root a --root b';

  function twoStores(): Person {
    const ann = personWith(`store/${LANTERN}`, 'a');
    copyTree(join(ann.home, 'a'), join(ann.home, 'b'), { times: true });
    for (const store of ['a', 'b'])
      for (let n = 10; n < 20; n++)
        writeFileSync(join(ann.home, store, `${ID.slice(0, -2)}${n}.json`), `{"messages":[],"timestamp":${n}}`);
    return ann;
  }

  test.each(oneIn(3, RUNS, held === 'a' ? 1 : 0))(
    'of %s is about the other one, names the held one, and what is left can be done later',
    async (verb, earlier) => {
      const ann = twoStores();
      const whole = twoStores();
      for (const each of earlier) for (const { convo } of [ann, whole]) await convo(`${each} --yes ${BOTH}`);
      await whole.convo(`${verb} --yes ${BOTH}`);
      const before = snapshot(join(ann.home, held));
      const lock = hold(ann.home, held);
      const { exit, stdout, stderr } = await ann.convo(`${verb} ${BOTH}`, { terminal: 80, over: { stdin: yes() } });
      // A line of 80 columns may break anywhere in it.
      const [said, asked] = [stdout, stderr].map((text) => text.replace(/\s+/g, ' '));
      const left = `left as it is: ${join(ann.home, held)} is being changed by process 1`;
      expect(exit).toBe(4);
      expect(asked?.replaceAll(' ', '')).toContain(left.replaceAll(' ', ''));
      expect(asked).toMatch(/Make these \d+ changes\? \[y/);
      expect(said?.replaceAll(' ', '')).toContain(left.replaceAll(' ', ''));
      expect(said).toContain('Wait until it has finished.');
      expect(said).toMatch(/[1-9]\d* changed, .* [1-9]\d* not reached/);
      rmSync(lock);
      expect(differences(before, snapshot(join(ann.home, held)))).toEqual([]);
      const files = (person: Person, store: string) => Object.keys(snapshot(join(person.home, store)));
      expect(files(ann, other)).toEqual(files(whole, other));
      expect((await ann.convo(`${verb} --yes ${BOTH}`)).exit).toBe(0);
      expect(files(ann, held)).toEqual(files(whole, held));
    },
  );
});

test('no question is asked where every store is held', async () => {
  const ann = personWith(`store/${LANTERN}`, 'a');
  copyTree(join(ann.home, 'a'), join(ann.home, 'b'), { times: true });
  for (const store of ['a', 'b']) hold(ann.home, store);
  const before = snapshot(ann.home);
  const { exit, stderr } = await ann.convo('archive --all --root a --root b', { terminal: 80, over: { stdin: yes() } });
  expect([exit, stderr.replace(/\s+/g, ' ')]).toEqual([4, expect.stringContaining('is being changed by process 1')]);
  expect(stderr).not.toContain('Make these');
  expect(snapshot(ann.home)).toEqual(before);
});

function yes() {
  const keys = (async function* () {
    yield 'y\n';
  })();
  return Object.assign(keys, { isTTY: true });
}

describe('links', () => {
  test('in the place of a conversation are never changed through, nor moved', async () => {
    const ann = personWith('store');
    linkInside(ann);
    const before = snapshot(ann.store);
    for (const verb of ['migrate', 'archive', 'delete', 'fork']) {
      const { exit, stdout } = await ann.convo(`${verb} ${ID}`);
      expect({ verb, exit }).toEqual({ verb, exit: 4 });
      expect(stdout).toContain('is a link, and nothing is changed through a link [FN408]');
    }
    expect((await ann.json('migrate --yes')).document).toMatchObject({ changed: 4, refused: 4 });
    await ann.convo('undo --yes');
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('that lead out of the store leave something unjudged, and exit 3', async () => {
    const ann = personWith('store');
    const file = join(ann.store, LANTERN, `${ID}.json`);
    renameSync(file, join(ann.home, 'outside.json'));
    symlinkSync(join(ann.home, 'outside.json'), file);
    const before = snapshot(ann.home);
    const { exit, document } = await ann.json(`migrate ${ID}`);
    expect(exit).toBe(3);
    expect(document.items).toMatchObject([{ id: ID, state: 'failed', codes: ['ST005'] }]);
    expect(snapshot(ann.home)).toEqual(before);
  });

  test('above a conversation keep it from being changed', async () => {
    const ann = personWith('store');
    renameSync(join(ann.store, 'projects/lantern'), join(ann.store, 'elsewhere'));
    symlinkSync('../elsewhere', join(ann.store, 'projects/lantern'));
    const before = snapshot(ann.store);
    for (const line of [`migrate ${ID} --dry-run`, `migrate ${ID}`]) {
      const { exit, stdout, stderr } = await ann.convo(line);
      expect({ exit, stdout }).toEqual({ exit: 4, stdout: expect.stringContaining('is behind a link') });
      expect(stderr).not.toContain('would no longer see');
    }
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('to a project that is in the store as well count its conversations once', async () => {
    const ann = personWith('store');
    const { before, changed } = (await ann.json('migrate --dry-run')).document;
    symlinkSync('lantern', join(ann.store, 'projects/lantern-too'));
    const { exit, document } = await ann.json('migrate --dry-run');
    expect({ exit, document }).toMatchObject({ exit: 4, document: { before, changed } });
  });
});

describe('a store that may not be written', () => {
  test('is left alone with one sentence and 3', async () => {
    const ann = personWith('store');
    chmodSync(ann.home, 0o755);
    const before = snapshot(ann.home);
    const { exit, stdout, stderr } = await asNobody(() => ann.convo('migrate --yes'));
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toBe(
      `convo: ${ann.store}/.convo could not be written: permission denied\n` +
        `  Nothing was changed in ${ann.store}. Convo keeps its journal of changes there.\n`,
    );
    expect(await asNobody(() => ann.json('migrate --yes'))).toMatchObject({ document: { error: { code: 'failed' } } });
    expect((await asNobody(() => ann.convo('migrate --dry-run'))).exit).toBe(1);
    expect(snapshot(ann.home)).toEqual(before);
  });

  test('in part is changed as far as it may be', async () => {
    const ann = personWith('store');
    chmodSync(ann.home, 0o755);
    const mine = readdirSync(join(ann.store, LANTERN)).map((name) => `${LANTERN}/${name}`);
    for (const path of ['', LANTERN, ...mine]) chownSync(join(ann.store, path), NOBODY, 0);
    const before = snapshot(ann.store);
    const { exit, document } = await asNobody(() => ann.json('archive --all --yes'));
    expect(exit).toBe(3);
    expect(document).toMatchObject({ changed: 3, failed: 9 });
    expect((await asNobody(() => ann.json('undo --yes'))).document).toMatchObject({ changed: 3 });
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('and whose files belong to someone else is left as it is, file by file', async () => {
    const ann = personWith('store');
    chmodSync(ann.home, 0o755);
    for (const path of ['', LANTERN]) chmodSync(join(ann.store, path), 0o777);
    const before = snapshot(ann.store);
    for (const verb of ['archive', 'migrate', 'delete']) {
      const { exit, document } = await asNobody(() => ann.json(`${verb} ${ID}`));
      expect({ verb, exit }).toEqual({ verb, exit: 3 });
      expect(document.items).toMatchObject([{ state: 'failed', reason: expect.stringContaining('not permitted') }]);
    }
    expect(snapshot(ann.store)).toEqual(before);
    expect((await ann.convo('verify --only ST401 --allow-empty')).exit).toBe(0);
  });

  test('whose journal cannot be made is left alone', async () => {
    const ann = personWith('store');
    writeFileSync(join(ann.store, '.convo'), '');
    const before = snapshot(ann.store);
    const { exit, stderr } = await ann.convo('migrate --yes');
    expect({ exit, stderr }).toEqual({ exit: 4, stderr: expect.stringContaining('.convo is not a folder') });
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('while someone else changes it is left alone with 4, naming who', async () => {
    const ann = personWith('store');
    mkdirSync(join(ann.store, '.convo/runs'), { recursive: true });
    const owner = { pid: 99, host: 'testbed', since: '2026-11-21T11:00:00.000Z', run: '20261121T110000Z-0000' };
    writeFileSync(join(ann.store, '.convo/lock'), `${JSON.stringify(owner)}\n`);
    const before = snapshot(ann.store);
    const { exit, stderr } = await ann.convo('migrate --yes', { over: { alive: () => true } });
    expect({ exit, stderr }).toEqual({ exit: 4, stderr: expect.stringContaining('process 99 on testbed') });
    expect(snapshot(ann.store)).toEqual(before);
    // The holder has died since.
    expect((await ann.convo('migrate --yes')).exit).toBe(1);
  });
});

/** The user that `asNobody` acts as. */
const NOBODY = 65534;

function linkInside(ann: Person): void {
  renameSync(join(ann.store, LANTERN, `${ID}.json`), join(ann.store, 'projects/lantern/real.json'));
  symlinkSync('../real.json', join(ann.store, LANTERN, `${ID}.json`));
}
