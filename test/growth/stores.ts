import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KindName } from '../../src/model/kinds.ts';

/** A store that can be made as large as wanted in one respect. */
export interface Grown {
  readonly kind: KindName;
  /** What there are `n` of. */
  readonly of: string;
  /** Writes the files, by their paths below a new folder. */
  make(n: number): Readonly<Record<string, string>>;
  /** What is opened, below that folder. */
  readonly open: string;
  /** There are many files of it, or many conversations. */
  readonly many?: true;
  /** How many the smaller store has, where the usual number shows nothing, or a larger one is not looked at. */
  readonly smaller?: number;
}

/** Writes a store of this size into a folder, and answers what is opened. */
export function writeStore(folder: string, { make, open }: Grown, n: number): string {
  for (const [path, content] of Object.entries(make(n))) {
    const at = join(folder, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, content);
  }
  return join(folder, open);
}

function times<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i));
}

function uuid(i: number): string {
  return `${i.toString(16).padStart(8, '0')}-2222-4333-8444-555555555555`;
}

/** A token of GitHub, of which each number has its own. */
function token(i: number): string {
  return `ghp${'_'}${createHash('sha256').update(String(i)).digest('hex').slice(0, 36)}`;
}

const FNORD = '.fnord/projects/shore/conversations';

function fnord(of: string, body: (n: number) => string): Grown {
  const make = (n: number) => ({ '.fnord/settings.json': '{}', [`${FNORD}/${uuid(1)}.json`]: body(n) });
  return { kind: 'fnord', of, make, open: '.fnord' };
}

const list = (parts: readonly string[]): string => `[${parts.join(',')}]`;
const object = (parts: readonly string[]): string => `{${parts.join(',')}}`;

const FNORDS: readonly Grown[] = [
  {
    kind: 'fnord',
    of: 'files',
    make: (n) =>
      Object.fromEntries([
        ['.fnord/settings.json', '{}'],
        ...times(n, (i) => [
          `${FNORD}/${uuid(i)}.json`,
          `17500000${i % 100}:{"messages":[{"role":"user","content":"x"}]}`,
        ]),
      ]),
    open: '.fnord',
    many: true,
  },
  {
    kind: 'fnord',
    of: 'leftovers of one conversation',
    make: (n) =>
      Object.fromEntries([
        ['.fnord/settings.json', '{}'],
        [`${FNORD}/${uuid(1)}.json`, '1750000000:{"messages":[]}'],
        ...times(8 * n, (i) => [`${FNORD}/${uuid(1)}.json.tmp.${i}.1`, '']),
      ]),
    open: '.fnord',
    many: true,
  },
  {
    kind: 'fnord',
    of: 'projects in the settings',
    make: (n) => ({
      '.fnord/settings.json': `{"projects":${object(times(n, (i) => `"p${i}":{"root":"/srv/p${i}"}`))}}`,
      [`${FNORD}/${uuid(1)}.json`]: '1750000000:{"messages":[]}',
    }),
    open: '.fnord',
  },
  fnord('messages', (n) => `1750000000:{"messages":${list(times(n, (i) => `{"role":"user","content":"${i}"}`))}}`),
  fnord(
    'tool calls of an older shape',
    (n) =>
      `1750000000:{"messages":${list(times(n, (i) => `{"role":"assistant","tool_calls":[{"id":"c${i}","function":{"name":"f","arguments":{"a":1}}}]}`))}}`,
  ),
  fnord('tokens', (n) => `1750000000:{"messages":${list(times(n, (i) => `{"role":"user","content":"${token(i)}"}`))}}`),
  fnord('keys', (n) => `1750000000:{"messages":[],"metadata":${object(times(n, (i) => `"k${i}":${i}`))}}`),
  fnord(
    'doubled keys in one object',
    (n) => `1750000000:{"messages":[],"metadata":${object(times(n, (i) => `"k${i % (n / 2)}":${i}`))}}`,
  ),
  fnord(
    'objects with a doubled key',
    (n) =>
      `{"version":1,"timestamp":1750000000,"messages":${list(times(n, () => '{"role":"user","role":"user","content":"x"}'))}}`,
  ),
  fnord('task lists', (n) => `1750000000:{"messages":[],"tasks":${object(times(n, (i) => `"t${i}":[]`))}}`),
  fnord(
    'memories with a key too many',
    (n) =>
      `{"version":1,"timestamp":1750000000,"messages":[],"memory":${list(times(n, () => '{"scope":"session","x":1}'))}}`,
  ),
  fnord(
    'unpaired surrogates',
    (n) =>
      `{"version":1,"timestamp":1750000000,"messages":${list(times(n, () => '{"role":"user","content":"\\ud800"}'))}}`,
  ),
  fnord(
    'messages before the end is torn off',
    (n) => `1750000000:{"messages":[${times(n, (i) => `{"role":"user","content":"${i}"}`).join(',')}`,
  ),
];

