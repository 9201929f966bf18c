import { isMap, isNode, isScalar, parseDocument } from 'yaml';
import { LF } from '../../../codecs/bytes.ts';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import { appendedLines, replacing } from '../../engine/range-edits.ts';
import { isTime } from './known-types.ts';

/** Contents of `workspace.yaml`: the title of a session, and its folder. */
export interface Workspace {
  readonly cwd: string | null;
  readonly name: string | null;
  /** It is not the YAML of one object: the program lists the session, and does not go on with it. */
  readonly isBroken: boolean;
  /** Members of a kind with which it does not go on either. */
  readonly wrong: readonly string[];
  readonly members: ReadonlyMap<string, Member>;
}

interface Member {
  readonly value: unknown;
  /** Characters of the text that was read. */
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

/** Control characters; the program takes tabs and line ends alone. */
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
  // The list takes nothing of a file that is refused.
  const isTaken = wrong.length === 0;
  const [cwd, name] = isTaken ? [textOf('cwd'), textOf('name')?.trim() || null] : [null, null];
  return { cwd, name, isBroken: false, wrong, members };
}

/** Null for invalid YAML, or another value than an object. */
function membersOf(text: string): Map<string, Member> | null {
  // The library takes a byte-order mark, and NUL bytes in a text.
  if (CONTROL.test(text) || text.startsWith('\ufeff')) return null;
  const { contents, errors } = parseDocument(text, IN_ONE_PASS);
  if (errors.length > 0 || !isMap(contents)) return null;
  const named = contents.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', value] as const);
  const members = new Map(named.map(([key, value]) => [key, memberOf(value)]));
  // The program refuses a key that is there twice.
  return members.size < named.length ? null : members;
}

/** Each key is compared with all others otherwise, and the line of each error looked for from the start. */
const IN_ONE_PASS = { uniqueKeys: false, prettyErrors: false } as const;

function memberOf(value: unknown): Member {
  const [from = 0, to = from] = (isNode(value) ? value.range : null) ?? [];
  return { value: isScalar(value) ? value.value : value, from, to };
}

/** Members of a broken file: without refused characters, else those of each line that is YAML. */
function membersLeft(text: string): Map<string, Member> {
  const left = membersOf(text.replace(/^\ufeff/, '').replaceAll(new RegExp(CONTROL, 'g'), ''));
  const ofLine = (line: string) => (/^\w+: [^\s|>]/.test(line) ? [...(membersOf(line) ?? [])] : []);
  return left ?? new Map(text.split('\n').flatMap(ofLine));
}

/** Members of a kind that the program does not take; the id has to be there. */
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

/** Edits that give the file members, in the place of those of the same name; null where it would not be read so. */
export function setWorkspaceMembers(bytes: Uint8Array, given: Readonly<Record<string, unknown>>): Edit[] | null {
  const members = membersInBytes(bytes);
  const lines: string[] = [];
  const edits = Object.entries(given).flatMap(([key, value]) => {
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
  return Object.entries(given).every(([key, value]) => made?.get(key)?.value === value) ? edits : null;
}

/** Where an object in braces ends; null for members on lines. */
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
  // A block takes its last line end along, and a value that is empty may have no space around it.
  const isBlock = bytes[to - 1] === LF && to > from;
  const [before, after] = [to === from && bytes[from - 1] !== 0x20, to === from && bytes[to] === 0x23];
  const text = `${before ? ' ' : ''}${json}${after ? ' ' : ''}${isBlock ? '\n' : ''}`;
  return { at: from, remove: to - from, insert: Buffer.from(text) };
}

/** Members with the places of their bytes: each byte is taken for a character, because all that is YAML is ASCII. */
function membersInBytes(bytes: Uint8Array): ReadonlyMap<string, Member> {
  return membersOf(Buffer.from(bytes).toString('latin1')) ?? new Map();
}

/** A value that the program takes for each member of the wrong type: a text's own, else a known one. */
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

export function workspaceText(given: Readonly<Record<string, unknown>>): string {
  return Object.entries(given)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}

export const UNCHANGEABLE = 'has a workspace.yaml of a form that cannot be changed';
