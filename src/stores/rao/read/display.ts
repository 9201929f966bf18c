import { elements, typeOf, type Value } from '../../../codecs/json/value.ts';
import {
  argument,
  argumentsOf,
  baseNameOf,
  clickedButtons,
  commandArguments,
  commandOf,
  comparedArgument,
  type IsClicked,
  pastedText,
  pathArgument,
  pathInLine,
  RStops,
  runTitle,
  type ShellCommand,
} from './commands.ts';
import {
  type FunctionCall,
  fieldOf,
  isEmptyContainer,
  itemsOf,
  type RaoReference,
  referenceOf,
  textOfReference,
} from './field.ts';
import type { Diff, Diffs, RaoFolder } from './folder.ts';
import { COMMAND_CALLS, EDIT_CALLS, type LogMessage } from './log.ts';
import { isShownQuestion } from './shown.ts';
import { trimws } from './tables/type-convert.ts';

/** One item that Rao shows for a message; `clicked`: its buttons were used. */
export type DisplayItem =
  | { readonly as: 'question' }
  | { readonly as: 'answer' }
  | { readonly as: 'line'; readonly text: string }
  | ({ readonly as: 'command'; readonly clicked: boolean } & ShellCommand)
  | ({ readonly as: 'edit'; readonly clicked: boolean } & RaoEdit);

/** The items that Rao shows (docs/formats/rao.md, "What Rao shows"). */
export interface Display {
  readonly messages: readonly LogMessage[];
  /** Items by place in the log; none for a hidden message. */
  readonly items: ReadonlyMap<number, readonly DisplayItem[]>;
  /** The place where R stops and shows nothing further; null if it reaches the end. */
  readonly stop: DisplayStop | null;
}

/** A place where R stops; `message` is null if R reaches none. */
export interface DisplayStop {
  readonly message: LogMessage | null;
  readonly why: string;
}

/** Functions that edit files: Erdos has one more. */
const EDITING = { rao: ['edit_file'], erdos: EDIT_CALLS } as const;

/** The display of a folder; a damaged log gives its whole messages. */
export function displayOf(folder: Pick<RaoFolder, 'log' | 'diffs' | 'buttons' | 'format'>): Display {
  const messages = folder.log().messages();
  const items = new Map<number, DisplayItem[]>();
  let at: LogMessage | null = null;
  try {
    const order = sorted(messages);
    const beside = {
      edits: edits(messages, folder.diffs(), EDITING[folder.format()]),
      clicked: clickedButtons(folder.buttons()),
    };
    for (at of order) {
      const here: DisplayItem[] = [];
      items.set(at.index, here);
      for (const each of shownOf(at, beside)) here.push(each);
    }
    return { messages: order, items, stop: null };
  } catch (error) {
    if (!(error instanceof RStops)) throw error;
    return { messages: at === null ? messages : sorted(messages), items, stop: { message: at, why: error.message } };
  }
}

interface DisplayContext {
  readonly edits: Edits;
  readonly clicked: IsClicked;
}

function* shownOf(message: LogMessage, beside: DisplayContext): Generator<DisplayItem> {
  if (message.content !== null && isEmptyContainer(message.field('role'))) throw new RStops('a role is empty');
  if (isShownQuestion(message)) yield { as: 'question' };
  yield* callShown(message, beside);
  if (message.role === 'assistant' && message.content !== null) yield* answerShown(message, beside);
}

function* callShown(message: LogMessage, beside: DisplayContext): Generator<DisplayItem> {
  const value = message.field('function_call');
  const { call } = message;
  if (value !== null && call === null && typeOf(value) !== 'array')
    throw new RStops('a function call is not an object');
  const name = call === null ? null : fieldOf(call.value, 'name');
  if (isEmptyContainer(name)) throw new RStops('the name of a call is empty');
  if (name !== null && itemsOf(name).length > 1) throw new RStops('the name of a call is a list');
  if (call === null || call.name === null) return;
  const line = LINES.get(call.name);
  if (line !== undefined) yield { as: 'line', text: line(argumentsOf(call)) };
  if (!COMMAND_CALLS.has(call.name)) return;
  yield* withButtons({ as: 'command', clicked: false, ...commandOf(message, call) }, message, beside);
}

function* answerShown(message: LogMessage, beside: DisplayContext): Generator<DisplayItem> {
  const edit = beside.edits.of(message);
  if (edit === null) yield { as: 'answer' };
  else if (edit.cancelled) yield { as: 'edit', clicked: false, ...edit };
  else yield* withButtons({ as: 'edit', clicked: false, ...edit }, edit.call, beside);
}

/** Yields the widget before its buttons are known: R draws it first, and may then stop at its buttons. */
function* withButtons(
  widget: Extract<DisplayItem, { clicked: boolean }>,
  { id }: LogMessage,
  beside: DisplayContext,
): Generator<DisplayItem> {
  let used = false;
  try {
    used = beside.clicked(id);
  } catch (error) {
    yield widget;
    throw error;
  }
  yield { ...widget, clicked: used };
}