const TENEX = '.tenex/conversations';

function hex(i: number): string {
  return i.toString(16).padStart(64, '0');
}

function event(i: number, id: string): string {
  return JSON.stringify(
    JSON.stringify([0, hex(7), 1754570000 + i, 11, [['title', 'Shears']], `${i}`, '0'.repeat(128), id]),
  );
}

function tenexFile(i: number, { events = 1, phase = 'chat', more = '' } = {}): string {
  const history = list(times(events, (n) => event(n, n === 0 ? hex(i) : hex(1_000_000 + n))));
  return `{"id":"${hex(i)}","title":"T${i}","phase":"${phase}","history":${history},"agentStates":{},"phaseStartedAt":1754570000000,"metadata":{},"phaseTransitions":[],"orchestratorTurns":[]${more}}`;
}

function entry(i: number): string {
  return `{"id":"${hex(i)}","title":"T${i}","createdAt":1754570000,"updatedAt":1754570000,"phase":"chat","eventCount":1,"agentCount":0,"archived":false}`;
}

function tenex(of: string, files: (n: number) => readonly string[], entries: (n: number) => readonly string[]): Grown {
  const make = (n: number) =>
    Object.fromEntries([
      [`${TENEX}/metadata.json`, `{"conversations":${list(entries(n))}}`],
      ...files(n).map((content, i) => [`${TENEX}/${hex(i)}.json`, content]),
    ]);
  return { kind: 'tenex', of, make, open: '.tenex', ...(files(2).length > 1 ? { many: true } : {}) };
}

const one = () => [entry(0)];
const TENEXES: readonly Grown[] = [
  tenex(
    'files',
    (n) => times(n, (i) => tenexFile(i)),
    (n) => times(n, entry),
  ),
  tenex(
    'files that no entry names',
    (n) => times(n, (i) => tenexFile(i)),
    () => [],
  ),
  tenex(
    'entries without a file',
    () => [tenexFile(0)],
    (n) => times(n, entry),
  ),
  tenex(
    'entries of one id',
    () => [tenexFile(0)],
    (n) => times(n, () => entry(0)),
  ),
  tenex(
    'files with a phase to be mended',
    (n) => times(n, (i) => tenexFile(i, { phase: 'PLAN' })),
    (n) => times(n, entry),
  ),
  tenex('events', (n) => [tenexFile(0, { events: n })], one),
  tenex('keys', (n) => [tenexFile(0, { more: `,${times(n, (i) => `"k${i}":${i}`).join(',')}` })], one),
  tenex(
    'doubled keys',
    (n) => [tenexFile(0, { more: `,${times(n, (i) => `"k${i % (n / 2)}":${i}`).join(',')}` })],
    one,
  ),
  tenex('nulls', (n) => [tenexFile(0, { more: `,"executionTime":null,"x":${list(times(n, () => 'null'))}` })], one),
];

function rao(
  of: string,
  log: (n: number) => string,
  more: (n: number) => Readonly<Record<string, string>> = () => ({}),
): Grown {
  const make = (n: number) => ({
    'base/conversation_names.csv': '"conversation_id","name"\n1,"One"\n',
    'base/conversations/conversation_1/conversation_log.json': log(n),
    ...Object.fromEntries(
      Object.entries(more(n)).map(([name, content]) => [`base/conversations/conversation_1/${name}`, content]),
    ),
  });
  return { kind: 'rao', of, make, open: 'base' };
}

const question = (id: number | string): string => `{"id":${id},"role":"user","content":"x","original_query":true}`;

function edit(i: number): string {
  const call = `{"name":"edit_file","arguments":"{\\"filename\\":\\"f${i}.R\\"}","call_id":"c${i}","msg_id":2}`;
  return `{"id":2,"role":"assistant","function_call":${call},"related_to":1}`;
}

function answer(i: number): string {
  return `{"id":3,"type":"function_call_output","call_id":"c${i}","output":"x","related_to":2}`;
}

