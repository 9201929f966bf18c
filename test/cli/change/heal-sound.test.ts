import { appendFileSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../../src/model/kinds.ts';
import { copyTree } from '../../support/folders.ts';
import { call, NOW } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { homeOf } from '../home-of-all.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/claude', import.meta.url));
const PRETTY = join(FIXTURES, 'CL027-records-over-several-lines/before');
const HALVED = join(FIXTURES, 'CL420-half-surrogate-pair-written-as/before');

interface Listed {
  readonly id: string;
  readonly state: string;
}

test.each(KIND_NAMES)(
  'says that a conversation is sound where nothing is wrong with it, and nowhere else: %s',
  async (kind) => {
    const { convo } = homeOf([kind]);
    const { conversations } = JSON.parse((await convo('list --all --json')).stdout);
    const said: [string, boolean][] = [];
    const right: [string, boolean][] = [];
    for (const { id } of conversations as readonly Listed[]) {
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

test('says of what is healed only by its code and loses something that it needs no --lossy', async () => {
  const home = emptyHome();
  copyTree(HALVED, join(home, '.claude'), { times: true });
  const { stdout } = await call('explain CL420');
  expect(stdout).toContain('info · healed by `convo heal --only CL420` alone: something is lost, and itemised\n');
  expect((await call('heal --only CL420 --dry-run', { home })).stdout).toContain('1 to change');
});
