import { elements, isObject, isString, isTrue, lexemeOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { isUuid } from '../../../model/ids.ts';
import { isWindowsPath } from '../../../model/path.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import {
  absent,
  absentOr,
  anyOf,
  aText,
  bool,
  type IsAccepted,
  integer,
  listOf,
  object,
  objectWith,
  oneOf,
  optionally,
  tagged,
  unsigned,
} from './accepted.ts';

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
  attached_thread: absentOr(bool),
  git: optionally(
    objectWith({ commit_hash: optionally(aText), branch: optionally(aText), repository_url: optionally(aText) }),
  ),
  memory_mode: optionally(aText),
  selected_capability_roots: absentOr(listOf(objectWith({ id: aText, location: objectWith({ type: aText }) }))),
  history_base: optionally(objectWith({ thread_id: uuid, end_ordinal_exclusive: unsigned, end_byte_offset: unsigned })),
};

export function metaFaults(payload: Value | null): string[] {
  if (!isObject(payload)) return ['payload'];
  return Object.entries(META).flatMap(([key, accepts]) => (accepts(lastValue(payload, key)) ? [] : key));
}

export const ROOTS = 'runtime_workspace_roots';

/** Workspace roots. With a relative one the program refuses to go on; a path of Windows is relative on another system. */
export function rootsIn(payload: Value | null): {
  readonly absolute: readonly string[];
  readonly relative: readonly string[];
} {
  const isOfWindows = isWindowsPath(textAt(payload, 'cwd') ?? '');
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
  /** A fork that the program keeps with its source, and leaves out of its lists. */
  readonly isAttached: boolean;
  readonly base: HistoryBase | null;
  /** Ordinal of a subagent's first own record; those before are its parent's. */
  readonly ownFrom: number;
  /** True if a workspace root makes the program refuse to go on. */
  readonly hasRelativeRoot: boolean;
}

/** Reads a record in which `metaFaults` found no fault. */
export function metaOf(payload: Value): Meta {
  const mode = lastValue(payload, 'history_mode');
  const text = (key: string) => textAt(payload, key) ?? '';
  const spawner = spawnerIn(lastValue(payload, 'source'));
  return {
    id: text('id').toLowerCase(),
    timestamp: text('timestamp'),
    cwd: text('cwd'),
    provider: textAt(payload, 'model_provider'),
    cliVersion: text('cli_version'),
    branch: textAt(lastValue(payload, 'git'), 'branch'),
    repository: textAt(lastValue(payload, 'git'), 'repository_url'),
    source: sourceWord(lastValue(payload, 'source')),
    mode: mode === null ? 'legacy' : isString(mode) ? textOf(mode) : null,
    forkedFrom: textAt(payload, 'forked_from_id')?.toLowerCase() ?? null,
    parent: (spawner ?? textAt(payload, 'parent_thread_id'))?.toLowerCase() ?? null,
    isSpawned: spawner !== null,
    isOfParent: spawner !== null && textAt(payload, 'multi_agent_version') === 'v2',
    isAttached: isTrue(lastValue(payload, 'attached_thread')) && textAt(payload, 'forked_from_id') !== null,
    base: baseIn(lastValue(payload, 'history_base')),
    ownFrom: fieldNumber(payload, 'subagent_history_start_ordinal') ?? 0,
    hasRelativeRoot: rootsIn(payload).relative.length > 0,
  };
}

function spawnerIn(source: Value | null): string | null {
  return textAt(lastValue(lastValue(source, 'subagent'), 'thread_spawn'), 'parent_thread_id');
}

export function baseIn(base: Value | null): HistoryBase | null {
  const thread = textAt(base, 'thread_id');
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
  const custom = textAt(value, 'custom');
  if (custom !== null) return `custom:${custom}`;
  return lastValue(value, 'internal') === null ? 'subagent' : 'internal';
}

export function fieldNumber(value: Value | null, key: string): number | null {
  const found = lastValue(value, key);
  return found !== null && unsigned(found) ? Number(lexemeOf(found)) : null;
}
