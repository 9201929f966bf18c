import { elements, isString, lexemeOf, sourceOf, textOf, typeOf, type Value } from '../../../codecs/json/value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { contentText, firstPart } from './head.ts';
import type { SaidKind, UnplacedMessage } from './item-words.ts';
import type { Entry } from './record.ts';

export interface UserCommand {
  readonly command: string;
  readonly output: string;
  readonly exit: string | null;
}

const TYPED: SaidKind = { role: 'user', type: 'text' };
const PRINTED: SaidKind = { role: 'tool', type: 'tool_output', name: 'the command' };

export const USER_COMMAND: readonly SaidKind[] = [TYPED, PRINTED];

export function userCommandSaid({ command, output, exit }: UserCommand): UnplacedMessage[] {
  const failed = exit !== null && exit !== '0';
  return [
    { ...TYPED, text: `! ${command}` },
    { ...PRINTED, text: output, ...(failed ? { marks: [`exit ${exit}`], failed } : {}) },
  ];
}

export function isUserCommand(item: Value | null): boolean {
  return textAt(item, 'source') === 'user_shell';
}

/** The command in an item of a turn: the last argument of its shell. */
export function userCommandOf(item: Value | null): UserCommand {
  const last = elements(lastValue(item, 'command')).at(-1) ?? null;
  const code = lastValue(item, 'exit_code');
  return {
    command: isString(last) ? textOf(last) : '',
    output: textAt(item, 'aggregated_output') ?? '',
    exit: code !== null && typeOf(code) === 'number' ? lexemeOf(code) : null,
  };
}

/** The command in an item for the model that repeats one; null for any other item. */
export function userCommandIn({ payloadType, payload }: Pick<Entry, 'payloadType' | 'payload'>): UserCommand | null {
  if (payloadType !== 'message' || !beginsSo(payload)) return null;
  const [, command, exit, output] = REPEATED_COMMAND.exec(contentText(payload)) ?? [];
  if (command === undefined || exit === undefined || output === undefined) return null;
  return { command, output, exit };
}

const REPEATED_COMMAND =
  /^<user_shell_command>\n<command>\n(.*?)\n<\/command>\n<result>\nExit code: (-?\d+)\n(?:Duration: [^\n]*\n)?Output:\n(.*?)\n?<\/result>\n<\/user_shell_command>\s*$/s;

const COMMAND_START = Buffer.from('"<user_shell_command>');

function beginsSo(payload: Value | null): boolean {
  const first = firstPart(payload, 'content');
  return first !== null && COMMAND_START.equals(sourceOf(first).subarray(0, COMMAND_START.length));
}

export function shellLine(words: readonly string[]): string {
  return words.map((word) => (word === '' ? "''" : quoted(word))).join(' ');
}

/** Quotes a word in pieces, each as long as possible: bare, else in single or in double quotes. */
function quoted(word: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < word.length; ) {
    const [bare = '', single = '', double = ''] = QUOTING.map((way) => matchAt(way, word, at));
    const longest = Math.max(bare.length, single.length, double.length);
    const piece = word.slice(at, at + longest);
    if (longest === bare.length) pieces.push(piece);
    else pieces.push(longest === single.length ? `'${piece}'` : `"${piece.replace(/["\\]/g, '\\$&')}"`);
    at += longest;
  }
  return pieces.join('');
}

/** Characters allowed bare, in single quotes, and in double quotes. `^` is allowed only first in single quotes. */
const QUOTING = [/[\w+\-./:@\]]*/y, /\^?[^'\\^]*/y, /[^`$!^]*/y];

function matchAt(way: RegExp, word: string, at: number): string {
  way.lastIndex = at;
  return way.exec(word)?.[0] ?? '';
}