/** A table of names with one row that R cannot use. */
function oddRow(of: string, row: (n: number) => string): Grown {
  return rao(
    of,
    () => list([question(1)]),
    (n) => ({ '../../conversation_names.csv': `"conversation_id","name"\n1,${row(n)}\n` }),
  );
}

function folders(of: string, names: (n: number) => readonly string[]): Grown {
  const make = (n: number) =>
    Object.fromEntries([
      ['base/conversation_names.csv', `"conversation_id","name"\n${names(n).join('\n')}\n`],
      ...times(n, (i) => [`base/conversations/conversation_${i + 1}/conversation_log.json`, list([question(1)])]),
    ]);
  return { kind: 'rao', of, make, open: 'base', many: true };
}

const RAOS: readonly Grown[] = [
  folders('folders', (n) => times(n, (i) => `${i + 1},"N${i}"`)),
  folders('folders without a name', () => []),
  folders('rows of one conversation', (n) => times(n, (i) => `1,"N${i}"`)),
  folders('rows without a folder', (n) => times(n, (i) => `${n + i + 1},"N${i}"`)),
  oddRow('quotes of a name before a comma', (n) => `x${'""'.repeat(n)},y`),
  oddRow('blank cells behind a name', (n) => `"a"${',  '.repeat(n)}"`),
  oddRow('commas behind a name', (n) => `"a"${','.repeat(10 * n)}x`),
  rao('messages in an object', (n) => object(times(n, (i) => `"${i}":${question(i + 1)}`))),
  rao('signs at the end of an image', (n) =>
    list([
      `{"id":1,"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,${'='.repeat(100 * n)}A"}]}`,
    ]),
  ),
  rao('messages', (n) => list(times(n, (i) => question(i + 1)))),
  rao('messages of one id', (n) => list(times(n, () => question(1)))),
  rao('messages without an id', (n) => list(times(n, () => '{"role":"user","content":"x","original_query":true}'))),
  rao('messages with a doubled key', (n) =>
    list(times(n, (i) => `{"id":${i + 1},"role":"user","role":"user","content":"x"}`)),
  ),
  rao(
    'restarts of the count',
    (n) => list(times(n, (i) => `${question(1)},${edit(i)},${answer(i)}`)),
    (n) => ({
      'file_changes.json': `{"changes":${list(times(n, (i) => `{"conversation_id":3,"file_path":"f${i}.R"}`))}}`,
      'conversation_diffs.json': '{"diffs":{}}',
    }),
  ),
  rao('answers to calls of one id', (n) => list([question(1), ...times(n, edit), ...times(n, answer)])),
  rao('calls with torn arguments', (n) =>
    list([
      question(1),
      ...times(n, (i) =>
        edit(i)
          .replace('\\"}', '')
          .replace('"id":2', `"id":${i + 2}`),
      ),
    ]),
  ),
  rao('messages before the end is torn off', (n) => `[${times(n, (i) => question(i + 1)).join(',')},{"id":`),
  rao('stray commas', (n) => list(times(n, (i) => `{"id":${i + 1},"role":"user","content":"x",}`))),
  rao(
    'rows of buttons',
    (n) => list(times(n, (i) => question(i + 1))),
    (n) => ({
      'message_buttons.csv': `"message_id","buttons_run"\n${times(n, (i) => `${(i % (n / 2)) + 1},TRUE`).join('\n')}\n`,
    }),
  ),
  {
    ...rao(
      'images with another path',
      () => list([question(1)]),
      (n) => ({
        'images.csv': `"timestamp","message_id","file_path","local_path","filename"\n${times(n, (i) => `1,"","/${i}","/old/${i}.png","${i}.png"\n`).join('')}`,
        ...Object.fromEntries(times(n, (i) => [`images_attached/${i}.png`, ''])),
      }),
    ),
    many: true,
  },
  rao(
    'diffs',
    (n) => list(times(n, (i) => question(i + 1))),
    (n) => ({
      'conversation_diffs.json': object(
        ['diffs', 'diffs_by_msg_id'].map((key, at) => `"${key}":${object(times(n, (i) => `"${2 * i + at}":{}`))}`),
      ),
    }),
  ),
];

const CLAUDE = '.claude/projects/-srv-ada';

