import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import { find } from '../../src/ops/find.ts';
import { codex } from '../../src/stores/codex/index.ts';
import { tree } from '../io/support/tree.ts';
import { failingKind } from './notes-kind.ts';

const idOf = (n: number) => `019a4e33-e458-7610-88eb-00000000000${n}`;
const pathOf = (n: number) => `sessions/2026/03/04/rollout-2026-03-04T09-30-1${n}-${idOf(n)}.jsonl`;

function thread(n: number): string {
  const timestamp = '2026-03-04T09:30:15.000Z';
  const meta = { id: idOf(n), timestamp, cwd: '/srv/ada', originator: 'codex', cli_version: '1' };
  return [
    { timestamp, type: 'session_meta', payload: meta },
    { timestamp, type: 'event_msg', payload: { type: 'user_message', message: 'How deep do leeks go?' } },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
}

test('a conversation on which convo itself fails is named, and all others are looked into', async () => {
  const root = tree({ [pathOf(1)]: thread(1), [pathOf(2)]: thread(2) });
  const site = { kind: 'codex', root, shape: 'home', scope: null, file: null } as const;
  const kinds = [failingKind(codex, 'transcript', idOf(1))];
  const options = { now: 1_800_000_000, question: 'leeks', states: ['active' as const], most: 5 };
  const { answers, coverage } = await find({ disk: nodeDisk(), kinds, sites: [site] }, options);
  expect(answers.map(({ conversation }) => conversation.id)).toEqual([idOf(2)]);
  expect(coverage.unjudged).toMatchObject([{ code: 'ST010', path: join(root, pathOf(1)) }]);
});
