import { isMap, isScalar, parseDocument } from 'yaml';
import type { Edit } from '../../../codecs/edit.ts';
import { isTime } from './known-types.ts';

/** What `workspace.yaml` says: the title of a session, and its folder. */
export interface Workspace {
  readonly cwd: string | null;
  readonly name: string | null;
  /** It is not the YAML of one object: the program lists the session, and does not go on with it. */
  readonly isBroken: boolean;
  /** Members of a kind with which it does not go on either. */
  readonly wrong: readonly string[];
  /** In their order; of a broken file those of lines that are YAML by themselves. */
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
  if (members === null) return { cwd: null, name: null, isBroken: true, wrong: [], members: membersOfLines(text) };
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

/** Null for what is no YAML, or no object. */
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
  if (!isScalar(value)) return { value, from: 0, to: 0 };
  const [from = 0, to = from] = value.range ?? [];
  return { value: value.value, from, to };
}

function membersOfLines(text: string): Map<string, Member> {
  return new Map(text.split('\n').flatMap((line) => (/^\w+: \S/.test(line) ? [...(membersOf(line) ?? [])] : [])));
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

/** Edits that give the file members, in the place of those of the same name. */
export function givingMembers(bytes: Uint8Array, given: Readonly<Record<string, unknown>>): Edit[] {
  const members = membersInBytes(bytes);
  const isOpen = bytes.length > 0 && bytes.at(-1) !== 0x0a;
  const lines: string[] = [];
  const edits = Object.entries(given).flatMap(([key, value]) => {
    const old = members.get(key);
    if (old === undefined) {
      lines.push(`${key}: ${JSON.stringify(value)}\n`);
      return [];
    }
    // A block takes its last line end along.
    const end = bytes[old.to - 1] === 0x0a && old.to > old.from ? '\n' : '';
    return [{ at: old.from, remove: old.to - old.from, insert: Buffer.from(`${JSON.stringify(value)}${end}`) }];
  });
  if (lines.length === 0) return edits;
  return [...edits, { at: bytes.length, remove: 0, insert: Buffer.from(`${isOpen ? '\n' : ''}${lines.join('')}`) }];
}

/** Members with the places of their bytes: each byte is taken for a character, because all that is YAML is ASCII. */
function membersInBytes(bytes: Uint8Array): ReadonlyMap<string, Member> {
  return membersOf(Buffer.from(bytes).toString('latin1')) ?? new Map();
}

/** For each member of the wrong kind one that the program takes: of a text what stands there. */
export function mended({ wrong }: Workspace, bytes: Uint8Array, id: string): Record<string, unknown> {
  const members = membersInBytes(bytes);
  const fallback = { text: '', time: EPOCH, boolean: false, number: 0 };
  return Object.fromEntries(
    wrong.map((key) => {
      const kind = KINDS[key as keyof typeof KINDS];
      const { from = 0, to = 0, value = null } = members.get(key) ?? {};
      const lexeme = Buffer.from(bytes.subarray(from, to)).toString('utf8');
      const isText = kind === 'text' && value !== null;
      return [key, isText ? lexeme : key === 'id' ? id : fallback[kind]];
    }),
  );
}

const EPOCH = '1970-01-01T00:00:00.000Z';

/** All of a file that has these members. */
export function workspaceText(given: Readonly<Record<string, unknown>>): string {
  return Object.entries(given)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}