function record(i: number, parent: number | null, more = ''): string {
  const message = `{"role":"user","content":[{"type":"text","text":"m${i}"}]}`;
  const above = parent === null ? 'null' : `"${uuid(parent)}"`;
  return `{"parentUuid":${above},"isSidechain":false,"cwd":"/srv/ada","sessionId":"${uuid(0)}","type":"user","message":${message},"uuid":"${uuid(i)}","timestamp":"2026-05-20T18:19:03.000Z"${more}}\n`;
}

/** A record with one block of content, by a role. */
function withBlock(line: string, role: 'user' | 'assistant', block: string): string {
  return line
    .replace('"type":"user"', `"type":"${role}"`)
    .replace(/"role":"user","content":\[.*?\]/, `"role":"${role}","content":[{${block}}]`);
}

function typed(display: string): string {
  return `${JSON.stringify({ display, timestamp: 1_779_300_000_000, project: '/srv/ada', sessionId: uuid(0) })}\n`;
}

function claude(of: string, lines: (n: number) => readonly string[]): Grown {
  const make = (n: number) => ({ '.claude/settings.json': '{}', [`${CLAUDE}/${uuid(0)}.jsonl`]: lines(n).join('') });
  return { kind: 'claude', of, make, open: '.claude' };
}

function queued(operation: string, content: string): string {
  const sessionId = uuid(0);
  return `${JSON.stringify({ type: 'queue-operation', operation, timestamp: '2026-05-20T18:19:03.000Z', sessionId, content })}\n`;
}

const CLAUDES: readonly Grown[] = [
  {
    ...claude('words that waited and were taken back', (n) => [
      record(1, null),
      ...times(n, (i) => queued('enqueue', `w${i}`)),
      ...times(n, (i) => queued('remove', `w${n - 1 - i}`)),
    ]),
    smaller: 4_000,
  },
  {
    ...claude('words that wait, and that later messages say', (n) => [
      ...times(n, (i) => queued('enqueue', `m${n + 1 - i}`)),
      ...times(n, (i) => record(i + 1, i === 0 ? null : i)),
    ]),
    smaller: 12_000,
  },
  {
    ...claude('numbers in one argument', (n) => {
      const input = `{"list":${list(times(n, () => '0'))},"a":{"cmd":"*** Begin Patch"}}`;
      const call = `"type":"tool_use","id":"toolu_1","name":"Bash","input":${input}`;
      return [withBlock(record(1, null), 'assistant', call)];
    }),
    smaller: 50_000,
  },
  {
    kind: 'claude',
    of: 'sessions',
    make: (n) =>
      Object.fromEntries([
        ['.claude/settings.json', '{}'],
        ...times(n, (i) => [`${CLAUDE}/${uuid(i)}.jsonl`, record(1, null).replace(uuid(0), uuid(i))]),
      ]),
    open: '.claude',
    many: true,
  },
  claude('records', (n) => times(n, (i) => record(i + 1, i === 0 ? null : i))),
  {
    kind: 'claude',
    of: 'prompts that only the history has',
    make: (n) => ({
      [`${CLAUDE}/${uuid(0)}.jsonl`]: times(n, (i) => record(i + 1, i === 0 ? null : i)).join(''),
      '.claude/history.jsonl': times(
        n,
        (i) => typed(`/btw what is m${i} about`) + typed(`see [Pasted text #1] m${i}`),
      ).join(''),
    }),
    open: '.claude',
  },
  claude('tokens in names of members', (n) => times(n, (i) => record(i + 1, i || null, `,"${token(i)}":1`))),
  {
    ...claude('tokens', (n) => times(n, (i) => record(i + 1, i || null).replace('"text":"m', `"text":"${token(i)} m`))),
    smaller: 3_000,
  },
  {
    ...claude('a line without a blank', (n) => [record(1, null).replace('"text":"m', `"text":"m${'漢'.repeat(n)}`)]),
    smaller: 50_000,
  },
  {
    kind: 'claude',
    of: 'subagents',
    make: (n) =>
      Object.fromEntries([
        [`${CLAUDE}/${uuid(0)}.jsonl`, record(1, null)],
        ...times(n, (i) => [`${CLAUDE}/${uuid(0)}/subagents/agent-${i}.jsonl`, record(i + 2, null, ',"agentId":"a"')]),
      ]),
    open: '.claude',
    many: true,
    smaller: 1_000,
  },
  claude('records of one parent', (n) => times(n, (i) => record(i + 1, i === 0 ? null : 1))),
  claude('records whose parent is not there', (n) => times(n, (i) => record(i + 1, i === 0 ? null : i + 9_000_000))),
  claude('records of one uuid', (n) => times(n, () => record(1, null))),
  claude('rings', (n) => times(n, (i) => record(i + 1, i % 2 === 0 ? i + 2 : i))),
  claude('one ring', (n) => times(n, (i) => record(i + 1, i === 0 ? n : i))),
  claude('lines that are not records', (n) => [record(1, null), ...times(n, () => '[]\n')]),
  claude('torn lines', (n) => times(n, (i) => `${record(i + 1, i === 0 ? null : i)}{"parentUuid":\n`)),
  claude('records that share a line', (n) => [
    times(n, (i) => record(i + 1, i === 0 ? null : i).trimEnd()).join(''),
    '\n',
  ]),
  claude('lines that end with CR alone', (n) => [record(1, null), ...times(n, () => '\r'.repeat(99))]),
  claude('runs of NUL', (n) => times(n, (i) => `\0\0${record(i + 1, i === 0 ? null : i)}`)),
  claude('half surrogates', (n) => times(n, (i) => record(i + 1, i === 0 ? null : i).replace('"m', '"\\ud800'))),
  claude('blank texts', (n) =>
    times(n, (i) => record(i + 1, i === 0 ? null : i, '').replace(/"text":"m\d+"/, '"text":" "')),
  ),
  claude('calls without a result', (n) =>
    times(n, (i) =>
      withBlock(record(i + 1, i || null), 'assistant', `"type":"tool_use","id":"toolu_${i}","name":"Bash","input":{}`),
    ),
  ),
];

