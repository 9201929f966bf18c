import type { Message, Picture } from '../../model/conversation.ts';
import { parsedJson, unquotedJson } from '../../model/parsed-json.ts';
import { relativeBelow } from '../../model/path.ts';
import { bytesText, countText, MIN_ONE_LINE_WIDTH, numberText, printable, printableLines } from '../text.ts';

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

function editedPath(args: PassedValues): string | null {
  const path = PATHS.map((name) => args[name]).find((value) => typeof value === 'string');
  return typeof path === 'string' ? path : null;
}

export function diffOf(args: PassedValues | null): DiffLine[] {
  if (args === null || !PATHS.some((name) => name in args)) return [];
  const pair = pairIn(args);
  if (pair !== null) return lineDiff(pair);
  const { edits, content } = args;
  if (Array.isArray(edits)) return edits.flatMap((each) => lineDiff(pairIn(each) ?? ['', '']));
  return typeof content === 'string' ? lineDiff(['', content]) : [];
}

function pairIn(value: unknown): readonly [string, string] | null {
  if (typeof value !== 'object' || value === null) return null;
  const args: PassedValues = { ...value };
  for (const [old, now] of PAIRS) {
    const was = args[old];
    const is = args[now];
    if (typeof was === 'string' && typeof is === 'string') return [was, is];
  }
  return null;
}

const CONTEXT_LINES = 2;

