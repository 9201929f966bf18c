import { pointersOf } from '../../../codecs/json/pointer.ts';
import {
  elements,
  isObject,
  isString,
  isTrue,
  quote,
  sourceOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import {
  type Message,
  NOTHING_BESIDE,
  type Picture,
  type Role,
  type Section,
  type Transcript,
} from '../../../model/conversation.ts';
import { pictureFrom } from '../../engine/image.ts';
import { argument, commandArguments, RStops } from './commands.ts';
import { type Display, type DisplayItem, type DisplayStop, displayOf } from './display.ts';
import { type FunctionCall, fieldOf, textOfReference } from './field.ts';
import { type Diff, isFlagged, linesOfType, type RaoFolder } from './folder.ts';
import type { LogMessage } from './log.ts';
import { type CommandOutcome, hasImage, imagesIn, outcomeIn, outcomesOf } from './shown.ts';

/**
 * A conversation in Rao's order; messages Rao does not show are hidden. A damaged one gives its whole parts. A message
 * that is both call and text appears twice.
 */
export function raoTranscript(folder: RaoFolder): Transcript {
  const drawn = displayOf(folder);
  const pointerOf = placesIn(folder, drawn.messages);
  const outcomeOf = outcomesOf(drawn.messages);
  return {
    messages: {
      *[Symbol.iterator]() {
        let index = 0;
        for (const message of drawn.messages) {
          const at = pointerOf(message);
          for (const said of saidOf(message, drawn.items.get(message.index) ?? [], outcomeOf))
            yield { index: index++, at, ...said };
        }
      },
    },
    ...NOTHING_BESIDE,
    metadata: { source: 'null' },
    ...sectionsOf(drawn),
  };
}

/** JSON pointers of messages; a log that is an object has them under keys. */
function placesIn(folder: RaoFolder, messages: readonly LogMessage[]): (message: LogMessage) => string {
  if (folder.log().rootKind === 'array') return ({ index }) => `/${index}`;
  const pointers = pointersOf(messages.map(({ value }) => value));
  return ({ value }) => pointers.get(value.at) ?? '';
}

function sectionsOf({ stop }: Display): Pick<Transcript, 'sections'> {
  return stop === null ? {} : { sections: [stopSection(stop)] };
}

/** The section that explains why the rest is hidden: Rao draws nothing after an error. */
function stopSection({ message, why }: DisplayStop): Section {
  const where = message === null ? 'before the first message' : `at /${message.index}`;
  return {
    key: 'display',
    title: 'display',
    value: { source: `{"stops":${quote(where)},"because":${quote(why)}}` },
    lines: [`Rao stops ${where}: ${why}. What it does not get to is hidden (--all).`],
  };
}

type UnplacedMessage = Omit<Message, 'index' | 'at'>;

/** The items that Rao shows, or else the whole message as hidden. */
function saidOf(
  message: LogMessage,
  items: readonly DisplayItem[],
  outcomeOf: CommandOutcomes,
): readonly UnplacedMessage[] {
  const about = aboutOf(message);
  if (items.length === 0) return [{ ...about, ...unshownBody(message), hidden: true }];
  return items.map((each) => ({ ...about, ...bodyOf(message, each, outcomeOf), hidden: false }));
}

type Body = Pick<UnplacedMessage, 'role' | 'type' | 'text'> & Partial<UnplacedMessage>;

type CommandOutcomes = ReturnType<typeof outcomesOf>;

function bodyOf(message: LogMessage, item: DisplayItem, outcomeOf: CommandOutcomes): Body {
  switch (item.as) {
    case 'question':
    case 'answer':
      return { role: item.as === 'question' ? 'user' : 'assistant', type: 'text', text: prose(message.content) };
    case 'line':
      return { role: 'assistant', type: 'tool_call', text: item.text, ...callMembers(message.call) };
    case 'command':
      return {
        role: 'assistant',
        type: 'tool_call',
        text: item.command,
        ...callMembers(message.call),
        ...marksMember([item.explanation, outcomeOf(message) ?? '', item.clicked ? CLICKED : '']),
      };
    case 'edit':
      return { ...editBody(item, outcomeOf(item.call)) };
  }
}

const CLICKED = 'buttons clicked';

/** The body of an edit: the model's code as text. Its call comes before it, hidden. */
function editBody(
  { functionCall, fileName, cancelled, clicked, diff, text }: Extract<DisplayItem, { as: 'edit' }>,
  outcome: CommandOutcome | null,
): Body {
  const { arguments: _, ...named } = callMembers(functionCall);
  const what = `edits ${fileName}`;
  const marks = cancelled
    ? [`${what}: cancelled`]
    : [what, outcome ?? '', editMode(functionCall, diff), lineCounts(diff), clicked ? CLICKED : ''];
  return { role: 'assistant', type: 'text', text, ...named, ...marksMember(marks) };
}

/** Counts of lines in a diff; Rao omits two zeros. */
function lineCounts(diff: Diff | null): string {
  if (diff === null) return '';
  const added = linesOfType(diff, 'added');
  const deleted = linesOfType(diff, 'deleted');
  return added + deleted === 0 ? '' : `+${added} -${deleted}`;
}

function marksMember(marks: readonly string[]): Pick<UnplacedMessage, 'marks'> {
  const filled = marks.filter((mark) => mark !== '');
  return filled.length === 0 ? {} : { marks: filled };
}

/** The body of a message that Rao hides: outputs, its own messages in the person's name, plots, calls without a widget. */
function unshownBody(message: LogMessage): Body {
  const { call, content } = message;
  if (message.isOutput) return outputBody(message);
  if (call !== null) return { role: 'assistant', type: 'tool_call', text: null, ...callMembers(call) };
  if (!message.isObject) return { role: null, type: 'other', text: source(message.value) };
  const role = ROLES.get(message.role ?? '') ?? null;
  const known = role === null || message.role === role ? {} : marksMember([message.role ?? '']);
  if (content === null) return { role, type: 'other', text: null, ...known };
  if (!hasImage(content)) return { role, type: 'text', text: prose(content), ...known };
  return { role, type: 'image', text: prose(content), pictures: imagesIn(content).map(pictureAt), ...known };
}

function pictureAt(address: string): Picture {
  const [, type = null, base64 = null] = /^data:([\w.+/-]+);base64,([A-Za-z\d+/=\s]*)$/.exec(address) ?? [];
  return pictureFrom(base64 === null ? null : base64.replace(/\s+/g, ''), type);
}

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
]);