const THREAD = '019a4e33-e458-7610-88eb-dbddc4158897';

function rollout(id: string): string {
  return `.codex/sessions/2025/11/04/rollout-2025-11-04T09-30-15-${id}.jsonl`;
}

function item(type: string, payload: object, at = 0): string {
  const time = new Date(1_762_248_615_000 + at * 1000).toISOString();
  return `${JSON.stringify({ timestamp: time, type, payload })}\n`;
}

function meta(id: string, more: object = {}): string {
  const own = { id, timestamp: '2025-11-04T09:30:15.000Z', cwd: '/srv/ada', originator: 'codex_cli_rs' };
  return item('session_meta', { ...own, cli_version: '0.98.0', source: 'cli', model_provider: 'openai', ...more });
}

const asked = (i: number): string => item('event_msg', { type: 'user_message', message: `m${i}`, images: [] }, i);
const turn = (i: number): string =>
  asked(i) +
  item('event_msg', { type: 'agent_message', message: `a${i}` }, i) +
  item('event_msg', { type: 'task_complete' }, i);

const begun = (id: string): string => item('event_msg', { type: 'task_started', turn_id: id });
const ROLLED_BACK = item('event_msg', { type: 'thread_rolled_back', num_turns: 1 });

function threadOf(i: number): string {
  return `019a4e33-e458-7610-88eb-${i.toString(16).padStart(12, '0')}`;
}

function nameLine(id: string, thread_name: string): string {
  return `${JSON.stringify({ id, thread_name, updated_at: '2025-11-04T09:30:15.000Z' })}\n`;
}

function codex(of: string, lines: (n: number) => readonly string[]): Grown {
  const make = (n: number) => ({ [rollout(THREAD)]: meta(THREAD) + lines(n).join('') });
  return { kind: 'codex', of, make, open: '.codex' };
}

/** A thread, and others that refer to it. */
function family(of: string, more: object): Grown {
  const make = (n: number) =>
    Object.fromEntries([
      [rollout(THREAD), meta(THREAD) + turn(0)],
      ...times(n, (i) => {
        const id = threadOf(i);
        return [rollout(id), meta(id, more) + turn(0)];
      }),
    ]);
  return { kind: 'codex', of, make, open: '.codex', many: true };
}

