import { expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { contentFindings } from '../../../../src/stores/codex/checks/judge.ts';
import { CodexView } from '../../../../src/stores/codex/list/codex-view.ts';
import { openRollout } from '../../../../src/stores/codex/read/rollout-file.ts';
import { codexCounts } from '../../../../src/stores/codex/read/shown-counter.ts';
import { codexTranscript, NO_LINEAGE } from '../../../../src/stores/codex/read/transcript.ts';

const TIME = '2026-03-04T09:30:15.000Z';
const ID = '019a4e33-e458-7610-88eb-000000000001';
const line = (type: string, payload: object) => `${JSON.stringify({ timestamp: TIME, type, payload })}\n`;
const META = { id: ID, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', source: 'cli' };
const TEXT = [
  line('session_meta', META),
  line('event_msg', { type: 'task_started', turn_id: 'a' }),
  line('event_msg', { type: 'user_message', message: 'How deep?' }),
  line('event_msg', { type: 'task_complete', turn_id: 'a' }),
].join('');

/** A rollout, and how often it was read from its beginning. */
function rollout(text = TEXT) {
  const held = bytesSource(Buffer.from(text));
  const passes = { count: 0 };
  const slice = (at: number, length: number) => {
    if (at === 0) passes.count++;
    return held.slice(at, length);
  };
  const path = `sessions/2026/03/04/rollout-2026-03-04T09-30-15-${ID}.jsonl`;
  const part = { path, role: 'dated', type: 'file', bytes: null, source: { size: held.size, slice } } as const;
  const file = openRollout({ ...part, size: held.size, mtime: 0, mode: 0, digest: () => '' }, 'home', () => 'not-zstd');
  return { file, passes };
}

const counting = () => {
  let lines = 0;
  return { take: () => lines++, count: () => lines };
};

test('a reader that watches meets every line of the next pass to the end, and of no other', () => {
  const { file } = rollout();
  const read = file.watch(counting);
  for (const _ of file.entries()) break;
  expect(read()).toBe(null);
  for (const _ of file.entries());
  for (const _ of file.entries());
  expect(read()?.count()).toBe(4);
});

test('the dialogue is read in the pass of somebody else, and is what a pass of its own makes of it', () => {
  const [own, other] = [rollout(), rollout()];
  other.file.willSpeak();
  for (const _ of other.file.entries());
  const before = other.passes.count;
  expect(other.file.dialogue().turns.shown()).toEqual(own.file.dialogue().turns.shown());
  expect([other.passes.count, own.file.dialogue().turns.visibleCount]).toEqual([before, 1]);
});

test('messages are counted, and all of it is seen to be UTF-8, in one pass', () => {
  const { file, passes } = rollout();
  file.head();
  const before = passes.count;
  const messages = () => codexCounts(file).messages;
  const given = {
    isCopy: false,
    hasUncompressed: false,
    name: () => null,
    question: () => null,
    hasSource: () => true,
    resumeId: () => null,
    earlier: 0,
  };
  const view = new CodexView(ID, file, { ...given, messages });
  expect([view.messages, view.readable, view.records]).toEqual([1, true, 4]);
  expect(passes.count - before).toBe(1);
});

test('a thread without turns is counted in two passes: its dialogue is read in the first', () => {
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'How deep?' }] };
  const { file, passes } = rollout(line('session_meta', META) + line('response_item', item));
  file.head();
  const before = passes.count;
  expect(codexCounts(file).messages).toBe(1);
  expect(passes.count - before).toBe(2);
});

test('a thread that does not begin with the record that names it is judged in one pass, the beginning first', () => {
  const shown = line('event_msg', { type: 'user_message', message: 'How deep?' });
  const judged = (text: string) => {
    const { file, passes } = rollout(text);
    file.head();
    const before = passes.count;
    const codes = [...contentFindings(file, false)].map(({ code, count }) =>
      [code, ...(count === undefined ? [] : [count])].join(),
    );
    // The other looks are at how the file begins: one, and two more where no record names the thread.
    return { codes, passes: passes.count - before - (codes.includes('CX101') ? 3 : 1) };
  };
  expect(judged(`${shown}broken\n`)).toEqual({ codes: ['CX101', 'CX014'], passes: 1 });
  expect(judged(`${shown}${line('session_meta', META)}broken\n`)).toEqual({ codes: ['CX102', 'CX014'], passes: 1 });
  // Of many alike the first thousand are told one by one.
  const many = judged(`${shown}${`${shown.slice(0, 40)}\n${shown}`.repeat(1500)}`);
  expect([many.codes[0], many.codes.length, many.codes.at(-1), many.passes]).toEqual(['CX101', 1002, 'CX008,500', 1]);
});

test('who reads the messages of a transcript alone has no other thread looked for', () => {
  let looked = 0;
  const subagents = () => [`${++looked}`];
  const transcript = codexTranscript(rollout().file, NO_LINEAGE, { everything: false, subagents });
  expect(Array.from(transcript.messages, ({ text }) => text)).toEqual(['How deep?']);
  expect(looked).toBe(0);
  expect(transcript.sections?.at(-1)?.lines?.at(-1)).toBe('has the subagent 1');
});
