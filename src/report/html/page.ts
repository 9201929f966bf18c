import { type Conversation, type Message, type Transcript, titleOrAsked } from '../../model/conversation.ts';
import type { PlacedFinding } from '../../model/finding.ts';
import type { EarlierHeal } from '../../model/run.ts';
import type { TokenCount } from '../../model/stats.ts';
import { insideLines, resumeLine } from '../resume-lines.ts';
import { editIn } from '../show/call.ts';
import { beginsTurn, isQuestion, shownEntries, type TranscriptView } from '../show/entries.ts';
import { healedText, messageRule, PlacedFindings, type Remark, recordAt } from '../show/placed.ts';
import { noSpeaker } from '../show/speaker.ts';
import { manyText } from '../stats-by.ts';
import { tokensBy } from '../stats-rows.ts';
import { bytesText, countText, firstLine, printable } from '../text.ts';
import { timeText } from '../time.ts';
import { entryHtml, ruleHtml } from './entry.ts';
import { escapeHtml } from './escape.ts';
import { commandHtml, pageEnd, pageHead, searchField } from './frame.ts';

interface PageAround {
  readonly view: TranscriptView;
  readonly findings: readonly PlacedFinding[];
  readonly healed: readonly EarlierHeal[];
  readonly tokens: readonly TokenCount[];
  /** Link to the index; null without one. */
  readonly index: string | null;
}

/** A self-contained page. It iterates the messages twice, holding one. */
export function* conversationPage(
  conversation: Conversation,
  transcript: Transcript,
  { view, findings, healed, tokens, index }: PageAround,
): Generator<string> {
  const title = firstLine(titleOrAsked(conversation, transcript) ?? '') || '(no title)';
  yield pageHead(title);
  yield '<a class="skip" href="#talk">to the conversation</a>\n';
  const placed = new PlacedFindings(findings, healed, conversation);
  yield* contents(transcript, view, { index, placed });
  yield `<div>\n<header>\n<h1>${escapeHtml(title)}</h1>\n`;
  yield factsHtml(conversation, tokens);
  yield* healed.map(healedHtml);
  yield* placed.unplaced().map(remarkHtml);
  yield `${searchField('search in this conversation')}<button type="button" data-open="all">open all</button><button type="button" data-open="none">fold all</button></div>\n`;
  yield '<p class="facts keys"><kbd>j</kbd> <kbd>k</kbd> next and previous turn, <kbd>o</kbd> fold it, <kbd>/</kbd> search, <kbd>Enter</kbd> next match</p>\n</header>\n<main id="talk">\n';
  yield* exchanges(transcript, view, placed);
  yield `</main>\n<footer>${escapeHtml(conversation.id)}</footer>\n</div>\n${pageEnd()}`;
}

const MAX_QUESTION_LENGTH = 90;

function* contents(
  transcript: Transcript,
  view: TranscriptView,
  { index, placed }: { readonly index: string | null; readonly placed: PlacedFindings },
): Generator<string> {
  const questions = new MarkupList();
  const files = new Map<string, number[]>();
  const begins = turnBeginnings();
  let turn = 0;
  for (const entry of shownEntries(transcript.messages, view)) {
    const { message } = entry;
    placed.register(entry);
    if (begins(message)) turn++;
    if (isQuestion(message))
      questions.add(
        `<li><a href="#turn-${turn}">${escapeHtml(firstLine(message.text ?? '', MAX_QUESTION_LENGTH))}</a></li>\n`,
      );
    noteEdit(files, message, view.cwd);
  }
  yield '<nav aria-label="contents">\n';
  if (index !== null) yield `<p><a href="${escapeHtml(index)}">all conversations</a></p>\n`;
  yield* sidebarList(countText(questions.size, 'question'), 'ol', questions);
  if (files.size > 0) yield* sidebarList(countText(files.size, 'edited file'), 'ul', editedFiles(files));
  yield '</nav>\n';
}

function isShownQuestion(message: Message): boolean {
  return beginsTurn(message) && !message.hidden;
}

