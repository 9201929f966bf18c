import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shardHere } from '../../../src/cli/part.ts';
import { call } from '../call.ts';

const auto = (of: number | null = null) => ({ type: 'auto', of }) as const;
const slurm = (id: string, min: string, max: string, count: string) => ({
  SLURM_ARRAY_TASK_ID: id,
  SLURM_ARRAY_TASK_MIN: min,
  SLURM_ARRAY_TASK_MAX: max,
  SLURM_ARRAY_TASK_COUNT: count,
});

test.each([
  ['the first job of GitLab', auto(), { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' }, { index: 1, of: 3 }],
  [
    'the last of AWS Batch',
    auto(),
    { AWS_BATCH_JOB_ARRAY_INDEX: '9', AWS_BATCH_JOB_ARRAY_SIZE: '10' },
    { index: 10, of: 10 },
  ],
  ['Slurm from 0', auto(), slurm('0', '0', '3', '4'), { index: 1, of: 4 }],
  ['Slurm from 5', auto(), slurm('8', '5', '8', '4'), { index: 4, of: 4 }],
  ['Slurm in steps of 4', auto(), slurm('8', '0', '12', '4'), { index: 3, of: 4 }],
  ['an array of one', auto(), slurm('7', '7', '7', '1'), { index: 1, of: 1 }],
  ['Kubernetes, with the number typed', auto(4), { JOB_COMPLETION_INDEX: '3' }, { index: 4, of: 4 }],
  ['a number typed that is right', auto(3), { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' }, { index: 2, of: 3 }],
  [
    'a part typed, whatever is set',
    { type: 'part', part: { index: 1, of: 2 } } as const,
    { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' },
    { index: 1, of: 2 },
  ],
  ['no part asked for', undefined, { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' }, undefined],
])('%s', (_, wish, vars, shard) => {
  expect(shardHere(wish, vars)).toEqual(shard);
});

test.each([
  ['no system', auto(), {}, 'found none of JOB_COMPLETION_INDEX'],
  ['two systems', auto(4), { JOB_COMPLETION_INDEX: '0', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' }, 'found both'],
  ['Kubernetes without a number', auto(), { JOB_COMPLETION_INDEX: '0' }, 'does not tell'],
  ['Kubernetes with more jobs than parts', auto(2), { JOB_COMPLETION_INDEX: '2' }, 'none of 2 parts'],
  ['another number than the system has', auto(2), { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' }, 'which has 4 jobs'],
  ['no total', auto(), { AWS_BATCH_JOB_ARRAY_INDEX: '0' }, 'AWS_BATCH_JOB_ARRAY_SIZE is not set'],
  ['a word for a number', auto(3), { JOB_COMPLETION_INDEX: '-1\u001b' }, 'is "-1\\u001b", which is no number'],
  ['GitLab from 0', auto(), { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '4' }, 'none of 4 parts'],
  ['an array with gaps that are not alike', auto(), slurm('3', '1', '6', '3'), 'have gaps'],
  ['a task between the steps', auto(), slurm('3', '1', '7', '3'), 'none of 3 parts'],
])('%s is refused', (_, wish, vars, words) => {
  expect(() => shardHere(wish, vars)).toThrow(words);
});

test('the jobs of an array export every part once into one folder, and verify takes its part the same way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-shard-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = join(folder, 'fnord');
  cpSync('fixtures/demo/fnord', root, { recursive: true });
  const tables = join(folder, 'tables');
  let [exported, verified] = [0, 0];
  for (const index of ['0', '1', '2']) {
    const world = { home: folder, vars: { AWS_BATCH_JOB_ARRAY_INDEX: index, AWS_BATCH_JOB_ARRAY_SIZE: '3' } };
    const done = await call(`export --to parquet ${tables} --root ${root} --shard auto --json`, world);
    exported += JSON.parse(done.stdout).conversations;
    const told = await call(`verify --json --root ${root} --shard auto`, world);
    verified += JSON.parse(told.stdout).summary.conversations;
  }
  const whole = JSON.parse((await call(`verify --json --root ${root}`, { home: folder })).stdout).summary.conversations;
  expect([exported, verified]).toEqual([whole, whole]);
  const files = readdirSync(tables, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));
  expect(files.every((name) => /-[123]of3\.parquet$/.test(name))).toBe(true);
  const lost = await call(`verify --root ${root} --shard auto`, { home: folder });
  expect(lost.exit).toBe(2);
  expect(lost.stderr).toContain('--shard 1/4');
});
