import { expect, test } from 'vitest';
import { tree } from '../../../support/real-tree.ts';
import { homeFiles } from './home-files.ts';

const [SESSION, FIRST, QUIET, LAST] = [1, 2, 3, 4].map((n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`);

test('a recorded home has other folders and ids, and its records go on from those that are left', () => {
  const records = [
    { type: 'user', uuid: FIRST, parentUuid: null, cwd: '/tmp/x/app' },
    { type: 'attachment', uuid: QUIET, parentUuid: FIRST, attachment: { type: 'skill_listing' } },
    { type: 'mode' },
    { type: 'assistant', uuid: LAST, parentUuid: QUIET, requestId: 'r' },
  ];
  const text = records.map((each) => `${JSON.stringify(each)}\n`).join('');
  const config = tree({ [`projects/-tmp-x-app/${SESSION}.jsonl`]: text });
  const [[path, kept] = []] = Object.entries(homeFiles(config, { '/tmp/x/app': '/home/ada/app' }));
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
  expect(path).toBe(`projects/-home-ada-app/${id(1)}.jsonl`);
  expect(
    kept
      ?.trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { type: 'user', uuid: id(2), parentUuid: null, cwd: '/home/ada/app' },
    { type: 'assistant', uuid: id(3), parentUuid: id(2) },
  ]);
});
