import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scan } from '../../src/codecs/json/scan.ts';
import { root } from '../../src/codecs/json/value.ts';
import type { Message } from '../../src/model/conversation.ts';
import { decodeFnord, timestampOf } from '../../src/stores/fnord/read/decode.ts';
import { type Plain, plainOf } from '../codecs/json/plain.ts';
import { openBytes } from '../stores/fnord/open-site.ts';
import { judgedAs } from '../stores/fnord/read-error.ts';

const CASES = new URL('../../fixtures/fnord/cases/', import.meta.url);
const names = readdirSync(CASES).sort();

/** What the real program said of a case: `fixtures/fnord/cases/<name>/expected.json`. */
interface Expected {
  readonly detect: 'v0' | 'v1' | 'unrecognized';
  readonly timestamp: number | null;
  readonly read: 'ok' | 'corrupt';
  readonly error: string | null;
  readonly num_messages: number;
  readonly question: string | null;
  readonly question_error: string | null;
  readonly rewritten: boolean;
}

test('there are 121 cases', () => {
  expect(names).toHaveLength(121);
});

describe.each(names)('%s is read as the real program reads it', (name) => {
  const bytes = readFileSync(new URL(`${name}/input.json`, CASES));
  const source = readFileSync(new URL(`${name}/expected.json`, CASES));
  const expected: Expected = JSON.parse(source.toString());
  const hydrated = plainFrom<Hydrated>(source);
  const decoded = decodeFnord(bytes);
  const judged = judgedAs(decoded);
  const document = openBytes(bytes);
  const [view] = document.conversations;

  test('format and timestamp', () => {
    expect(view?.format ?? 'unrecognized').toBe(expected.detect);
    expect(timestampOf(decoded)).toBe(expected.timestamp);
    expect(view?.timestamp).toBe(expected.timestamp);
  });

  test('verdict, error and rewriting', () => {
    expect(view?.readable).toBe(expected.read === 'ok');
    expect(judged.error).toBe(expected.error?.split(':')[0] ?? null);
    expect(judged.rewritten).toBe(expected.rewritten);
    expect(judged.finding === null).toBe(expected.read === 'ok');
  });

  test('count and question', () => {
    expect(view?.messages ?? 0).toBe(expected.num_messages);
    expect(view?.title).toBe(expected.question);
    const raises = expected.question_error !== null && expected.question_error !== 'no_question';
    expect(judged.findings.some(({ code }) => code === 'FN103')).toBe(raises);
  });

  test(expected.read === 'ok' ? 'messages, metadata, memory and tasks' : 'what is whole can be shown', () => {
    const { messages, metadata, memory, tasks } = document.transcript('one.json');
    if (expected.read === 'corrupt') {
      for (const { source } of [metadata, memory, tasks]) expect(scan(Buffer.from(source)).fault).toBe(null);
      return;
    }
    const wanted = messagesOf(hydrated.messages);
    expect(Array.from(messages, comparable)).toEqual(wanted);
    expect(Array.from(messages, ({ index }) => index)).toEqual(wanted.map((_, index) => index));
    expect(plainFrom(metadata.source)).toEqual(hydrated.metadata);
    expect(plainFrom(memory.source)).toEqual(hydrated.memory);
    expect(plainFrom(tasks.source)).toEqual(hydrated.tasks);
  });
});

type Said = Record<string, unknown>;

/** What `expected.json` says of a readable file, with big integers whole. */
interface Hydrated {
  readonly messages: readonly Told[] | null;
  readonly metadata: Plain;
  readonly memory: Plain;
  readonly tasks: Plain;
}

interface Told {
  readonly kind: string;
  readonly content?: string;
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly output?: string;
  readonly value?: unknown;
}

function plainFrom<T = Plain>(source: string | Uint8Array): T {
  const value = root(scan(typeof source === 'string' ? Buffer.from(source) : source));
  if (value === null) throw new Error('no document');
  return withoutNegativeZero(plainOf(value)) as T;
}

/** The integer -0 is 0 to Elixir; its source is kept as it is. */
function withoutNegativeZero(value: Plain): Plain {
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? 0 : value;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutNegativeZero(each)]));
}

/** The real program's messages in our words; the one difference is a tool output that is not text. */
function messagesOf(messages: readonly Told[] | null): Said[] {
  return (messages ?? []).map((each) => {
    const { kind } = each;
    if (kind === 'User') return { role: 'user', type: 'text', text: each.content };
    if (kind === 'Assistant') return { role: 'assistant', type: 'text', text: each.content };
    if (kind === 'System') return { role: 'system', type: 'text', text: each.content };
    if (kind === 'FunctionCall')
      return {
        role: 'assistant',
        type: 'tool_call',
        callId: each.call_id,
        name: each.name,
        arguments: decodedArguments(String(each.arguments)),
      };
    if (kind === 'FunctionCallOutput')
      return { role: 'tool', type: 'tool_output', callId: each.call_id, text: inspected(String(each.output)) };
    if (kind === 'Reasoning') return { role: 'assistant', type: 'reasoning' };
    return { role: null, type: 'other', value: rawValue(each.value) };
  });
}

function comparable(message: Message): Said {
  const { role, type, text, callId, name } = message;
  if (type === 'tool_call') return { role, type, callId, name, arguments: decodedArguments(message.arguments ?? '') };
  if (type === 'tool_output') return { role, type, callId, text };
  if (type === 'other') return { role, type, value: rawValue(JSON.parse(text ?? '')) };
  return type === 'text' ? { role, type, text } : { role, type };
}

/** A message kept raw, with the arguments of its calls decoded: the heal encodes them, the source is shown as it is. */
function rawValue(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, each) => (key === 'arguments' ? decodedArguments(each) : each));
}

function decodedArguments(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The JSON of the three values that the cases print in Elixir's notation. */
function inspected(output: string): string {
  const known: Readonly<Record<string, string>> = {
    '%{"ok" => true, "rows" => 3}': '{"rows":3,"ok":true}',
    '["x", 1, nil]': '["x",1,null]',
  };
  return known[output] ?? output;
}
