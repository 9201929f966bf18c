import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chat } from './chat.ts';

/**
 * A Rao base of this many conversations of about 100 KB, each with its companions: calls and outputs, edits with their diffs and
 * file changes, buttons, history and variables. Answers the bytes of all files. The same numbers give the same bytes.
 */
export function makeRao(base: string, conversations: number): number {
  let bytes = 0;
  const write = (path: string, content: string | Uint8Array) => {
    writeFileSync(join(base, path), content);
    bytes += Buffer.byteLength(content);
  };
  const names = ['"conversation_id","name"'];
  for (let n = 1; n <= conversations; n++) {
    const folder = `conversations/conversation_${n}`;
    mkdirSync(join(base, folder), { recursive: true });
    for (const [name, content] of Object.entries(filesOf(n))) write(`${folder}/${name}`, content);
    names.push(`${n},"Conversation ${n}, with ""quotes"""`);
  }
  write('conversation_names.csv', `${names.join('\n')}\n`);
  return bytes;
}

/** Text of about this many characters that belongs to a seed. */
function textOf(seed: number, length: number): string {
  return cut(chat(seed, length * 2, 'mixed').toString('utf8'), length);
}

/** The beginning of a text, without half a character: R never writes one. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

const TURNS = 12;

function filesOf(n: number): Readonly<Record<string, string | Uint8Array>> {
  const log: unknown[] = [];
  const diffs: Record<string, unknown> = {};
  const changes: unknown[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const id = turn * 5 + 1;
    const text = textOf(n * TURNS + turn, 3_000);
    const file = `part_${turn}.R`;
    log.push({ id, role: 'user', content: cut(text, 400), original_query: true }, ...editOf(id + 1, file, text));
    diffs[String(id + 1)] = diffOf(id + 1, n, text);
    changes.push({
      id: turn + 1,
      conversation_id: id + 3,
      conversation_index: n,
      timestamp: '2025-08-08 12:00:00',
      action: 'create',
      file_path: file,
      content: cut(text, 1_500),
      was_unsaved: false,
    });
  }
  const history = Array.from({ length: TURNS }, (_, turn) => `part_${turn}.R\t${turn + 1}\t${n}`);
  const buttons = Array.from({ length: TURNS }, (_, turn) => `${turn * 5 + 2},TRUE`);
  return {
    'conversation_log.json': `${JSON.stringify(log)}\n`,
    'conversation_diffs.json': `${JSON.stringify({ diffs }, null, 2)}\n`,
    'file_changes.json': `${JSON.stringify({ changes }, null, 2)}\n`,
    'script_history.tsv': `filename\torder\tconversation_index\n${history.join('\n')}\n`,
    'message_buttons.csv': `"message_id","buttons_run"\n${buttons.join('\n')}\n`,
    'conversation_vars.rds': variables(),
  };
}

function editOf(id: number, filename: string, text: string): unknown[] {
  const call_id = `call_${id}`;
  const request_id = `req_175450${id}_${id}`;
  const args = JSON.stringify({ filename, keyword: 'x', explanation: `Edit ${filename}` });
  return [
    {
      id,
      role: 'assistant',
      function_call: { name: 'edit_file', arguments: args, call_id, msg_id: id },
      related_to: id - 1,
      request_id,
      source_function: 'edit_file',
    },
    {
      id: id + 1,
      type: 'function_call_output',
      call_id,
      output: 'Response pending...',
      related_to: id,
      procedural: true,
    },
    { id: id + 2, role: 'assistant', content: text, related_to: id, response_id: `resp_${id}` },
    { id: id + 3, role: 'user', content: 'Edit file command accepted', procedural: true, related_to: id },
  ];
}

function diffOf(id: number, n: number, text: string): unknown {
  const lines = cut(text, 1_200).split('\n');
  const diff_data = lines.map((content, i) => ({
    type: 'added',
    content,
    display_line: i + 1,
    old_line: 'NA',
    new_line: i + 1,
  }));
  return {
    message_id: String(id),
    conversation_index: n,
    timestamp: '2025-08-08 12:00:00',
    diff_data,
    old_content: '',
    new_content: lines.join('\n'),
  };
}

/** What saveRDS writes of `list(ai_cancelled = FALSE)`. */
function variables(): Uint8Array {
  const ints = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [i, value] of values.entries()) bytes.writeInt32BE(value, i * 4);
    return bytes;
  };
  const text = (value: string) => Buffer.concat([ints(0x00040009, value.length), Buffer.from(value)]);
  const head = [Buffer.from('X\n'), ints(3, 0x00040202, 0x00030500, 5), Buffer.from('UTF-8')];
  const list = [ints(0x00000213, 1), ints(10, 1, 0)];
  const names = [ints(0x00000402, 1), text('names'), ints(16, 1), text('ai_cancelled'), ints(254)];
  return gzipSync(Buffer.concat([...head, ...list, ...names]));
}
