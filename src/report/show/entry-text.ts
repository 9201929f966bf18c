import type { Message, Tag } from '../../model/conversation.ts';
import { isError } from '../../model/rules/row.ts';
import { clipTo, columnsOf, commandLines, countText, printable, wrap } from '../text.ts';
import {
  argumentsOf,
  callSummary,
  type DiffLine,
  diffOf,
  isKnownArgument,
  picturesIn,
  resultLines,
  resultSummary,
  textPassed,
} from './call.ts';
import { type MessageRange, resultPlace, type TranscriptView, type TurnEntry } from './entries.ts';
import { outline } from './outline.ts';
import { isHealed, type MessageRule, messageRule, type Remark, rulesAt, wordLines } from './placed.ts';
import { isNewSpeaker, newModel, noteLine, rulesBefore, type SpeakerLine, setsApart, turnHeading } from './speaker.ts';
import {
  foldedLines,
  INDENT,
  indentedLines,
  isFull,
  LABEL_INDENT,
  MAX_ASIDE_LINES,
  styled,
  wrapped,
} from './styled.ts';

/** `spoken`: the last shown speaker and model, which it updates. */
export function* entryText(
  entry: TurnEntry,
  { spoken, found }: { readonly spoken: SpeakerLine; readonly found: readonly Remark[] },
  view: TranscriptView,
): Generator<string> {
  const { message } = entry;
  yield* rulesText(message, { spoken, found }, view);
  if (message.source === 'interruption') {
    spoken.speaker = '';
    return;
  }
  const isNew = isNewSpeaker(message, spoken);
  if (isNew) yield* heading(message, spoken, view);
  else noteLine(message, spoken, '');
  const isCall = message.type === 'tool_call' || message.type === 'tool_output';
  if (!isNew && !(isCall && spoken.isCall)) yield '';
  spoken.isCall = isCall;
  if (view.verbose) yield* indentedLines([view.paint.faint(aboutOf(entry))], INDENT);
  else if (view.part !== null) yield* indentedLines([numberText(entry, view.part, view)], INDENT);
  yield* bodyOf(entry, view);
  if (view.all) yield* tagsText(message, view);
}

function* rulesText(
  message: Message,
  { spoken, found }: { readonly spoken: SpeakerLine; readonly found: readonly Remark[] },
  view: TranscriptView,
): Generator<string> {
  const notes = rulesBefore(message, spoken);
  for (const each of rulesAt(message, found, notes)) yield* ruleText(each, view);
  // After such a line the speaker is named again. A change of the model keeps the speaker.
  const isNoted = message.inherited === true ? notes.length > 0 : (message.before ?? []).length > 0;
  if (found.length > 0 || isNoted) spoken.speaker = '';
}

function numberText(
  { message, result }: TurnEntry,
  { from, to, around }: MessageRange,
  { paint }: TranscriptView,
): string {
  const numbers = [message, result].flatMap((each) => each?.index ?? []);
  const text = numbers.map((each) => `[${each}]`).join(' ');
  // In a range without neighbours every message was asked for, so none is marked.
  const isAsked = (from === to || around > 0) && numbers.some((each) => each >= from && each <= to);
  return isAsked ? paint.strong(`${text} <-`) : paint.faint(text);
}

const READ = 'words that can be read in it:';

/** Columns of a rule in a pipe, and at most. */
const RULE = 72;

export function* remarksText(found: readonly Remark[], view: TranscriptView): Generator<string> {
  for (const each of found) yield* ruleText(messageRule(each), view);
}

function* ruleText({ remark, text }: MessageRule, view: TranscriptView): Generator<string> {
  const { paint } = view;
  if (remark === null) yield* rule(text, paint.warn, view);
  else if (isHealed(remark)) yield* rule(text, paint.faint, view);
  else yield* rule(`${remark.severity} ${remark.code}: ${text}`, isError(remark) ? paint.bad : paint.warn, view);
  const words = wordLines(remark);
  if (words.length > 0)
    yield* wrapped([READ, ...foldedLines(words, isFull(view), MAX_ASIDE_LINES)], INDENT, view, paint.faint);
}

function* rule(text: string, color: (text: string) => string, { width }: TranscriptView): Generator<string> {
  const [first = '', ...rest] = wrap(`── ${text} ──`, 0, { width, hang: 3 });
  const max = Math.min(width, RULE);
  yield '';
  yield color(rest.length > 0 ? first : first + '─'.repeat(Math.max(0, max - columnsOf(first))));
  for (const line of rest) yield color(line);
}

