import { appendFileSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../../src/model/kinds.ts';
import { bytesBelow, copyTree } from '../../support/folders.ts';
import { oneIn } from '../../support/sampling.ts';
import { call, NOW } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { homeOf } from '../home-of-all.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/claude', import.meta.url));
const PRETTY = join(FIXTURES, 'CL027-records-over-several-lines/before');
const HALVED = join(FIXTURES, 'CL420-half-surrogate-pair-written-as/before');

interface ReportItem {
  readonly codes: readonly string[];
}

interface Listed {
  readonly id: string;
  readonly state: string;
}

test.each(oneIn(2, KIND_NAMES))(
  'says that a conversation is sound where nothing is wrong with it, and nowhere else: %s',
  async (kind) => {
    const { convo } = homeOf([kind]);
    const { conversations } = JSON.parse((await convo('list --all --json')).stdout);
    const said: [string, boolean][] = [];
    const right: [string, boolean][] = [];
    for (const { id } of oneIn(2, conversations as readonly Listed[])) {
      const { stderr } = await convo(`heal ${id} --dry-run`);
      said.push([id, stderr.includes(`convo: ${id} is sound: nothing to heal`)]);
      const { exit } = await convo(`verify ${id} --fail-on warning`);
      right.push([id, exit === 0]);
    }
    // In Rao's store the table of all names is damaged: it concerns each of them.
    expect(said).toEqual(kind === 'rao' ? right.map(([id]) => [id, false]) : right);
  },
);

test('says nothing of that where one code was asked for, in JSON, and where all were meant', async () => {
  const { convo } = homeOf(['claude']);
  for (const line of ['heal b3f8 --only CL001', 'heal b3f8 --json', 'heal --yes'])
    expect((await convo(line)).stderr, line).not.toContain('is sound');
  expect((await convo('heal b3f8 d41c')).stderr).toContain('sound: nothing to heal');
});

test('says of a session that a program may be writing what keeps it from being healed, not that it is sound', async () => {
  const { convo, at } = homeOf(['claude']);
  const root = at('.claude');
  const young = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((path) => /d41c[^/]*\.jsonl$/.test(path));
  appendFileSync(join(root, young ?? ''), '{"parentUuid":"x","type":"user","message":{"role":"us');
  utimesSync(join(root, young ?? ''), NOW / 1000, NOW / 1000);
  const { stdout, stderr } = await convo('heal d41c --dry-run');
  expect(stderr).not.toContain('is sound');
  expect(stdout).toMatch(/ends in a line that is not whole, and was written to within the last minute/);
});

test('names what is healed only by its code, where a heal did nothing else', async () => {
  const home = emptyHome();
  copyTree(PRETTY, join(home, '.claude'), { times: true });
  const id = '4a1b0270-0000-4000-8000-000000000000';
  const of = (way: string) =>
    `convo: healed only where it is named: CL027 in 1 conversation: \`${way} --only CL027 --dry-run\`\n`;
  expect((await call(`heal ${id} --dry-run`, { home })).stderr).toBe(of(`convo heal ${id}`));
  expect((await call('heal --dry-run', { home })).stderr).toBe(of('convo heal'));
  expect((await call('heal --yes --json', { home })).stderr).toBe('');
  expect((await call('heal --only CL027 --yes', { home })).stdout).toContain('1 changed');
  expect((await call('heal --dry-run', { home })).stderr).toBe('');
});

test('names damage that --only passes over, with the heal that does not', async () => {
  const { convo } = homeOf(['claude']);
  const line = 'convo: passed over because of --only: CL201, CL425: `convo heal --dry-run`\n';
  for (const flag of ['--dry-run', '--yes']) expect((await convo(`heal --only CL006 ${flag}`)).stderr).toBe(line);
  expect((await convo('heal 7e90 --only CL006 --dry-run')).stderr).toBe('');
  expect((await convo('heal --only CL006 --dry-run --json')).stderr).toBe('');
  expect((await convo('heal --only CL006,CL201,CL425 --dry-run')).stderr).toBe('');
});

test('asks for --lossy also where a code is named that is healed only so, and says both in each command', async () => {
  const home = emptyHome();
  copyTree(HALVED, join(home, '.claude'), { times: true });
  const { stdout } = await call('explain CL420');
  expect(stdout).toContain(
    'info · healed by `convo heal --only CL420 --lossy` alone: something is lost, and itemised\n',
  );
  const id = '3ad55573-b179-400a-b444-9e622f7c7ea6';
  const refused = await call('heal --only CL420 --dry-run', { home });
  expect(refused.exit).toBe(1);
  expect(refused.stdout).toContain('has half of a surrogate pair (the first of 3): needs --lossy [CL420]\n');
  expect(refused.stdout).toContain(`next: convo heal ${id} --only CL420 --lossy --dry-run\n`);
  expect((await call('heal --dry-run', { home })).stderr).toBe(
    'convo: healed only where it is named: CL420 in 1 conversation: `convo heal --only CL420 --lossy --dry-run`\n',
  );
  expect((await call('heal --only CL420 --lossy --dry-run', { home })).stdout).toContain('1 to change');
});

test.each(
  oneIn(
    2,
    [
      ['claude', 'CL004-line-inside-file-torn'],
      ['codex', 'CX008-a-line-inside-the-file-is-torn'],
      ['gemini', 'GM102-a-line-inside-the-file-is-torn'],
      ['qwen', 'QW102-a-line-inside-the-file-is-torn'],
      ['copilot', 'CP102-a-line-inside-the-file-is-torn'],
      ['pi', 'PI101-the-last-line-is-torn'],
      ['fnord', 'FN006-torn'],
      ['tenex', 'TX006-torn'],
      ['rao', 'RA002-torn-log'],
    ],
    1,
  ),
)('a code that is named allows no loss: %s', async (kind, fixture) => {
  const home = emptyHome();
  const store = join(home, kind === 'fnord' ? '.fnord/projects/orchard/conversations' : 'store');
  copyTree(join(FIXTURES, '..', kind, fixture, 'before'), store, { times: true });
  const code = fixture.slice(0, 5);
  const line = `heal --only ${code} --yes --kind ${kind} --root ${kind === 'fnord' ? '.fnord' : 'store'}`;
  const before = bytesBelow(store);
  const { exit, stdout } = await call(`${line} --json`, { home, cwd: home });
  expect(exit).toBe(1);
  const items: readonly ReportItem[] = JSON.parse(stdout).items.filter(({ codes }: ReportItem) => codes.includes(code));
  expect(items).toEqual([
    expect.objectContaining({
      reason: expect.stringContaining(': needs --lossy'),
      next: expect.stringMatching(`heal \\S+ --only ${code} --lossy --dry-run$`),
    }),
  ]);
  expect(bytesBelow(store)).toEqual(before);
  expect((await call(`${line} --lossy`, { home, cwd: home })).stdout).toContain('1 changed');
});
