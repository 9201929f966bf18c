import type { Message, Tag } from '../../model/conversation.ts';
import { columnsOf } from '../columns.ts';
import { printable } from '../printable.ts';
import { wrap } from '../wrap.ts';
import { picturesIn, saidLines } from './call.ts';
import { callText, lateResult } from './call-text.ts';
import type { TurnEntry } from './entries.ts';
import type { Page } from './page.ts';
import { isHealed, type Remark } from './placed.ts';
import { type MessageRule, messageRule, rulesAt } from './rules.ts';
import { isNewSpeaker, newModel, noteLine, rulesBefore, type Spoken, setsApart, turnHeading } from './speaker.ts';
import { ASIDE, fold, INDENT, isFull, set, styled, wrapped } from './styled.ts';

/** `spoken`: last shown speaker and model; updated. */
export function* entryText(
  entry: TurnEntry,
  { spoken, found }: { readonly spoken: Spoken; readonly found: readonly Remark[] },
  page: Page,
): Generator<string> {
  const { message } = entry;
  yield* rulesText(message, { spoken, found }, page);
  if (message.source === 'interruption') {
    spoken.speaker = '';
    return;
  }
  const isNew = isNewSpeaker(message, spoken);
  if (isNew) yield* heading(message, spoken, page);
  else noteLine(message, spoken, '');
  const isCall = message.type === 'tool_call' || message.type === 'tool_output';
  if (!isNew && !(isCall && spoken.isCall)) yield '';
  spoken.isCall = isCall;
  if (page.verbose) yield* set([page.paint.faint(aboutOf(entry))], INDENT);
  else if (page.near !== null) yield* set([numberText(entry, page.near.index, page)], INDENT);
  yield* bodyOf(entry, page);
  if (page.all) yield* tagsText(message, page);
}

function* rulesText(
  message: Message,
  { spoken, found }: { readonly spoken: Spoken; readonly found: readonly Remark[] },
  page: Page,
): Generator<string> {
  const notes = rulesBefore(message, spoken);
  for (const each of rulesAt(message, found, notes)) yield* ruleText(each, page);
  // After such a line readers forget who speaks. A model change keeps the speaker.
  const isNoted = message.inherited === true ? notes.length > 0 : (message.before ?? []).length > 0;
  if (found.length > 0 || isNoted) spoken.speaker = '';
}

/** Marks the message that was asked for. */
function numberText({ message, result }: TurnEntry, asked: number, { paint }: Page): string {
  const numbers = [message, result].flatMap((each) => each?.index ?? []);
  const text = numbers.map((each) => `[${each}]`).join(' ');
  return numbers.includes(asked) ? paint.strong(`${text} <-`) : paint.faint(text);
}

/** Columns of a rule in a pipe, and at most. */
const RULE = 72;

/** One rule each. */
export function* findingsText(found: readonly Remark[], page: Page): Generator<string> {
  for (const each of found) yield* ruleText(messageRule(each), page);
}

function* ruleText({ remark, text }: MessageRule, page: Page): Generator<string> {
  const { paint } = page;
  if (remark === null) yield* rule(text, paint.warn, page);
  else if (isHealed(remark)) yield* rule(text, paint.faint, page);
  else
    yield* rule(
      `${remark.severity} ${remark.code}: ${text}`,
      remark.severity === 'error' ? paint.bad : paint.warn,
      page,
    );
}

function* rule(text: string, color: (text: string) => string, { width }: Page): Generator<string> {
  const [first = '', ...rest] = wrap(`── ${text} ──`, 0, { width, hang: 3 });
  const most = Math.min(width, RULE);
  yield '';
  yield color(rest.length > 0 ? first : first + '─'.repeat(Math.max(0, most - columnsOf(first))));
  for (const line of rest) yield color(line);
}

function* heading(message: Message, spoken: Spoken, page: Page): Generator<string> {
  const { paint, width } = page;
  const { who, when } = turnHeading(message, spoken, page);
  noteLine(message, spoken, when);
  const facts = [when, newModel(message, spoken)].filter((fact) => fact !== '').map((fact) => ` · ${fact}`);
  const [first = '', ...rest] = wrap(who + facts.join(''), 0, { width, hang: INDENT });
  const color = message.source !== undefined ? paint.faint : message.role === 'user' ? paint.good : paint.accent;
  yield '';
  yield first.startsWith(who) ? paint.strong(color(who)) + paint.faint(first.slice(who.length)) : color(first);
  for (const line of rest) yield paint.faint(line);
}

/** Number, id, and the result's number. */
function aboutOf({ message, result }: TurnEntry): string {
  const numbers = result === null ? `[${message.index}]` : `[${message.index}, ${result.index}]`;
  const { id = '', callId = '' } = message;
  return [numbers, id, callId]
    .filter((word) => word !== '')
    .map(printable)
    .join(' ');
}

function bodyOf(entry: TurnEntry, page: Page): Iterable<string> {
  const { message } = entry;
  if (message.type === 'tool_call') return callText(entry, page);
  if (message.type === 'tool_output') return lateResult(entry, message, page);
  return saidText(message, page);
}

function* saidText(message: Message, page: Page): Generator<string> {
  const { type, source } = message;
  const { paint } = page;
  const remarks = setsApart(message);
  const isThought = type === 'reasoning';
  if (remarks !== '' && !isThought) yield* wrapped([remarks], INDENT, page, paint.faint);
  const lines = saidLines(message);
  if (type === 'text' && source === undefined) {
    yield* set(styled(lines, page.width - INDENT, paint), INDENT);
    return;
  }
  if (type === 'image') yield* wrapped(picturesIn(message), INDENT, page, paint.warn);
  const lead = isThought ? [remarks === '' ? 'thinking' : `thinking · ${remarks}`] : [];
  yield* wrapped([...lead, ...fold(lines, isFull(page), ASIDE)], INDENT, page, paint.faint);
}

function* tagsText({ tags = [] }: Message, { paint }: Page): Generator<string> {
  for (const tag of tags) yield paint.faint(`${' '.repeat(INDENT)}# ${tagLine(tag)}`);
}

function tagLine({ values }: Tag): string {
  return fold([values.map((value) => printable(value)).join(' ')], false, 1).join('');
}