const CODEXES: readonly Grown[] = [
  {
    kind: 'codex',
    of: 'threads',
    make: (n) =>
      Object.fromEntries(
        times(n, (i) => {
          const id = threadOf(i);
          return [rollout(id), meta(id) + turn(0)];
        }),
      ),
    open: '.codex',
    many: true,
  },
  {
    ...codex('turns of one id that were taken back', (n) => [
      ...times(n, (i) => begun('x') + item('event_msg', { type: 'agent_message', message: `a${i}` }) + ROLLED_BACK),
      begun('y'),
      ...times(n, () => item('event_msg', { type: 'task_complete', turn_id: 'x', last_agent_message: null })),
    ]),
    smaller: 4_000,
  },
  {
    ...codex('lines of one record, each with brackets of its own', (n) => [
      asked(0),
      '{"payload":{"x":1\n',
      ...times(n, (i) => `,"k${i}":{"a":"${'y'.repeat(20_000)}"}\n`),
    ]),
    smaller: 100,
  },
  {
    kind: 'codex',
    of: 'threads with a token in each name',
    make: (n) =>
      Object.fromEntries([
        ...times(n, (i) => [rollout(threadOf(i)), meta(threadOf(i)) + turn(0)]),
        ['.codex/session_index.jsonl', times(n, (i) => nameLine(threadOf(i), token(i))).join('')],
      ]),
    open: '.codex',
    many: true,
  },
  {
    kind: 'codex',
    of: 'threads, each a fork of the one before',
    make: (n) =>
      Object.fromEntries(
        times(n, (i) => {
          const more = i === 0 ? {} : { forked_from_id: threadOf(i - 1) };
          return [rollout(threadOf(i)), meta(threadOf(i), more) + asked(i)];
        }),
      ),
    open: '.codex',
    many: true,
  },
  family('threads that one thread spawned', {
    source: { subagent: { thread_spawn: { parent_thread_id: THREAD, depth: 1 } } },
  }),
  {
    kind: 'codex',
    of: 'threads that each spawned one',
    make: (n) =>
      Object.fromEntries(
        times(2 * n, (i) => {
          const idOf = (k: number) => `019a4e33-e458-7610-88eb-${k.toString(16).padStart(12, '0')}`;
          const spawn = { subagent: { thread_spawn: { parent_thread_id: idOf(i - 1), depth: 1 } } };
          return [rollout(idOf(i)), meta(idOf(i), i % 2 === 0 ? {} : { source: spawn }) + turn(0)];
        }),
      ),
    open: '.codex',
    many: true,
  },
  family('forks of one thread', {
    history_base: { thread_id: THREAD, end_ordinal_exclusive: 0, end_byte_offset: 0 },
  }),
  codex('turns', (n) => times(n, turn)),
  codex('questions before any answer', (n) => times(n, asked)),
  codex('lines that are not records', (n) => [turn(0), ...times(n, () => '[]\n')]),
  codex('torn lines', (n) => times(n, (i) => `${turn(i)}{"timestamp":"2025\n`)),
  codex('records that share a line', (n) => times(n, (i) => asked(i).trimEnd())),
  codex('runs of NUL', (n) => times(n, (i) => `\0\0${turn(i)}`)),
  codex('calls without an output', (n) =>
    times(n, (i) =>
      item('response_item', { type: 'function_call', name: 'shell', arguments: '{}', call_id: `c${i}` }, i),
    ),
  ),
  codex('outputs without a call', (n) =>
    times(n, (i) => item('response_item', { type: 'function_call_output', call_id: `c${i}`, output: 'x' }, i)),
  ),
  codex('turns that were rolled back', (n) =>
    times(n, (i) => turn(i) + item('event_msg', { type: 'thread_rolled_back', num_turns: 1 }, i)),
  ),
  codex('compactions', (n) => times(n, (i) => turn(i) + item('compacted', { message: `s${i}` }, i))),
  {
    kind: 'codex',
    of: 'names in the index',
    make: (n) => ({
      [rollout(THREAD)]: meta(THREAD) + turn(0),
      '.codex/session_index.jsonl': times(
        n,
        (i) => `{"id":"${THREAD}","thread_name":"n${i}","updated_at":"2025"}\n`,
      ).join(''),
    }),
    open: '.codex',
  },
  {
    kind: 'codex',
    of: 'threads without a name, and names of threads that are gone',
    make: (n) => {
      const idOf = (i: number) => `019a4e33-e458-7610-88eb-${i.toString(16).padStart(12, '0')}`;
      const name = (i: number) => `{"id":"${idOf(2 * n + i)}","thread_name":"n${i}","updated_at":"2025"}\n`;
      return {
        ...Object.fromEntries(times(n, (i) => [rollout(idOf(i)), meta(idOf(i)) + turn(0)])),
        '.codex/session_index.jsonl': times(4 * n, name).join(''),
      };
    },
    open: '.codex',
    many: true,
  },
];

const CHATS = '.gemini/tmp/shore/chats';

