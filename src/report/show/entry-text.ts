import type { Message, Tag } from '../../model/conversation.ts';
import type { PlacedFinding } from '../../model/finding.ts';
import { columnsOf, cutTo } from '../columns.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { countText } from '../numbers.ts';
import { printable } from '../printable.ts';
import { commandLines, wrap } from '../wrap.ts';
import { briefOf, cameBack, givenTo, pictureText, saidLines } from './call.ts';
import { type DiffLine, diffOf } from './diff.ts';
import type { TurnEntry } from './entries.ts';
import { healedHere } from './healed.ts';
import { outline } from './outline.ts';
import type { Page } from './page.ts';
import { isHealed, type Remark, recordAt } from './placed.ts';
import { isNewSpeaker, newModel, note, rulesBefore, type Spoken, setsApart, turnHeading } from './speaker.ts';
import { fold, styled } from './styled.ts';

/** Columns that what is said is set in by, and what came back of a call. */
export const INDENT = 2;
const BELOW = 6;

/** One entry of a transcript as lines, below what is wrong there; `spoken` is what was shown before it, and learns of it. */
export function* entryText(
  entry: TurnEntry,
  { spoken, found }: { readonly spoken: Spoken; readonly found: readonly Remark[] },
  page: Page,
): Generator<string> {
  const { message } = entry;
  yield* rulesText(message, { found, notes: rulesBefore(message, spoken) }, page);
  if (message.source === 'interruption') {
    spoken.speaker = '';
    return;
  }
  const isNew = isNewSpeaker(message, spoken);
  if (isNew) yield* heading(message, spoken, page);
  else note(message, spoken, '');
  const isCall = message.type === 'tool_call' || message.type === 'tool_output';
  if (!isNew && !(isCall && spoken.isCall)) yield '';
  spoken.isCall = isCall;
  if (page.verbose) yield* set([page.paint.faint(aboutOf(entry))], INDENT);
  yield* bodyOf(entry, page);
  if (page.all) yield* tagsText(message, page);
}

/** Columns of a rule where there is no terminal, and at most. */
const RULE = 72;

/** The rules before a message; of a finding that a note of the message puts in words, only the code. */
function* rulesText(
  { at, before = [] }: Message,
  { found, notes }: { readonly found: readonly Remark[]; readonly notes: readonly string[] },
  page: Page,
): Generator<string> {
  const wrong = found.flatMap((each) => (isHealed(each) ? [] : [each]));
  const noted = before.length > 0 ? wrong.find((each) => each.at !== null && recordAt(each.at) === recordAt(at)) : null;
  yield* findingsText(
    found.filter((each) => each !== noted),
    page,
  );
  for (const [n, text] of notes.entries())
    if (n === 0 && noted != null) yield* rule(`${nameOfFinding(noted)}: ${text}`, colorOf(noted, page), page);
    else yield* rule(text, page.paint.warn, page);
}

/** What is wrong at a place of a transcript, or was healed, each as a rule. */
export function* findingsText(found: readonly Remark[], page: Page): Generator<string> {
  for (const each of found)
    if (isHealed(each)) yield* rule(healedHere(each), page.paint.faint, page);
    else yield* rule(`${nameOfFinding(each)}: ${sentenceOf(each)}`, colorOf(each, page), page);
}

function nameOfFinding({ severity, code }: PlacedFinding): string {
  return `${severity} ${code}`;
}

function colorOf({ severity }: PlacedFinding, { paint }: Page): (text: string) => string {
  return severity === 'error' ? paint.bad : paint.warn;
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
  note(message, spoken, when);
  const facts = [when, newModel(message, spoken)].filter((fact) => fact !== '').map((fact) => ` · ${fact}`);
  const [first = '', ...rest] = wrap(who + facts.join(''), 0, { width, hang: INDENT });
  const color = message.source !== undefined ? paint.faint : message.role === 'user' ? paint.good : paint.accent;
  yield '';
  yield first.startsWith(who) ? paint.strong(color(who)) + paint.faint(first.slice(who.length)) : color(first);
  for (const line of rest) yield paint.faint(line);
}

/** The names of a message, for those who refer to it: its number, its id, the number of what came back. */
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
  const { type, source, pictures = [] } = message;
  const { paint } = page;
  const remarks = setsApart(message);
  if (remarks !== '') yield* wrapped([remarks], INDENT, page, paint.faint);
  const lines = saidLines(message);
  if (type === 'text' && source === undefined) {
    yield* set(styled(lines, page.width - INDENT, paint), INDENT);
    return;
  }
  const shown = pictures.length === 0 ? ['image'] : pictures.map(pictureText);
  if (type === 'image') yield* wrapped(shown, INDENT, page, paint.warn);
  const lead = type === 'reasoning' ? ['thinking'] : [];
  yield* wrapped([...lead, ...fold(lines, isFull(page), ASIDE)], INDENT, page, paint.faint);
}

/** Lines of what nobody said that are shown at first: thinking, words of the program, results. */
const ASIDE = 4;
/** Of what a failed tool says, and of a diff. */
const WANTED = 12;

function* callText(entry: TurnEntry, page: Page): Generator<string> {
  const { message, result } = entry;
  const given = givenTo(message);
  const diff = diffOf(given);
  const lines = result === null ? [] : saidLines(result);
  yield* callLine(entry, { isEdit: diff.length > 0, given, lines }, page);
  const remarks = setsApart(message);
  if (remarks !== '') yield* wrapped([remarks], BELOW, page, page.paint.faint);
  if (isFull(page)) yield* wrapped(passedTo(message, given, diff), BELOW, page, (line) => line);
  yield* diffText(diff, page);
  const agent = message.agent ?? result?.agent;
  if (agent !== undefined) yield* agentText(page.command(agent), page);
  if (result !== null && (page.all || !result.hidden))
    yield* resultText(result, { isEdit: diff.length > 0, lines }, page);
}

