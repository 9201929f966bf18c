import { LF } from '../../../codecs/bytes.ts';
import { lexemeOf, type Value } from '../../../codecs/json/value.ts';
import type { Message } from '../../../model/conversation.ts';
import type { Part } from '../../../model/part.ts';
import { pictureFrom } from '../../engine/image.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { Agent } from './agents.ts';
import type { BlockText } from './blocks.ts';

type SaidMessage = Omit<Message, 'index'>;

type SavedOutputs = Map<string, Part>;

/**
 * Outputs of tools that the program saved beside a session: too long to be sent, or no text. `archived` as in the
 * roles of the parts.
 */
export function savedOutputs(parts: readonly Part[], archived: 'archived-' | ''): SavedOutputs {
  const saved = parts.filter(({ role, path }) => role === `${archived}companion` && path.includes(FOLDER));
  return new Map(saved.map((part) => [nameOf(part.path), part]));
}

/** Messages, each saved output behind the first one that names it, and those that none names at the end; hidden where they are not `wanted`. */
export function* withSaved(
  messages: Iterable<SaidMessage>,
  outputs: SavedOutputs,
  wanted: boolean,
): Generator<SaidMessage> {
  const tools = new Map<string, string>();
  let at = '/0';
  for (const message of messages) {
    yield message;
    at = message.at;
    if (outputs.size === 0) continue;
    for (const each of namedBy(message, outputs, tools)) yield { ...each, at, hidden: !wanted };
  }
  for (const part of outputs.values()) for (const each of messagesIn(part)) yield { ...each, at, hidden: !wanted };
}

/** The saved outputs that a result names; of a call, remembers the tool. */
function* namedBy(
  { type, callId = '', name = '', text }: SaidMessage,
  outputs: SavedOutputs,
  tools: Map<string, string>,
): Generator<SavedMessage> {
  if (type === 'tool_call') tools.set(callId, name);
  if (type !== 'tool_output') return;
  const tool = tools.get(callId);
  const about = tool === undefined ? {} : { callId, name: tool };
  for (const part of takeNamed(outputs, text ?? '')) for (const each of messagesIn(part)) yield { ...each, ...about };
}

function takeNamed(outputs: SavedOutputs, text: string): Part[] {
  const named: Part[] = [];
  for (const [, name = ''] of text.matchAll(OUTPUT_NAMES)) {
    // A sentence's punctuation may follow a name.
    const found = [name, name.replace(/[.,:;]+$/, '')].find((each) => outputs.has(each)) ?? '';
    const part = outputs.get(found);
    if (part !== undefined) named.push(part);
    outputs.delete(found);
  }
  return named;
}

type SavedMessage = Omit<SaidMessage, 'at' | 'hidden'>;

const FOLDER = '/tool-results/';
const OUTPUT_NAMES = /tool-results[/\\]+([^\s/\\<>"'\])]+)/g;

/** Relative to the folder of saved outputs. */
function nameOf(path: string): string {
  return path.slice(path.indexOf(FOLDER) + FOLDER.length);
}

const WINDOW_BYTES = 1 << 20;
const MAX_PICTURE_BYTES = 8 << 20;

/** A saved output in parts that can be held; one that is neither a text nor a picture only by its name. */
function* messagesIn(part: Part): Generator<SavedMessage> {
  const { source, size, path } = part;
  const mark = `saved output ${nameOf(path)}`;
  if (source == null || source.slice(0, WINDOW_BYTES).includes(0)) {
    yield { ...OF_TOOL, text: null, marks: [mark], ...savedPicture(part) };
    return;
  }
  for (let [at, number] = [0, 1]; at < size; number++) {
    const bytes = source.slice(at, WINDOW_BYTES);
    if (bytes.length === 0) return;
    const length = at + bytes.length < size ? cutOf(bytes) : bytes.length;
    const text = Buffer.from(bytes.subarray(0, length)).toString();
    yield { ...OF_TOOL, text, marks: [length === size ? mark : `${mark}, part ${number}`] };
    at += length;
  }
}

const OF_TOOL = { role: 'tool', type: 'tool_output' } as const;

function savedPicture({ source, size, path }: Part): Pick<Message, 'pictures'> {
  const type = PICTURES.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  if (source == null || type === undefined || size > MAX_PICTURE_BYTES) return {};
  return { pictures: [pictureFrom(Buffer.from(source.slice(0, size)).toString('base64'), type)] };
}

const PICTURES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
]);

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;

/** Where a text may be cut: behind a line, else behind a word, else before a character. */
function cutOf(bytes: Uint8Array): number {
  for (const end of [LF, SPACE, COMMA, QUOTE]) {
    const at = bytes.lastIndexOf(end);
    if (at > bytes.length / 2) return at + 1;
  }
  let at = bytes.length - 1;
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

const DAY_MS = 86_400_000;

/** Calls as they go by, each with its record's other members until its result has come. */
export class Calls {
  readonly #open = new Map<string, number | null>();
  readonly #agents: ReadonlySet<string>;
  readonly #started: ReadonlyMap<string, string>;

  constructor(agents: readonly Agent[]) {
    this.#agents = new Set(agents.map(({ id }) => id));
    this.#started = new Map(agents.flatMap(({ id, toolUseId }) => (toolUseId === null ? [] : [[toolUseId, id]])));
  }

  /** The subagent that a call started, and the milliseconds that a result took; `time` is that of the record, in milliseconds. */
  meet(
    { type, callId = '' }: Pick<BlockText, 'type' | 'callId'>,
    record: Value,
    time: number | null,
  ): Pick<Message, 'duration' | 'agent'> {
    if (type === 'tool_call') {
      this.#open.set(callId, time);
      const agent = this.#started.get(callId);
      return agent === undefined ? {} : { agent };
    }
    const called = type === 'tool_output' ? this.#open.get(callId) : undefined;
    if (called === undefined) return {};
    this.#open.delete(callId);
    const apart = called === null || time === null ? null : time - called;
    // The last record of a fork has the time of the fork.
    const isRetimed = apart !== null && apart > DAY_MS && lastValue(record, 'forkedFrom') !== null;
    return this.#about(lastValue(record, 'toolUseResult'), isRetimed ? null : apart);
  }

  #about(result: Value | null, apart: number | null): Pick<Message, 'duration' | 'agent'> {
    const total = lastValue(result, 'totalDurationMs') ?? lastValue(result, 'durationMs');
    const duration = total === null ? apart : Number(lexemeOf(total));
    const agent = textAt(result, 'agentId');
    return {
      ...(duration !== null && Number.isSafeInteger(duration) && duration >= 0 ? { duration } : {}),
      ...(agent !== null && this.#agents.has(agent) ? { agent } : {}),
    };
  }
}