function* heading(message: Message, spoken: SpeakerLine, view: TranscriptView): Generator<string> {
  const { paint, width } = view;
  const { who, when } = turnHeading(message, spoken, view);
  noteLine(message, spoken, when);
  const facts = [when, newModel(message, spoken)].filter((fact) => fact !== '').map((fact) => ` · ${fact}`);
  const [first = '', ...rest] = wrap(who + facts.join(''), 0, { width, hang: INDENT });
  const color = message.source !== undefined ? paint.faint : message.role === 'user' ? paint.good : paint.accent;
  yield '';
  yield first.startsWith(who) ? paint.strong(color(who)) + paint.faint(first.slice(who.length)) : color(first);
  for (const line of rest) yield paint.faint(line);
}

function aboutOf({ message, result }: TurnEntry): string {
  const numbers = result === null ? `[${message.index}]` : `[${message.index}, ${result.index}]`;
  const { id = '', callId = '' } = message;
  return [numbers, id, callId]
    .filter((word) => word !== '')
    .map(printable)
    .join(' ');
}

function bodyOf(entry: TurnEntry, view: TranscriptView): Iterable<string> {
  const { message } = entry;
  if (message.type === 'tool_call') return callText(entry, view);
  if (message.type === 'tool_output') return lateResult(entry, message, view);
  return saidText(message, view);
}

function* saidText(message: Message, view: TranscriptView): Generator<string> {
  const { type, source } = message;
  const { paint } = view;
  const remarks = setsApart(message);
  const isThought = type === 'reasoning';
  if (remarks !== '' && !isThought) yield* wrapped([remarks], INDENT, view, paint.faint);
  const lines = resultLines(message);
  if (type === 'text' && source === undefined) {
    yield* indentedLines(styled(lines, view.width - INDENT, paint), INDENT);
    return;
  }
  if (type === 'image') yield* wrapped(picturesIn(message), INDENT, view, paint.warn);
  const lead = isThought ? [remarks === '' ? 'thinking' : `thinking · ${remarks}`] : [];
  yield* wrapped([...lead, ...foldedLines(lines, isFull(view), MAX_ASIDE_LINES)], INDENT, view, paint.faint);
}

function* tagsText({ tags = [] }: Message, { paint }: TranscriptView): Generator<string> {
  for (const tag of tags) yield paint.faint(`${' '.repeat(INDENT)}# ${tagLine(tag)}`);
}

function tagLine({ values }: Tag): string {
  return foldedLines([values.map((value) => printable(value)).join(' ')], false, 1).join('');
}

const MAX_LINES = 12;

function* callText(entry: TurnEntry, view: TranscriptView): Generator<string> {
  const { message, result } = entry;
  const args = argumentsOf(message);
  const diff = diffOf(args);
  const lines = result === null ? [] : resultLines(result);
  yield* callLine(entry, { isEdit: diff.length > 0, args, lines }, view);
  const { marks = [] } = message;
  const remarks = setsApart({ ...message, marks: marks.filter((mark) => mark !== COMPLETED) });
  if (remarks !== '') yield* wrapped([remarks], LABEL_INDENT, view, view.paint.faint);
  if (isFull(view)) yield* wrapped(passedTo(message, args, diff), LABEL_INDENT, view, (line) => line);
  yield* diffText(diff, view);
  const agent = message.agent ?? result?.agent;
  if (agent !== undefined) yield* agentText(view.command(agent), view);
  if (result !== null && (view.all || !result.hidden))
    yield* resultText(result, { isEdit: diff.length > 0, lines }, view);
}

interface ShownCall {
  readonly isEdit: boolean;
  readonly args: ReturnType<typeof argumentsOf>;
  readonly lines: readonly string[];
}

/** `lead`: for the line of a result apart from its call. */
function* callLine(
  entry: TurnEntry,
  { isEdit, args, lines }: ShownCall,
  view: TranscriptView,
  lead = '',
): Generator<string> {
  const { message, result } = entry;
  const { paint, width } = view;
  const name = lead + nameOf(message.name);
  const all = { cwd: view.cwd, isEdit };
  const brief = callSummary(message, args, isFull(view) ? all : { ...all, isKnown: isKnownArgument(view.cwd, width) });
  const { isGood, text: came } = cameOf(entry, lines, view);
  const isFolded = isEdit && isGood && result !== null && !isFull(view) && lines.length > 0;
  const text = isFolded ? `${came} (--full)` : came;
  const end = text === '' ? '' : `   ${text}`;
  const max = Math.min(width, MAX_CALL_WIDTH) - INDENT - columnsOf(name) - 2;
  const isBelow = max - columnsOf(end) < Math.min(MIN_SUBJECT_WIDTH, columnsOf(brief));
  const subject = clipTo(brief, Math.max(1, isBelow ? max : max - columnsOf(end)));
  const color = isGood ? paint.good : paint.bad;
  const others = subject.indexOf('  ') < 0 ? subject.length : subject.indexOf('  ');
  const set = subject === '' ? '' : `  ${subject.slice(0, others)}${paint.faint(subject.slice(others))}`;
  yield `${' '.repeat(INDENT)}${paint.warn(name)}${set}${isBelow ? '' : color(end)}`;
  if (isBelow) yield* wrapped([text], LABEL_INDENT, view, color);
}

