import {
  type Conversation,
  firstAsked,
  isHiddenThought,
  isResumable,
  type Message,
  type Section,
  sortTime,
  type Transcript,
  titleOrAsked,
} from '../../model/conversation.ts';
import { type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { idWord } from '../../model/ids.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import type { FindingRow } from '../../model/rules/row.ts';
import type { UndoableHeal } from '../../model/run.ts';
import { deletionLines, type GoneFolder, resumeLines } from '../resume-lines.ts';
import {
  bytesText,
  commandLines,
  countText,
  entriesText,
  firstLine,
  numberText,
  printable,
  wrap,
  wrapLine,
} from '../text.ts';
import { timeOf } from '../time.ts';
import { shownEntries, type TranscriptView } from './entries.ts';
import { entryText, remarksText } from './entry-text.ts';
import { outline } from './outline.ts';
import { healedText, lossesOn, type PlacedFindings, undoExtentText } from './placed.ts';
import { noSpeaker, type SpeakerLine } from './speaker.ts';
import { foldedLines, INDENT, indentedLines, styled } from './styled.ts';

export function* transcriptText(
  conversation: Conversation,
  stored: Transcript,
  view: TranscriptView & {
    readonly companions: readonly Section[];
    readonly findings: readonly PlacedFinding[];
    readonly healed: readonly UndoableHeal[];
    readonly gone: GoneFolder | null;
    readonly hasEarlier: boolean;
    readonly links: readonly string[];
    readonly agent: string | null;
  },
): Generator<string> {
  const { agent } = view;
  const transcript = agent === null ? stored : ownTranscript(stored);
  const titled = { ...conversation, title: titleOrAsked(conversation, transcript) };
  yield* agent === null ? head(titled, view.findings, view) : agentHead(agent, transcript, view);
  for (const heal of view.healed) yield* healedLines(heal, view);
  const placed = lossesOn(conversation, transcript.messages, view);
  const counts = yield* messagesText(transcript, { spoken: noSpeaker(), placed }, view);
  if (view.part !== null) {
    const whole = `part of ${numberedText(counts)}: \`${view.command()}${wholeFlag(view, counts)}\` shows all`;
    yield* ['', ...wrap(whole, 0, { width: view.width }).map(view.paint.faint)];
  }
  if (view.prompts || view.part !== null) return;
  yield* sectionsAfter(transcript, view);
  if (agent !== null) return yield* countedText({ messages: 0, readable: true }, counts, view);
  yield* countedText(conversation, counts, view);
  const lines = [
    ...view.links,
    ...deletionLines(conversation, view.width),
    ...resumeLines(conversation, view.gone, view.width),
  ];
  if (lines.length > 0) yield* ['', ...lines.map(view.paint.faint)];
  yield* versionsText(conversation, view).map(view.paint.faint);
}

/** A subagent's own transcript, in which no message is marked as a sidechain. */
export function ownTranscript(transcript: Transcript): Transcript {
  const messages = {
    *[Symbol.iterator]() {
      for (const { marks, ...message } of transcript.messages)
        yield { ...message, ...(marks && { marks: marks.filter((mark) => mark !== 'sidechain') }) };
    },
  };
  return { ...transcript, messages };
}

function* agentHead(
  agent: string,
  transcript: Transcript,
  { paint, width, version }: TranscriptView,
): Generator<string> {
  yield* wrapLine(firstLine(firstAsked(transcript) ?? '') || '(nothing asked)', width).map(paint.strong);
  yield* wrap(`subagent ${printable(agent)} of a conversation: \`${version(0)}\``, 0, { width }).map(paint.faint);
}

function versionsText(
  { id, earlier = 0 }: Conversation,
  view: TranscriptView & { readonly hasEarlier: boolean },
): string[] {
  const before = view.hasEarlier ? [`an earlier version of this thread: \`${view.version(earlier + 1)}\``] : [];
  const after =
    earlier === 0 ? [] : [`this is an earlier version of ${printable(id)}: \`${view.version(0)}\` shows the newest`];
  return [...after, ...before].flatMap((line) => wrap(line, 0, { width: view.width }));
}

/** The flag, after a blank, with which `show` has all messages under their numbers. */
function wholeFlag({ everything }: TranscriptView, counts: NumberedCounts): string {
  if (everything) return ' --everything';
  return unseenText(counts) === '' ? '' : ' --all';
}

/** Lines on messages that are not shown, and on numbers for `show ID:N` if the head counts otherwise. */
function* countedText(
  { messages, readable }: Pick<Conversation, 'messages' | 'readable'>,
  counts: NumberedCounts,
  { all, full, everything, paint, width, command }: TranscriptView,
): Generator<string> {
  const { count, hidden, thoughts } = counts;
  const isOther = (!readable || (messages !== null && messages !== count)) && count > 0;
  const unseen = all ? '' : unseenText(full ? { ...counts, hidden: hidden - thoughts } : counts);
  const flag = everything ? ' --everything' : '';
  const lines = [
    ...(unseen === '' ? [] : [`${unseen} left out (--all)`]),
    ...(isOther ? [`texts, calls and results are numbered 0 to ${count - 1}: \`${command()}:N${flag}\``] : []),
  ].flatMap((line) => wrap(line, 0, { width, hang: 2 }));
  if (lines.length > 0) yield* ['', ...lines.map(paint.faint)];
}

function* sectionsAfter(
  transcript: Transcript,
  view: TranscriptView & { readonly companions: readonly Section[] },
): Generator<string> {
  const { sections = [], repeated = [] } = transcript;
  const own = (['tasks', 'memory', 'metadata'] as const).map((title) => ({
    key: title,
    title,
    value: transcript[title],
  }));
  const printed = [...sections, ...own].filter(({ key }) => view.verbose || view.all || !repeated.includes(key));
  for (const each of [...printed, ...view.companions]) {
    yield* section(each, view);
    if (each.key === 'agents') yield* wrap(`\`${view.command('NAME')}\` reads one`, INDENT, view).map(view.paint.faint);
  }
}

interface NumberedEntry {
  readonly isNew?: (message: Message) => boolean;
  readonly spoken: SpeakerLine;
  readonly placed: PlacedFindings;
}

/** Yields the new messages; returns the totals of all. */
export function* messagesText(
  { messages }: Transcript,
  { isNew, spoken, placed }: NumberedEntry,
  view: TranscriptView,
): Generator<string, NumberedCounts> {
  const tally = new NumberedTally();
  const counted = function* () {
    for (const message of messages) {
      tally.add(message);
      yield message;
    }
  };
  for (const entry of shownEntries(counted(), view, isNew)) {
    yield* entryText(entry, { spoken, found: placed.at(entry.message) }, view);
    if (entry.result !== null) yield* remarksText(placed.at(entry.result), view);
  }
  // A part that ends with the last message includes what follows it.
  const isToEnd = view.part === null || view.part.to + view.part.around >= tally.count - 1;
  if (isToEnd) yield* remarksText(placed.rest(), view);
  return tally;
}

function* section(
  { title, value, lines: ownLines }: Pick<Section, 'title' | 'value' | 'lines'>,
  { all, full, paint, width }: TranscriptView,
): Generator<string> {
  const lines = foldedLines(ownLines?.map(printable) ?? [...outline(value.source)], all || full, SECTION);
  if (lines.length === 0 || EMPTY.has(lines.join(''))) return;
  yield* ['', paint.strong(title), ...indentedLines(styled(lines, width - INDENT, null), INDENT)];
}

const SECTION = 24;

const EMPTY = new Set(['{}', '[]', 'null']);

function* head(
  conversation: Conversation,
  findings: readonly PlacedFinding[],
  { paint, width, clock, verbose }: TranscriptView,
): Generator<string> {
  const { path, title } = conversation;
  const name = title === null ? '(no title)' : firstLine(title) || '(no title)';
  yield* wrapLine(name, width).map(paint.strong);
  yield* wrap(factsOf(conversation, findings, clock).join(' · '), 0, { width }).map(paint.faint);
  yield paint.faint(printable(idWord(conversation)));
  if (verbose) yield printable(path);
}

function* healedLines(heal: UndoableHeal, { clock, paint, width }: TranscriptView): Generator<string> {
  const lines = wrap(healedText(heal, clock), 0, { width, hang: 2 });
  yield* [...lines, ...commandLines(`undo ${undoExtentText(heal)}:`, heal.undo, 2, width)].map(paint.faint);
}

function factsOf(
  conversation: Conversation,
  findings: readonly PlacedFinding[],
  clock: TranscriptView['clock'],
): string[] {
  const { kind, project, format, state, phase = '', bytes, cwd, branch, tag } = conversation;
  const time = sortTime(conversation);
  const name = project === null ? kind : `${kind} project ${printable(project)}`;
  return [
    cwd ? `${kind} ${printable(cwd)}` : name,
    branch ? `branch ${printable(branch)}` : '',
    tag ? `tag ${printable(tag)}` : '',
    time === null ? 'time unknown' : timeOf(time, clock),
    format === kind ? '' : (format ?? 'format unknown'),
    state === 'active' ? '' : state,
    phase === '' ? '' : `phase ${printable(phase)}`,
    messagesFact(conversation, findings),
    bytesText(bytes),
  ].filter((fact) => fact !== '');
}

/** Text on the number of messages: other branches, and those that a heal restores, may be shown below. */
function messagesFact(conversation: Conversation, findings: readonly PlacedFinding[]): string {
  const { kind, messages, hidden } = conversation;
  if (!isResumable(conversation)) return 'cannot be resumed';
  if (messages === null) return 'messages unknown';
  // The name of the file says it, and the program does not unpack it.
  if (hidden === 'compressed') return `${countText(messages, 'message')} once unpacked`;
  const isLess = findings.some(({ code }) => isHealable(ruleOf(code)));
  const whose = KIND_TABLE[kind].countsBranches ? ` in the list of ${kind}` : isLess ? ` as ${kind} reads it` : '';
  return countText(messages, 'message') + whose;
}

function isHealable({ hides, healing }: FindingRow): boolean {
  return hides !== undefined && healing !== 'manual';
}

/** Texts, calls and results, which have a number each. */
interface NumberedCounts {
  readonly count: number;
  /** Number of these that are not sent. */
  readonly hidden: number;
  /** Number of hidden ones that are thinking, which a view shows in full. */
  readonly thoughts: number;
  /** Number of all that were sent but are on no screen. */
  readonly offScreen: number;
}

class NumberedTally implements NumberedCounts {
  count = 0;
  hidden = 0;
  thoughts = 0;
  offScreen = 0;

  add(message: Message): void {
    const { hidden, offScreen = false } = message;
    this.count++;
    if (isHiddenThought(message)) this.thoughts++;
    if (hidden) this.hidden++;
    else if (offScreen) this.offScreen++;
  }
}

/** Counts up to `max` and the next one. */
export function countNumbered(messages: Iterable<Message>, max: number): NumberedCounts {
  const tally = new NumberedTally();
  for (const each of messages) {
    tally.add(each);
    if (tally.count > max) break;
  }
  return tally;
}

/** Text of the counts, including hidden ones, which heads and lists do not count. */
export function numberedText({ count, hidden, offScreen }: NumberedCounts): string {
  const among = [
    ...(hidden === 0 ? [] : [`${numberText(hidden)} of them hidden`]),
    ...(offScreen === 0 ? [] : [`${numberText(offScreen)} on no screen`]),
  ];
  return [entriesText(count), ...among].join(', ');
}

function unseenText({ hidden, offScreen }: NumberedCounts): string {
  if (offScreen === 0) return hidden === 0 ? '' : entriesText(hidden, 'hidden ');
  const onNoScreen = `${hidden === 0 ? entriesText(offScreen) : numberText(offScreen)} on no screen`;
  return hidden === 0 ? onNoScreen : `${entriesText(hidden, 'hidden ')} and ${onNoScreen}`;
}
