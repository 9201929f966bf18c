import { expect, test } from 'vitest';
import { convo, homeWith } from '../home.ts';

const ID = '019a4e33-e458-7610-88eb-00000000000';
const TIME = '2026-03-04T09:30:15.000Z';

const usage = (input: number, output: number) => ({
  input_tokens: input,
  cached_input_tokens: 0,
  cache_write_input_tokens: 0,
  output_tokens: output,
});
const meta = (n: number) => ({
  type: 'session_meta',
  payload: { id: ID + n, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', source: 'cli' },
});
const event = (payload: object) => ({ type: 'event_msg', payload });
const turn = (id: string) => event({ type: 'task_started', turn_id: id });
const question = (message: string) => event({ type: 'user_message', message });
const counted = (sums: number, last: number) =>
  event({
    type: 'token_count',
    info: { total_token_usage: usage(sums, 2 * sums), last_token_usage: usage(last, 2 * last) },
  });
const recorded = (turnId: string, response: string, [sums, own]: [number, number]) => ({
  type: 'token_usage_record',
  payload: {
    thread_id: `${ID}1`,
    turn_id: turnId,
    response_id: response,
    usage: usage(own, 2 * own),
    thread_token_usage: usage(sums, 2 * sums),
  },
});
const file = (n: number, records: readonly object[]) => ({
  [`sessions/2026/03/04/rollout-2026-03-04T09-30-15-${ID}${n}.jsonl`]: records
    .map((record) => `${JSON.stringify({ timestamp: TIME, ...record })}\n`)
    .join(''),
});

async function answersOf(files: Readonly<Record<string, string>>) {
  const { total } = await convo(homeWith(files), 'stats');
  return total.tokens.map(({ answers, input, output }: Record<string, number>) => [answers, input, output]);
}

test('an answer with a usage record is counted once, also after a compaction, which the counts leave out', async () => {
  const records = [meta(1), turn('a'), recorded('a', 'r1', [10, 10]), counted(10, 10)];
  const compacted = [turn('b'), recorded('b', 'r2', [30, 20]), counted(10, 0)];
  const after = [turn('c'), recorded('c', 'r3', [60, 30]), counted(40, 30)];
  expect(await answersOf(file(1, [...records, ...compacted, ...after]))).toEqual([[3, 60, 120]]);
});

test('a thread of a version without usage records, gone on with by one that writes them from nothing, is counted once', async () => {
  const old = [meta(1), turn('a'), question('How deep?'), counted(10, 10), counted(30, 20)];
  const update = [turn('b'), recorded('b', 'r1', [30, 30]), counted(60, 30), recorded('b', 'r2', [40, 10])];
  expect(await answersOf(file(1, [...old, ...update, counted(70, 10)]))).toEqual([[4, 70, 140]]);
});

test('equal answers to equal questions in two forks are two, and what they were copied from is one', async () => {
  const talk = [meta(1), turn('a'), question('How deep?'), counted(10, 10)];
  const fork = (n: number, id: string) => [meta(n), ...talk, turn(id), question('And here?'), counted(20, 10)];
  const files = { ...file(1, talk), ...file(2, fork(2, 'b')), ...file(3, fork(3, 'c')) };
  expect(await answersOf(files)).toEqual([[3, 30, 60]]);
});

test('a turn named by a UUID is one in copies under another id; of another name, it is one a thread', async () => {
  const copies = (id: string) => ({
    ...file(1, [meta(1), turn(id), question('How deep?'), counted(10, 10)]),
    ...file(2, [meta(2), turn(id), question('How deep is it?'), counted(10, 10)]),
  });
  expect(await answersOf(copies('019a4e33-0000-7000-8000-00000000000a'))).toEqual([[1, 10, 20]]);
  expect(await answersOf(copies('1'))).toEqual([[2, 20, 40]]);
});

test('tokens that are no whole numbers count as none, and of a key that is written twice the last counts', async () => {
  const numbers = (input: string, output: string) =>
    `{"total_token_usage":{"input_tokens":90,"output_tokens":90},"last_token_usage":{"input_tokens":${input},"output_tokens":${output}}}`;
  const infoOf = async (info: string) => {
    const [[path, text]] = Object.entries(file(1, [meta(1), turn('a'), counted(1, 1)])) as [[string, string]];
    return answersOf({ [path]: text.replace(/"info":\{.*\}\}\}/, () => `"info":${info}}}`) });
  };
  expect(await infoOf(numbers('7', '5'))).toEqual([[1, 7, 5]]);
  expect(await infoOf(numbers('7,"input_tokens":8', '5'))).toEqual([[1, 8, 5]]);
  for (const odd of ['-7', '"7"', 'null', '{}']) expect(await infoOf(numbers(odd, '5')), odd).toEqual([[1, 0, 5]]);
  expect(await infoOf(numbers('1234567890123456', '5'))).toEqual([[1, 1234567890123456, 5]]);
});
