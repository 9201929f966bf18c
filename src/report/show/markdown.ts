import {
  type Conversation,
  type Message,
  type Section,
  sortTime,
  type Transcript,
  titleOrAsked,
} from '../../model/conversation.ts';
import type { PlacedFinding } from '../../model/finding.ts';
import { idWord } from '../../model/ids.ts';
import type { EarlierHeal } from '../../model/run.ts';
import { escapeHtml } from '../html/escape.ts';
import { escapedMarkdown, firstLine, printable, printableLines } from '../text.ts';
import { timeText } from '../time.ts';
import { argumentsOf, callSummary, diffOf, picturesIn, resultLines, resultSummary, textPassed } from './call.ts';
import { outputName, resultPlace, shownEntries, type TranscriptView, type TurnEntry } from './entries.ts';
import {
  healedText,
  isHealed,
  lossesOn,
  type MessageRule,
  messageRule,
  type Remark,
  rulesAt,
  wordLines,
} from './placed.ts';
import { isNewSpeaker, noSpeaker, noteLine, rulesBefore, type SpeakerLine, setsApart, turnHeading } from './speaker.ts';

/** The transcript as Markdown; long parts are complete, in closed details. */
export function* transcriptMarkdown(
  conversation: Conversation,
  transcript: Transcript,
  view: TranscriptView & {
    readonly companions: readonly Section[];
    readonly findings: readonly PlacedFinding[];
    readonly healed: readonly EarlierHeal[];
  },
): Generator<string> {
  const { messages, tasks, memory, metadata, sections = [], repeated = [] } = transcript;
  yield* head({ ...conversation, title: titleOrAsked(conversation, transcript) });
  const spoken = noSpeaker();
  const placed = lossesOn(conversation, messages, view);
  for (const heal of view.healed) yield* ['', `> ${escapedMarkdown(healedText(heal, null))}`];
  yield* findingsMarkdown(placed.unplaced());
  for (const entry of shownEntries(messages, { ...view, full: true })) {
    // Exact UTC, because the page may have many readers.
    yield* entryMarkdown(entry, { spoken, found: placed.at(entry.message) }, { ...view, clock: null });
    if (entry.result !== null) yield* findingsMarkdown(placed.at(entry.result));
  }
  if (view.part === null) yield* findingsMarkdown(placed.rest());
  if (view.prompts || view.part !== null) return;
  const own = Object.entries({ tasks, memory, metadata }).map(([title, value]) => ({ key: title, title, value }));
  const printed = [...sections, ...own].filter(({ key }) => view.all || !repeated.includes(key));
  for (const { title, value } of [...printed, ...view.companions])
    if (!EMPTY.test(value.source)) yield* ['', `## ${title}`, '', ...fencedBlock(value.source.split('\n'), 'json')];
}

function* head(conversation: Conversation): Generator<string> {
  const { title, kind, project, cwd, format, tag = null } = conversation;
  yield `# ${escapedMarkdown(title === null ? 'Untitled' : firstLine(title))}`;
  yield '';
  const known = format === kind ? '' : `, ${format ?? 'format unknown'}`;
  const named = project === null ? '' : ` project ${escapedMarkdown(project)}`;
  yield `- ${kind}${cwd ? ` ${code(printable(cwd))}` : named}${known}`;
  yield `- ${code(idWord(conversation))}`;
  if (tag !== null) yield `- tag ${escapedMarkdown(tag)}`;
  const time = sortTime(conversation);
  if (time !== null) yield `- ${timeText(time)} UTC`;
}

const EMPTY = /^\s*(?:\{\s*\}|\[\s*\]|null)\s*$/;

function* findingsMarkdown(found: readonly Remark[]): Generator<string> {
  for (const each of found) yield* ruleMarkdown(messageRule(each));
}

function* ruleMarkdown({ remark, text }: MessageRule): Generator<string> {
  if (remark === null) yield* ['', '---', '', `*${escapedMarkdown(text)}*`];
  else if (isHealed(remark)) yield* ['', `> ${text}`];
  else {
    yield* ['', `> **${remark.severity} ${remark.code}**: ${escapedMarkdown(text)}`];
    yield* wordLines(remark).flatMap((line) => ['>', `> ${escapedMarkdown(line)}`]);
  }
}

