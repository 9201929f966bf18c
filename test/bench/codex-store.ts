import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chat } from './chat.ts';

/** What of a generated chat a thread is made of. */
interface Spoken {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
  readonly tool_call_id?: string;
}

/**
 * A home of Codex CLI with this many threads of about `size` bytes, one a day: legacy and paginated ones in turn, of questions,
 * answers, calls and their outputs. Answers the bytes of the rollouts. The same numbers give the same bytes.
 */
export function makeCodex(home: string, threads: number, size: number): number {
  let bytes = 0;
  for (let n = 0; n < threads; n++) {
    const time = new Date(1_790_000_000_000 + n * 86_400_000).toISOString();
    const id = uuid(n, 0);
    const { messages } = JSON.parse(chat(n, size / 2, 'mixed').toString());
    const records = (n % 2 === 0 ? legacy : paginated)({ id, messages, n });
    const lines = records.map(([type, payload], ordinal) =>
      JSON.stringify({ timestamp: time, ...(n % 2 === 0 ? {} : { ordinal }), type, payload }),
    );
    const folder = join(home, 'sessions', ...time.slice(0, 10).split('-'));
    mkdirSync(folder, { recursive: true });
    const text = Buffer.from(`${lines.join('\n')}\n`);
    bytes += text.length;
    writeFileSync(join(folder, `rollout-${time.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`), text);
  }
  return bytes;
}

interface Thread {
  readonly id: string;
  readonly messages: readonly Spoken[];
  readonly n: number;
}

type Recorded = readonly [type: string, payload: object];

function meta(id: string, more: object): Recorded {
  const own = { id, timestamp: '2026-09-21T14:13:20.000Z', cwd: '/home/ben/work', originator: 'codex-tui' };
  return ['session_meta', { ...own, cli_version: '0.169.0', source: 'cli', model_provider: 'openai', ...more }];
}

/** Each message as the model gets it, and as an event. */
function legacy({ id, messages }: Thread): Recorded[] {
  return [
    meta(id, {}),
    ...messages.flatMap((spoken): Recorded[] => {
      const kind = { user: 'user_message', assistant: 'agent_message' }[spoken.role];
      const isSaid = kind !== undefined && spoken.content !== null;
      return [...items(spoken), ...(isSaid ? [event({ type: kind, message: spoken.content })] : [])];
    }),
  ];
}

/** Each message as the model gets it, and as an item of the turn that it belongs to. */
function paginated({ id, messages, n }: Thread): Recorded[] {
  const records: Recorded[] = [meta(id, { history_mode: 'paginated' })];
  let turn_id = '';
  for (const [at, spoken] of messages.entries()) {
    const isQuestion = spoken.role === 'user';
    if (isQuestion || turn_id === '') {
      if (turn_id !== '') records.push(event({ type: 'task_complete', turn_id }));
      turn_id = uuid(n, at + 1);
      records.push(event({ type: 'task_started', turn_id }));
    }
    for (const each of items(spoken)) records.push(each);
    if (spoken.content === null || spoken.role === 'tool') continue;
    const [type, part] = isQuestion ? ['UserMessage', 'text'] : ['AgentMessage', 'Text'];
    const item = { type, id: `item-${at}`, content: [{ type: part, text: spoken.content }] };
    records.push(event({ type: 'item_completed', thread_id: id, turn_id, item }));
  }
  return records;
}

function event(payload: object): Recorded {
  return ['event_msg', payload];
}

function items({ role, content, tool_calls: calls = [], tool_call_id: callId }: Spoken): Recorded[] {
  if (callId !== undefined)
    return [['response_item', { type: 'function_call_output', call_id: callId, output: content }]];
  const type = role === 'user' ? 'input_text' : 'output_text';
  const said = content === null ? [] : [{ type: 'message', role, content: [{ type, text: content }] }];
  const called = calls.map((call) => ({
    type: 'function_call',
    name: 'shell',
    arguments: call.function.arguments,
    call_id: call.id,
  }));
  return [...said, ...called].map((item) => ['response_item', item]);
}

function uuid(thread: number, index: number): string {
  return `019c${thread.toString(16).padStart(4, '0')}-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
}
