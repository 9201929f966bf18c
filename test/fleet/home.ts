import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a home is made of. The same numbers give the same bytes. */
export interface HomeOptions {
  /** Tells the homes of several machines apart: their ids, and what was said. */
  readonly seed: number;
  readonly claude: number;
  readonly codex: number;
  readonly fnord: number;
  /** Exchanges that the conversation of this number has. */
  readonly turns: (n: number) => number;
  /** About so many characters of each text. */
  readonly text: number;
}

/** What was written. */
export interface MadeHome {
  readonly bytes: number;
  /** Answers with tokens: by model, how many there are. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Tokens of each answer. */
export const TOKENS = {
  claude: { input: 12, output: 300, cacheRead: 9000 },
  codex: { input: 100, output: 20 },
} as const;

/** The first moment of a home: 1 November 2026. */
const BEGIN = Date.UTC(2026, 10, 1);

/**
 * Writes `.claude`, `.codex` and `.fnord` into a home, as their programs do: questions, answers, calls of tools and their results. The
 * last line of each tenth session of Claude Code is torn, and each fifth goes on from a copy of the one before it.
 */
export function makeHome(home: string, options: HomeOptions): MadeHome {
  const { seed, claude, codex, fnord, turns, text } = options;
  const answers: Record<string, number> = {};
  let bytes = 0;
  const put = (path: string, content: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
    bytes += Buffer.byteLength(content);
  };
  const count = (model: string, more: number): void => {
    answers[model] = (answers[model] ?? 0) + more;
  };
  for (let n = 0; n < claude; n++) {
    const model = `claude-invented-${n % 2}`;
    const isCopy = n % 5 === 4;
    const said = isCopy ? n - 1 : n;
    const lines = claudeLines({
      id: uuid(seed, n),
      said: uuid(seed, said),
      model: `claude-invented-${said % 2}`,
      n: said,
      turns: turns(said),
      text,
    });
    put(
      `.claude/projects/-srv-app${n % 3}/${uuid(seed, n)}.jsonl`,
      `${lines.join('\n')}\n${n % 10 === 9 ? '{"type":"us' : ''}`,
    );
    if (!isCopy) count(model, 2 * turns(n));
  }
  for (let n = 0; n < codex; n++) {
    const at = new Date(BEGIN + n * 3_600_000).toISOString();
    const id = uuid(seed, 1_000_000 + n);
    const name = `${at.slice(0, 10).replaceAll('-', '/')}/rollout-${at.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`;
    put(`.codex/sessions/${name}`, `${codexLines(id, at, turns(n), text).join('\n')}\n`);
    count('gpt-invented', turns(n));
  }
  for (let n = 0; n < fnord; n++)
    put(`.fnord/projects/app${n % 3}/conversations/${uuid(seed, 2_000_000 + n)}.json`, fnordText(n, turns(n), text));
  if (fnord > 0) put('.fnord/settings.json', '{}');
  return { bytes, answers };
}

interface Session {
  readonly id: string;
  /** The session that it was said in: this one, or what it is a copy of. */
  readonly said: string;
  readonly model: string;
  readonly n: number;
  readonly turns: number;
  readonly text: number;
}

function claudeLines({ id, said, model, n, turns, text }: Session): string[] {
  const lines: string[] = [];
  let parentUuid: string | null = null;
  const add = (type: string, more: object): void => {
    const uuidOf = `${said.slice(0, -4)}${lines.length.toString(16).padStart(4, '0')}`;
    const timestamp = new Date(BEGIN + n * 7_200_000 + lines.length * 20_000).toISOString();
    const head = {
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd: `/srv/app${n % 3}`,
      sessionId: id,
      version: '2.1.144',
    };
    lines.push(JSON.stringify({ ...head, gitBranch: 'main', type, ...more, uuid: uuidOf, timestamp }));
    parentUuid = uuidOf;
  };
  const answer = (turn: number, part: string, content: object): void => {
    const { input, output, cacheRead } = TOKENS.claude;
    const usage = { input_tokens: input, output_tokens: output, cache_read_input_tokens: cacheRead };
    const about = { id: `msg_${said}_${turn}${part}`, type: 'message', role: 'assistant', model, content: [content] };
    add('assistant', {
      requestId: `req_${turn}${part}`,
      message: { ...about, stop_reason: 'end_turn', stop_sequence: null, usage },
    });
  };
  for (let turn = 0; turn < turns; turn++) {
    add('user', { message: { role: 'user', content: prose(n * 31 + turn, text / 4) } });
    const use = {
      type: 'tool_use',
      id: `toolu_${said}_${turn}`,
      name: 'Bash',
      input: { command: `rg -n "${prose(turn, 20)}" src` },
    };
    answer(turn, 'a', use);
    const content = prose(n * 17 + turn, text);
    const result = { tool_use_id: use.id, type: 'tool_result', content, is_error: turn % 7 === 6 };
    add('user', {
      message: { role: 'user', content: [result] },
      toolUseResult: { stdout: content, stderr: '', interrupted: false },
    });
    answer(turn, 'b', { type: 'text', text: prose(n * 13 + turn, text / 2) });
  }
  return lines;
}

function codexLines(id: string, at: string, turns: number, text: number): string[] {
  const line = (type: string, payload: object): string => JSON.stringify({ timestamp: at, type, payload });
  const lines = [
    line('session_meta', {
      id,
      timestamp: at,
      cwd: '/srv/app',
      originator: 'codex_cli_rs',
      cli_version: '0.98.0',
      source: 'cli',
      model_provider: 'openai',
    }),
  ];
  const { input, output } = TOKENS.codex;
  const usage = (times: number) => ({
    input_tokens: input * times,
    cached_input_tokens: 0,
    output_tokens: output * times,
    total_tokens: (input + output) * times,
  });
  for (let turn = 0; turn < turns; turn++) {
    const asked = prose(turn, text / 4);
    const turn_id = `${id.slice(0, -4)}${(turn + 1).toString(16).padStart(4, '0')}`;
    lines.push(
      line('turn_context', {
        turn_id,
        cwd: '/srv/app',
        approval_policy: 'never',
        sandbox_policy: { type: 'read-only' },
        model: 'gpt-invented',
        summary: 'auto',
      }),
      line('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: asked }] }),
      line('event_msg', { type: 'user_message', message: asked, images: [] }),
      line('response_item', {
        type: 'function_call',
        name: 'shell',
        arguments: JSON.stringify({ command: ['ls', asked.slice(0, 9)] }),
        call_id: `call_${turn}`,
      }),
      line('response_item', { type: 'function_call_output', call_id: `call_${turn}`, output: prose(turn * 3, text) }),
      line('response_item', {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: prose(turn * 5, text / 2) }],
      }),
      line('event_msg', {
        type: 'token_count',
        info: { total_token_usage: usage(turn + 1), last_token_usage: usage(1), model_context_window: 258_400 },
        rate_limits: null,
      }),
    );
  }
  return lines;
}

function fnordText(n: number, turns: number, text: number): string {
  const messages = Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: prose(n + turn, text / 4) },
    { role: 'assistant', content: prose(n * 7 + turn, text) },
  ]).flat();
  return `${BEGIN / 1000 + n}:${JSON.stringify({ messages, metadata: {}, memory: [], tasks: {} })}`;
}

const WORDS =
  'build test branch harbor index shard query column orchard token folder export valve lantern merge deploy review cache socket parse the of and in to a is that for it on'.split(
    ' ',
  );

/** Words for about so many characters, always the same ones for a seed. */
function prose(seed: number, characters: number): string {
  let state = (seed * 2_654_435_761 + 97) >>> 0;
  let all = '';
  while (all.length < characters) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    all += `${WORDS[state % WORDS.length]}${state % 11 === 0 ? `_${state.toString(36)}` : ''} `;
  }
  return all;
}

function uuid(seed: number, n: number): string {
  return `${seed.toString(16).padStart(8, '0')}-0000-4000-8000-${(n * 65_536).toString(16).padStart(12, '0')}`;
}
