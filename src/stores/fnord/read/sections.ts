import {
  elements,
  isArray,
  isObject,
  isString,
  member,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { firstNames, kindName } from '../../words.ts';
import type { DecodedFnord } from './decode.ts';
import { type FnordFinding, refusal, remark } from './fnord-finding.ts';
import { firstMembers, keysOf } from './keys.ts';

export interface TaskList {
  readonly name: string;
  readonly value: Value;
  readonly description: Value | null;
  /** The value that should hold the tasks; null if missing. */
  readonly tasks: Value | null;
}

/** The task lists that fnord sees; none where `tasks` has no usable shape. */
export function* taskLists({ body }: Pick<DecodedFnord, 'body'>): Generator<TaskList> {
  const tasks = member(body, 'tasks');
  if (!isObject(tasks)) return;
  for (const { name, value } of firstMembers(tasks)) {
    if (isArray(value)) yield { name, value, description: null, tasks: value };
    else yield { name, value, description: member(value, 'description'), tasks: member(value, 'tasks') };
  }
}

/** Faults in the tasks, beyond those of the v0 passes (docs/formats/fnord.md, "Tasks"). */
export function* taskFindings(document: Pick<DecodedFnord, 'body' | 'form'>): Generator<FnordFinding> {
  const tasks = member(document.body, 'tasks');
  if (tasks === null) return;
  const v1 = document.form === 'v1';
  if (typeOf(tasks) === 'null') yield refusal('FN118', tasks, 'has null in place of its tasks');
  else if (v1 && !isObject(tasks)) yield* oddTasks(tasks);
  for (const list of taskLists(document)) {
    if (v1) yield* oldShape(list);
    yield* listFindings(list);
  }
}

function* oddTasks(tasks: Value): Generator<FnordFinding> {
  if (isArray(tasks) && elements(tasks).length === 0)
    yield remark('FN143', tasks, 'has an empty list in place of its task lists');
  else yield refusal('FN132', tasks, `has ${kindName(tasks)} in place of its task lists`);
}

function* oldShape({ value }: TaskList): Generator<FnordFinding> {
  if (isArray(value)) yield remark('FN143', value, 'has a bare list of tasks');
  else if (!isObject(value)) yield remark('FN144', value, `has ${kindName(value)} in place of a task list`);
  const names = keysOf(value);
  if (names.includes('status')) yield remark('FN143', value, 'has a status on a task list');
  const extra = names.filter((name) => name !== 'tasks' && name !== 'description' && name !== 'status');
  if (extra.length > 0) yield remark('FN144', value, `has a task list with further keys: ${firstNames(extra)}`);
}

function* listFindings({ tasks }: TaskList): Generator<FnordFinding> {
  if (tasks === null) return;
  if (typeOf(tasks) === 'null') yield refusal('FN118', tasks, 'has null in place of the tasks of a list');
  else if (isArray(tasks)) for (const task of elements(tasks)) yield* taskFinding(task);
  else if (!isObject(tasks) || firstMembers(tasks).length > 0)
    yield refusal('FN139', tasks, `has ${kindName(tasks)} in place of the tasks of a list`);
}

const TASK_KEYS = new Set(['id', 'data', 'outcome', 'result']);
const OUTCOMES = new Set(['todo', 'done', 'failed']);

function* taskFinding(task: Value): Generator<FnordFinding> {
  if (!isObject(task)) {
    yield refusal('FN140', task, `has ${kindName(task)} as a task`);
    return;
  }
  const missing = ['id', 'data'].filter((key) => member(task, key) === null);
  if (missing.length > 0) yield refusal('FN140', task, `has a task without ${missing.join(' and ')}`);
  const outcome = member(task, 'outcome');
  if (outcome !== null && typeOf(outcome) !== 'null' && !(isString(outcome) && OUTCOMES.has(textOf(outcome))))
    yield remark('FN141', outcome, 'has a task with an outcome that fnord does not know');
  const extra = keysOf(task).filter((name) => !TASK_KEYS.has(name));
  if (extra.length > 0) yield remark('FN142', task, `has a task with further keys: ${firstNames(extra)}`);
}

const FINAL: Readonly<Record<string, string>> = {
  planned: 'planning',
  in_progress: 'in-progress',
  'in progress': 'in-progress',
  failed: 'done',
};

/** The status that fnord's heal leaves: in lower case, then replaced by its table. Unknown ones stay in lower case. */
export function normalStatus(status: string): string {
  const lower = lowerCase(status);
  return Object.hasOwn(FINAL, lower) ? (FINAL[lower] ?? lower) : lower;
}

/** Lower-cases each character alone, as Elixir does; JavaScript looks around a capital sigma. */
function lowerCase(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}

/** Keys of a memory, in the order in which fnord writes them. */
export const MEMORY_KEYS = [
  'scope',
  'title',
  'slug',
  'content',
  'topics',
  'embeddings',
  'inserted_at',
  'updated_at',
  'index_status',
] as const;

const SCOPES = new Set(['global', 'project', 'session']);
const STATUSES = new Set(['new', 'analyzed', 'rejected', 'incorporated', 'merged', 'ignore']);

/** The scope of a memory; fnord takes unknown ones for global. */
export function scopeOf(memory: Value): string {
  const scope = member(memory, 'scope');
  const name = isString(scope) ? textOf(scope).toLowerCase() : '';
  return SCOPES.has(name) ? name : 'global';
}

/** The index status of a memory; null for one that fnord does not know. */
export function indexStatusOf(memory: Value): string | null {
  const status = member(memory, 'index_status');
  const name = isString(status) ? textOf(status) : '';
  return STATUSES.has(name) ? name : null;
}

export function* memoryFindings({ body }: Pick<DecodedFnord, 'body'>): Generator<FnordFinding> {
  const memory = member(body, 'memory');
  if (memory === null) return;
  if (typeOf(memory) === 'null') yield refusal('FN118', memory, 'has null in place of its memory');
  else if (isArray(memory)) for (const each of elements(memory)) yield* memoryFinding(each);
  else if (!isObject(memory) || keysOf(memory).length > 0)
    yield refusal('FN150', memory, `has ${kindName(memory)} in place of its memory`);
}

function* memoryFinding(memory: Value): Generator<FnordFinding> {
  if (!isObject(memory)) {
    yield refusal('FN151', memory, `has ${kindName(memory)} as a memory`);
    return;
  }
  const scope = member(memory, 'scope');
  if (isPresent(scope) && !(isString(scope) && SCOPES.has(textOf(scope).toLowerCase())))
    yield remark('FN152', scope, 'has a memory of a scope that fnord does not know');
  const status = member(memory, 'index_status');
  if (isPresent(status) && indexStatusOf(memory) === null)
    yield remark('FN152', status, 'has a memory with an index status that fnord does not know');
  const known: readonly string[] = MEMORY_KEYS;
  const extra = keysOf(memory).filter((name) => !known.includes(name));
  if (extra.length > 0) yield remark('FN142', memory, `has a memory with further keys: ${firstNames(extra)}`);
}

function isPresent(value: Value | null): value is Value {
  return value !== null && typeOf(value) !== 'null';
}
