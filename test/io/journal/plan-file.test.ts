import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { statOf } from '../../../src/io/disk/stat-of.ts';
import { nodeWriteDisk } from '../../../src/io/disk/write-disk.ts';
import { intentions } from '../../../src/io/journal/intentions.ts';
import { journalOf, runIdAt } from '../../../src/io/journal/journal.ts';
import { writeIntentions } from '../../../src/io/journal/open-journal.ts';
import { planWriter, readPlans, type SavedPlan } from '../../../src/io/journal/plan-file.ts';
import { staleness } from '../../../src/io/staleness.ts';
import type { UserFilePlace } from '../../../src/io/user-file.ts';
import type { Change, PlanHeader } from '../../../src/model/plan.ts';
import { createText, headerOf, replaceText } from '../../support/changes.ts';
import { realRoot } from '../../support/real-world.ts';
import { packBeside, smallPlan, writeSmallStore } from '../../support/small-plan.ts';

let root: string;
let file: string;

beforeEach(() => {
  root = realRoot({ 'a.json': 'a', 'b.json': 'b' });
  file = `${root}.plan`;
});

afterEach(() => {
  fs.rmSync(root, { recursive: true });
  for (const each of [file, packBeside(root)]) fs.rmSync(each, { force: true });
});

/** A place as it is looked at before something is written there. */
function placeAt(path: string) {
  return { path, name: path, was: statOf(nodeWriteDisk, path) };
}

/** Saves a plan for one store. */
async function savePlan(place: UserFilePlace, header: PlanHeader, changes: Iterable<Change>): Promise<void> {
  const plan = planWriter(place);
  await plan.add(header, changes).catch((error: unknown) => {
    plan.abandon();
    throw error;
  });
  await plan.finish();
}

/** The plan for the one store of a file. */
function readPlan(path: string): SavedPlan {
  const [plan, ...others] = readPlans(nodeWriteDisk, path);
  if (plan === undefined || others.length > 0) throw new Error(`${path} is not for one store`);
  return plan;
}

test('a saved plan reads back as it was made, with every kind of step', async () => {
  await writeSmallStore(nodeWriteDisk, root);
  const changes = smallPlan(nodeWriteDisk, root);
  await savePlan(placeAt(file), headerOf(root), changes);
  const plan = readPlan(file);
  expect(plan.header).toEqual(headerOf(root));
  expect([...plan.changes()]).toEqual(changes);
  expect(changes.map((change) => staleness(nodeWriteDisk, root, change))).toEqual(changes.map(() => null));
});

test('a journal reads back the same whether its lines are known or checked, and a line that was changed is checked', async () => {
  await writeSmallStore(nodeWriteDisk, root);
  const journal = journalOf(root, runIdAt(1_790_000_000_000, 7));
  fs.mkdirSync(dirname(journal.folder), { recursive: true });
  const beginning = { header: headerOf(root), changes: smallPlan(nodeWriteDisk, root), startedAt: 1 };
  const own = await writeIntentions(nodeWriteDisk, journal, { ...beginning, pause: async () => undefined });
  const changes = [...intentions(nodeWriteDisk, journal, own)];
  expect(changes).toEqual([...intentions(nodeWriteDisk, journal)]);
  expect(changes.map(({ change }) => change)).toEqual(beginning.changes);
  fs.writeFileSync(journal.plan, fs.readFileSync(journal.plan, 'utf8').replace('"path":"c', '"path":"/'));
  expect(() => [...intentions(nodeWriteDisk, journal, own)]).toThrow('cannot be understood');
});

test('the plan for several stores reads back store by store, without those in which nothing changes', async () => {
  const [one, two] = [[replaceText('a.json', 'a', 'A')], [replaceText('b.json', 'b', 'B'), createText('d.json', 'd')]];
  const plan = planWriter(placeAt(file));
  await plan.add(headerOf(root), one);
  await plan.add(headerOf('/idle'), []);
  await plan.add(headerOf('/other'), two);
  await plan.finish();
  const plans = readPlans(nodeWriteDisk, file);
  expect(plans.map(({ header, changes, saved }) => [header, [...changes()], saved()])).toEqual([
    [headerOf(root), one, 1],
    [headerOf('/other'), two, 2],
  ]);
  expect(plans[1]?.change(1)).toEqual(two[1]);
  const good = fs.readFileSync(file, 'utf8');
  for (const spoilt of [`${good}{"plan":2}\n`, good.replace(/\{"end":2\}\n/, ''), good.replace('{"end":1}\n', '')]) {
    fs.writeFileSync(file, spoilt);
    const all = () => readPlans(nodeWriteDisk, file).flatMap(({ changes }) => [...changes()]);
    expect(all).toThrow(expect.objectContaining({ code: 'usage' }));
  }
});

