import { isHiddenThought, type Message, type Transcript } from '../../model/conversation.ts';
import { PAGE_SIGN } from '../../model/convo-output.ts';
import { Failure } from '../../model/failure.ts';
import { isFileOfRecords } from '../../model/path.ts';
import { isError } from '../../model/rules/row.ts';
import type { EarlierHeal } from '../../model/run.ts';
import { realDisk } from '../../ops/reading.ts';
import { redactedLines } from '../../ops/secrets/redacted-lines.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { piecesOf, type ShownConversation } from '../../ops/show.ts';
import { cwdMarker } from '../../ops/sites/given.ts';
import { trajectoryJson } from '../../report/atif/trajectory.ts';
import type { PageEntry } from '../../report/html/frame.ts';
import { conversationPage } from '../../report/html/page.ts';
import { titleText } from '../../report/list/title.ts';
import { isQuestion } from '../../report/show/entries.ts';
import { transcriptMarkdown } from '../../report/show/markdown.ts';
import { firstLine } from '../../report/text.ts';
import type { Job } from '../command.ts';
import { transcriptView } from '../show/transcript-view.ts';

export const INDEX_PAGE = 'index.html';

export interface PageOptions {
  readonly format: 'html' | 'markdown' | 'jsonl' | 'atif';
  /** Hidden messages too. */
  readonly all: boolean;
  /** Name of the only file; null for many in a folder. */
  readonly file: string | null;
  readonly redactor: Redactor | null;
}

/** A conversation, or one of its subagents: `stored` as in the store, `shown` as exported. */
export interface PageSource {
  readonly stored: ShownConversation;
  readonly shown: ShownConversation;
  healed(): readonly EarlierHeal[];
}

const WHOLE_PAGE = { full: true, prompts: false, follow: false, everything: false, at: null } as const;

export function pageMaker(job: Job, options: PageOptions): (source: PageSource) => Iterable<string | Uint8Array> {
  const marked = cwdMarker(realDisk().disk);
  return (source) =>
    options.format === 'jsonl' ? linesOf(source.stored, options) : pageText(job, marked, source, options);
}

function pageText(
  job: Job,
  marked: ReturnType<typeof cwdMarker>,
  { shown: { conversation, transcript, findings, tokens }, healed }: PageSource,
  { all, format, file, redactor }: PageOptions,
): Iterable<string> {
  const index = file === null ? INDEX_PAGE : null;
  const view = { ...transcriptView(job, conversation, { ...WHOLE_PAGE, all, id: conversation.id }), clock: null };
  if (format === 'html')
    return conversationPage(marked(conversation), transcript(), {
      view,
      findings,
      healed: healed(),
      tokens: tokens(),
      index,
    });
  const isRedacted = redactor !== null;
  if (format === 'atif')
    return trajectoryJson(conversation, transcript(), { all, findings, tokens: tokens(), isRedacted });
  return markdownFile(
    transcriptMarkdown(conversation, transcript(), { ...view, findings, healed: healed(), companions: [] }),
  );
}

function linesOf(
  { conversation: { path }, lines }: ShownConversation,
  { redactor }: PageOptions,
): Iterable<string | Uint8Array> {
  if (!isFileOfRecords(path.replace(/\.gz$/i, '')))
    throw new NoLinesFailure('failed', `${path} is not a file of lines`);
  if (lines === null) throw new Failure('failed', `${path} cannot be read`);
  return redactor === null ? piecesOf(lines) : redactedLines({ path, source: lines }, redactor);
}

export class NoLinesFailure extends Failure {}

function* markdownFile(lines: Iterable<string>): Generator<string> {
  yield `${PAGE_SIGN}\n\n`;
  for (const line of lines) yield `${line}\n`;
}

/** A subagent's transcript under its conversation's name; findings and tokens are on the conversation's page. */
export function ofSubagent(shown: ShownConversation, agent: string): ShownConversation {
  const { conversation } = shown;
  const title = `subagent ${agent}: ${titleText(conversation) || '(no title)'}`;
  return {
    ...shown,
    conversation: { ...conversation, title, messages: null },
    transcript: (options) => shown.transcript({ ...options, agent }),
    tokens: () => [],
    findings: [],
  };
}

/** Largest conversation, in bytes, that is read and redacted once for all passes. */
const MAX_BUFFERED_BYTES = 1 << 23;

export function bufferedMessages(shown: ShownConversation): ShownConversation {
  if (shown.conversation.bytes > MAX_BUFFERED_BYTES) return shown;
  let buffered: Transcript | null = null;
  const transcript = (): Transcript => {
    const made = shown.transcript();
    return { ...made, messages: [...made.messages] };
  };
  return { ...shown, transcript: () => (buffered ??= transcript()) };
}

/** Counts messages that the format omits, once all have been read. */
export function countingHidden(
  shown: ShownConversation,
  format: PageOptions['format'],
  hidden: { count: number },
): ShownConversation {
  const isLeft = (message: Message) => message.hidden && (format === 'atif' || !isHiddenThought(message));
  const transcript: ShownConversation['transcript'] = (options) => {
    const { messages, ...made } = shown.transcript(options);
    return { ...made, messages: { [Symbol.iterator]: () => counted(messages, isLeft, hidden) } };
  };
  return { ...shown, transcript };
}

function* counted(
  messages: Transcript['messages'],
  isLeft: (message: Message) => boolean,
  hidden: { count: number },
): Generator<Message, void> {
  let count = 0;
  for (const message of messages) {
    if (isLeft(message)) count++;
    yield message;
  }
  hidden.count = count;
}

const QUESTIONS = 200;

export function aboutOf({ conversation, transcript, findings }: ShownConversation): Omit<PageEntry, 'file'> {
  const questions: string[] = [];
  for (const message of transcript().messages) {
    if (isQuestion(message)) questions.push(firstLine(message.text ?? ''));
    if (questions.length === QUESTIONS) break;
  }
  const title = firstLine(conversation.title ?? questions[0] ?? '') || '(no title)';
  return { conversation, title, questions, errors: findings.filter(isError).length };
}
