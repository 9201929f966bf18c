import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PlacedFinding } from '../../../src/model/finding.ts';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';

/** Findings of one code in one file: more than are held. */
const MANY = 1_100;

const [UUID, HEX] = ['3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a', 'a'.repeat(64)];
const times = (n: number, make: (i: number) => string, between = ',') =>
  Array.from({ length: n }, (_, i) => make(i)).join(between);
const doubled = (n: number) => times(n + 1, () => '"k":1');
const entry = (i: number) =>
  `{"id":"${i.toString(16).padStart(64, '0')}","title":"T","createdAt":1,"updatedAt":1,"phase":"chat","eventCount":1,"agentCount":0,"archived":false}`;
/** Files of a store in which one code is found so many times. */
const STORES: Readonly<
  Record<string, { code: string; root: string; id: string; files(n: number): Record<string, string> }>
> = {
  fnord: {
    code: 'FN022',
    root: '.fnord',
    id: UUID,
    files: (n) => ({
      '.fnord/settings.json': '{}',
      [`.fnord/projects/p/conversations/${UUID}.json`]: `{"version":1,"timestamp":1,"messages":[],"metadata":{${doubled(n)}},"memory":[],"tasks":{}}`,
    }),
  },
  tenex: {
    code: 'TX101',
    root: '.tenex',
    id: HEX,
    files: (n) => ({
      '.tenex/conversations/metadata.json': `{"conversations":[]}`,
      [`.tenex/conversations/${HEX}.json`]: `{"id":"${HEX}","title":"t","phase":"chat","history":[],"agentStates":{${times(n, (i) => `"a${i}":{"lastProcessedMessageIndex":0,"claudeSessionId":null}`)}},"phaseTransitions":[],"metadata":{}}`,
    }),
  },
  'an index of tenex': {
    code: 'TX305',
    root: '.tenex',
    id: '0'.repeat(64),
    files: (n) => ({ '.tenex/conversations/metadata.json': `{"conversations":[${times(n, entry)}]}` }),
  },
  rao: {
    code: 'RA011',
    root: 'base',
    id: '1',
    files: (n) => ({
      'base/conversation_names.csv': '"conversation_id","name"\n1,"One"\n',
      'base/conversations/conversation_1/conversation_log.json': `[{"id":1,"role":"user","content":"x","original_query":true,${doubled(n)}}]`,
    }),
  },
  'a table of names of rao': {
    code: 'RA306',
    root: 'base',
    id: '1',
    files: (n) => ({
      'base/conversation_names.csv': `"conversation_id","name"\n${times(n + 1, () => '1,"One"', '\n')}\n`,
      'base/conversations/conversation_1/conversation_log.json': '[]',
    }),
  },
};

test.each(oneIn(5, Object.keys(STORES), 3))(
  'of many findings of one code in one file the first are listed, the others counted: %s',
  async (name) => {
    const { convo, code, id } = store(name, MANY);
    const { exit, stdout } = await convo('verify --json');
    const { findings, truncated, summary } = JSON.parse(stdout);
    const own = (all: readonly PlacedFinding[]) => all.filter((each) => each.code === code);
    expect(own(findings)).toHaveLength(1_000);
    expect(own(truncated).map(({ count }) => count)).toEqual([MANY - 1_000]);
    const { severity } = own(findings)[0] as PlacedFinding;
    expect(summary[`${severity}s`]).toBeGreaterThanOrEqual(MANY);
    const text = await convo('verify');
    expect(text.exit).toBe(exit);
    expect(text.stdout.match(new RegExp(` ${code} `, 'g'))).toHaveLength(1_001);
    expect(text.stdout).toContain(`${severity} ${code} ${MANY - 1_000} more of these, which are counted and not shown`);
    const stats = JSON.parse((await convo('stats --json')).stdout);
    expect(stats.stores[0].findings[code]).toBe(MANY);
    if (name.startsWith('an index')) return;
    const shown = JSON.parse((await convo(`show ${id} --json`)).stdout).conversation;
    expect(own(shown.findings)).toHaveLength(1_000);
    expect(own(shown.truncated).map(({ count }) => count)).toEqual([MANY - 1_000]);
  },
);