test('a saved plan is for the eyes of its owner', async () => {
  await savePlan(placeAt(file), headerOf(root), [createText('c.json', 'c')]);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

test('a plan that is another one when it is read again is refused, all of it and each of its changes', async () => {
  const changes = [replaceText('a.json', 'a', 'A'), replaceText('b.json', 'b', 'B')];
  await savePlan(placeAt(file), headerOf(root), changes);
  const plan = readPlan(file);
  expect([...plan.changes()]).toEqual([...plan.changes()]);
  expect([plan.change(1), plan.change(0)]).toEqual([...changes].reverse());
  const refusal = `the plan ${file} was changed while it was read`;
  for (const other of [[replaceText('c.json', 'c', 'C')], changes.slice(0, 1), [...changes, ...changes]]) {
    await savePlan(placeAt(file), headerOf(root), other);
    expect(() => [...plan.changes()]).toThrow(refusal);
  }
  await savePlan(placeAt(file), headerOf(root), [replaceText('c.json', 'c', 'C')]);
  expect(() => plan.change(0)).toThrow(refusal);
});

test('a plan that fails half-way leaves the file that was there, and nothing beside it', async () => {
  await savePlan(placeAt(file), headerOf(root), [createText('c.json', 'c')]);
  const before = fs.readFileSync(file);
  const broken = (function* () {
    yield createText('d.json', 'd');
    throw new Error('interrupted');
  })();
  await expect(savePlan(placeAt(file), headerOf(root), broken)).rejects.toThrow('interrupted');
  expect(fs.readFileSync(file)).toEqual(before);
  expect(fs.readdirSync(dirname(file)).filter((name) => name.includes('.convo-'))).toEqual([]);
});

test('a plan that cannot be saved is a failure', async () => {
  await expect(savePlan(placeAt(join(root, 'none', 'plan')), headerOf(root), [])).rejects.toMatchObject({
    code: 'failed',
  });
});

test('a Change is stale when anything it names has changed, is gone, is a link or is in the way', () => {
  const stale = [
    replaceText('a.json', 'other', 'A'),
    replaceText('gone.json', 'a', 'A'),
    createText('b.json', 'c'),
    replaceText('link.json', 'a', 'A'),
    replaceText('linked/a.json', 'a', 'A'),
  ];
  fs.symlinkSync(join(root, 'a.json'), join(root, 'link.json'));
  fs.symlinkSync(root, join(root, 'linked'));
  expect(stale.map((change) => staleness(nodeWriteDisk, root, change)?.slice(root.length + 1))).toEqual([
    'a.json was changed since',
    'gone.json is gone',
    'b.json exists already',
    'link.json was changed since',
    `linked/a.json is behind a link: ${root}/linked`,
  ]);
});

test.each([
  ['an empty file', () => ''],
  ['a file that is cut off', (good: string) => good.slice(0, -2)],
  ['text', () => 'hello\n'],
  ['an unknown version', (good: string) => good.replace('"plan":1', '"plan":2')],
  ['a root that is not absolute', (good: string) => good.replace(/"root":"[^"]*"/, '"root":"here"')],
  ['an unknown key', (good: string) => good.replace('"ids"', '"more":1,"ids"')],
  ['an unknown step', (good: string) => good.replace('"do":"put"', '"do":"run"')],
  ['a path out of the root', (good: string) => good.replaceAll('a.json', '../a.json')],
  ['an absolute path', (good: string) => good.replaceAll('"a.json"', '"/etc/passwd"')],
  ['a path with a NUL', (good: string) => good.replaceAll('a.json', 'a\\u0000.json')],
  ['a path into the journal', (good: string) => good.replaceAll('a.json', '.convo/lock')],
  ['a print that is none', (good: string) => good.replace(/"was":"[0-9a-f]+"/, '"was":"x"')],
  ['bytes that are not base64', (good: string) => good.replace(/"bytes":"[^"]+"/, '"bytes":"%%"')],
])('%s is not a plan', async (_, spoil) => {
  await savePlan(placeAt(file), headerOf(root), [replaceText('a.json', 'a', 'A')]);
  const good = fs.readFileSync(file, 'utf8');
  expect([...readPlan(file).changes()]).toHaveLength(1);
  fs.writeFileSync(file, spoil(good));
  expect(() => [...readPlan(file).changes()]).toThrow(expect.objectContaining({ code: 'usage' }));
});
