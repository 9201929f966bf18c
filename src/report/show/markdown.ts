import type { Conversation, Message, Section, Transcript } from '../../model/conversation.ts';
import { firstLine, printable, printableLines } from '../printable.ts';
import { timeText } from '../time.ts';
import { messageHeading, othersOf } from './heading.ts';

/** A conversation as Markdown, nothing folded; hidden messages only with `all`. */
export function* transcriptMarkdown(
  conversation: Conversation,
  { messages, tasks, memory, metadata, sections = [] }: Transcript,
  companions: readonly Section[],
  all: boolean,
): Generator<string> {
  const { title, kind, project, id, format, timestamp, createdAt, updatedAt } = conversation;
  yield `# ${plain(title === null ? 'Untitled' : firstLine(title))}`;
  yield '';
  yield `- ${kind}${project === null ? '' : ` project ${plain(project)}`}, ${format ?? 'format unknown'}`;
  yield `- ${code(id)}`;
  const time = timestamp ?? createdAt ?? updatedAt;
  if (time !== null) yield `- ${timeText(time)} UTC`;
  const others = othersOf(messages);
  for (const message of messages) {
    if (message.hidden && !all) continue;
    yield* ['', `## ${message.index}. ${plain(messageHeading(message, others))}`, ''];
    yield* body(message);
  }
  const own = Object.entries({ tasks, memory, metadata }).map(([title, value]) => ({ title, value }));
  for (const { title, value } of [...sections, ...own, ...companions])
    if (!EMPTY.test(value.source)) yield* ['', `## ${title}`, '', ...fenced(value.source, 'json')];
}

const EMPTY = /^\s*(?:\{\s*\}|\[\s*\]|null)\s*$/;

function* body({ type, text, arguments: args }: Message): Generator<string> {
  if (type === 'text') yield* printableLines(text ?? '').split('\n');
  else yield* fenced((type === 'tool_call' ? args : text) ?? '', type === 'tool_call' ? 'json' : '');
}

/** Text in a fence longer than any run of backticks in it. */
function fenced(text: string, language: string): string[] {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...printableLines(text).split('\n'), fence];
}

function code(text: string): string {
  return text.includes('`') ? plain(text) : `\`${printable(text)}\``;
}

/** Text that must not act as Markdown. */
function plain(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
