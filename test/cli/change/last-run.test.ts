import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../support/sampling.ts';
import { type Person, personWith, worldOf } from './person.ts';
import { snapshot } from './snapshot.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

/** Someone whose clock says what is set, and goes on by a millisecond at each look. */
function personAt(at?: string): Person & { set(now: number): void } {
  let now = NOW;
  const { newId } = worldOf().over;
  const over = { newId: newId ?? (() => ''), now: () => now++ };
  const person = personWith('store', at);
  const convo: Person['convo'] = (line, more = {}) => person.convo(line, { ...more, over });
  return {
    ...person,
    convo,
    json: async (line, more) => {
      const { exit, stdout } = await convo(`${line} --json`, more);
      return { exit, document: JSON.parse(stdout) };
    },
    set: (to) => {
      now = to;
    },
  };
}

const runsIn = (store: string) => join(store, '.convo/runs');

/** The folder of the run that was made last. */
async function lastFolder(ann: Person, root = ann.store): Promise<string> {
  const { document } = await ann.json(`runs --root ${root}`);
  return join(runsIn(root), document.runs.at(-1).id);
}

const DAMAGE: Readonly<Record<string, (folder: string) => void>> = {
  'its plan is empty': (folder) => writeFileSync(join(folder, 'plan.ndjson'), ''),
  'its plan is cut off': (folder) => truncateSync(join(folder, 'plan.ndjson'), 50),
  'its plan is gone': (folder) => rmSync(join(folder, 'plan.ndjson')),
  'its plan is that of another': (folder) => writeFileSync(join(folder, 'plan.ndjson'), '{"plan":1}\n'),
  'a file is in its place': (folder) => {
    renameSync(folder, `${folder}-aside`);
    writeFileSync(folder, '');
  },
  'a marker is garbage': (folder) => writeFileSync(join(folder, 'is-done'), 'garbage'),
  'all that it has is gone': (folder) => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
  },
};

describe('undo without RUN', () => {
  test.each(oneIn(2, Object.keys(DAMAGE)))('takes no other run where the last one cannot be read: %s', async (how) => {
    const ann = personAt();
    await ann.convo('archive 60ce');
    await ann.convo('archive d70b');
    const [first] = readdirSync(runsIn(ann.store)).sort();
    DAMAGE[how]?.(await lastFolder(ann));
    const before = snapshot(ann.store);
    const { exit, stderr } = await ann.convo('undo');
    expect({ exit, stderr }).toEqual({ exit: 4, stderr: expect.stringContaining('cannot be read') });
    expect(stderr).toContain('Name the run: `convo runs` lists them.');
    expect(snapshot(ann.store)).toEqual(before);
    expect(await ann.convo(`undo ${first}`)).toMatchObject({ exit: 0 });
  });

  test('passes over a run that cannot be read once its marker says that it is undone', async () => {
    const ann = personAt();
    await ann.convo('archive 60ce');
    await ann.convo('archive d70b');
    const last = await lastFolder(ann);
    await ann.convo('undo');
    rmSync(join(last, 'plan.ndjson'));
    expect((await ann.json('undo')).document.items).toMatchObject([{ id: expect.stringContaining('60ce') }]);
    expect((await ann.convo('undo')).stderr).toContain('there is no run to undo');
    expect((await ann.convo('redo')).stdout).toContain('run 0001: archive');
  });

  test('takes the run that was made last, though the clock was set back, or ran ahead for a while', async () => {
    const ann = personAt();
    for (const [now, id] of [
      [NOW + 9000 * HOUR, '60ce'],
      [NOW, 'd70b'],
      [NOW - HOUR, '40fd'],
    ] as const) {
      ann.set(now);
      await ann.convo(`archive ${id}`);
    }
    const undone: string[] = [];
    for (let n = 0; n < 3; n++) undone.push((await ann.json('undo')).document.items[0].id.slice(0, 4));
    expect(undone).toEqual(['40fd', 'd70b', '60ce']);
  });

  test('takes none where the record of their order is damaged, and one that is named', async () => {
    const ann = personAt();
    await ann.convo('archive 60ce');
    await ann.convo('archive d70b');
    writeFileSync(join(ann.store, '.convo/order'), 'garbage');
    expect(await ann.convo('undo')).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('.convo/order is damaged'),
    });
    expect(await ann.convo('undo 2')).toMatchObject({ exit: 0, stdout: expect.stringContaining('d70b') });
  });

  test('names what it passes over, five of it', async () => {
    const ann = personAt();
    await ann.convo('archive 60ce');
    for (const name of ['20260231T120000000Z-0000', 'a', 'b', 'c\x1b[2J'])
      writeFileSync(join(runsIn(ann.store), name), '');
    for (let n = 0; n < 4; n++) mkdirSync(join(runsIn(ann.store), `d${n}`));
    for (const line of ['runs', 'undo', 'redo', 'resume']) {
      const { exit, stderr } = await ann.convo(line);
      expect({ line, exit }).toEqual({ line, exit: 0 });
      expect(stderr.match(/is not a run: it is passed over/g)).toHaveLength(5);
      expect(stderr).toContain('and 3 more that are no runs');
      expect(stderr).not.toContain('\x1b');
    }
  });
});

