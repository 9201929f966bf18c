import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apply } from '../../../src/io/apply.ts';
import { nodeWriteDisk } from '../../../src/io/disk/write-disk.ts';
import { isRunId, runIdAt } from '../../../src/io/journal/journal.ts';
import { isOrderKnown, otherNames, rankedRuns, runIds } from '../../../src/io/journal/run-order.ts';
import { dropRuns, runs } from '../../../src/io/journal/runs.ts';
import { headerOf, replaceText } from '../../support/changes.ts';
import { fifo } from '../../support/real-tree.ts';
import { realRoot, realWorld } from '../../support/real-world.ts';

const START = Date.parse('2026-11-21T12:00:00.000Z');
const DAY = 86_400_000;
let root: string;
let text: number;

beforeEach(() => {
  root = realRoot({ 'a.json': '0' });
  text = 0;
});

afterEach(() => fs.rmSync(root, { recursive: true }));

const at = (...names: string[]) => join(root, '.convo', ...names);
const order = () => fs.readFileSync(at('order'), 'utf8');
const ids = () => runIds(nodeWriteDisk, root);
const numbered = () => rankedRuns(nodeWriteDisk, root).map(({ id, number }) => `${number} ${id}`);

/** Makes a run at a time; answers its id. */
async function runAt(now: number, random = text): Promise<string> {
  const changes = [replaceText('a.json', String(text), String(text + 1))];
  const result = await apply(realWorld({ now: () => now }), {
    run: runIdAt(now, random),
    header: headerOf(root),
    changes,
  });
  text++;
  return result?.run ?? '';
}

/** What a run of an earlier version has: no record says where it belongs. */
function forgetOrder(): void {
  fs.rmSync(at('order'));
}

/** A folder among the runs that holds nothing. */
function plant(name: string): void {
  fs.mkdirSync(at('runs', name), { recursive: true, mode: 0o700 });
}

describe('the name of a run', () => {
  test.each([
    '20261121T120000000Z-0000',
    '20261121T120000Z-ffff',
    '00000101T000000000Z-0000',
    '20240229T235959999Z-abcd',
    '+0100000101T000000Z-0626',
  ])('%s is one', (name) => expect(isRunId(name)).toBe(true));

  test.each([
    '20261399T999999999Z-0000',
    '20260231T120000000Z-0000',
    '20250229T120000000Z-0000',
    '20261121T240000000Z-0000',
    '20261121T126000000Z-0000',
    '+9999990101T000000Z-0000',
    '-0000010101T000000Z-0000',
    '100000101T000000000Z-0000',
    '٢٠٢٦١١٢١T120000000Z-0000',
    '20261121T120000000Z-000٠',
    '20261121T120000000Z-ABCD',
    '20261121T120000000Z-00000',
    '20261121T120000000z-0000',
    '20261121T120000000Z-0000\n',
    '20261121T120000000Z-0000.part',
    ' 20261121T120000000Z-0000',
    '../../x',
    '..',
    '',
  ])('%j is none', (name) => expect(isRunId(name)).toBe(false));

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 8.64e15, 1e300])(
    'is one whatever the clock says: %d',
    (now) => expect(isRunId(runIdAt(now, 7))).toBe(true),
  );
});

