import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PlacedFinding } from '../../../src/model/finding.ts';
import { call } from '../call.ts';

/** A folder below a home with a store, with the config file of a project and the blobs of the store's shards. */
async function sharded(of: number, words = '', config: object = {}) {
  const home = mkdtempSync(join(tmpdir(), 'convostore-merge-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  cpSync('fixtures/demo/fnord', join(home, '.fnord'), { recursive: true });
  const folder = join(home, 'work');
  mkdirSync(join(folder, 'blobs'), { recursive: true });
  writeFileSync(join(folder, 'convostore.config.json'), JSON.stringify(config));
  const at = (index: number) => join(folder, 'blobs', `shard-${index}.blob`);
  const convo = (line: string) => call(line, { home, cwd: folder });
  for (let index = 1; index <= of; index++)
    await convo(`verify --shard ${index}/${of} --report blob=${at(index)} ${words}`.trim());
  return { folder, at, convo };
}

const inOrder = (findings: readonly PlacedFinding[]) => findings.map((each) => JSON.stringify(each)).sort();

test.each([1, 2, 7])('%i shards joined are the whole: findings, counts and exit code', async (of) => {
  const { convo } = await sharded(of);
  const whole = await convo('verify --json');
  const merged = await convo('merge-reports blobs --json');
  expect(merged.exit).toBe(whole.exit);
  const [a, b] = [JSON.parse(whole.stdout), JSON.parse(merged.stdout)];
  expect(inOrder(b.findings)).toEqual(inOrder(a.findings));
  expect(b.summary).toEqual(a.summary);
});

test.each([2, 3])(
  'a finding of the whole store and its cause are one finding, also where %i shards report both',
  async (of) => {
    const cwd = mkdtempSync(join(tmpdir(), 'convostore-merge-'));
    mkdirSync(join(cwd, 'blobs'));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    cpSync('fixtures/rao/RA330-highest-log-is-torn/before/rstudio-ai', join(cwd, 'store'), { recursive: true });
    const whole = JSON.parse((await call('verify --root store --json', { cwd })).stdout);
    for (let index = 1; index <= of; index++)
      await call(`verify --root store --shard ${index}/${of} --report blob=blobs/${index}`, { cwd });
    const merged = await call('merge-reports blobs --json', { cwd });
    expect(inOrder(JSON.parse(merged.stdout).findings)).toEqual(inOrder(whole.findings));
    expect(JSON.parse(merged.stdout).summary).toEqual(whole.summary);
    expect(merged.exit).toBe(1);
  },
);

test('a finding of one store is no repeat of an equal one that follows from a finding of another store', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'convostore-merge-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  mkdirSync(join(cwd, 'blobs'));
  for (const name of ['one', 'two'])
    cpSync('fixtures/rao/RA330-highest-log-is-torn/before/rstudio-ai', join(cwd, name), { recursive: true });
  await call('verify --root one --root two --shard 1/1 --report blob=blobs/1', { cwd });
  const path = join(cwd, 'blobs/1');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  // What follows in the second store is in its blob alone, as if another version had judged the store.
  const changed = lines.map((line) => {
    const { consequences: [first] = [], ...finding } = JSON.parse(line);
    return first !== undefined && finding.root === join(cwd, 'two') ? JSON.stringify(first) : line;
  });
  expect(changed.filter((line, n) => line !== lines[n])).toHaveLength(1);
  const text = changed.join('\n').replace(/,"digest":"[0-9a-f]{64}"\}$/, '}');
  const digest = createHash('sha256').update(text).digest('hex');
  writeFileSync(path, `${text.slice(0, -1)},"digest":"${digest}"}\n`);
  const merged = JSON.parse((await call('merge-reports blobs --json', { cwd })).stdout);
  const shown = merged.findings.map(({ code, root }: PlacedFinding) => `${code} ${root.slice(cwd.length + 1)}`);
  expect(shown.sort()).toEqual(['RA002 one', 'RA330 two', 'RA407 one', 'RA407 two']);
  expect(merged.summary.errors).toBe(2);
});

