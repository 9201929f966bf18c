import { kindOf, type Value } from '../../../codecs/json/value.ts';
import {
  argument,
  argumentsOf,
  baseNameOf,
  clickedButtons,
  commandOf,
  comparedArgument,
  type IsClicked,
  pathInLine,
  RStops,
  type ShellCommand,
} from './commands.ts';
import { type Edits, edits, type RaoEdit } from './edits.ts';
import { fieldOf, isEmptyContainer, itemsOf, type RaoReference, textOfRef } from './field.ts';
import type { RaoFolder } from './folder.ts';
import { COMMAND_CALLS, EDIT_CALLS, type LogMessage } from './log.ts';
import { isShownQuestion } from './shown.ts';

/** One item that Rao shows for a message; `clicked`: its buttons were used. */
export type DisplayItem =
  | { readonly as: 'question' }
  | { readonly as: 'answer' }
  | { readonly as: 'line'; readonly text: string }
  | ({ readonly as: 'command'; readonly clicked: boolean } & ShellCommand)
  | ({ readonly as: 'edit'; readonly clicked: boolean } & RaoEdit);

/** See docs/formats/rao.md, "What Rao shows". */
export interface Display {
  readonly messages: readonly LogMessage[];
  /** Items by place in the log; none for a hidden message. */
  readonly shown: ReadonlyMap<number, readonly DisplayItem[]>;
  /** The place where R stops and shows nothing further; null if it reaches the end. */
  readonly stop: DisplayStop | null;
}

/** `message` is null if R reaches none. */
export interface DisplayStop {
  readonly message: LogMessage | null;
  readonly why: string;
}

/** Functions that edit files: Erdos has one more. */
const EDITING = { rao: ['edit_file'], erdos: EDIT_CALLS } as const;

/** A damaged log gives its whole messages. */
export function displayOf(folder: Pick<RaoFolder, 'log' | 'diffs' | 'buttons' | 'format'>): Display {
  const messages = folder.log().messages();
  const shown = new Map<number, DisplayItem[]>();
  let at: LogMessage | null = null;
  try {
    const order = sorted(messages);
    const beside = {
      edits: edits(messages, folder.diffs(), EDITING[folder.format()]),
      clicked: clickedButtons(folder.buttons()),
    };
    for (at of order) {
      const here: DisplayItem[] = [];
      shown.set(at.index, here);
      for (const each of shownOf(at, beside)) here.push(each);
    }
    return { messages: order, shown, stop: null };
  } catch (error) {
    if (!(error instanceof RStops)) throw error;
    return { messages: at === null ? messages : sorted(messages), shown, stop: { message: at, why: error.message } };
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
  if (value !== null && call === null && kindOf(value) !== 'array')
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

/** R draws the widget first, and may then stop at its buttons. */
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

/**
 * Messages in R's id order: a missing id is 0, and one text makes all text. Throws Stops for an id that R cannot sort.
 */
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
  const first = textOfRef(a) ?? '0';
  const second = textOfRef(b) ?? '0';
  return first === second ? 0 : first < second ? -1 : 1;
}

function numberOf(id: RaoReference): number {
  return 'number' in id ? id.number : 0;
}

const UNKNOWN = 'unknown';

/** Calls that Rao describes in one line (docs/formats/rao.md, "What Rao shows"). */
const LINES: ReadonlyMap<string, (args: Value | null) => string> = new Map([
  ['find_keyword_context', (args) => `Searched repository for '${argument(args, 'keyword') ?? UNKNOWN}'`],
  ['grep_search', (args) => `Searched pattern '${short(comparedArgument(args, 'query') ?? UNKNOWN)}'${patterns(args)}`],
  ['read_file', (args) => `Read ${fileName(args, 'filename')}`],
  ['view_image', (args) => `Viewed image: ${fileName(args, 'image_path')}`],
  ['search_for_file', (args) => `Searched for files matching '${argument(args, 'query') ?? UNKNOWN}'`],
  [
    'list_dir',
    (args) => `Listed contents of ${folderName(comparedArgument(args, 'relative_workspace_path') ?? UNKNOWN)}`,
  ],
]);

const LONGEST = 25;

function short(pattern: string): string {
  const characters = Array.from(pattern);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}...` : pattern;
}

function patterns(args: Value | null): string {
  const given = ['include', 'exclude'].flatMap((which) => {
    const pattern = comparedArgument(args, `${which}_pattern`) ?? '';
    return pattern === '' ? [] : [`${which}: ${pattern}`];
  });
  return given.length === 0 ? '' : ` (${given.join(', ')})`;
}

function fileName(args: Value | null, name: string): string {
  const path = pathInLine(args, name);
  return path === null ? UNKNOWN : baseNameOf(path);
}

function folderName(path: string): string {
  return path === '.' ? 'the current directory' : path;
}
