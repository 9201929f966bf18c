import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import { bestAnswers, candidates, find } from '../../src/ops/find.ts';
import { everythingAt, withRun } from '../../src/ops/survey/survey-options.ts';
import { codex } from '../../src/stores/codex/index.ts';
import { tree } from '../support/real-tree.ts';
import { oneIn } from '../support/sampling.ts';
import { failingKind } from './notes-kind.ts';

const idOf = (n: number) => `019a4e33-e458-7610-88eb-00000000000${n}`;
const pathOf = (n: number) => `sessions/2026/03/04/rollout-2026-03-04T09-30-1${n}-${idOf(n)}.jsonl`;

function thread(n: number, message = 'How deep do leeks go?'): string {
  const timestamp = `2026-03-04T09:30:1${n}.000Z`;
  const meta = { id: idOf(n), timestamp, cwd: '/srv/ada', originator: 'codex', cli_version: '1' };
  return [
    { timestamp, type: 'session_meta', payload: meta },
    { timestamp, type: 'event_msg', payload: { type: 'user_message', message } },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
}

const siteAt = (root: string) => ({ kind: 'codex', root, shape: 'home', scope: null, file: null }) as const;

test('a conversation on which convo itself fails is named, and all others are looked into', async () => {
  const root = tree({ [pathOf(1)]: thread(1), [pathOf(2)]: thread(2) });
  const site = siteAt(root);
  const kinds = [failingKind(codex, 'transcript', idOf(1))];
  const options = { ...everythingAt(1_800_000_000), question: 'leeks', states: ['active' as const], max: 5 };
  const { answers, coverage } = await find({ disk: nodeDisk(), kinds, sites: [site] }, options);
  expect(answers.map(({ conversation }) => conversation.id)).toEqual([idOf(2)]);
  expect(coverage.unjudged).toMatchObject([{ code: 'ST010', path: join(root, pathOf(1)) }]);
});

test.each(oneIn(2, ['key', 'keys', 'day', 'AI', 'happy', 'hoping', `${'5e'.repeat(64)}`]))(
  'the word %s is found, whatever its stem ends in, by estimates and without',
  async (word) => {
    const root = tree({ [pathOf(1)]: thread(1, `The ${word} is here`), [pathOf(2)]: thread(2) });
    for (const max of [5, Number.POSITIVE_INFINITY]) {
      const options = { ...everythingAt(1_800_000_000), question: word, states: ['active' as const], max };
      const { answers } = await find({ disk: nodeDisk(), kinds: [codex], sites: [siteAt(root)] }, options);
      expect(answers.map(({ conversation }) => conversation.id)).toEqual([idOf(1)]);
    }
  },
);

test('conversations that promise an answer and are not decoded in time count as not reached, and not as searched', async () => {
  const root = tree(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [pathOf(n + 1), thread(n + 1)])));
  const reading = { disk: nodeDisk(), kinds: [codex], sites: [siteAt(root)] };
  const options = { ...everythingAt(1_800_000_000), question: 'leeks', states: ['active' as const], max: 2 };
  const best = async (decoding: number) => {
    let looks = 0;
    const isLate = () => ++looks > decoding;
    return bestAnswers(reading, { ...options, isLate }, [await candidates(reading, options)]);
  };
  const [none, some] = [await best(0), await best(1)];
  expect(none).toMatchObject({ answers: [], unreached: 9, coverage: { conversations: 0 } });
  expect(some.answers).toHaveLength(2);
  expect(some.unreached + some.coverage.conversations).toBe(9);
  expect(await find(reading, options)).toMatchObject({ unreached: 0, coverage: { conversations: 9 } });
});

test('conversations that are not decoded whole when time is up count as not reached', async () => {
  const root = tree({ [pathOf(1)]: thread(1), [pathOf(2)]: thread(2) });
  const reading = { disk: nodeDisk(), kinds: [codex], sites: [siteAt(root)] };
  const options = { ...everythingAt(1_800_000_000), question: 'leeks', states: ['active' as const], max: 2 };
  let looks = 0;
  const stopping = { ...withRun(options, { interrupted: () => looks > 0 }), isLate: () => ++looks > 1 };
  expect(await bestAnswers(reading, stopping, [await candidates(reading, options)])).toMatchObject({
    answers: [],
    unreached: 2,
    coverage: { conversations: 0 },
  });
});

test('the stores are walked a few times, however many conversations have the words in results of tools alone', async () => {
  const output = { type: 'function_call_output', call_id: 'c', output: 'leeks' };
  const result = `${JSON.stringify({ timestamp: '2026-03-04T09:30:16.000Z', type: 'response_item', payload: output })}\n`;
  const name = (n: number) => pathOf(1).replaceAll(idOf(1), idOf(1).slice(0, -3) + String(n).padStart(3, '0'));
  const files = Array.from({ length: 200 }, (_, n) => [name(n), thread(1, 'What is in the bed?') + result]);
  const root = tree(Object.fromEntries(files));
  let walks = 0;
  const disk = nodeDisk();
  const counting: typeof disk = {
    ...disk,
    list: (path) => {
      if (path.endsWith('/03/04')) walks++;
      return disk.list(path);
    },
  };
  const options = { ...everythingAt(1_800_000_000), question: 'leeks', states: ['active' as const], max: 2 };
  const { answers, coverage } = await find({ disk: counting, kinds: [codex], sites: [siteAt(root)] }, options);
  expect({ answers, conversations: coverage.conversations }).toEqual({ answers: [], conversations: 200 });
  expect(walks).toBeGreaterThan(2);
  expect(walks).toBeLessThan(12);
});
