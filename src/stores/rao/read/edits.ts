import { elements, type Value } from '../../../codecs/json/value.ts';
import { argumentsOf, baseNameOf, commandArguments, pastedText, pathArgument, RStops, runTitle } from './commands.ts';
import { type FunctionCall, type RaoReference, refOf, textOfRef } from './field.ts';
import type { Diff, Diffs } from './folder.ts';
import { COMMAND_CALLS, type LogMessage } from './log.ts';
import { trimws } from './tables/type-convert.ts';

export interface RaoEdit {
  /** The edit's call, whose id keys the widget. */
  readonly call: LogMessage;
  readonly functionCall: FunctionCall;
  readonly fileName: string;
  readonly text: string;
  readonly cancelled: boolean;
  readonly diff: Diff | null;
}

export interface Edits {
  /** Null for a message that is not an edit. Throws Stops where R stops. */
  of(message: LogMessage): RaoEdit | null;
}

const CANCELLED = 'The model chose to cancel the edit.';

export function edits(messages: readonly LogMessage[], diffs: Diffs | null, names: readonly string[]): Edits {
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
  if (relatedTo.type !== 'other') return textOfRef(relatedTo) ?? '';
  const [only = null, ...more] = elements(relatedTo.value);
  const id = textOfRef(refOf(only));
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

/** R unboxes a list of one text here too. */
function contentOf({ content }: LogMessage): string {
  const [only = content, ...more] = elements(content);
  if (only === null || more.length > 0 || textOfRef(refOf(only)) === null)
    throw new RStops('the content of an edit is not text');
  return pastedText(only);
}

interface Title {
  readonly fileName: string;
  readonly diff: Diff | null;
}

/** Null for none. Throws Stops where R stops. */
type Titles = (id: RaoReference) => Title | null;

/** Rao finds the *first* message of an id, which may not be the edit's. `calls`: file edits by id. */
function titles(messages: readonly LogMessage[], calls: ReadonlyMap<string, LogMessage>, diffs: Diffs | null): Titles {
  const first = firstOfEach(messages);
  const answers = firstOfEach(messages.filter(({ role }) => role === 'assistant'));
  const seen = seenBy(diffs);
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
    return { fileName: baseNameOf(path), diff: seen.get(text(answers.get(text(id))?.relatedTo)) ?? null };
  };
}

function textOfId(id: RaoReference): string {
  const [only = null, ...more] = id.type === 'other' ? elements(id.value) : [];
  return textOfRef(id) ?? (more.length > 0 ? null : textOfRef(refOf(only))) ?? '';
}

/** The edited file. Throws Stops for a value that is not a text, like R. */
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
    const id = textOfRef(message.id);
    if (id !== null && !known.has(id)) known.set(id, message);
  }
  return known;
}

function seenBy(diffs: Diffs | null): ReadonlyMap<string, Diff> {
  if (diffs === null || diffs.file.error !== null) return new Map();
  return new Map(diffs.entries.filter(({ hidden }) => !hidden).map((diff) => [diff.name, diff]));
}

/** The code of an edit without its fences, as in Rao's widget. */
export function codeBlock(content: string, fileName: string): string {
  if (content === '') return content;
  if (content.includes('````') || content.includes('```rmd')) return trimws(outerFence(content));
  return trimws(content.includes('```') ? withoutFences(content, fileName) : content);
}

/** R Markdown contains fences: the first block between fences of four. */
function outerFence(content: string): string {
  return blockIn(content, '````', null, 0)?.inside ?? content;
}

function withoutFences(content: string, fileName: string): string {
  const language = languageOf(fileName);
  const own = language === null ? content : insides(content, language);
  return own === content ? insides(content, null) : own;
}

function insides(content: string, language: string | null): string {
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

/**
 * The first block from an offset on: a fence with a language (null for any), a blank rest of the line, and the next
 * fence.
 */
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
const LINES = /\s*\n/y;

/** Start of a block's inside, after the language and blank lines; -1 for another language. */
function afterHead(text: string, at: number, language: string | null): number {
  LETTERS.lastIndex = at;
  const name = LETTERS.exec(text)?.[0] ?? '';
  if (language !== null && name.toLowerCase() !== language) return -1;
  LINES.lastIndex = at + name.length;
  return LINES.test(text) ? LINES.lastIndex : -1;
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
