import type { Message } from '../../model/conversation.ts';
import { printableLines } from '../printable.ts';
import { givenTo } from './call.ts';
import { type DiffLine, diffOf, editedPath } from './diff.ts';

/** Files that a call edits: one, or all in a patch. */
export interface FileEdit {
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
/** Limit of examined arguments. */
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
