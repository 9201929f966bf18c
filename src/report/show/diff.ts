import { printableLines } from '../printable.ts';
import type { PassedValues } from './call.ts';

export interface DiffLine {
  readonly sign: '-' | '+' | ' ';
  readonly text: string;
}

/** Argument names of old and new text. */
const PAIRS = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['find', 'replace'],
] as const;

const PATHS = ['file_path', 'path', 'filename', 'file', 'notebook_path'];

/** Null if unnamed. */
export function editedPath(given: PassedValues): string | null {
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

/** Unchanged lines around a change. */
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