test('shards joined are worded as the whole, causes as causes and consequences as consequences', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'convostore-merge-'));
  mkdirSync(join(cwd, 'blobs'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  cpSync('fixtures/claude/CL201-conversation-begins-in-middle/before', join(cwd, 'store'), { recursive: true });
  const [session = ''] = readdirSync(join(cwd, 'store'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );
  const lines = readFileSync(join(cwd, 'store', session), 'utf8').split('\n');
  writeFileSync(join(cwd, 'store', session), lines.toSpliced(2, 0, '{"type":"torn"').join('\n'));
  const whole = await call('verify --all --root store', { cwd });
  expect(whole.stdout).toContain(', because of CL');
  await call('verify --all --root store --shard 1/1 --report blob=blobs/1', { cwd });
  expect((await call('merge-reports blobs --all', { cwd })).stdout).toBe(whole.stdout);
});

test('a shard of which there is no whole blob exits 3, in every report', async () => {
  const { at, convo, folder } = await sharded(3);
  const text = readFileSync(at(2), 'utf8');
  writeFileSync(at(2), text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
  const cut = await convo(`merge-reports blobs --exit-zero --report junit=${join(folder, 'j.xml')}`);
  expect(cut).toMatchObject({ exit: 3 });
  expect(cut.stderr).toContain('the shard 2 of 3 is missing');
  expect(readFileSync(join(folder, 'j.xml'), 'utf8')).toContain('1 not judged');
  rmSync(at(2));
  const gone = await convo('merge-reports blobs');
  expect(gone.exit).toBe(3);
  expect(gone.stderr).toContain('there is no blob of it');
});

test('a blob that lost, doubled or changed anything is not whole, whatever is gated on', async () => {
  const { at, convo } = await sharded(1);
  const text = readFileSync(at(1), 'utf8');
  const lines = text.trimEnd().split('\n');
  const joined = (some: readonly string[]) => `${some.join('\n')}\n`;
  const isKept = (n: number) => n > 0 && n < lines.length - 1;
  const damaged = [
    ...lines.flatMap((_, n) => (isKept(n) ? [joined(lines.filter((_, m) => m !== n))] : [])),
    ...lines.flatMap((line, n) => (isKept(n) ? [joined(lines.toSpliced(n, 0, line))] : [])),
    joined([...lines.slice(0, 1), ...lines.slice(1, -1).reverse(), ...lines.slice(-1)]),
    text.replace('"errors":', '"errors":1'),
    text.replace('"exit":1', '"exit":0'),
    text.replaceAll('FN410', 'FN413'),
    text.replace(/,"findings":\d+/, ''),
    text.replace(/,"digest":"[0-9a-f]+"/, ''),
    text.replaceAll('\n', '\r\n'),
    joined(lines.slice(0, -1)),
  ];
  expect(damaged.length).toBeGreaterThan(20);
  for (const each of damaged) {
    writeFileSync(at(1), each);
    const { exit, stderr } = await convo('merge-reports blobs --fail-on FN410');
    expect([exit, stderr], each).toEqual([3, expect.stringContaining('the shard 1 of 1 is missing: ')]);
    expect(stderr).toContain('is not whole');
  }
});

test.each([
  ['an older', { schema: 1, blob: 1 }],
  ['an older', { blob: 1 }],
  ['a newer', { schema: 1, blob: 3 }],
  ['a newer', { schema: 2, blob: 2 }],
])('a blob of %s convo is refused, and named', async (age, head) => {
  const { at, convo } = await sharded(2);
  const text = readFileSync(at(2), 'utf8');
  const { schema: _, blob: __, ...rest } = JSON.parse(text.slice(0, text.indexOf('\n')));
  writeFileSync(at(2), JSON.stringify({ ...head, ...rest }) + text.slice(text.indexOf('\n')));
  const { exit, stderr } = await convo('merge-reports blobs');
  expect({ exit, stderr }).toEqual({
    exit: 2,
    stderr: `convo: ${at(2)} is a blob of ${age} convo, which this one does not read\n  Write all blobs anew, with one version of convo.\n`,
  });
});

test('the gate of the shards holds, over all of them together', async () => {
  const { convo } = await sharded(2, '--max-warnings 1 --fail-on info');
  expect((await convo('merge-reports blobs')).exit).toBe(1);
  expect((await convo('merge-reports blobs --fail-on FN006')).exit).toBe(1);
  expect((await convo('merge-reports blobs --exit-zero')).exit).toBe(0);
  const calm = await sharded(2, '--only FN401');
  expect((await calm.convo('merge-reports blobs')).exit).toBe(0);
  expect((await calm.convo('merge-reports blobs --fail-on info')).exit).toBe(1);
});

test('shards of different limits of warnings are refused, unless one is asked for', async () => {
  const { at, convo } = await sharded(2, '--max-warnings 1');
  await convo(`verify --shard 2/2 --report blob=${at(2)}`);
  for (const fails of ['', ' --fail-on FN410'])
    expect(await convo(`merge-reports blobs${fails}`)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('the shards were verified with different limits'),
    });
  expect((await convo('merge-reports blobs --max-warnings 99')).exit).toBe(1);
});

test('a baseline holds over all shards: what is known passes, what is new fails, and so does a store that shrank', async () => {
  const { convo, folder } = await sharded(3);
  const file = join(folder, 'known.json');
  expect((await convo(`merge-reports blobs --baseline ${file} --update-baseline`)).exit).toBe(0);
  await convo(`verify --baseline ${join(folder, 'whole.json')} --update-baseline`);
  const text = readFileSync(file, 'utf8');
  expect(text).toBe(readFileSync(join(folder, 'whole.json'), 'utf8'));

  const known = await convo(`merge-reports blobs --json --baseline ${file}`);
  const whole = await convo(`verify --json --baseline ${file}`);
  expect(known.exit).toBe(0);
  expect(JSON.parse(known.stdout).summary).toEqual(JSON.parse(whole.stdout).summary);

  const [first, ...others] = text.split('\n').filter((line) => line.includes('"code":"FN006"'));
  expect(others).toEqual([]);
  writeFileSync(file, text.replace(`${first}\n`, ''));
  const fresh = await convo(`merge-reports blobs --baseline ${file}`);
  expect(fresh.exit).toBe(1);
  expect(fresh.stdout).toContain('FN006');

  writeFileSync(file, text.replace('"fnord:harbor": 2', '"fnord:harbor": 9'));
  const less = await convo(`merge-reports blobs --baseline ${file}`);
  expect(less.exit).toBe(1);
  expect(less.stdout).toContain('ST508');
});

test('shards with the baseline and the config file of a project have the verdict of the whole', async () => {
  const config = { ignore: ['FN003'], severities: { FN201: 'info' }, failOn: 'warning', maxWarnings: 100 };
  const { folder: other, convo: record } = await sharded(1, '', config);
  const file = join(other, 'known.json');
  await record(`verify --baseline ${file} --update-baseline`);
  const { convo } = await sharded(2, `--baseline ${file}`, config);
  const whole = await convo(`verify --json --baseline ${file}`);
  const merged = await convo(`merge-reports blobs --json --baseline ${file}`);
  expect([whole.exit, merged.exit]).toEqual([0, 0]);
  expect(JSON.parse(merged.stdout).summary).toEqual(JSON.parse(whole.stdout).summary);
  expect(JSON.parse(merged.stdout).summary.ignored).toBeGreaterThan(0);
  expect((await convo(`merge-reports blobs --baseline ${file} --prune-baseline`)).exit).toBe(2);
  const bare = await sharded(2, '', config);
  const [a, b] = [await bare.convo('verify --json'), await bare.convo('merge-reports blobs --json')];
  expect([a.exit, b.exit]).toEqual([1, 1]);
  expect(JSON.parse(b.stdout).summary).toEqual(JSON.parse(a.stdout).summary);
});

test('blobs that do not belong together, that are doubled, or that are none are a usage error', async () => {
  const { at, convo, folder } = await sharded(2);
  cpSync(at(1), join(folder, 'blobs', 'again'));
  expect((await convo('merge-reports blobs')).stderr).toContain('are both the shard 1 of 2');
  writeFileSync(join(folder, 'blobs', 'again'), readFileSync(at(1), 'utf8').replace('"of":2', '"of":4'));
  expect(await convo('merge-reports blobs')).toMatchObject({ exit: 2, stdout: '' });
  rmSync(join(folder, 'blobs', 'again'));
  const whole = readFileSync(at(2), 'utf8');
  writeFileSync(at(2), whole.replace('"sites":[{"kind":"fnord"', '"sites":[{"kind":"tenex"'));
  expect((await convo('merge-reports blobs')).stderr).toContain('is not of the same stores as');
  writeFileSync(at(2), whole);
  writeFileSync(join(folder, 'blobs', 'again'), 'not a blob');
  expect((await convo('merge-reports blobs')).exit).toBe(1);
  mkdirSync(join(folder, 'empty'));
  for (const words of ['empty', 'nowhere']) expect((await convo(`merge-reports ${words}`)).exit).toBe(2);
  writeFileSync(at(1), readFileSync(at(1), 'utf8').replaceAll('"severity":"', '"severity":"x'));
  const bad = await convo('merge-reports blobs');
  expect(bad.exit).toBe(2);
  expect(bad.stderr).toContain('not a finding');
});