/** Messages in R's id order: a missing id is 0, and one text makes all text. Throws RStops for an id that R cannot sort. */
function sorted(messages: readonly LogMessage[]): readonly LogMessage[] {
  const keyed = messages.map((message) => ({ message, id: message.id }));
  if (keyed.length > 1 && keyed.some(({ id }) => id.type === 'other')) throw new RStops('an id is an object or a list');
  const asText = keyed.some(({ id }) => id.type === 'text');
  const compare = asText ? byText : byNumber;
  return keyed.sort((a, b) => compare(a.id, b.id)).map(({ message }) => message);
}

function byNumber(a: RaoReference, b: RaoReference): number {
  return numberOf(a) - numberOf(b);
}

function byText(a: RaoReference, b: RaoReference): number {
  const first = textOfReference(a) ?? '0';
  const second = textOfReference(b) ?? '0';
  return first === second ? 0 : first < second ? -1 : 1;
}

function numberOf(id: RaoReference): number {
  return 'number' in id ? id.number : 0;
}

const UNKNOWN = 'unknown';

/** Calls that Rao describes in one line (docs/formats/rao.md, "What Rao shows"). */
const LINES: ReadonlyMap<string, (args: Value | null) => string> = new Map([
  ['find_keyword_context', (args) => `Searched repository for '${argument(args, 'keyword') ?? UNKNOWN}'`],
  [
    'grep_search',
    (args) => `Searched pattern '${shortPattern(comparedArgument(args, 'query') ?? UNKNOWN)}'${patterns(args)}`,
  ],
  ['read_file', (args) => `Read ${fileName(args, 'filename')}`],
  ['view_image', (args) => `Viewed image: ${fileName(args, 'image_path')}`],
  ['search_for_file', (args) => `Searched for files matching '${argument(args, 'query') ?? UNKNOWN}'`],
  [
    'list_dir',
    (args) => `Listed contents of ${folderName(comparedArgument(args, 'relative_workspace_path') ?? UNKNOWN)}`,
  ],
]);

const MAX_LINES = 25;

function shortPattern(pattern: string): string {
  const characters = Array.from(pattern);
  return characters.length > MAX_LINES ? `${characters.slice(0, MAX_LINES).join('')}...` : pattern;
}

