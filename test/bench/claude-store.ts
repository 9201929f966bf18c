import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chat } from './chat.ts';

/** What of a generated chat a session is made of. */
interface Spoken {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
  readonly tool_call_id?: string;
}

/** What every line of a session has. */
const COMMON = { isSidechain: false, userType: 'external', version: '2.1.144', gitBranch: 'main' };
const USAGE = { input_tokens: 812, cache_creation_input_tokens: 0, cache_read_input_tokens: 640, output_tokens: 38 };

/**
 * A folder of Claude Code with this many sessions of about `size` bytes, in ten projects: questions, answers, calls of tools and their
 * results, each line with the parent before it. Answers the bytes of the sessions. The same numbers give the same bytes.
 */
export function makeClaude(home: string, sessions: number, size: number): number {
  let bytes = 0;
  writeSettings(home);
  for (let n = 0; n < sessions; n++) {
    const cwd = `/home/ben/work${n % 10}`;
    const folder = join(home, 'projects', cwd.replaceAll('/', '-'));
    mkdirSync(folder, { recursive: true });
    const sessionId = uuid(n, 0);
    const { messages } = JSON.parse(chat(n, size / 2, 'mixed').toString());
    const lines = (messages as readonly Spoken[]).map((spoken, i) => JSON.stringify(line(spoken, n, i, cwd)));
    const text = Buffer.from(`${lines.join('\n')}\n`);
    bytes += text.length;
    writeFileSync(join(folder, `${sessionId}.jsonl`), text);
  }
  return bytes;
}

function writeSettings(home: string): void {
  mkdirSync(join(home, 'projects'), { recursive: true });
  writeFileSync(join(home, 'settings.json'), '{"permissions":{"allow":["Bash(ls:*)"]}}');
}

function line(spoken: Spoken, session: number, index: number, cwd: string): unknown {
  const isAnswer = spoken.role === 'assistant';
  const at = new Date(1_790_000_000_000 + session * 3_600_000 + index * 20_000).toISOString();
  const head = { parentUuid: index === 0 ? null : uuid(session, index), ...COMMON, cwd, sessionId: uuid(session, 0) };
  const tail = { uuid: uuid(session, index + 1), timestamp: at };
  if (isAnswer)
    return { ...head, message: answer(spoken, session, index), requestId: `req_${index}`, type: 'assistant', ...tail };
  if (spoken.tool_call_id === undefined)
    return { ...head, type: 'user', message: { role: 'user', content: spoken.content }, ...tail };
  const result = { tool_use_id: spoken.tool_call_id, type: 'tool_result', content: spoken.content, is_error: false };
  const toolUseResult = { stdout: spoken.content, stderr: '', interrupted: false, isImage: false };
  return { ...head, type: 'user', message: { role: 'user', content: [result] }, ...tail, toolUseResult };
}

function answer({ content, tool_calls: calls = [] }: Spoken, session: number, index: number): unknown {
  const text = content === null ? [] : [{ type: 'text', text: content }];
  const uses = calls.map((call) => ({
    type: 'tool_use',
    id: call.id,
    name: 'Read',
    input: JSON.parse(call.function.arguments),
  }));
  const stop = { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null };
  const about = { model: 'claude-invented-1', id: `msg_${session}_${index}`, type: 'message', role: 'assistant' };
  return { ...about, content: [...text, ...uses], ...stop, usage: USAGE };
}

function uuid(session: number, index: number): string {
  return `${session.toString(16).padStart(8, '0')}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}