describe('the order of runs', () => {
  test('is that in which they were made, whatever the clock said', async () => {
    const times = [START, START - DAY, START + 9000 * DAY, 8.64e15, START, 0, START + 1];
    const made: string[] = [];
    for (const time of times) made.push(await runAt(time));
    expect(ids()).toEqual(made);
    expect(runs(nodeWriteDisk, root).map(({ number, state }) => `${number} ${state}`)).toEqual(
      times.map((_, n) => `${n + 1} done`),
    );
  });

  test('is not that of the names where the last one of the year 9999 is there already', async () => {
    plant('99991231T235959999Z-ffff');
    const made = [await runAt(START), await runAt(START + 1)];
    expect(ids()).toEqual(['99991231T235959999Z-ffff', ...made]);
  });

  test('has a name for a run where its own is taken, by a run, by what is pruned or by what is no run', async () => {
    const first = await runAt(START, 1);
    plant('20261121T120000000Z-0002');
    fs.writeFileSync(at('runs', '20261121T120000000Z-0003'), '');
    fs.mkdirSync(at('runs', '20261121T120000000Z-0004.part', 'locked\u{fffd}'), { recursive: true });
    const second = await runAt(START, 1);
    expect([first, second]).toEqual(['20261121T120000000Z-0001', '20261121T120000000Z-0005']);
    await dropRuns(realWorld(), root, ({ id }) => id === first, 'token');
    // What was left of an intention is swept by the next one.
    expect(await runAt(START, 1)).toBe('20261121T120000000Z-0004');
    expect(await runAt(START, 0xffff)).toBe('20261121T120000000Z-ffff');
    expect(await runAt(START, 0xffff)).toBe('20261121T120000000Z-0000');
  });

  test('and its numbers stay when runs are pruned, the last ones too', async () => {
    await runAt(START);
    await runAt(START - 1);
    await dropRuns(realWorld(), root, () => true, 'token');
    const third = await runAt(START - 2);
    expect(numbered()).toEqual([`3 ${third}`]);
  });

  test('of runs that earlier versions made is that of their names, with those that they pruned', async () => {
    const made = [await runAt(START), await runAt(START + 1), await runAt(START + 2)];
    forgetOrder();
    fs.writeFileSync(at('pruned'), `20200101T000000Z-0000\n20261399T999999999Z-0000\n${made[0]}\n`);
    expect(numbered()).toEqual(made.map((id, n) => `${n + 2} ${id}`));
    await dropRuns(realWorld(), root, ({ id }) => id === made[0], 'token');
    const last = await runAt(START - DAY);
    expect(numbered()).toEqual([`3 ${made[1]}`, `4 ${made[2]}`, `5 ${last}`]);
    expect(order()).toBe(`1 20200101T000000Z-0000\n2 ${made[0]}\n3 ${made[1]}\n4 ${made[2]}\n5 ${last}\n`);
  });

  test('of runs of one time that earlier versions made is that in which their plans were written', async () => {
    const made = [await runAt(START, 9), await runAt(START, 5), await runAt(START, 7)];
    forgetOrder();
    for (const [n, id] of made.entries()) fs.utimesSync(at('runs', id, 'plan.ndjson'), n, n);
    expect(ids()).toEqual(made);
  });

  test('has a run that an earlier version made since at its end, and the record takes it in', async () => {
    const first = await runAt(START);
    const second = await runAt(START + 1);
    fs.writeFileSync(at('order'), `1 ${first}\n`);
    expect(numbered()).toEqual([`1 ${first}`, `2 ${second}`]);
    const third = await runAt(START - 1);
    expect(order()).toBe(`1 ${first}\n2 ${second}\n3 ${third}\n`);
  });

  test('has a run that came from elsewhere before all others where its name is older, and no number changes', async () => {
    const first = await runAt(START);
    plant('20200101T000000000Z-0000');
    expect(numbered()).toEqual(['2 20200101T000000000Z-0000', `1 ${first}`]);
    const second = await runAt(START - 1);
    expect(numbered()).toEqual(['2 20200101T000000000Z-0000', `1 ${first}`, `3 ${second}`]);
  });

  test.each([
    ['garbage', () => 'garbage'],
    ['a last line that is cut off', (line: string) => line.slice(0, -1)],
    ['an empty line', (line: string) => `${line}\n`],
    ['one run twice', (line: string) => `${line}${line.replace(/^1/, '2')}`],
    ['one number twice', (line: string) => `${line}1 20261121T120000000Z-0009\n`],
    ['a number that is left out', (line: string) => line.replace(/^1/, '2')],
    ['a number of many digits', (line: string) => line.replace(/^1/, '9'.repeat(400))],
    ['a number in other digits', (line: string) => line.replace(/^1/, '١')],
    ['a run of no calendar', (line: string) => `${line}2 20260231T120000000Z-0009\n`],
    ['nothing', () => ''],
  ])('is not known where the record holds %s, and the next run mends that', async (_, damage) => {
    const first = await runAt(START);
    const second = await runAt(START + 1);
    fs.writeFileSync(at('order'), damage(`1 ${first}\n`));
    expect(isOrderKnown(nodeWriteDisk, root)).toBe(false);
    expect(ids()).toEqual([first, second]);
    const third = await runAt(START + 2);
    expect([isOrderKnown(nodeWriteDisk, root), numbered()]).toEqual([
      true,
      [first, second, third].map((id, n) => `${n + 1} ${id}`),
    ]);
  });

  test.each(['link', 'folder', 'fifo'])(
    'is not taken from a record that is a %s: the journal is refused',
    async (what) => {
      await runAt(START);
      forgetOrder();
      if (what === 'link') fs.symlinkSync('/etc/hostname', at('order'));
      else if (what === 'folder') fs.mkdirSync(at('order'));
      else fifo(at('order'));
      await expect(runAt(START + 1)).rejects.toMatchObject({ code: 'refused' });
    },
  );

  test('is not written down for a first run that is declined: nothing of the journal stays', async () => {
    const header = headerOf(root);
    async function* changes() {
      yield replaceText('a.json', '0', '1');
      throw new Error('declined');
    }
    await expect(apply(realWorld(), { run: runIdAt(START, 1), header, changes: changes() })).rejects.toThrow(
      'declined',
    );
    expect(fs.readdirSync(root)).toEqual(['a.json']);
  });
});

describe('other names among the runs', () => {
  const NAMES = ['20260231T120000000Z-0000', '20261399T999999999Z-0000.part', 'notes', '20300101T000000000Z-0001'];

  test('is passed over: a name of no calendar, a file, a fifo, a link, a name that is not UTF-8', async () => {
    const first = await runAt(START);
    for (const name of NAMES.slice(0, 3)) plant(name);
    fs.writeFileSync(at('runs', NAMES[3] ?? ''), '');
    fifo(at('runs', '20300101T000000000Z-0002'));
    fs.symlinkSync(at('runs', first), at('runs', '20300101T000000000Z-0003'));
    fs.writeFileSync(Buffer.concat([Buffer.from(`${at('runs')}/`), Buffer.from([0xff])]), '');
    const second = await runAt(START + 1);
    expect(ids()).toEqual([first, second]);
    expect(otherNames(nodeWriteDisk, root)).toHaveLength(7);
    expect(otherNames(nodeWriteDisk, root)).toContain(null);
  });

  test('but what has taken the place of a run hides that run, which cannot be read', async () => {
    const first = await runAt(START);
    fs.renameSync(at('runs', first), join(root, 'aside'));
    fs.writeFileSync(at('runs', first), '');
    expect(runs(nodeWriteDisk, root)).toMatchObject([
      { id: first, state: 'unreadable', reason: expect.stringContaining('is not a folder') },
    ]);
  });

  test('a folder of a run that was copied under another name is not that run once more', async () => {
    const first = await runAt(START);
    fs.cpSync(at('runs', first), at('runs', '20261121T120000000Z-0009'), { recursive: true });
    expect(runs(nodeWriteDisk, root)).toMatchObject([
      { id: first, state: 'done' },
      { state: 'unreadable', reason: expect.stringContaining('is that of another run') },
    ]);
  });
});