function patterns(args: Value | null): string {
  const texts = ['include', 'exclude'].flatMap((which) => {
    const pattern = comparedArgument(args, `${which}_pattern`) ?? '';
    return pattern === '' ? [] : [`${which}: ${pattern}`];
  });
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

function fileName(args: Value | null, name: string): string {
  const path = pathInLine(args, name);
  return path === null ? UNKNOWN : baseNameOf(path);
}

function folderName(path: string): string {
  return path === '.' ? 'the current directory' : path;
}

interface RaoEdit {
  /** The call of the edit, whose id keys the widget. */
  readonly call: LogMessage;
  readonly functionCall: FunctionCall;
  readonly fileName: string;
  readonly text: string;
  readonly cancelled: boolean;
  readonly diff: Diff | null;
}

interface Edits {
  /** The edit of a message; null for a message that is none. Throws RStops where R stops. */
  of(message: LogMessage): RaoEdit | null;
}

const CANCELLED = 'The model chose to cancel the edit.';

function edits(messages: readonly LogMessage[], diffs: Diffs | null, names: readonly string[]): Edits {
  const calls = firstOfEach(messages.filter((message) => names.includes(message.call?.name ?? '')));
  const titleOf = titles(messages, calls, diffs);
  return {
    of: (message) => {
      const call = calls.get(relatedId(message, calls.size > 0)) ?? null;
      return call?.call == null ? null : editOf(message, call, call.call, titleOf);
    },
  };
}

/** The related id as text; empty for none. R unboxes a list of one. */
function relatedId({ relatedTo }: LogMessage, compared: boolean): string {
  if (relatedTo.type !== 'other') return textOfReference(relatedTo) ?? '';
  const [only = null, ...more] = elements(relatedTo.value);
  const id = textOfReference(referenceOf(only));
  if (compared && (id === null || more.length > 0)) throw new RStops('related_to is an object or a list');
  return id ?? '';
}

function editOf(message: LogMessage, call: LogMessage, functionCall: FunctionCall, titleOf: Titles): RaoEdit {
  const path = pathOf(functionCall, argumentsOf(functionCall)) ?? 'unknown';
  if (message.id.type === 'none') throw new RStops('an edit has no id');
  const { fileName, diff } = titleOf(message.id) ?? { fileName: baseNameOf(path), diff: null };
  const text = contentOf(message);
  const cancelled = text === CANCELLED;
  return { call, functionCall, fileName, diff, cancelled, text: cancelled ? text : codeBlock(text, path) };
}

/** The content of an edit as text. R unboxes a list of one text here, too; it stops at other content. */
function contentOf({ content }: LogMessage): string {
  const [only = content, ...more] = elements(content);
  if (only === null || more.length > 0 || textOfReference(referenceOf(only)) === null)
    throw new RStops('the content of an edit is not text');
  return pastedText(only);
}

interface Title {
  readonly fileName: string;
  readonly diff: Diff | null;
}

/** Answers the title for an id; null for none. Throws RStops where R stops. */
type Titles = (id: RaoReference) => Title | null;

/** Makes titles. Rao finds the *first* message of an id, which may not be the edit's. `calls`: file edits by id. */
function titles(messages: readonly LogMessage[], calls: ReadonlyMap<string, LogMessage>, diffs: Diffs | null): Titles {
  const first = firstOfEach(messages);
  const answers = firstOfEach(messages.filter(({ role }) => role === 'assistant'));
  const visibleDiffs = visibleById(diffs);
  const text = (id: RaoReference | undefined): string => (id === undefined ? '' : textOfId(id));
  return (id) => {
    const message = first.get(text(id));
    const name = message?.call?.name ?? '';
    if (message?.call != null && COMMAND_CALLS.has(name))
      return { fileName: commandTitle(name, message.call), diff: null };
    const call = calls.get(text(message?.relatedTo))?.call ?? null;
    if (message?.role !== 'assistant' || call === null) return null;
    const path = pathOf(call, commandArguments(call));
    if (path === null) return null;
    return { fileName: baseNameOf(path), diff: visibleDiffs.get(text(answers.get(text(id))?.relatedTo)) ?? null };
  };
}

function textOfId(id: RaoReference): string {
  const [only = null, ...more] = id.type === 'other' ? elements(id.value) : [];
  return textOfReference(id) ?? (more.length > 0 ? null : textOfReference(referenceOf(only))) ?? '';
}

/** The edited file. Throws RStops for a value that is not a text, like R. */
function pathOf({ name }: FunctionCall, args: Value | null): string | null {
  return pathArgument(args, name === 'search_replace' ? 'file_path' : 'filename');
}

function commandTitle(name: string, call: FunctionCall): string {
  if (name === 'run_file') return runTitle(commandArguments(call));
  return name === 'run_terminal_cmd' ? 'Terminal' : 'Console';
}

function firstOfEach(messages: readonly LogMessage[]): ReadonlyMap<string, LogMessage> {
  const known = new Map<string, LogMessage>();
  for (const message of messages) {
    const id = textOfReference(message.id);
    if (id !== null && !known.has(id)) known.set(id, message);
  }
  return known;
}

function visibleById(diffs: Diffs | null): ReadonlyMap<string, Diff> {
  if (diffs === null || diffs.file.error !== null) return new Map();
  return new Map(diffs.entries.filter(({ hidden }) => !hidden).map((diff) => [diff.name, diff]));
}

/** The code of an edit without its fences, as in Rao's widget. */
export function codeBlock(content: string, fileName: string): string {
  if (content === '') return content;
  if (content.includes('````') || content.includes('```rmd')) return trimws(outerFence(content));
  return trimws(content.includes('```') ? withoutFences(content, fileName) : content);
}

/** The first block between fences of four, because R Markdown contains fences; else the content. */
function outerFence(content: string): string {
  return blockIn(content, '````', null, 0)?.inside ?? content;
}

function withoutFences(content: string, fileName: string): string {
  const language = languageOf(fileName);
  const own = language === null ? content : textOfBlocks(content, language);
  return own === content ? textOfBlocks(content, null) : own;
}

function textOfBlocks(content: string, language: string | null): string {
  let text = '';
  let from = 0;
  for (;;) {
    const block = blockIn(content, '```', language, from);
    if (block === null) return text + content.slice(from);
    text += content.slice(from, block.start) + block.inside;
    from = block.end;
  }
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly inside: string;
}

/** The first block from an offset on: a fence with a language (null for any), a blank rest of the line, and the next fence. */
function blockIn(text: string, fence: string, language: string | null, from: number): Block | null {
  for (let start = text.indexOf(fence, from); start >= 0; start = text.indexOf(fence, start + 1)) {
    const inside = afterHead(text, start + fence.length, language);
    if (inside < 0) continue;
    const close = text.indexOf(fence, inside);
    return close < 0 ? null : { start, end: close + fence.length, inside: text.slice(inside, close) };
  }
  return null;
}

const LETTERS = /[a-zA-Z]*/y;
const LINE_END = /\s*\n/y;

/** Start of a block's inside, after the language and blank lines; -1 for another language. */
function afterHead(text: string, at: number, language: string | null): number {
  LETTERS.lastIndex = at;
  const name = LETTERS.exec(text)?.[0] ?? '';
  if (language !== null && name.toLowerCase() !== language) return -1;
  LINE_END.lastIndex = at + name.length;
  return LINE_END.test(text) ? LINE_END.lastIndex : -1;
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.r$/, 'r'],
  [/\.py$/, 'python'],
  [/\.js$/, 'javascript'],
  [/\.java$/, 'java'],
  [/\.(?:cpp|c)$/, 'cpp'],
  [/\.(?:sh|bash)$/, 'bash'],
  [/\.sql$/, 'sql'],
  [/\.html$/, 'html'],
  [/\.css$/, 'css'],
  [/\.json$/, 'json'],
  [/\.rmd$/, 'rmd'],
];

function languageOf(fileName: string): string | null {
  const name = fileName.toLowerCase();
  return LANGUAGES.find(([ending]) => ending.test(name))?.[1] ?? null;
}