function gemini(of: string, lines: (n: number) => readonly string[]): Grown {
  const make = (n: number) => ({
    '.gemini/projects.json': '{"projects":{"/work/shore":"shore"}}',
    [`${CHATS}/session-2026-11-20T09-30-00000001.jsonl`]: [sessionHeader(1), ...lines(n)].join(''),
  });
  return { kind: 'gemini', of, make, open: '.gemini' };
}

function sessionHeader(i: number): string {
  return `{"sessionId":"${uuid(i)}","projectHash":"x","startTime":"2026-11-20T09:30:00.000Z","lastUpdated":"2026-11-27T09:30:00.000Z","kind":"main"}\n`;
}

function ask(i: number, id = `q${i}`): string {
  return `{"id":"${id}","timestamp":"2026-11-20T09:31:00.000Z","type":"user","content":[{"text":"q${i}"}]}\n`;
}

function reply(i: number, result = `[{"functionResponse":{"id":"c${i}","name":"ls","response":{"output":"r${i}"}}}]`) {
  return `{"id":"a${i}","type":"gemini","content":"a${i}","toolCalls":[{"id":"c${i}","name":"ls","args":{},"result":${result}}]}\n`;
}

const GEMINIS: readonly Grown[] = [
  gemini('messages', (n) => times(n, (i) => ask(i) + reply(i))),
  gemini('calls without a result', (n) => times(n, (i) => ask(i) + reply(i, 'null'))),
  gemini('questions with one id', (n) => times(n, (i) => ask(i, 'q'))),
  gemini('rewinds', (n) => times(n, (i) => `${ask(i)}{"$rewindTo":"q${i}"}\n`)),
  gemini('rewinds to a message that is nowhere', (n) => times(n, (i) => `${ask(i)}{"$rewindTo":"x${i}"}\n`)),
  gemini('lists', (n) => times(n, (i) => `${ask(i)}{"$set":{"messages":[]}}\n`)),
  {
    ...gemini('calls of one answer', (n) => {
      const calls = times(n, (i) => `{"functionCall":{"id":"c${i}","name":"ls","args":{}}}`);
      const tools = times(n, (i) => `{"id":"c${i}","name":"ls","args":{},"result":null}`);
      return [ask(0), `{"id":"a","type":"gemini","content":${list(calls)},"toolCalls":${list(tools)}}\n`];
    }),
    smaller: 3_000,
  },
  gemini('torn lines', (n) => [ask(0), ...times(n, (i) => `{"id":"t${i}","type":"us\n`)]),
  gemini('messages in one list', (n) => [`{"$set":{"messages":[${times(n, (i) => ask(i).trimEnd()).join(',')}]}}\n`]),
  {
    kind: 'gemini',
    of: 'files of one session',
    make: (n) =>
      Object.fromEntries(
        times(n, (i) => [`${CHATS}/session-2026-11-20T09-30-${i}-00000001.jsonl`, sessionHeader(1) + ask(i)]),
      ),
    open: '.gemini',
    many: true,
    smaller: 400,
  },
  {
    kind: 'gemini',
    of: 'projects',
    make: (n) =>
      Object.fromEntries([
        ['.gemini/projects.json', `{"projects":{${times(n, (i) => `"/work/p${i}":"p${i}"`).join(',')}}}`],
        ...times(n, (i) => [
          `.gemini/tmp/p${i}/chats/session-2026-11-20T09-30-${uuid(i).slice(0, 8)}.jsonl`,
          sessionHeader(i) + ask(i),
        ]),
      ]),
    open: '.gemini',
    many: true,
  },
];

function qwen(of: string, lines: (n: number) => readonly string[]): Grown {
  const path = `.qwen/projects/-work-shore/chats/${uuid(0)}.jsonl`;
  return { kind: 'qwen', of, make: (n) => ({ [path]: [link(0, null), ...lines(n)].join('') }), open: '.qwen' };
}

function link(i: number, parent: number | null): string {
  const parentUuid = parent === null ? null : uuid(parent);
  const more = {
    sessionId: uuid(0),
    type: 'user',
    cwd: '/work/shore',
    message: { role: 'user', parts: [{ text: 'q' }] },
  };
  return `${JSON.stringify({ uuid: uuid(i), parentUuid, ...more })}\n`;
}

function tornLink(i: number): string {
  return `${link(i, i - 1).slice(0, 120)}\n`;
}

