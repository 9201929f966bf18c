import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words of the two planted sessions: each stands once in the file, in one message. */
export interface Planted {
  readonly whole: string;
  readonly damaged: string;
  readonly title: string;
  /** What a person typed. */
  readonly questions: readonly string[];
  readonly answers: readonly string[];
  /** Arguments and results of tools. */
  readonly tools: readonly string[];
  /** Before and behind a torn line of the damaged session; it tears a seventh. */
  readonly around: readonly string[];
  /** Output tokens with each answer counted once: of the whole session, and of both. */
  readonly output: readonly [number, number];
}

const EXCHANGES = 6;
/** Output tokens of an answer, in the whole and in the damaged session: no other sum of them is one of `Planted.output`. */
const OUTPUT = [1009, 1013] as const;

/**
 * Adds a whole session and a damaged one to a home of Claude Code. Each answer is two records with the same message id
 * and the same usage, as the program writes text and call of one answer.
 */
export function plant(home: string): Planted {
  const folder = join(home, 'projects', '-home-ada-lamp');
  mkdirSync(folder, { recursive: true });
  const title = 'planted title wombat';
  const put = (digit: 7 | 8, word: string, tear: number | null): string => {
    const id = `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
    const lines = exchanges(id, word, OUTPUT[digit - 7] ?? 0);
    lines.push(JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: id }));
    const torn = lines.map((line, n) => (n === tear ? line.slice(0, line.length / 2) : line));
    const file = join(folder, `${id}.jsonl`);
    writeFileSync(file, `${torn.join('\n')}\n`);
    return file;
  };
  const words = (word: string): string[] => Array.from({ length: EXCHANGES }, (_, n) => `${word}${n}`);
  const whole = put(7, 'whole', null);
  // The line of the fourth question.
  const damaged = put(8, 'damaged', 3 * LINES);
  return {
    whole,
    damaged,
    title,
    questions: words('wholequestion'),
    answers: words('wholeanswer'),
    tools: [...words('wholeargument'), ...words('wholeresult')],
    around: words('damagedquestion').filter((_, n) => n !== 3),
    output: [EXCHANGES * OUTPUT[0], EXCHANGES * (OUTPUT[0] + OUTPUT[1])],
  };
}

/** Records of an exchange: question, text of the answer, call, result. */
const LINES = 4;

function exchanges(sessionId: string, word: string, tokens: number): string[] {
  let parentUuid: string | null = null;
  let count = 0;
  const record = (type: string, message: object): string => {
    const uuid = `${sessionId.slice(0, 8)}-0000-4000-9000-${String(count).padStart(12, '0')}`;
    const timestamp = new Date(Date.now() - 3_600_000 + 1000 * count++).toISOString();
    const common = { parentUuid, uuid, sessionId, timestamp, cwd: '/home/ada/lamp', version: '2.1.332' };
    const rest = { isSidechain: false, userType: 'external', entrypoint: 'cli', gitBranch: 'main' };
    parentUuid = uuid;
    return JSON.stringify({ ...common, ...rest, type, message });
  };
  const lines: string[] = [];
  for (let n = 0; n < EXCHANGES; n++) {
    const usage = {
      input_tokens: 10,
      output_tokens: tokens,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    };
    const answer = {
      id: `msg_${sessionId.slice(0, 8)}_${n}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-1',
      usage,
    };
    const call = {
      type: 'tool_use',
      id: `toolu_${sessionId.slice(0, 4)}${n}`,
      name: 'Bash',
      input: { command: `echo ${word}argument${n}` },
    };
    const result = { type: 'tool_result', tool_use_id: call.id, content: `${word}result${n}` };
    lines.push(
      record('user', { role: 'user', content: `Say ${word}question${n} please` }),
      record('assistant', {
        ...answer,
        content: [{ type: 'text', text: `Here is ${word}answer${n}` }],
        stop_reason: null,
      }),
      record('assistant', { ...answer, content: [call], stop_reason: 'tool_use' }),
      record('user', { role: 'user', content: [result] }),
    );
  }
  return lines;
}