/** Returns a test: true for a message that begins a turn. A text and pictures sent together are one question. */
function turnBeginnings(): (message: Message) => boolean {
  let last: string | null = null;
  return (message) => {
    const place = isShownQuestion(message) ? recordAt(message.at) : null;
    const isMore = place !== null && place === last;
    last = place;
    return isShownQuestion(message) && !isMore;
  };
}

function shortened(path: string, cwd: string | null): string {
  return printable(cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);
}

/** A list in the sidebar. Of a long one only the first group is in the page at once. */
function* sidebarList(title: string, list: 'ol' | 'ul', groups: Iterable<string>): Generator<string> {
  yield `<details open><summary>${title}</summary>\n<div class="list">\n`;
  let n = 0;
  for (const group of groups) {
    const start = list === 'ol' && n > 0 ? ` start="${n * GROUP + 1}"` : '';
    const markup = `<${list}${start}>\n${group}</${list}>`;
    yield n === 0 ? `${markup}\n` : laterPart(markup);
    n++;
  }
  yield '</div>\n</details>\n';
}

function noteEdit(files: Map<string, number[]>, message: Message, cwd: string | null): void {
  for (const path of editIn(message).paths.map((each) => shortened(each, cwd))) {
    const edits = files.get(path);
    if (edits === undefined) files.set(path, [message.index]);
    else edits.push(message.index);
  }
}

function editedFiles(files: ReadonlyMap<string, readonly number[]>): MarkupList {
  const list = new MarkupList();
  for (const [path, edits] of files) {
    const links = edits.map((index, n) => `<a href="#m${index}" aria-label="edit ${n + 1}">${n + 1}</a>`);
    list.add(`<li><code>${escapeHtml(path)}</code> <span class="edits">${links.join(' ')}</span></li>\n`);
  }
  return list;
}

const MIN_MARKED_PAUSE_SECONDS = 1800;

function* exchanges(transcript: Transcript, view: TranscriptView, placed: PlacedFindings): Generator<string> {
  const spoken = noSpeaker();
  const separators = new TurnSeparators();
  const parts = new Parts();
  for (const entry of shownEntries(transcript.messages, view)) {
    const { message, result } = entry;
    const between = [...separators.before(message)];
    if (between.length > 0) yield* parts.end();
    yield* between;
    yield* parts.add(
      [
        ...entryHtml(entry, { spoken, found: placed.at(message) }, view),
        ...(result === null ? [] : placed.at(result).map(remarkHtml)),
      ].join(''),
    );
  }
  yield* parts.end();
  yield* placed.rest().map(remarkHtml);
  if (separators.isOpen) yield '</details>\n';
}

class TurnSeparators {
  isOpen = false;
  readonly #begins = turnBeginnings();
  #turn = 0;
  #last: number | null = null;

  *before(message: Message): Generator<string> {
    const begins = this.#begins(message);
    const isNew = begins || !this.isOpen;
    if (isNew && this.isOpen) yield '</details>\n';
    yield* this.#gap(message.time);
    if (!isNew) return;
    this.isOpen = true;
    if (begins) this.#turn++;
    yield exchangeHead(message, this.#turn);
  }

  *#gap(time: number | undefined): Generator<string> {
    if (time === undefined) return;
    const passed = this.#last === null ? 0 : time - this.#last;
    this.#last = time;
    if (passed >= MIN_MARKED_PAUSE_SECONDS) yield `<p class="gap">${agoText(passed)} later</p>\n`;
  }
}

function exchangeHead(message: Message, turn: number): string {
  const id = isShownQuestion(message) ? ` id="turn-${turn}"` : '';
  const name = isShownQuestion(message) ? `Turn ${turn}` : 'Before the first question';
  const peek = escapeHtml(firstLine(message.text ?? '', MAX_QUESTION_LENGTH));
  // The program's text before a question may be long, so it is closed.
  const open = message.hidden ? '' : ' open';
  return `<details class="exchange"${open} data-find${id}>\n<summary><h2>${name}</h2> <span class="peek">${peek}</span></summary>\n`;
}

function agoText(seconds: number): string {
  if (seconds < 7200) return countText(Math.round(seconds / 60), 'minute');
  return seconds < 172_800
    ? countText(Math.round(seconds / 3600), 'hour')
    : countText(Math.round(seconds / 86_400), 'day');
}