describe('undo without RUN in several stores', () => {
  /** Two stores, `a` and `b`, and the words that name both. */
  function two() {
    const ann = personAt('a');
    cpSync(join(ann.home, 'a'), join(ann.home, 'b'), { recursive: true });
    return { ann, both: '--root a --root b' };
  }

  const rootsOf = ({ home }: Person, { items }: { items: { path: string }[] }) =>
    items.map(({ path }) => path.slice(home.length).split('/')[1]);

  test('takes the run of both, though one has runs of a clock that ran ahead', async () => {
    const { ann, both } = two();
    ann.set(NOW + 9000 * HOUR);
    await ann.convo('archive 60ce --root a');
    ann.set(NOW);
    await ann.convo(`migrate --project lantern --yes ${both}`);
    expect(rootsOf(ann, (await ann.json(`undo ${both}`)).document)).toEqual(['a', 'b']);
  });

  test('takes the later one, and never one that another run follows in one of them', async () => {
    const { ann, both } = two();
    await ann.convo(`migrate --project lantern --yes ${both}`);
    ann.set(NOW - HOUR);
    await ann.convo('archive 60ce --root b');
    ann.set(NOW + HOUR);
    const taken = async () => rootsOf(ann, (await ann.json(`undo ${both}`)).document);
    expect([await taken(), await taken()]).toEqual([['b'], ['a', 'b']]);
  });

  test.each([
    ['ran ahead', NOW + HOUR],
    ['was behind that of an earlier run', NOW - 2 * HOUR],
  ])('takes none where a clock %s, and names both', async (_, time) => {
    const { ann, both } = two();
    ann.set(NOW - HOUR);
    await ann.convo('archive 40fd --root a');
    ann.set(time);
    await ann.convo('archive 60ce --root a');
    ann.set(NOW);
    await ann.convo('archive d70b --root b');
    const { exit, stderr } = await ann.convo(`undo ${both}`);
    expect({ exit, stderr }).toEqual({ exit: 4, stderr: expect.stringContaining('do not say which is the last') });
    expect(stderr.match(/Z-[0-9a-f]{4} {2}archive/g)).toHaveLength(2);
  });

  test('takes none where the run cannot be read in one of them', async () => {
    const { ann, both } = two();
    await ann.convo(`migrate --project lantern --yes ${both}`);
    rmSync(join(await lastFolder(ann, join(ann.home, 'b')), 'plan.ndjson'));
    const before = snapshot(ann.home);
    expect((await ann.convo(`undo ${both}`)).exit).toBe(4);
    expect((await ann.convo(`undo 1 ${both}`)).exit).toBe(3);
    expect(snapshot(ann.home)).toEqual(before);
    expect((await ann.convo('undo --root a')).exit).toBe(0);
  });
});

describe('redo without RUN', () => {
  test('names the run that has to be redone first, where both changed one index', async () => {
    const ann = personAt();
    const root = join(ann.home, '.tenex');
    cpSync('fixtures/tenex/store/.tenex', root, { recursive: true, preserveTimestamps: true });
    const convo = (line: string) => ann.convo(`${line} --root ${root}`);
    for (const line of ['rename bc075220 Beds', 'rename c931e103 Bees', 'undo 1', 'undo 2'])
      expect(await convo(line), line).toMatchObject({ exit: 0 });
    const before = snapshot(root);
    const refused = await convo('redo');
    expect(refused).toMatchObject({ exit: 4, stdout: expect.not.stringContaining('puts every byte back') });
    expect(refused.stderr).toContain(
      'Nothing was changed. Redo run 0001 first, which came before it, or give its command again.\n',
    );
    expect(snapshot(root)).toEqual(before);
    for (const line of ['redo 1', 'redo 2']) expect(await convo(line), line).toMatchObject({ exit: 0 });
  });

  test('takes what was undone last, though the clock of the file system was set back', async () => {
    const ann = personAt();
    for (const id of ['60ce', 'd70b']) await ann.convo(`archive ${id}`);
    const [first = '', second = ''] = readdirSync(runsIn(ann.store)).sort();
    await ann.convo('undo 1');
    await ann.convo('undo 2');
    // As journals of every version have it.
    const written = [first, second].map((run) => readFileSync(join(runsIn(ann.store), run, 'is-undone'), 'utf8'));
    expect(written).toEqual(['{"changed":1,"turn":1}\n', '{"changed":1,"turn":2}\n']);
    utimesSync(join(runsIn(ann.store), second, 'is-undone'), 1000, 1000);
    expect((await ann.convo('redo')).stdout).toContain('run 0002: archive');
    expect((await ann.convo('redo')).stdout).toContain('run 0001: archive');
    expect(first < second).toBe(true);
  });

  test('takes no other where the one undone last cannot be read', async () => {
    const ann = personAt();
    for (const id of ['60ce', 'd70b']) await ann.convo(`archive ${id}`);
    await ann.convo('undo 1');
    const last = await lastFolder(ann);
    await ann.convo('undo 2');
    rmSync(join(last, 'plan.ndjson'));
    expect(await ann.convo('redo')).toMatchObject({ exit: 4, stderr: expect.stringContaining('cannot be read') });
  });
});
