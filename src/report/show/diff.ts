import type { Message } from '../../model/conversation.ts';
import { printableLines } from '../printable.ts';
import { givenTo, type PassedValues } from './call.ts';

export interface DiffLine {
  readonly sign: '-' | '+' | ' ';
  readonly text: string;
}

const PAIRS = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['find', 'replace'],
] as const;

const PATHS = ['file_path', 'path', 'filename', 'file', 'notebook_path'];

/** Null if unnamed. */
function editedPath(given: PassedValues): string | null {
  const path = PATHS.map((name) => given[name]).find((value) => typeof value === 'string');
  return typeof path === 'string' ? path : null;
}

/** Empty if it is not an edit. */
export function diffOf(given: PassedValues | null): DiffLine[] {
  if (given === null || !PATHS.some((name) => name in given)) return [];
  const pair = pairIn(given);
  if (pair !== null) return between(pair);
  const { edits, content } = given;
  if (Array.isArray(edits)) return edits.flatMap((each) => between(pairIn(each) ?? ['', '']));
  return typeof content === 'string' ? between(['', content]) : [];
}

function pairIn(value: unknown): readonly [string, string] | null {
  if (typeof value !== 'object' || value === null) return null;
  const given: PassedValues = { ...value };
  for (const [old, now] of PAIRS) {
    const [was, is] = [given[old], given[now]];
    if (typeof was === 'string' && typeof is === 'string') return [was, is];
  }
  return null;
}

const AROUND = 2;

/** Common lines at both ends become context. */
function between([was, is]: readonly [string, string]): DiffLine[] {
  const [old, now] = [linesIn(was), linesIn(is)];
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const line = (sign: DiffLine['sign']) => (text: string) => ({ sign, text });
  return [
    ...old.slice(Math.max(0, head - AROUND), head).map(line(' ')),
    ...old.slice(head, old.length - tail).map(line('-')),
    ...now.slice(head, now.length - tail).map(line('+')),
    ...now.slice(now.length - tail, now.length - tail + AROUND).map(line(' ')),
  ];
}

function linesIn(text: string): string[] {
  return text === '' ? [] : printableLines(text).replace(/\n$/, '').split('\n');
}

/** Files that a call edits: one, or all in a patch. */
interface FileEdit {
  readonly paths: readonly string[];
  readonly lines: readonly DiffLine[];
}

const NONE: FileEdit = { paths: [], lines: [] };

/** Without lines for other calls. */
export function editIn(message: Message): FileEdit {
  if (message.type !== 'tool_call') return NONE;
  const given = givenTo(message);
  const lines = diffOf(given);
  const path = given === null ? null : editedPath(given);
  if (lines.length > 0) return { paths: path === null ? [] : [path], lines };
  return patchIn(message.arguments ?? '');
}

const [BEGIN, END] = ['*** Begin Patch', '*** End Patch'];
const LONGEST = 1 << 20;
const FILE = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/;

/** Codex CLI passes a patch alone, by name, or among a command's words. */
function patchIn(source: string): FileEdit {
  const at = source.length > LONGEST ? -1 : source.indexOf(BEGIN);
  const text = at < 0 ? null : textWith(BEGIN, source);
  if (text === null) return NONE;
  const paths: string[] = [];
  const lines: DiffLine[] = [];
  const begin = text.indexOf(BEGIN) + BEGIN.length;
  const end = text.indexOf(END, begin);
  const patch = text.slice(begin, end < 0 ? text.length : end);
  for (const line of printableLines(patch).trim().split('\n')) {
    const path = FILE.exec(line)?.[1];
    if (path !== undefined) paths.push(path);
    const [sign = ''] = line;
    if (sign === '+' || sign === '-' || sign === ' ') lines.push({ sign, text: line.slice(1) });
    else lines.push({ sign: ' ', text: line });
  }
  return { paths: [...new Set(paths)], lines };
}

/** First string with the word; null if none. */
function textWith(word: string, source: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return source;
  }
  const values: unknown[] = [value];
  for (let next = values.shift(); next !== undefined; next = values.shift()) {
    if (typeof next === 'string' && next.includes(word)) return next;
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) values.push(each);
  }
  return null;
}