function lineDiff([was, is]: readonly [string, string]): DiffLine[] {
  const old = linesIn(was);
  const now = linesIn(is);
  const min = Math.min(old.length, now.length);
  let head = 0;
  while (head < min && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < min - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const line = (sign: DiffLine['sign']) => (text: string) => ({ sign, text });
  return [
    ...old.slice(Math.max(0, head - CONTEXT_LINES), head).map(line(' ')),
    ...old.slice(head, old.length - tail).map(line('-')),
    ...now.slice(head, now.length - tail).map(line('+')),
    ...now.slice(now.length - tail, now.length - tail + CONTEXT_LINES).map(line(' ')),
  ];
}

function linesIn(text: string): string[] {
  return text === '' ? [] : printableLines(text).replace(/\n$/, '').split('\n');
}

interface FileEdit {
  readonly paths: readonly string[];
  readonly lines: readonly DiffLine[];
}

const NO_EDIT: FileEdit = { paths: [], lines: [] };

export function editIn(message: Message): FileEdit {
  if (message.type !== 'tool_call') return NO_EDIT;
  const args = argumentsOf(message);
  const lines = diffOf(args);
  const path = args === null ? null : editedPath(args);
  if (lines.length > 0) return { paths: path === null ? [] : [path], lines };
  return patchIn(message.arguments ?? '');
}

const PATCH_BEGIN = '*** Begin Patch';
const PATCH_END = '*** End Patch';

const FILE = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/;

/** The patch in a call: Codex CLI passes it alone, by name, or among a command's words. */
function patchIn(source: string): FileEdit {
  const at = source.length > MAX_PARSED_LENGTH ? -1 : source.indexOf(PATCH_BEGIN);
  const text = at < 0 ? null : textWith(PATCH_BEGIN, source);
  if (text === null) return NO_EDIT;
  const paths: string[] = [];
  const lines: DiffLine[] = [];
  const begin = text.indexOf(PATCH_BEGIN) + PATCH_BEGIN.length;
  const end = text.indexOf(PATCH_END, begin);
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

function textWith(word: string, source: string): string | null {
  const value = parsedJson(source);
  if (value === undefined) return source;
  const values: unknown[] = [value];
  // The loop also visits values added while it runs.
  for (const each of values) {
    if (typeof each === 'string' && each.includes(word)) return each;
    if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) values.push(inner);
  }
  return null;
}

type PassedValues = Readonly<Record<string, unknown>>;

const MAX_PARSED_LENGTH = 1 << 20;

export function argumentsOf({ arguments: source }: Message): PassedValues | null {
  return source === undefined || source.length > MAX_PARSED_LENGTH ? null : objectIn(source);
}

export function objectIn(text: string): PassedValues | null {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

export function textPassed({ arguments: source = '', text }: Message): string {
  if (source.length > MAX_PARSED_LENGTH || !source.startsWith('"')) return source || (text ?? '');
  return unquotedJson(source) ?? source;
}

/** Names of a call's subject, most informative first. */
const TELLING = [
  'command',
  'cmd',
  'pattern',
  'query',
  'file_path',
  'notebook_path',
  'path',
  'file',
  'filename',
  'url',
  'skill',
  'description',
  'subject',
  'prompt',
  'question',
];

/** Paths are relative to `cwd`. `isEdit`: shown as a diff instead. */
interface BriefOptions {
  readonly cwd: string | null;
  readonly isEdit: boolean;
  /** True for an argument that readers know, which is dropped. Missing: none. */
  isKnown?(name: string, value: unknown): boolean;
}

const FOLDERS: ReadonlySet<string> = new Set(['workdir', 'cwd', 'dir', 'directory', 'dir_path']);

/** True for an argument that repeats the heading or a tool's default. In few columns also a command's purpose. */
export function isKnownArgument(cwd: string | null, columns: number): NonNullable<BriefOptions['isKnown']> {
  return (name, value) => {
    if (name === 'replace_all') return value === false;
    if (name === 'description') return columns < MIN_ONE_LINE_WIDTH;
    return cwd !== null && FOLDERS.has(name) && typeof value === 'string' && value.replace(/(?<=.)\/+$/, '') === cwd;
  };
}

export function callSummary(
  message: Message,
  args: PassedValues | null,
  { cwd, isEdit, isKnown }: BriefOptions,
): string {
  // The program's own words for the call.
  if (message.text) return printable(firstOf(message.text));
  if (args === null) return printable(firstOf(textPassed(message)));
  const names = Object.keys(args).filter(
    (name) => !(isEdit && EDITED.has(name)) && args[name] !== null && args[name] !== '',
  );
  const first = TELLING.find((name) => names.includes(name)) ?? names[0];
  if (first === undefined) return '';
  const others = names
    .filter((name) => name !== first && isKnown?.(name, args[name]) !== true)
    .map((name) => `${name}=${wordOf(args[name], cwd)}`);
  return printable([wordOf(args[first], cwd), ...others].join('  '));
}

const EDITED = new Set(['old_string', 'new_string', 'find', 'replace', 'old_str', 'new_str', 'edits', 'content']);

function wordOf(value: unknown, cwd: string | null): string {
  if (Array.isArray(value)) return value.map((each) => entryOf(each) ?? JSON.stringify(each)).join(' · ');
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  return firstOf((cwd === null ? null : relativeBelow(value, cwd)) ?? value);
}

function entryOf(value: unknown): string | null {
  if (typeof value === 'string') return firstOf(value);
  if (typeof value !== 'object' || value === null) return null;
  const word = new Map(Object.entries(value)).get(SUBJECT_KEYS.find((name) => name in value) ?? '');
  return typeof word === 'string' ? firstOf(word) : null;
}

const SUBJECT_KEYS = ['question', 'content', 'step', 'subject', 'title'];

function firstOf(text: string): string {
  const lines = text.trim().split('\n');
  const [line = ''] = lines;
  return lines.length > 1 ? `${line} … +${countText(lines.length - 1, 'line')}` : line;
}

/** `✓ 214 lines, 3.1 s`, or on failure `✗ exit 2, 1 line`. */
export function resultSummary(
  result: Message,
  { length: lines }: readonly string[] = resultLines(result),
): { readonly isGood: boolean; readonly text: string } {
  const { failed = false, duration = 0, pictures = [], marks = [], before = [] } = result;
  const known = new Set(['error', ...before]);
  const facts = [
    ...(failed ? marks.filter((mark) => !known.has(mark)).map(printable) : []),
    ...(lines === 0 && pictures.length === 0 ? ['no output'] : lines === 0 ? [] : [countText(lines, 'line')]),
    ...pictures.map(pictureText),
    ...(duration >= MIN_SHOWN_DURATION_MS ? [durationText(duration)] : []),
  ];
  return { isGood: !failed, text: `${failed ? '✗' : '✓'} ${facts.join(', ')}` };
}

const MIN_SHOWN_DURATION_MS = 1000;

function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`;
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** Printable lines without image data and terminal colours. */
export function resultLines({ text, words = text ?? '' }: Message): string[] {
  const said = printableLines(words.includes('\u001b[') ? words.replace(COLOURS, '') : words).trimEnd();
  return said === '' ? [] : said.split('\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is asked for them
const COLOURS = /\u001b\[[\d;:]*m/g;

export function picturesIn({ pictures = [] }: Message): string[] {
  return pictures.length === 0 ? ['image'] : pictures.map(pictureText);
}

export function pictureText({ type, width, height, bytes }: Picture): string {
  const [group, form = ''] = (type ?? '').split('/');
  const size = width === null || height === null ? '' : ` ${numberText(width)} x ${numberText(height)}`;
  const facts = [`${printable(form.toUpperCase())}${size}`.trim(), bytes === null ? '' : bytesText(bytes)];
  return [type === null || group === 'image' ? 'image' : 'document', ...facts].filter((fact) => fact !== '').join(', ');
}
