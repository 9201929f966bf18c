import type { Conversation, Message, Transcript } from '../model/conversation.ts';
import { bytesText } from './bytes.ts';
import { countText } from './count.ts';
import { firstLine } from './first-line.ts';
import { fold } from './fold.ts';
import { callersOf, messageHeading } from './message-heading.ts';
import { outline } from './outline.ts';
import type { Paint } from './paint.ts';
import { printable, printableLines } from './printable.ts';
import { timeText } from './time.ts';

/** A conversation as lines to be read; without `all`, long tool texts are folded and hidden messages left out. */
export function* transcriptText(
  conversation: Conversation,
  transcript: Transcript,
  { all, paint }: { readonly all: boolean; readonly paint: Paint },
): Generator<string> {
  const asked = transcript.messages.find(({ role, type }) => role === 'user' && type === 'text')?.text ?? null;
  yield* head({ ...conversation, title: conversation.title ?? asked }, paint);
  const callers = callersOf(transcript.messages);
  for (const message of transcript.messages) {
    if (message.hidden && !all) continue;
    yield '';
    yield `${paint.faint(`[${message.index}]`)} ${colored(message, messageHeading(message, callers), paint)}`;
    for (const line of body(message, all)) yield line === '' ? '' : `    ${line}`;
  }
  for (const name of ['tasks', 'memory', 'metadata'] as const)
    yield* section(name, transcript[name].source, all, paint);
  yield* foldedAway(transcript, all, paint);
}

function* section(name: string, source: string, all: boolean, paint: Paint): Generator<string> {
  const lines = fold([...outline(source)], all, SECTION);
  if (lines.length === 0 || EMPTY.has(lines.join(''))) return;
  yield* ['', paint.accent(name), ...lines.map((line) => `    ${line}`)];
}

/** Lines of a section that are shown at first. */
const SECTION = 24;

const EMPTY = new Set(['{}', '[]', 'null']);

function* head(conversation: Conversation, paint: Paint): Generator<string> {
  const { kind, project, id, path, title, format, state, messages, bytes, timestamp, createdAt } = conversation;
  yield paint.strong(title === null ? '(no title)' : firstLine(title) || '(no title)');
  const time = timestamp ?? createdAt;
  const facts = [
    project === null ? kind : `${kind} project ${printable(project)}`,
    time === null ? 'time unknown' : `${timeText(time)} UTC`,
    format ?? 'format unknown',
    state,
    messages === null ? 'messages unknown' : countText(messages, 'message'),
    bytesText(bytes),
  ];
  yield* [printable(id), facts.join(' · '), printable(path)];
}

function colored({ role, type }: Message, text: string, paint: Paint): string {
  if (type === 'tool_call' || type === 'tool_output') return paint.warn(text);
  return role === 'user' ? paint.good(text) : paint.accent(text);
}

function body(message: Message, all: boolean): string[] {
  const text = message.type === 'tool_call' ? message.arguments : message.text;
  if (text === undefined || text === null || text === '') return [];
  const lines = printableLines(text).trimEnd().split('\n');
  return message.type === 'text' ? lines : fold(lines, all);
}

function* foldedAway({ messages }: Transcript, all: boolean, paint: Paint): Generator<string> {
  const hidden = messages.filter((message) => message.hidden).length;
  if (!all && hidden > 0) yield* ['', paint.faint(`${countText(hidden, 'hidden message')} left out (--all)`)];
}
