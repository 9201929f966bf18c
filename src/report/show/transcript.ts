import {
  type Conversation,
  firstAsked,
  type Message,
  type Section,
  type Tag,
  type Transcript,
} from '../../model/conversation.ts';
import { resumeLine } from '../../model/resume-line.ts';
import { bytesText, countText } from '../numbers.ts';
import type { Paint } from '../paint.ts';
import { firstLine, printable, printableLines } from '../printable.ts';
import { type Clock, timeOf } from '../time.ts';
import { wrap } from '../wrap.ts';
import { messageHeading, type Others, othersOf } from './heading.ts';
import { fold, styled } from './styled.ts';
import { tokensOf } from './tokens.ts';

/** How a transcript is set. */
export interface Page {
  /** Hidden messages too, and long tool texts whole. */
  readonly all: boolean;
  readonly paint: Paint;
  /** Columns; infinite for a pipe. */
  readonly width: number;
  /** For times relative to now; null for exact ones in UTC. */
  readonly clock: Clock | null;
  /** Only the message of this number, and so many on each side; left out for all. */
  readonly near?: { readonly index: number; readonly around: number };
}

/** A conversation as lines to be read; without `all`, long tool texts are folded and hidden messages left out. */
export function* transcriptText(
  conversation: Conversation,
  transcript: Transcript,
  page: Page & { readonly companions: readonly Section[] },
): Generator<string> {
  yield* head({ ...conversation, title: conversation.title ?? firstAsked(transcript) }, page);
  const { count, hidden } = yield* messagesText(transcript, 0, page);
  if (page.near !== undefined) {
    yield* [
      '',
      page.paint.faint(
        `part of ${countText(count, 'message')}: \`convo show ${printable(conversation.id)}\` shows all`,
      ),
    ];
    return;
  }
  const { sections = [] } = transcript;
  const own = (['tasks', 'memory', 'metadata'] as const).map((title) => ({ title, value: transcript[title] }));
  for (const each of [...sections, ...own, ...page.companions]) yield* section(each, page);
  if (!page.all && hidden > 0) yield* ['', page.paint.faint(`${countText(hidden, 'hidden message')} left out (--all)`)];
  const resume = resumeLine(conversation);
  if (resume !== null) yield* ['', page.paint.faint(`go on with it: ${printable(resume)}`)];
}

/** The messages of a transcript from the one at place `from` on; answers how many there are, and how many of them are hidden. */
export function* messagesText(
  { messages }: Transcript,
  from: number,
  page: Page,
): Generator<string, { readonly count: number; readonly hidden: number }> {
  const others = othersOf(messages);
  let count = 0;
  let hidden = 0;
  for (const message of messages) {
    if (message.hidden) hidden++;
    if (count++ >= from && isShown(message, page)) yield* shown(message, others, page);
  }
  return { count, hidden };
}

function isShown({ index, hidden }: Message, { all, near }: Page): boolean {
  if (near !== undefined && Math.abs(index - near.index) > near.around) return false;
  return all || !hidden || index === near?.index;
}

function* shown(message: Message, others: Others, { all, paint, width, clock }: Page): Generator<string> {
  const heading = messageHeading(message, others, clock);
  const [first = '', ...rest] = wrap(`[${message.index}] ${heading}`, 0, { width, hang: INDENT });
  const number = `[${message.index}]`;
  yield '';
  yield `${paint.faint(number)}${colored(message, first.slice(number.length), paint)}`;
  for (const line of rest) yield colored(message, line, paint);
  yield* indented(styled(body(message, all), width - INDENT, message.type === 'text' ? paint : null));
  if (all) for (const tag of message.tags ?? []) yield paint.faint(`    # ${tagLine(tag)}`);
}

function* section(
  { title, value, lines: given }: Pick<Section, 'title' | 'value' | 'lines'>,
  { all, paint, width }: Page,
): Generator<string> {
  const lines = fold(given?.map(printable) ?? [...outline(value.source)], all, SECTION);
  if (lines.length === 0 || EMPTY.has(lines.join(''))) return;
  yield* ['', paint.accent(title), ...indented(styled(lines, width - INDENT, null))];
}

/** Columns that what is said is set in by. */
const INDENT = 4;