test.each(oneIn(3, Object.keys(STORES), 1))('a heal heals those that are only counted too: %s', async (name) => {
  const { convo, code } = store(name, MANY);
  expect((await convo('heal --lossy --yes --json')).exit).toBe(0);
  const { findings } = JSON.parse((await convo('verify --json')).stdout);
  expect(findings.filter((each: PlacedFinding) => each.code === code)).toEqual([]);
});

test('a baseline accepts what is only counted, and no more than that', async () => {
  const { convo, home, write } = store('fnord', MANY);
  const gate = (words: string) =>
    convo(`verify --baseline ${join(home, 'known.json')} --fail-on warning ${words}`.trim());
  expect((await gate('--update-baseline')).exit).toBe(0);
  const entries = JSON.parse(readFileSync(join(home, 'known.json'), 'utf8')).findings;
  expect(entries.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(MANY + 2);
  expect((await gate('')).exit).toBe(0);
  write(MANY + 7);
  const { exit, stdout } = await gate('--json');
  expect(exit).toBe(1);
  const { findings, truncated, summary } = JSON.parse(stdout);
  expect({ findings, truncated, summary }).toMatchObject({
    findings: [],
    truncated: [{ code: 'FN022', count: 7, message: 'has 7 more of these, which are counted and not shown' }],
    summary: { warnings: 7, known: MANY + 2 },
  });
  write(1_050);
  expect((await gate('')).stderr).toContain('1 entry of');
});

test('a baseline that names each finding accepts what is only counted now', async () => {
  const { convo, home } = store('fnord', MANY);
  const file = join(home, 'known.json');
  await convo(`verify --baseline ${file} --update-baseline`);
  const baseline = JSON.parse(readFileSync(file, 'utf8'));
  const [counted] = baseline.findings.filter(({ where }: { where: string }) => where.includes('more of these'));
  const where = counted.where.replace(/: has .*/, ': has the key "k" twice in one object');
  const rest = baseline.findings.filter((each: object) => each !== counted);
  const named = Array.from({ length: MANY - 1_000 }, (_, n) => ({
    fingerprint: n.toString(16).padStart(32, '0'),
    code: 'FN022',
    count: 1,
    where,
  }));
  const gate = async (findings: readonly object[]) => {
    writeFileSync(file, JSON.stringify({ ...baseline, findings }));
    const { stdout } = await convo(`verify --baseline ${file} --json`);
    return JSON.parse(stdout).summary;
  };
  expect(await gate([...rest, ...named])).toMatchObject({ warnings: 0, known: MANY + 2 });
  expect(await gate([...rest, ...named.slice(3)])).toMatchObject({ warnings: 3, known: MANY - 1 });
  const elsewhere = named.map((each) => ({ ...each, where: where.replace(UUID, HEX) }));
  expect(await gate([...rest, ...elsewhere])).toMatchObject({ warnings: MANY - 1_000 });
});

test('reports and shards carry what is only counted', async () => {
  const { convo, home } = store('fnord', MANY);
  const at = (name: string) => join(home, name);
  await convo(
    `verify --report sarif=${at('s')} --report markdown=${at('m')} --report prometheus=${at('p')} --report blob=${at('b/1.blob')}`,
  );
  const { results } = JSON.parse(readFileSync(at('s'), 'utf8')).runs[0];
  expect(results.find((each: { occurrenceCount?: number }) => each.occurrenceCount !== undefined)).toMatchObject({
    ruleId: 'FN022',
    occurrenceCount: MANY - 1_000,
  });
  expect(readFileSync(at('m'), 'utf8')).toContain('| FN022 | ⚠️ warning | 1,100 |');
  expect(readFileSync(at('p'), 'utf8')).toMatch(/code="FN022".* 1100\n/);
  const whole = JSON.parse((await convo('verify --json')).stdout);
  const merged = JSON.parse((await convo(`merge-reports ${at('b')} --json`)).stdout);
  expect(merged).toEqual(whole);
});

function store(name: string, n: number) {
  const { files, root, code, id } = STORES[name] as (typeof STORES)[string];
  const home = mkdtempSync(join(tmpdir(), 'convostore-many-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, 'b'));
  const write = (many: number) => {
    for (const [path, content] of Object.entries(files(many))) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), content);
    }
  };
  write(n);
  const convo = (words: string) => {
    const [verb = '', ...rest] = words.split(' ');
    const scope = verb === 'merge-reports' ? [] : ['--root', join(home, root)];
    return call([...scope, verb, ...rest], { home, cwd: home });
  };
  return { home, code, id, write, convo };
}
