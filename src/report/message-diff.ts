import {
  type DiffSide,
  firstAsked,
  isDifferent,
  type Message,
  type MessageDiff,
  type MessageType,
} from '../model/conversation.ts';
import { idWord } from '../model/ids.ts';
import { placeLine } from './grep.ts';
import { conversationJson, documentJson, type Json, jsonText, messageJson } from './json-text.ts';
import { type ReaderPlace, withTilde } from './list/headings.ts';
import { titleText } from './list/title.ts';
import type { Paint, Screen } from './paint.ts';
import { argumentsOf, callSummary, diffOf, pictureText, resultLines } from './show/call.ts';
import { foldedLines } from './show/styled.ts';
import { clipStart, clipTo, countText, entriesText, numberText, printable, wrap, wrapLine } from './text.ts';
import type { Clock } from './time.ts';

export interface DiffScreen extends Screen {
  readonly clock: Clock | null;
  readonly around: ReaderPlace;
  readonly full: boolean;
  readonly stat: boolean;
  idOf(id: string): string;
}

type Sides = readonly [first: DiffSide, second: DiffSide];

/** Messages of one side only, in their order, with counts of matching ones between them. */
export function* diffText(sides: Sides, diff: MessageDiff, screen: DiffScreen): Generator<string> {
  const { paint, width } = screen;
  const [first, second] = sides;
  const isOneName = nameOf(first, screen) === nameOf(second, screen);
  yield* sideText(first, '-', isOneName, screen);
  yield* sideText(second, '+', isOneName, screen);
  yield '';
  if (!screen.stat && isDifferent(diff)) {
    yield* messagesText(sides, diff, screen);
    yield '';
  }
  const order = diff.isReordered ? ', in a different order' : '';
  const both = `${entriesText(diff.matches.size)} in both${order}`;
  const [one, other] = isOneName ? ['the first', 'the second'] : [nameOf(first, screen), nameOf(second, screen)];
  const lacking = [
    lackText(first, { only: diff.onlyInFirst, hidden: diff.hiddenInSecond, has: one, lacks: other }),
    lackText(second, { only: diff.onlyInSecond, hidden: diff.hiddenInFirst, has: other, lacks: one }),
  ];
  const lines = isDifferent(diff) ? [...lacking, both] : [`no difference: ${both}`];
  yield* lines.flatMap((line) => wrap(line, 0, { width, hang: 2 }));
  if (diff.hidden > 0)
    yield* wrap(`${entriesText(diff.hidden, 'hidden ')} not compared (--all)`, 0, { width, hang: 2 }).map(paint.faint);
}

function nameOf({ conversation: { id, earlier }, state }: DiffSide, { idOf }: DiffScreen): string {
  const word = printable(idWord({ id: idOf(id), earlier }));
  return state === null ? word : `${word} ${state}`;
}

/** `isOneName`: both sides have this name, and differ in their paths. */
function* sideText(side: DiffSide, sign: Sign, isOneName: boolean, screen: DiffScreen): Generator<string> {
  const { conversation } = side;
  const { paint, width } = screen;
  const name = nameOf(side, screen);
  const { title: ownTitle, asked = null } = conversation;
  const title =
    titleText({ title: ownTitle, asked: asked ?? (ownTitle === null ? firstAsked(side) : null) }) || '(no title)';
  yield colorOf(sign, paint)(clipTo(`${sign} ${name}  ${title}`, width));
  const place = isOneName
    ? clipStart(withTilde(conversation.path, screen.around), width - 2)
    : placeLine(conversation, '', { ...screen, width: width - 2 }).replace(/^ · /, '');
  if (side.state === null) yield paint.faint(clipTo(`  ${place}`, width));
}

type Sign = '-' | '+';

function colorOf(sign: Sign, paint: Paint): (text: string) => string {
  return sign === '-' ? paint.removed : paint.good;
}

interface LackingMessages {
  readonly only: ReadonlySet<number>;
  /** Number of these messages that the other side has hidden. */
  readonly hidden: number;
  readonly has: string;
  readonly lacks: string;
}

