import type { Conversation, Message, Transcript } from '../model/conversation.ts';
import { firstLine } from './first-line.ts';
import { callersOf, messageHeading } from './message-heading.ts';
import { printable, printableLines } from './printable.ts';
import { timeText } from './time.ts';

/** A conversation as Markdown, nothing folded; hidden messages only with `all`. */
export function* transcriptMarkdown(
  conversation: Conversation,
  { messages, tasks, memory, metadata }: Transcript,
  all: boolean,
): Generator<string> {
  const { title, kind, project, id, format, timestamp, createdAt } = conversation;
  yield `# ${plain(title === null ? 'Untitled' : firstLine(title))}`;
  yield '';
  yield `- ${kind}${project === null ? '' : ` project ${plain(project)}`}, ${format ?? 'format unknown'}`;
  yield `- ${code(id)}`;
  const time = timestamp ?? createdAt;
  if (time !== null) yield `- ${timeText(time)} UTC`;
  const callers = callersOf(messages);
  for (const message of messages) {
    if (message.hidden && !all) continue;
    yield* ['', `## ${message.index}. ${plain(messageHeading(message, callers))}`, ''];
    yield* body(message);
  }
  for (const [name, { source }] of Object.entries({ tasks, memory, metadata })) {
    if (!/^\s*(?:\{\s*\}|\[\s*\]|null)\s*$/.test(source)) yield* ['', `## ${name}`, '', ...fenced(source, 'json')];
  }
}

function* body({ type, text, arguments: args }: Message): Generator<string> {
  if (type === 'text') yield* printableLines(text ?? '').split('\n');
  else yield* fenced((type === 'tool_call' ? args : text) ?? '', type === 'tool_call' ? 'json' : '');
}

/** Text in a fence longer than any run of backticks in it. */
function fenced(text: string, language: string): string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
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
