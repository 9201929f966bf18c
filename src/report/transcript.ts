import type { Conversation, Message, Section, Tag, Transcript } from '../model/conversation.ts';
import { bytesText } from './bytes.ts';
import { countText } from './count.ts';
import { firstLine } from './first-line.ts';
import { fold } from './fold.ts';
import { messageHeading, type Others, othersOf } from './message-heading.ts';
import { outline } from './outline.ts';
import type { Paint } from './paint.ts';
import { printable, printableLines } from './printable.ts';
import { timeText } from './time.ts';

/** A conversation as lines to be read; without `all`, long tool texts are folded and hidden messages left out. */
export function* transcriptText(
  conversation: Conversation,
  transcript: Transcript,
  { all, paint, companions }: { readonly all: boolean; readonly paint: Paint; readonly companions: readonly Section[] },
): Generator<string> {
  const asked = transcript.messages.find(({ role, type }) => role === 'user' && type === 'text')?.text ?? null;
  yield* head({ ...conversation, title: conversation.title ?? asked }, paint);
  const others = othersOf(transcript.messages);
  const shown = transcript.messages.filter(({ hidden }) => all || !hidden);
  for (const message of shown) yield* told(message, others, all, paint);
  const { sections = [] } = transcript;
  const own = (['tasks', 'memory', 'metadata'] as const).map((title) => ({ title, value: transcript[title] }));
  for (const each of [...sections, ...own, ...companions]) yield* section(each, all, paint);
  yield* foldedAway(transcript, all, paint);
}

function* told(message: Message, others: Others, all: boolean, paint: Paint): Generator<string> {
  yield '';
  yield `${paint.faint(`[${message.index}]`)} ${colored(message, messageHeading(message, others), paint)}`;
  for (const line of body(message, all)) yield line === '' ? '' : `    ${line}`;
  if (all) for (const tag of message.tags ?? []) yield paint.faint(`    # ${tagLine(tag)}`);
}

function* section(
  { title, value, lines: told }: Pick<Section, 'title' | 'value' | 'lines'>,
  all: boolean,
  paint: Paint,
): Generator<string> {
  const lines = fold(told?.map(printable) ?? [...outline(value.source)], all, SECTION);
  if (lines.length === 0 || EMPTY.has(lines.join(''))) return;
  yield* ['', paint.accent(title), ...lines.map((line) => `    ${line}`)];
}

/** Lines of a section that are shown at first. */
const SECTION = 24;

const EMPTY = new Set(['{}', '[]', 'null']);

function* head(conversation: Conversation, paint: Paint): Generator<string> {
  const { kind, project, id, path, title, format, state, phase, messages, bytes } = conversation;
  yield paint.strong(title === null ? '(no title)' : firstLine(title) || '(no title)');
  const time = conversation.timestamp ?? conversation.createdAt ?? conversation.updatedAt;
  const facts = [
    project === null ? kind : `${kind} project ${printable(project)}`,
    time === null ? 'time unknown' : `${timeText(time)} UTC`,
    format ?? 'format unknown',
    state,
    ...(phase === undefined ? [] : [`phase ${printable(phase)}`]),
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
  // Where the owner tells a call in words of its own, what was passed is for those who want all.
  const passed = all || !message.text ? message.arguments : message.text;
  const text = message.type === 'tool_call' ? passed : message.text;
  if (text === undefined || text === null || text === '') return [];
  const lines = printableLines(text).trimEnd().split('\n');
  return message.type === 'text' ? lines : fold(lines, all);
}

/** The name and values of a tag on one line. */
function tagLine({ values }: Tag): string {
  return fold([values.map((value) => printable(value)).join(' ')], false, 1).join('');
}

function* foldedAway({ messages }: Transcript, all: boolean, paint: Paint): Generator<string> {
  const hidden = messages.filter((message) => message.hidden).length;
  if (!all && hidden > 0) yield* ['', paint.faint(`${countText(hidden, 'hidden message')} left out (--all)`)];
}
