import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ReadDisk } from '../../src/io/disk.ts';
import { nodeDisk } from '../../src/io/disk.ts';
import { overview } from '../../src/ops/overview.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { claude } from '../../src/stores/claude/index.ts';

const HOME = fileURLToPath(new URL('../../fixtures/demo/claude', import.meta.url));

function overviewOf(disk: ReadDisk = nodeDisk()) {
  const site = { kind: 'claude', root: HOME, shape: 'home', scope: null, file: null } as const;
  const options = { ...everythingAt(1_795_447_000), keptIn: () => null, depth: () => null };
  return overview({ disk, kinds: [claude], sites: [site] }, options);
}

test('reads each session once, for its row and its findings', async () => {
  const disk = nodeDisk();
  const opened: string[] = [];
  const { edges } = disk;
  if (edges === undefined) throw new Error('the disk of Node reads the ends of files');
  const { stores, isJudged } = await overviewOf({
    ...disk,
    edges: (path, buffer) => {
      opened.push(path);
      return edges(path, buffer);
    },
  });
  expect(isJudged).toBe(true);
  expect(stores[0]?.conversations).toBeGreaterThan(1);
  const sessions = opened.filter((path) => path.endsWith('.jsonl'));
  expect(sessions.length).toBeGreaterThan(1);
  expect(new Set(sessions).size).toBe(sessions.length);
});

test('judges nothing where that would be much, and lists it', async () => {
  const disk = nodeDisk();
  const lstat: ReadDisk['lstat'] = (path) => ({ ...disk.lstat(path), size: 2 ** 28 });
  const { stores, isJudged, findings, warnings, damaged } = await overviewOf({ ...disk, lstat });
  expect({ isJudged, findings, warnings, damaged: damaged.size }).toEqual({
    isJudged: false,
    findings: [],
    warnings: 0,
    damaged: 0,
  });
  expect(stores).toEqual((await overviewOf()).stores);
});