function outputBody(message: LogMessage): Body {
  const output = message.field('output');
  const { callId } = message;
  const text = output === null ? '' : isString(output) ? textOf(output) : source(output);
  const outcome = outcomeIn(output);
  return {
    role: 'tool',
    type: 'tool_output',
    text,
    ...(callId === null ? {} : { callId }),
    ...(outcome === null ? {} : { marks: [outcome], ...(outcome === 'pending' ? {} : { failed: true }) }),
  };
}

function callMembers(call: FunctionCall | null): Pick<UnplacedMessage, 'name' | 'callId' | 'arguments'> {
  if (call === null) return {};
  const { name, callId } = call;
  const args = call.arguments;
  return {
    ...(name === null ? {} : { name }),
    ...(callId === null ? {} : { callId }),
    ...(args === null ? {} : { arguments: isString(args) ? textOf(args) : source(args) }),
  };
}

function aboutOf(message: LogMessage): Pick<UnplacedMessage, 'id' | 'relatedTo' | 'cancelled' | 'partial' | 'time'> {
  const id = textOfReference(message.id);
  const relatedTo = textOfReference(message.relatedTo);
  const { time } = message;
  return {
    ...(id === null ? {} : { id }),
    ...(relatedTo === null ? {} : { relatedTo }),
    ...(isTrue(message.field('cancelled')) ? { cancelled: true } : {}),
    ...(isTrue(message.field('partial_content')) ? { partial: true } : {}),
    ...(time === null ? {} : { time }),
  };
}

function prose(content: Value | null): string | null {
  if (content === null) return null;
  if (isString(content)) return textOf(content);
  const texts = elements(content).map(partText);
  return texts.length === 0 || texts.includes(null) ? source(content) : texts.filter((text) => text !== '').join('\n');
}

function partText(part: Value): string | null {
  const text = isObject(part) ? fieldOf(part, 'text') : null;
  if (isString(text)) return textOf(text);
  return isObject(part) && fieldOf(part, 'image_url') !== null ? '' : null;
}

function source(value: Value): string {
  return Buffer.from(sourceOf(value)).toString();
}

/** The place of an edit: `lines 3-7`, `at the end`; empty if not recorded. */
function editMode(call: FunctionCall, diff: Diff | null): string {
  const args = argumentsOrNull(call);
  const insert = argument(args, 'insert_line');
  const start = argument(args, 'start_line');
  const end = argument(args, 'end_line');
  const keyword = argument(args, 'keyword');
  if (insert !== null) return insert === '0' ? AT_START : `after line ${insert}`;
  if (start !== null && end !== null) return `lines ${start}-${end}`;
  if (keyword === 'start' || isFlagged(diff, 'is_start_edit')) return AT_START;
  if (keyword === 'end' || isFlagged(diff, 'is_end_edit')) return 'at the end';
  return keyword === null || keyword === argument(args, 'filename') ? '' : `in place of ${keyword}`;
}

const AT_START = 'at the start';

function argumentsOrNull(call: FunctionCall): ReturnType<typeof commandArguments> {
  try {
    return commandArguments(call);
  } catch (error) {
    if (error instanceof RStops) return null;
    throw error;
  }
}