function* indented(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield line === '' ? '' : ' '.repeat(INDENT) + line;
}

/** Lines of a section that are shown at first. */
const SECTION = 24;

const EMPTY = new Set(['{}', '[]', 'null']);

function* head(conversation: Conversation, { paint, width, clock }: Page): Generator<string> {
  const { kind, project, id, path, title, format, state, phase, messages, bytes } = conversation;
  const name = title === null ? '(no title)' : firstLine(title) || '(no title)';
  yield* wrap(name, 0, { width }).map(paint.strong);
  const time = conversation.timestamp ?? conversation.createdAt ?? conversation.updatedAt;
  const facts = [
    project === null ? kind : `${kind} project ${printable(project)}`,
    time === null ? 'time unknown' : timeOf(time, clock),
    format ?? 'format unknown',
    state,
    ...(phase === undefined ? [] : [`phase ${printable(phase)}`]),
    messages === null ? 'messages unknown' : countText(messages, 'message'),
    bytesText(bytes),
  ];
  yield* [printable(id), ...wrap(facts.join(' · '), 0, { width }), printable(path)];
}

function colored({ role, type }: Message, text: string, paint: Paint): string {
  if (type === 'tool_call' || type === 'tool_output') return paint.warn(text);
  return role === 'user' ? paint.good(text) : paint.accent(text);
}

function body(message: Message, all: boolean): string[] {
  // Where the program words a call itself, what was passed is for those who want all.
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

/** Numbers of a list that are shown; embeddings have hundreds. */
const NUMBERS = 6;
/** Levels that are indented; deeper ones are written below each other. */
const DEEPEST = 12;
/** Columns of dashes on one line. */
const LONGEST_DASH = 4 * DEEPEST;

const CLOSERS = new Set<string | undefined>(['}', ']']);

/** JSON text as indented `key: value` lines to be read; numbers keep their spelling, and depth overflows nothing. */
export function* outline(source: string): Generator<string> {
  let dash = '';
  for (const line of lines(tokensOf(source))) {
    const whole = dash + line.slice(dash.length);
    // What a list holds begins on the line of its dash; lists in lists beyond any reading get lines of their own.
    dash = whole.length < LONGEST_DASH && /^ *(?:- )*-$/.test(whole) ? `${whole} ` : '';
    if (dash === '') yield whole;
  }
}

function* lines(tokens: readonly string[]): Generator<string> {
  const open: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (CLOSERS.has(tokens[i])) {
      open.pop();
      continue;
    }
    const lead = leadAt(tokens, i, open);
    if (tokens[i + 1] === ':') i += 2;
    const { text, last } = valueAt(tokens, i);
    const line = (lead + (text ?? '')).trimEnd();
    // The outermost container needs no line of its own.
    if (line !== '') yield line;
    if (text === null) open.push(tokens[i] ?? '');
    i = last;
  }
}

function leadAt(tokens: readonly string[], at: number, open: readonly string[]): string {
  const indent = '  '.repeat(Math.min(DEEPEST, Math.max(0, open.length - 1)));
  if (open.at(-1) === '[') return `${indent}- `;
  return tokens[at + 1] === ':' ? `${indent}${textOf(tokens[at] ?? '')}: ` : indent;
}

/** What is at a token: the text of a value that fits a line and its last token, or null for a container to go into. */
function valueAt(tokens: readonly string[], at: number): { readonly text: string | null; readonly last: number } {
  const token = tokens[at] ?? '';
  if (token !== '{' && token !== '[') return { text: textOf(token), last: at };
  let end = at + 1;
  while (end < tokens.length && /^[-\d]/.test(tokens[end] ?? '')) end++;
  if (!CLOSERS.has(tokens[end])) return { text: null, last: at };
  const shown = tokens.slice(at + 1, Math.min(end, at + 1 + NUMBERS)).join(', ');
  const more = end - at - 1 > NUMBERS ? `, … ${end - at - 1} numbers` : '';
  return { text: `${token}${shown}${more}${tokens[end]}`, last: end };
}

function textOf(token: string): string {
  if (!token.startsWith('"')) return printable(token);
  try {
    return printable(String(JSON.parse(token)));
  } catch {
    return printable(token);
  }
}
