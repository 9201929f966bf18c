import { isMap, isNode, isScalar, parseDocument } from 'yaml';
import { LF } from '../../../codecs/bytes.ts';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import { appendedLines, replacing } from '../../engine/range-edits.ts';
import { isTime } from './known-types.ts';

/** Contents of `workspace.yaml`: the title of a session, and its folder. */
export interface Workspace {
  readonly cwd: string | null;
  readonly name: string | null;
  /** True if the file is not the YAML of one object: the program lists the session, but does not go on with it. */
  readonly isBroken: boolean;
  /** Members of a wrong type; the program does not go on with such a session either. */
  readonly wrong: readonly string[];
  readonly members: ReadonlyMap<string, Member>;
}

interface Member {
  readonly value: unknown;
  /** Offset in the text, in characters. */
  readonly from: number;
  readonly to: number;
}

/** Members that the program looks at. */
const KINDS = {
  id: 'text',
  cwd: 'text',
  client_name: 'text',
  name: 'text',
  created_at: 'time',
  updated_at: 'time',
  user_named: 'boolean',
  summary_count: 'number',
  fork_count: 'number',
} as const;

/** Control characters other than tabs and line ends; the program refuses them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

export function readWorkspace(bytes: Uint8Array): Workspace {
  const text = Buffer.from(bytes).toString('utf8');
  const members = membersOf(text);
  if (members === null) return { cwd: null, name: null, isBroken: true, wrong: [], members: membersLeft(text) };
  const wrong = wrongMembers(members);
  const textOf = (key: string) => {
    const value = members.get(key)?.value;
    return typeof value === 'string' ? value : null;
  };
  // The program's list ignores a file that is refused.
  const isTaken = wrong.length === 0;
  const [cwd, name] = isTaken ? [textOf('cwd'), textOf('name')?.trim() || null] : [null, null];
  return { cwd, name, isBroken: false, wrong, members };
}

/** Null for invalid YAML, or for a value other than an object. */
function membersOf(text: string): Map<string, Member> | null {
  // The YAML library accepts a byte-order mark, and NUL bytes in a text; the program does not.
  if (CONTROL.test(text) || text.startsWith('\ufeff')) return null;
  const { contents, errors } = parseDocument(text, IN_ONE_PASS);
  if (errors.length > 0 || !isMap(contents)) return null;
  const named = contents.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', value] as const);
  const members = new Map(named.map(([key, value]) => [key, memberOf(value)]));
  // The program refuses a repeated key.
  return members.size < named.length ? null : members;
}

/** With these options the library compares each key with all others, and finds the line of each error from the start of the text. */
const IN_ONE_PASS = { uniqueKeys: false, prettyErrors: false } as const;

function memberOf(value: unknown): Member {
  const [from = 0, to = from] = (isNode(value) ? value.range : null) ?? [];
  return { value: isScalar(value) ? value.value : value, from, to };
}

/** Members of a broken file: read without control characters, else line by line. */
function membersLeft(text: string): Map<string, Member> {
  const members = membersOf(text.replace(/^\ufeff/, '').replaceAll(new RegExp(CONTROL, 'g'), ''));
  const ofLine = (line: string) => (/^\w+: [^\s|>]/.test(line) ? [...(membersOf(line) ?? [])] : []);
  return members ?? new Map(text.split('\n').flatMap(ofLine));
}

/** Members of a type that the program refuses, and a missing id. */
function wrongMembers(members: ReadonlyMap<string, Member>): string[] {
  return Object.entries(KINDS).flatMap(([key, kind]) => {
    const found = members.get(key);
    if (found === undefined) return key === 'id' ? [key] : [];
    return isKind(found.value, kind) ? [] : [key];
  });
}

function isKind(value: unknown, kind: (typeof KINDS)[keyof typeof KINDS]): boolean {
  if (kind === 'text') return typeof value === 'string';
  return kind === 'time' ? typeof value === 'string' && isTime(value) : typeof value === kind;
}

/** Edits that set members in the file; null if the result would not read as such. */
export function setWorkspaceMembers(bytes: Uint8Array, values: Readonly<Record<string, unknown>>): Edit[] | null {
  const members = membersInBytes(bytes);
  const lines: string[] = [];
  const edits = Object.entries(values).flatMap(([key, value]) => {
    const old = members.get(key);
    if (old !== undefined) return [inPlaceOf(old, bytes, JSON.stringify(value))];
    lines.push(`${key}: ${JSON.stringify(value)}\n`);
    return [];
  });
  if (lines.length > 0) {
    const inFlow = flowEnd(bytes);
    const added =
      inFlow === null ? appendedLines(bytes, lines.join('')) : replacing(inFlow, 0, asFlow(lines, bytes, inFlow));
    edits.push(added);
  }
  const made = membersOf(Buffer.from(applyEdits(bytes, edits)).toString('utf8'));
  return Object.entries(values).every(([key, value]) => made?.get(key)?.value === value) ? edits : null;
}

/** Offset of the `}` of an object in braces; null for members on lines. */
function flowEnd(bytes: Uint8Array): number | null {
  const { contents } = parseDocument(Buffer.from(bytes).toString('latin1'), IN_ONE_PASS);
  return isMap(contents) && contents.flow === true ? (contents.range?.[1] ?? 0) - 1 : null;
}

function asFlow(lines: readonly string[], bytes: Uint8Array, end: number): string {
  const before = Buffer.from(bytes.subarray(0, end)).toString('latin1').trimEnd().at(-1);
  const comma = before === '{' || before === ',' ? '' : ', ';
  return `${comma}${lines.map((line) => line.trimEnd()).join(', ')}`;
}

function inPlaceOf({ from, to }: Member, bytes: Uint8Array, json: string): Edit {
  // A block scalar includes its last line end, and an empty value may have no space before it.
  const isBlock = bytes[to - 1] === LF && to > from;
  const [before, after] = [to === from && bytes[from - 1] !== 0x20, to === from && bytes[to] === 0x23];
  const text = `${before ? ' ' : ''}${json}${after ? ' ' : ''}${isBlock ? '\n' : ''}`;
  return { at: from, remove: to - from, insert: Buffer.from(text) };
}

/** Members with the offsets of their bytes: each byte is read as a character, because the syntax of YAML is ASCII. */
function membersInBytes(bytes: Uint8Array): ReadonlyMap<string, Member> {
  return membersOf(Buffer.from(bytes).toString('latin1')) ?? new Map();
}

/** A valid value for each member of the wrong type: its own as text, else a known one. */
export function mendMembers({ wrong }: Workspace, bytes: Uint8Array, known: KnownSession): Record<string, unknown> {
  const members = membersInBytes(bytes);
  const fallback = { text: '', time: EPOCH, boolean: false, number: 0 };
  return Object.fromEntries(
    wrong.map((key) => {
      const kind = KINDS[key as keyof typeof KINDS];
      const { from = 0, to = 0, value = null } = members.get(key) ?? {};
      const lexeme = Buffer.from(bytes.subarray(from, to)).toString('utf8');
      const isText = kind === 'text' && value !== null;
      return [key, isText ? lexeme : (known[key as keyof KnownSession] ?? fallback[kind])];
    }),
  );
}

export interface KnownSession {
  readonly id: string;
  readonly cwd: string | null;
}

const EPOCH = '1970-01-01T00:00:00.000Z';

export function workspaceText(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}

export const UNCHANGEABLE = 'has a workspace.yaml of a form that cannot be changed';
