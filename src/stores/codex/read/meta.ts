import {
  elements,
  fieldAt,
  fieldsOf,
  findFields,
  isArray,
  isInteger,
  isObject,
  isString,
  lastMembers,
  lexemeOf,
  nextOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { isUuid } from '../../../model/ids.ts';
import { isWindowsPath } from '../../../model/path.ts';
import { lastValue } from '../../engine/text-at.ts';

/**
 * True for an accepted value; null means a missing key.
 * Codex CLI treats null as missing and drops invalid values silently, so no reason is given. The engine's schemas give zod's reasons, and
 * their optional members are never null.
 */
export type IsAccepted = (value: Value | null) => boolean;

export const aText: IsAccepted = isString;
export const aList: IsAccepted = isArray;
export const object: IsAccepted = isObject;
export const number: IsAccepted = (value) => value !== null && typeOf(value) === 'number';
export const bool: IsAccepted = (value) => value !== null && ['true', 'false'].includes(typeOf(value));
export const absent: IsAccepted = (value) => value === null;
export const integer: IsAccepted = (value) => value !== null && number(value) && isInteger(value);
export const unsigned: IsAccepted = (value) => value !== null && integer(value) && isInRange(lexemeOf(value));

/** True if a number fits the program's unsigned 64 bits. */
function isInRange(digits: string): boolean {
  return !digits.startsWith('-') && (digits.length < MAX_UNSIGNED.length || BigInt(digits) <= BigInt(MAX_UNSIGNED));
}

const MAX_UNSIGNED = '18446744073709551615';

export function absentOr(taken: IsAccepted): IsAccepted {
  return (value) => value === null || taken(value);
}

export function optionally(taken: IsAccepted): IsAccepted {
  return (value) => value === null || typeOf(value) === 'null' || taken(value);
}

export function oneOf(...words: readonly string[]): IsAccepted {
  const fields = fieldsOf(words);
  return (value) => isString(value) && fieldAt(value.tape, value.at, fields) >= 0;
}

export function anyOf(...all: readonly IsAccepted[]): IsAccepted {
  return (value) => all.some((taken) => taken(value));
}

export function listOf(taken: IsAccepted): IsAccepted {
  return (value) => {
    if (!isArray(value)) return false;
    const { tape, at: list } = value;
    const end = nextOf(value);
    for (let at = list + 1; at < end; at = nextOf({ tape, at })) if (!taken({ tape, at })) return false;
    return true;
  };
}

export function mapOf(taken: IsAccepted): IsAccepted {
  return (value) => isObject(value) && [...lastMembers(value).values()].every(taken);
}

/** Accepts an object with these keys, and any others. Do not nest a result in itself: it reuses one buffer for the places of keys. */
export function objectWith(keys: Readonly<Record<string, IsAccepted>>): IsAccepted {
  const fields = fieldsOf(Object.keys(keys));
  const all = Object.values(keys);
  const found = new Int32Array(all.length);
  return (value) => {
    if (!isObject(value)) return false;
    const { tape } = value;
    findFields(value, fields, found, 'last');
    for (let place = 0; place < all.length; place++) {
      const at = found[place] as number;
      if (!(all[place] as IsAccepted)(at === 0 ? null : { tape, at })) return false;
    }
    return true;
  };
}

/** Accepts an object whose `type` decides which other members it needs. */
export function tagged(kinds: Readonly<Record<string, IsAccepted>>): IsAccepted {
  const tags = fieldsOf(Object.keys(kinds));
  const all = Object.values(kinds);
  return (value) => {
    const tag = lastValue(value, 'type');
    return isString(tag) && all[fieldAt(tag.tape, tag.at, tags)]?.(value) === true;
  };
}

const uuid: IsAccepted = (value) => isString(value) && isUuid(textOf(value));
/** Origin of instructions. */
const provenance = tagged({ model: objectWith({ model: aText }), custom: object });

/** `/root`, or the name of an agent below it. */
const agentPath: IsAccepted = (value) => isString(value) && AGENT_PATH.test(textOf(value));
const AGENT_PATH = /^\/root(?:\/(?!root(?:\/|$))[a-z\d_]+)*$/;
const LARGEST_DEPTH = 0x7fff_ffff;
const depth: IsAccepted = (value) =>
  value !== null && integer(value) && Math.abs(Number(lexemeOf(value))) <= LARGEST_DEPTH;

const spawned = objectWith({
  parent_thread_id: uuid,
  depth,
  agent_path: optionally(agentPath),
  agent_nickname: optionally(aText),
  agent_role: optionally(aText),
});

const anyValue: IsAccepted = (value) => value !== null;
const clientTool = {
  name: aText,
  description: aText,
  inputSchema: anyValue,
  namespace: optionally(aText),
  deferLoading: optionally(bool),
  exposeToContext: optionally(bool),
};
const namedTool = objectWith(clientTool);
/** A client's tool, or several in a namespace; an object without a type is one tool. */
const dynamicTool = anyOf(
  objectWith({ type: absent, ...clientTool }),
  tagged({
    function: namedTool,
    namespace: objectWith({ name: aText, description: aText, tools: listOf(namedTool) }),
  }),
);
const subagent: IsAccepted = anyOf(oneOf('review', 'compact', 'memory_consolidation'), (value) => {
  const [spawn, other] = ['thread_spawn', 'other'].map((key) => lastValue(value, key));
  return spawn !== null ? spawned(spawn ?? null) : aText(other ?? null);
});
const source: IsAccepted = anyOf(aText, (value) => {
  if (!isObject(value)) return false;
  const [custom, internal, sub] = ['custom', 'internal', 'subagent'].map((key) => lastValue(value, key) ?? null);
  return aText(custom ?? null) || internal !== null || subagent(sub ?? null);
});

/** Types of the record that names a thread, by key. Other keys may have any value. */
const META: Readonly<Record<string, IsAccepted>> = {
  id: uuid,
  timestamp: aText,
  cwd: aText,
  originator: aText,
  cli_version: aText,
  session_id: absentOr(uuid),
  forked_from_id: optionally(uuid),
  parent_thread_id: optionally(uuid),
  source: absentOr(source),
  model_provider: optionally(aText),
  instructions: optionally(aText),
  base_instructions: optionally(objectWith({ text: aText, provenance: optionally(provenance) })),
  runtime_workspace_roots: optionally(listOf(aText)),
  dynamic_tools: optionally(listOf(dynamicTool)),
  thread_source: optionally(aText),
  agent_path: optionally(aText),
  agent_nickname: optionally(aText),
  agent_role: optionally(aText),
  subagent_history_start_ordinal: optionally(unsigned),
  multi_agent_version: optionally(oneOf('v1', 'v2', 'disabled')),
  context_window: optionally(objectWith({ window_id: aText })),
  account_scoped: absentOr(bool),
  git: optionally(
    objectWith({ commit_hash: optionally(aText), branch: optionally(aText), repository_url: optionally(aText) }),
  ),
  memory_mode: optionally(aText),
  selected_capability_roots: absentOr(listOf(objectWith({ id: aText, location: objectWith({ type: aText }) }))),
  history_base: optionally(objectWith({ thread_id: uuid, end_ordinal_exclusive: unsigned, end_byte_offset: unsigned })),
};

export function metaFaults(payload: Value | null): string[] {
  if (!isObject(payload)) return ['payload'];
  return Object.entries(META).flatMap(([key, taken]) => (taken(lastValue(payload, key)) ? [] : key));
}

export const ROOTS = 'runtime_workspace_roots';

/** Workspace roots. With a relative one the program refuses to go on; a path of Windows is relative on another system. */
export function rootsIn(payload: Value | null): {
  readonly absolute: readonly string[];
  readonly relative: readonly string[];
} {
  const isOfWindows = isWindowsPath(fieldText(payload, 'cwd') ?? '');
  const isAbsolute = (path: string) => /^(?:\/|~(?:\/|$))/.test(path) || (isOfWindows && isWindowsPath(path));
  const roots = elements(lastValue(payload, ROOTS)).flatMap((root) => (isString(root) ? textOf(root) : []));
  return { absolute: roots.filter(isAbsolute), relative: roots.filter((root) => !isAbsolute(root)) };
}

export interface HistoryBase {
  readonly thread: string;
  /** Bytes of the source that this rollout inherits. */
  readonly bytes: number;
  readonly ordinal: number;
}

export interface Meta {
  readonly id: string;
  readonly timestamp: string;
  readonly cwd: string;
  readonly provider: string | null;
  readonly cliVersion: string;
  readonly branch: string | null;
  /** The address of the repository, which may contain a password. */
  readonly repository: string | null;
  /** A word for where the thread was begun; the program's list filters by it. */
  readonly source: string;
  /** `legacy`, `paginated`, or any other text found there; null for `null`. */
  readonly mode: string | null;
  readonly forkedFrom: string | null;
  readonly parent: string | null;
  /** True if its parent spawned the thread: the program archives and deletes it along. */
  readonly isSpawned: boolean;
  /** True if the spawning version goes on with it only in a session of its parent, and refuses to resume it. */
  readonly isOfParent: boolean;
  readonly base: HistoryBase | null;
  /** Ordinal of a subagent's first own record; those before are its parent's. */
  readonly ownFrom: number;
  /** True if a workspace root makes the program refuse to go on. */
  readonly hasRelativeRoot: boolean;
}

/** Reads a record in which `metaFaults` found no fault. */
export function metaOf(payload: Value): Meta {
  const mode = lastValue(payload, 'history_mode');
  const text = (key: string) => fieldText(payload, key) ?? '';
  const spawner = spawnerIn(lastValue(payload, 'source'));
  return {
    id: text('id').toLowerCase(),
    timestamp: text('timestamp'),
    cwd: text('cwd'),
    provider: fieldText(payload, 'model_provider'),
    cliVersion: text('cli_version'),
    branch: fieldText(lastValue(payload, 'git'), 'branch'),
    repository: fieldText(lastValue(payload, 'git'), 'repository_url'),
    source: sourceWord(lastValue(payload, 'source')),
    mode: mode === null ? 'legacy' : isString(mode) ? textOf(mode) : null,
    forkedFrom: fieldText(payload, 'forked_from_id')?.toLowerCase() ?? null,
    parent: (spawner ?? fieldText(payload, 'parent_thread_id'))?.toLowerCase() ?? null,
    isSpawned: spawner !== null,
    isOfParent: spawner !== null && fieldText(payload, 'multi_agent_version') === 'v2',
    base: baseIn(lastValue(payload, 'history_base')),
    ownFrom: fieldNumber(payload, 'subagent_history_start_ordinal') ?? 0,
    hasRelativeRoot: rootsIn(payload).relative.length > 0,
  };
}

function spawnerIn(source: Value | null): string | null {
  return fieldText(lastValue(lastValue(source, 'subagent'), 'thread_spawn'), 'parent_thread_id');
}

export function baseIn(base: Value | null): HistoryBase | null {
  const thread = fieldText(base, 'thread_id');
  if (thread === null) return null;
  const [bytes = 0, ordinal = 0] = ['end_byte_offset', 'end_ordinal_exclusive'].map(
    (key) => fieldNumber(base, key) ?? 0,
  );
  return { thread: thread.toLowerCase(), bytes, ordinal };
}

/** Sources that the program lists by default. */
export const LISTED_SOURCES: ReadonlySet<string> = new Set(['cli', 'vscode', 'custom:atlas', 'custom:chatgpt']);

function sourceWord(value: Value | null): string {
  if (value === null) return 'vscode';
  if (isString(value)) {
    const word = textOf(value);
    return ['cli', 'vscode', 'exec', 'mcp'].includes(word) ? word : `unknown:${word}`;
  }
  const custom = fieldText(value, 'custom');
  if (custom !== null) return `custom:${custom}`;
  return lastValue(value, 'internal') === null ? 'subagent' : 'internal';
}

export function fieldText(value: Value | null, key: string): string | null {
  const found = lastValue(value, key);
  return isString(found) ? textOf(found) : null;
}

export function fieldNumber(value: Value | null, key: string): number | null {
  const found = lastValue(value, key);
  return found !== null && unsigned(found) ? Number(lexemeOf(found)) : null;
}