function lackText(side: DiffSide, { only, hidden, has, lacks }: LackingMessages): string {
  if (only.size === 0) return `nothing in ${has} that ${lacks} lacks`;
  const types = new Map<MessageType, number>();
  for (const { index, type } of side.messages) if (only.has(index)) types.set(type, (types.get(type) ?? 0) + 1);
  const counts = [...types].map(([type, count]) => countText(count, TYPES[type]));
  const beside =
    hidden === 0 ? '' : `; ${lacks} has ${numberText(hidden)} of them, but hidden (--all compares those too)`;
  return `${counts.join(', ')} in ${has} that ${lacks} lacks${beside}`;
}

const TYPES: Readonly<Record<MessageType, string>> = {
  text: 'text',
  tool_call: 'call',
  tool_output: 'result',
  reasoning: 'thought',
  image: 'image',
  other: 'other message',
};

/** Merges both in one pass: messages of the second come before the next match of the first. */
function* messagesText([first, second]: Sides, diff: MessageDiff, screen: DiffScreen): Generator<string> {
  const { matches, onlyInFirst, onlyInSecond } = diff;
  const inSecond = second.messages[Symbol.iterator]();
  let at = -1;
  let both = 0;
  const between = function* (): Generator<string> {
    if (both > 0) yield screen.paint.faint(`  ${numberText(both)} in both`);
    both = 0;
  };
  const secondUpTo = function* (until: number): Generator<string> {
    while (at < until) {
      const { done, value } = inSecond.next();
      if (done === true) return;
      at = value.index;
      if (onlyInSecond.has(at)) {
        yield* between();
        yield* messageText(value, '+', screen);
      }
    }
  };
  for (const message of first.messages) {
    const match = matches.get(message.index);
    if (match !== undefined) {
      yield* secondUpTo(match - 1);
      both++;
    } else if (onlyInFirst.has(message.index)) {
      yield* between();
      yield* messageText(message, '-', screen);
    }
  }
  yield* between();
  yield* secondUpTo(Number.POSITIVE_INFINITY);
}

const INDENT = 6;

function* messageText(message: Message, sign: Sign, { paint, width, full }: DiffScreen): Generator<string> {
  const color = colorOf(sign, paint);
  const { index, role, type, name = '', hidden } = message;
  const who = type === 'tool_call' ? printable(name) : type === 'reasoning' ? 'thinking' : (role ?? 'other');
  yield color(`${sign} [${index}] ${hidden ? `${who}, hidden` : who}`);
  const lines = linesOf(message, full).flatMap((line) => wrapLine(line, width - INDENT));
  for (const line of foldedLines(lines, full)) yield color(`${sign}${' '.repeat(INDENT - 1)}${line}`.trimEnd());
}

function linesOf(message: Message, full: boolean): readonly string[] {
  const { type, pictures = [] } = message;
  if (type === 'tool_call' && !full) {
    const args = argumentsOf(message);
    const edited = diffOf(args);
    const brief = callSummary(message, args, { cwd: null, isEdit: edited.length > 0 });
    return [...(brief === '' ? [] : [brief]), ...edited.map(({ sign, text }) => `${sign} ${text}`)];
  }
  const said = resultLines(type === 'tool_call' ? { ...message, text: message.arguments ?? message.text } : message);
  return [...said, ...pictures.map(pictureText)];
}

export function* diffJson(sides: Sides, diff: MessageDiff, stat: boolean): Generator<string> {
  const [first, second] = sides.map(
    ({ conversation, state }): Json => ({ ...conversationJson(withoutMain(conversation)), asOf: state }),
  );
  const counts = {
    inBoth: diff.matches.size,
    onlyInFirst: diff.onlyInFirst.size,
    onlyInSecond: diff.onlyInSecond.size,
  };
  const about = { first, second, counts, sameOrder: !diff.isReordered, hidden: diff.hidden };
  const head = documentJson('diff', about);
  if (stat) {
    yield `${head}\n`;
    return;
  }
  yield head.slice(0, -1);
  for (const [key, { messages }, only] of [
    ['onlyInFirst', sides[0], diff.onlyInFirst],
    ['onlyInSecond', sides[1], diff.onlyInSecond],
  ] as const) {
    let comma = `,"${key}":[`;
    for (const message of messages)
      if (only.has(message.index)) {
        yield comma + jsonText(messageJson(message, true));
        comma = ',';
      }
    yield comma === ',' ? ']' : `${comma}]`;
  }
  yield '}\n';
}

function withoutMain({ main: _, ...conversation }: DiffSide['conversation']): DiffSide['conversation'] {
  return conversation;
}
