import { expect, test } from 'vitest';
import { convo, homeWith } from '../home.ts';

const ID = '019a4e33-e458-7c92-8423-10e27c0421ca';
const FORK = '01a10b13-a800-74a6-80d2-ecd6020fed9c';
const nameOf = (id: string) => `sessions/2025/11/04/rollout-2025-11-04T09-30-15-${id}.jsonl`;
const TIME = '2025-11-04T09:30:15.000Z';

/** Records, numbered where the thread is paginated. */
function rollout(records: readonly object[], first: number | null): string {
  const numbered = records.map((each, n) => ({
    timestamp: TIME,
    ...(first === null ? {} : { ordinal: first + n }),
    ...each,
  }));
  return numbered.map((each) => `${JSON.stringify(each)}\n`).join('');
}

function event(type: string, more: object): object {
  return { type: 'event_msg', payload: { type, ...more } };
}

function meta(more: object): object {
  const own = { id: ID, timestamp: TIME, cwd: '/home/ada', originator: 'codex_cli_rs', cli_version: '0.98.0' };
  return { type: 'session_meta', payload: { ...own, ...more } };
}

/** A turn of a question and two answers. */
function turn(name: string): object[] {
  return [
    event('task_started', { turn_id: name, model_context_window: 1000 }),
    event('user_message', { message: `${name}: how deep?` }),
    event('agent_message', { message: `${name}: let me see` }),
    event('agent_message', { message: `${name}: an inch` }),
    event('task_complete', { turn_id: name, last_agent_message: `${name}: an inch` }),
  ];
}

const THREAD = rollout([meta({ history_mode: 'legacy' }), ...turn('leek'), ...turn('beet'), ...turn('kale')], null);

async function textsOf(root: string, id: string): Promise<string[]> {
  const { conversation } = await convo(root, `show ${id} --all`);
  return conversation.messages.map(({ text }: { text: string }) => text);
}

test('a fork ends before the turn of a message, and says which messages it leaves out', async () => {
  const root = homeWith({ [nameOf(ID)]: THREAD });
  const all = await textsOf(root, ID);
  const third = all.indexOf('kale: how deep?');
  for (const at of [third, third + 1, third + 2]) {
    const { items } = await convo(root, `fork ${ID} --at ${at}`);
    expect(items[0].notes).toContain(
      `ends before the turn of message ${third}: messages ${third} to ${all.length - 1} are left out`,
    );
    expect(await textsOf(root, items[0].newId)).toEqual(all.slice(0, third));
    await convo(root, 'undo');
  }
});

test('a fork that would have no whole turn is refused, with the numbers that it takes', async () => {
  const root = homeWith({ [nameOf(ID)]: THREAD });
  const all = await textsOf(root, ID);
  const second = all.indexOf('beet: how deep?');
  for (let at = 0; at < second; at++) {
    const { items } = await convo(root, `fork ${ID} --at ${at}`);
    expect(items[0].reason).toMatch(new RegExp(`in its first turn: give a number from ${second} to ${all.length - 1}`));
  }
  const { items } = await convo(root, `fork ${ID} --at ${all.length}`);
  expect(items[0].reason).toContain(`has ${all.length} texts, calls and results`);
});

/** A turn of a paginated thread. */
function itemTurn(name: string): object[] {
  const said = (type: string, text: string) =>
    event('item_completed', {
      thread_id: ID,
      turn_id: name,
      item: { type, id: `${name}-${type}`, content: [{ type: type === 'UserMessage' ? 'text' : 'Text', text }] },
    });
  return [
    event('task_started', { turn_id: name, model_context_window: 1000 }),
    said('UserMessage', `${name}: how deep?`),
    said('AgentMessage', `${name}: an inch`),
    event('task_complete', { turn_id: name, last_agent_message: `${name}: an inch` }),
  ];
}

test('a fork of a fork is cut where show numbers it, and not in what it inherits', async () => {
  const source = rollout([meta({ history_mode: 'paginated' }), ...itemTurn('leek'), ...itemTurn('beet')], 0);
  const base = { thread_id: ID, end_ordinal_exclusive: 9, end_byte_offset: Buffer.byteLength(source) };
  const first = meta({ id: FORK, history_mode: 'paginated', history_base: base });
  const own = rollout([first, ...itemTurn('kale'), ...itemTurn('dill')], 9);
  const root = homeWith({ [nameOf(ID)]: source, [nameOf(FORK)]: own });
  const all = await textsOf(root, FORK);
  const last = all.indexOf('dill: how deep?');
  for (const way of ['', ' --independent']) {
    const { items } = await convo(root, `fork ${FORK} --at ${last}${way}`);
    expect(await textsOf(root, items[0].newId)).toEqual(all.slice(0, last));
    await convo(root, 'undo');
  }
  const { items } = await convo(root, `fork ${FORK} --at 1`);
  expect(items[0].reason).toMatch(
    /^has message 1 of another thread, which it goes on from: give a number from 4 to 7$/,
  );
});