function remarkHtml(remark: Remark): string {
  return ruleHtml(messageRule(remark));
}

function healedHtml(heal: EarlierHeal): string {
  return `<p class="finding healed">${escapeHtml(healedText(heal, null))}</p>\n`;
}

function factsHtml(conversation: Conversation, tokens: readonly TokenCount[]): string {
  const { id } = conversation;
  const resume = resumeLine(conversation);
  const inside = insideLines(conversation, Number.POSITIVE_INFINITY).join(' ');
  const rows: readonly (readonly [string, string])[] = [
    ...textFacts(conversation).map(([name, text]) => [name, escapeHtml(text)] as const),
    ...[...tokensBy(tokens, ({ model }) => model)].map(
      ([model, { answers, input, output, cacheRead, cacheWrite }]) =>
        [
          'tokens',
          escapeHtml(
            `${printable(model)}: ${countText(answers, 'answer')}, ${manyText(input)} in, ${manyText(output)} out, ${manyText(cacheRead)} from cache, ${manyText(cacheWrite)} to cache`,
          ),
        ] as const,
    ),
    ['id', `<code>${escapeHtml(id)}</code>`],
    ...(resume === null ? [] : [['go on', `${commandHtml(resume)} ${escapeHtml(inside)}`.trimEnd()] as const]),
  ];
  return `<dl class="about">\n${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>\n`).join('')}</dl>\n`;
}

function textFacts(conversation: Conversation): (readonly [string, string])[] {
  const { kind, cwd, branch = null, project, format, state, tag = null, messages, bytes } = conversation;
  const begun = conversation.createdAt ?? conversation.timestamp;
  const saved = conversation.updatedAt;
  const where = cwd || project;
  const all = [
    ['program', format === null || format === kind ? kind : `${kind}, ${format}`],
    [cwd ? 'folder' : 'project', where ? printable(where) : ''],
    ['branch', textOrNone(branch)],
    ['tag', textOrNone(tag)],
    ['begun', begun === null ? '' : `${timeText(begun)} UTC`],
    ['saved', saved === null || saved === begun ? '' : `${timeText(saved)} UTC`],
    ['state', state === 'active' ? '' : state],
    ['size', [...(messages === null ? [] : [countText(messages, 'message')]), bytesText(bytes)].join(', ')],
  ] as const;
  return all.filter(([, text]) => text !== '');
}

function textOrNone(text: string | null): string {
  return text === null ? '' : printable(text);
}

/** Characters per part, which a browser renders in a few milliseconds. */
const PART = 48_000;
const AT_ONCE = 1_000_000;

function laterPart(markup: string): string {
  return `<div class="part" data-later><noscript>\n${markup}</noscript></div>\n`;
}

/**
 * Splits markup between headings. Beyond the first million characters parts are in `noscript`: plain text until the
 * script creates them near the viewport, and shown as they are without scripts.
 */
class Parts {
  #buffered: string[] = [];
  #size = 0;
  #written = 0;

  /** Adds a whole entry; yields full parts. */
  *add(markup: string): Generator<string> {
    this.#buffered.push(markup);
    this.#size += markup.length;
    if (this.#size >= PART) yield* this.end();
  }

  *end(): Generator<string> {
    if (this.#size === 0) return;
    const markup = this.#buffered.join('');
    yield this.#written < AT_ONCE ? `<div class="part">\n${markup}</div>\n` : laterPart(markup);
    this.#written += this.#size;
    this.#buffered = [];
    this.#size = 0;
  }
}

const GROUP = 256;

/** Collects markup, joined into longer strings: slices would keep whole messages in memory. */
export class MarkupList {
  size = 0;
  readonly #whole: string[] = [];
  #pieces: string[] = [];

  add(markup: string): void {
    this.size++;
    this.#pieces.push(markup);
    if (this.#pieces.length < GROUP) return;
    this.#whole.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  *[Symbol.iterator](): Generator<string> {
    yield* this.#whole;
    if (this.#pieces.length > 0) yield this.#pieces.join('');
  }
}