/** What is worked out once for a call: what was passed, is that an edit, and the lines that came back. */
interface Called {
  readonly isEdit: boolean;
  readonly given: ReturnType<typeof givenTo>;
  readonly lines: readonly string[];
}

/** The tool, what it is about, and what came of it; below that where both do not fit. */
function* callLine({ message, result }: TurnEntry, { isEdit, given, lines }: Called, page: Page): Generator<string> {
  const { paint, width } = page;
  const name = nameOf(message.name);
  const brief = briefOf(message, given, { cwd: page.cwd, isEdit });
  const { isGood, text: came } = cameOf(result, lines, page);
  const isFolded = isEdit && isGood && result !== null && !isFull(page) && lines.length > 0;
  const text = isFolded ? `${came} (--full)` : came;
  const end = text === '' ? '' : `   ${text}`;
  const most = Math.min(width, LONGEST) - INDENT - columnsOf(name) - 2;
  const isBelow = most - columnsOf(end) < Math.min(LEAST, columnsOf(brief));
  const shown = cutTo(brief, Math.max(1, isBelow ? most : most - columnsOf(end)));
  const color = isGood ? paint.good : paint.bad;
  const others = shown.indexOf('  ') < 0 ? shown.length : shown.indexOf('  ');
  const set = shown === '' ? '' : `  ${shown.slice(0, others)}${paint.faint(shown.slice(others))}`;
  yield `${' '.repeat(INDENT)}${paint.warn(name)}${set}${isBelow ? '' : color(end)}`;
  if (isBelow) yield* wrapped([text], BELOW, page, color);
}

function cameOf(
  result: Message | null,
  lines: readonly string[],
  { all }: Page,
): { readonly isGood: boolean; readonly text: string } {
  if (result === null) return { isGood: false, text: 'no result' };
  return result.hidden && !all ? { isGood: true, text: '' } : cameBack(result, lines);
}

function nameOf(name: string | undefined): string {
  return name === undefined || name === '' ? 'an unnamed tool' : printable(name);
}

/** A command is never broken, so that it can be copied. */
function* agentText(command: string, { paint, width }: Page): Generator<string> {
  for (const line of commandLines('its transcript:', command, BELOW, width)) yield paint.accent(line);
}

/** Columns that a call takes at most, and that what it is about needs. */
const LONGEST = 160;
const LEAST = 16;

/** All that was passed, for those who want nothing folded. */
function passedTo(message: Message, given: Called['given'], diff: readonly DiffLine[]): string[] {
  const source = message.arguments ?? '';
  if (diff.length > 0 || source === '') return [];
  return given === null ? saidLines({ ...message, text: source }) : [...outline(source)];
}

function* diffText(diff: readonly DiffLine[], page: Page): Generator<string> {
  const { paint } = page;
  const shown = isFull(page) || diff.length <= WANTED + 1 ? diff : diff.slice(0, WANTED);
  const colors = { '+': paint.good, '-': paint.bad, ' ': paint.faint };
  for (const { sign, text } of shown) yield* wrapped([`${sign} ${text}`], BELOW, page, colors[sign]);
  const left = diff.length - shown.length;
  if (left > 0) yield* wrapped([`… ${countText(left, 'more line')} (--full)`], BELOW, page, paint.faint);
}

/** The result of a call; of an edit that went well the diff says it. */
function* resultText(
  result: Message,
  { isEdit, lines: all }: Pick<Called, 'isEdit' | 'lines'>,
  page: Page,
): Generator<string> {
  const isFine = result.failed !== true;
  if (isEdit && isFine && !isFull(page)) return;
  const lines = fold(all, isFull(page), isFine ? ASIDE : WANTED);
  yield* wrapped(lines, BELOW, page, isFine ? page.paint.faint : page.paint.bad);
}

/** A result without its call: the call was shown before, or is not there. */
function* lateResult({ caller }: TurnEntry, message: Message, page: Page): Generator<string> {
  const lines = saidLines(message);
  const { isGood, text } = cameBack(message, lines);
  const of = nameOf(message.name ?? caller ?? '');
  const remarks = setsApart(message);
  const lead = `${' '.repeat(INDENT)}${page.paint.warn(`output of ${of}`)}   ${(isGood ? page.paint.good : page.paint.bad)(text)}`;
  yield lead;
  if (remarks !== '') yield* wrapped([remarks], BELOW, page, page.paint.faint);
  yield* resultText(message, { isEdit: false, lines }, page);
}

function isFull({ all, full }: Page): boolean {
  return all || full;
}

/** Lines at the width of the page, each part in a colour. */
function* wrapped(
  lines: Iterable<string>,
  indent: number,
  { width }: Page,
  color: (text: string) => string,
): Generator<string> {
  for (const line of set(styled(lines, width - indent, null), indent))
    yield line === '' ? '' : ' '.repeat(indent) + color(line.slice(indent));
}

/** Lines behind some blanks. */
export function* set(lines: Iterable<string>, indent: number): Generator<string> {
  for (const line of lines) yield line === '' ? '' : ' '.repeat(indent) + line;
}

function* tagsText({ tags = [] }: Message, { paint }: Page): Generator<string> {
  for (const tag of tags) yield paint.faint(`${' '.repeat(INDENT)}# ${tagLine(tag)}`);
}

/** The name and values of a tag on one line. */
function tagLine({ values }: Tag): string {
  return fold([values.map((value) => printable(value)).join(' ')], false, 1).join('');
}