const QWENS: readonly Grown[] = [
  qwen('messages', (n) => times(n, (i) => link(i + 1, i))),
  qwen('torn lines', (n) => times(n, (i) => tornLink(i + 1))),
  qwen('records behind torn lines', (n) => [
    ...times(n, (i) => tornLink(i + 1)),
    ...times(n, (i) => link(n + i + 1, n)),
  ]),
  qwen('records without a uuid', (n) =>
    times(n, (i) => (i % 2 === 0 ? link(i + 1, i).replace(/"uuid":"[^"]*",/, '') : link(i + 1, i))),
  ),
];

function copilot(of: string, lines: (n: number) => readonly string[]): Grown {
  const path = `.copilot/session-state/${uuid(0)}/events.jsonl`;
  const data = { sessionId: uuid(0), version: 1, producer: 'p', copilotVersion: '1', startTime: '' };
  const first = recordOf(0, 'session.start', data);
  return { kind: 'copilot', of, make: (n) => ({ [path]: [first, ...lines(n)].join('') }), open: '.copilot' };
}

function recordOf(i: number, type: string, data: object): string {
  const parentId = i === 0 ? null : uuid(i - 1);
  return `${JSON.stringify({ type, data, id: uuid(i), timestamp: '2026-11-20T09:30:00.000Z', parentId })}\n`;
}

const userMessage = (i: number) => recordOf(i + 1, 'user.message', { content: 'q' });
const callOf = (i: number) =>
  recordOf(i + 1, 'assistant.message', {
    messageId: 'm',
    content: '',
    toolRequests: [{ toolCallId: 'c', name: 'ls' }],
  });

const COPILOTS: readonly Grown[] = [
  copilot('messages', (n) => times(n, userMessage)),
  copilot('calls of one id', (n) => times(n, callOf)),
  copilot('torn lines', (n) => times(n, (i) => `${userMessage(i).slice(0, 60)}\n`)),
  copilot('records without an id, a parent and a time', (n) =>
    times(n, (i) => userMessage(i).replace(/"id".*"parentId":"[^"]*"/, '"x":1')),
  ),
  copilot('records that are there twice', (n) => times(n, (i) => userMessage(i % 2))),
  copilot('records in the wrong order', (n) => times(n, userMessage).reverse()),
];

function piSession(of: string, lines: (n: number) => readonly string[]): Grown {
  const path = `.pi/agent/sessions/--work-shore--/2026-11-20T09-30-00-000Z_${uuid(0)}.jsonl`;
  const first = { type: 'session', version: 3, id: uuid(0), timestamp: '2026-11-20T09:30:00.000Z', cwd: '/work/shore' };
  const make = (n: number) => ({ [path]: `${[JSON.stringify(first), ...lines(n)].join('\n')}\n` });
  return { kind: 'pi', of, make, open: '.pi/agent' };
}

function piRecord(i: number, parent: number | null, more: object = {}): string {
  const message = { role: 'user', content: [{ type: 'text', text: 'q' }], timestamp: i };
  const parentId = parent === null ? null : uuid(parent);
  return JSON.stringify({
    type: 'message',
    id: uuid(i),
    parentId,
    timestamp: '2026-11-20T09:30:00.000Z',
    message,
    ...more,
  });
}

const piCall = (i: number) =>
  piRecord(i, i - 1, { message: { role: 'assistant', content: [{ type: 'toolCall', id: `c${i}`, name: 'ls' }] } });

const PIS: readonly Grown[] = [
  piSession('messages', (n) => times(n, (i) => piRecord(i, i === 0 ? null : i - 1))),
  piSession('torn lines', (n) => times(n, (i) => piRecord(i + 1, i).slice(0, 130))),
  piSession('records that go on from none', (n) => times(n, (i) => piRecord(i, n + i))),
  piSession('records without an id', (n) =>
    times(n, (i) => (i % 2 === 0 ? piRecord(i + 1, i).replace(/"id":"[^"]*",/, '') : piRecord(i + 1, i))),
  ),
  piSession('records of one id', (n) => times(n, (i) => piRecord(1, i === 0 ? null : 0, { note: i }))),
  piSession('calls without results', (n) => times(n, (i) => piCall(i + 1))),
  piSession('calls without an id', (n) => times(n, (i) => piCall(i + 1).replace(/"id":"c[^"]*",/, ''))),
];

/** A store of each kind for everything that there can be many of. */
export const GROWN: readonly Grown[] = [
  ...FNORDS,
  ...TENEXES,
  ...RAOS,
  ...CLAUDES,
  ...CODEXES,
  ...GEMINIS,
  ...QWENS,
  ...COPILOTS,
  ...PIS,
];