function* entryMarkdown(
  entry: TurnEntry,
  { spoken, found }: { readonly spoken: SpeakerLine; readonly found: readonly Remark[] },
  view: TranscriptView,
): Generator<string> {
  const { message } = entry;
  for (const each of rulesAt(message, found, rulesBefore(message, spoken))) yield* ruleMarkdown(each);
  if (message.source === 'interruption') {
    spoken.speaker = '';
    return;
  }
  const isNew = isNewSpeaker(message, spoken);
  const { who, when } = isNew ? turnHeading(message, spoken, view) : { who: '', when: '' };
  noteLine(message, spoken, when);
  if (isNew) yield* ['', `## ${escapedMarkdown(who)}${when === '' ? '' : `, ${when}`}`];
  const number = view.verbose ? `${code(`[${message.index}]`)} ` : '';
  yield '';
  const remarks = setsApart(message);
  if (message.type === 'tool_call') yield* callMarkdown(entry, number, view);
  else if (message.type === 'tool_output') yield* resultMarkdown(message, outputName(entry, view));
  else yield* saidMarkdown(message, number);
  if (remarks !== '') yield* ['', `*${escapedMarkdown(remarks)}*`];
}

function* saidMarkdown(message: Message, number: string): Generator<string> {
  const { type, source } = message;
  const lines = resultLines(message);
  if (number !== '') yield* [number.trim(), ''];
  if (type === 'image') {
    yield* picturesIn(message).map((each) => `*${escapedMarkdown(each)}*`);
    if (lines.length === 0) return;
    yield '';
  }
  if ((type === 'text' || type === 'image') && source === undefined) yield* insetMarkdown(lines);
  else yield* detailsBlock(type === 'reasoning' ? 'thinking' : (source ?? type), lines, '');
}

function* callMarkdown(entry: TurnEntry, number: string, view: TranscriptView): Generator<string> {
  const { message, result } = entry;
  const args = argumentsOf(message);
  const diff = diffOf(args);
  const brief = callSummary(message, args, { cwd: view.cwd, isEdit: diff.length > 0 });
  const isShown = result !== null && (view.all || !result.hidden);
  const came = isShown ? resultSummary(result).text : resultPlace(entry.apart);
  const name = `**${escapedMarkdown(message.name || 'an unnamed tool')}**`;
  yield number + [name, code(brief), escapedMarkdown(came)].filter((part) => part !== '').join(' ');
  if (diff.length > 0)
    yield* [
      '',
      ...fencedBlock(
        diff.map(({ sign, text }) => `${sign}${text}`),
        'diff',
      ),
    ];
  else if (brief.includes(' … +') || view.all || view.full)
    yield* [
      '',
      ...detailsBlock(
        'what was passed',
        printableLines(textPassed(message)).split('\n'),
        isText(message) ? '' : 'json',
      ),
    ];
  if (isShown) yield* ['', ...resultMarkdown(result, 'what came back')];
}

function isText(message: Message): boolean {
  return textPassed(message) !== message.arguments;
}

function* resultMarkdown(result: Message, title: string): Generator<string> {
  const lines = resultLines(result);
  yield* lines.length === 0 ? [`*${escapedMarkdown(title)}: nothing*`] : detailsBlock(title, lines, '');
}

function detailsBlock(title: string, lines: readonly string[], language: string): string[] {
  if (lines.length === 0) return [`*${escapedMarkdown(title)}*`];
  return [
    `<details><summary>${escapeHtml(printable(title))}</summary>`,
    '',
    ...fencedBlock(lines, language),
    '',
    '</details>',
  ];
}

/** A code block whose fence is longer than any run of backticks inside. */
function fencedBlock(lines: readonly string[], language: string): string[] {
  let longest = 2;
  for (const line of lines) for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...lines.map(printableLines), fence];
}

function code(text: string): string {
  if (text === '') return '';
  return text.includes('`') ? escapedMarkdown(text) : `\`${printable(text)}\``;
}

/** Text as Markdown within a page: it can neither imitate the page's structure nor reach beyond itself. */
export function* insetMarkdown(lines: readonly string[]): Generator<string> {
  let fence = '';
  let isParagraph = false;
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? '';
    yield fence === '' ? indentedLine(line, isParagraph) : line;
    if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    isParagraph = mark === '' && line.trim() !== '' && !HEADING.test(line);
    fence = mark;
  }
  // An open fence would include the rest of the page.
  if (fence !== '') yield fence;
}

function indentedLine(line: string, isParagraph: boolean): string {
  if (isParagraph && UNDERLINE.test(line)) return `\\${line.trimStart()}`;
  return line.replace(HEADING, '$1##$2').replace(OPEN, '$1\\<');
}

/** Headings of the page's two levels, which are lowered by two. */
const HEADING = /^( {0,3})(#{1,2}(?:[ \t]|$))/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** HTML headings, and blocks that continue past an empty line. */
const OPEN = /^( {0,3})<(?=!--|[!?]|\/?(?:h[1-6]|details|summary|script|style|pre|textarea)\b)/i;