const COMPLETED = 'completed';

const PENDING = 'pending';

function cameOf(
  { message: { marks = [] }, result, apart, isOpen }: TurnEntry,
  lines: readonly string[],
  { all, follow }: TranscriptView,
): { readonly isGood: boolean; readonly text: string } {
  if (result === null && marks.includes(COMPLETED)) return { isGood: true, text: COMPLETED };
  if (apart !== null) return { isGood: true, text: resultPlace(apart) };
  if (result === null) return { isGood: false, text: isOpen && follow ? 'no result yet' : 'no result' };
  if (result.hidden && !all) return { isGood: true, text: '' };
  return result.marks?.includes(PENDING) === true ? { isGood: false, text: PENDING } : resultSummary(result, lines);
}

function nameOf(name: string | undefined): string {
  return name === undefined || name === '' ? 'an unnamed tool' : printable(name);
}

/** The command for a subagent, never broken, because people copy it. */
function* agentText(command: string, { paint, width }: TranscriptView): Generator<string> {
  for (const line of commandLines('its transcript:', command, LABEL_INDENT, width)) yield paint.accent(line);
}

/** Columns of a call at most, and of its subject at least. */
const MAX_CALL_WIDTH = 160;
const MIN_SUBJECT_WIDTH = 16;

function passedTo(message: Message, args: ShownCall['args'], diff: readonly DiffLine[]): string[] {
  const source = message.arguments ?? '';
  if (diff.length > 0 || source === '') return [];
  return args === null ? resultLines({ ...message, words: textPassed(message) }) : [...outline(source)];
}

function* diffText(diff: readonly DiffLine[], view: TranscriptView): Generator<string> {
  const { paint } = view;
  const printed = isFull(view) || diff.length <= MAX_LINES + 1 ? diff : diff.slice(0, MAX_LINES);
  const colors = { '+': paint.good, '-': paint.removed, ' ': paint.faint };
  for (const { sign, text } of printed) yield* wrapped([`${sign} ${text}`], LABEL_INDENT, view, colors[sign]);
  const omitted = diff.length - printed.length;
  if (omitted > 0) yield* wrapped([`… ${countText(omitted, 'more line')} (--full)`], LABEL_INDENT, view, paint.faint);
}

/** The lines of a result; of a successful edit none, since the diff shows it. */
function* resultText(
  result: Message,
  { isEdit, lines: all }: Pick<ShownCall, 'isEdit' | 'lines'>,
  view: TranscriptView,
): Generator<string> {
  const isFine = result.failed !== true;
  if (isEdit && isFine && !isFull(view)) return;
  const lines = foldedLines(all, isFull(view), isFine ? MAX_ASIDE_LINES : MAX_LINES);
  yield* wrapped(lines, LABEL_INDENT, view, isFine ? view.paint.faint : view.paint.bad);
}

const OUTPUT_OF = 'output of ';

function* lateResult(entry: TurnEntry, message: Message, view: TranscriptView): Generator<string> {
  const { caller, apart } = entry;
  const lines = resultLines(message);
  const remarks = setsApart(message);
  if (caller !== null && view.part === null) {
    const call = { isEdit: false, args: argumentsOf(caller), lines };
    yield* callLine({ ...entry, message: caller, result: message, apart: null }, call, view, OUTPUT_OF);
  } else {
    const { isGood, text } = resultSummary({ ...message, marks: [] }, lines);
    const of = nameOf(message.name ?? caller?.name) + (apart === null ? '' : `, called in [${apart}]`);
    yield `${' '.repeat(INDENT)}${view.paint.warn(OUTPUT_OF + of)}   ${(isGood ? view.paint.good : view.paint.bad)(text)}`;
  }
  if (remarks !== '') yield* wrapped([remarks], LABEL_INDENT, view, view.paint.faint);
  yield* resultText(message, { isEdit: false, lines }, view);
}
