import {
  eachElement,
  elements,
  isArray,
  isObject,
  kindOf,
  member,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { kindName } from '../../kind-name.ts';
import { some } from '../../some.ts';
import { type FnordFinding, refusal, remark } from '../read/fnord-finding.ts';
import { firstMembers, keysOf } from '../read/keys.ts';
import { normalStatus } from '../read/tasks.ts';

/**
 * What fnord's two healing passes find in a v0 body, tasks first: what they would change (`rewrites`) and what makes
 * them raise (`refuses`). One raise means that nothing is written (docs/formats/fnord.md, "Rewriting"). Messages with which nothing
 * is wrong (`isPlain`) give neither.
 */
export function* v0Passes(body: Value, isPlain: boolean): Generator<FnordFinding> {
  yield* tasksPass(body);
  if (!isPlain) yield* argumentsPass(body);
}

/** The shapes and statuses of task lists. */
function* tasksPass(body: Value): Generator<FnordFinding> {
  const tasks = member(body, 'tasks');
  if (tasks === null || kindOf(tasks) === 'null') return;
  if (isArray(tasks) && elements(tasks).length === 0) {
    yield remark('FN131', tasks, 'has an empty list in place of its task lists');
    return;
  }
  if (!isObject(tasks)) {
    yield remark('FN130', tasks, `has ${kindName(tasks)} in place of its task lists`);
    return;
  }
  for (const { value } of firstMembers(tasks)) yield* listPass(value);
}

function* listPass(list: Value): Generator<FnordFinding> {
  if (isArray(list)) yield remark('FN133', list, 'has a bare list of tasks');
  else if (!isObject(list)) yield remark('FN137', list, `has ${kindName(list)} in place of a task list`);
  else yield* objectPass(list);
}

const LIST_KEYS = ['tasks', 'description', 'status'];

function* objectPass(list: Value): Generator<FnordFinding> {
  const names = keysOf(list);
  const missing = LIST_KEYS.filter((key) => !names.includes(key));
  const extra = names.filter((name) => !LIST_KEYS.includes(name));
  if (missing.length > 0) yield remark('FN134', list, `has a task list without ${missing.join(', ')}`);
  if (extra.length > 0) yield remark('FN136', list, `has a task list with further keys: ${some(extra)}`);
  const status = member(list, 'status');
  if (status !== null) yield* statusPass(status);
}

function* statusPass(status: Value): Generator<FnordFinding> {
  const kind = kindOf(status);
  if (kind === 'number' || kind === 'array' || kind === 'object')
    yield refusal('FN138', status, `has ${kindName(status)} as the status of a task list`);
  else if (kind !== 'string') yield remark('FN135', status, `has ${kind} as the status of a task list`);
  else if (normalStatus(textOf(status)) !== textOf(status))
    yield remark('FN135', status, `has the status "${textOf(status)}" on a task list`);
}

/** Arguments of `tool_calls` that are decoded objects. */
function* argumentsPass(body: Value): Generator<FnordFinding> {
  const messages = member(body, 'messages');
  if (messages === null) return;
  if (!isArray(messages)) yield* oddMessages(messages);
  // One at a time: there may be a million.
  for (const message of eachElement(messages)) {
    if (!isObject(message)) yield refusal('FN102', message, `has ${kindName(message)} among its messages`);
    const calls = member(message, 'tool_calls');
    if (isArray(calls)) for (const call of elements(calls)) yield* callPass(call);
  }
}

/** The pass walks an empty object without harm. */
function* oddMessages(messages: Value): Generator<FnordFinding> {
  const empty = isObject(messages) && firstMembers(messages).length === 0;
  if (kindOf(messages) === 'null') yield refusal('FN118', messages, 'has null in place of its messages');
  else if (!empty) yield refusal('FN101', messages, `has ${kindName(messages)} in place of its messages`);
}

function* callPass(call: Value): Generator<FnordFinding> {
  if (!isObject(call)) {
    yield refusal('FN109', call, `has ${kindName(call)} as a tool call`);
    return;
  }
  const target = member(call, 'function');
  if (target === null) return;
  if (!isObject(target)) {
    yield refusal('FN110', target, `has ${kindName(target)} as the function of a tool call`);
    return;
  }
  const given = member(target, 'arguments');
  if (isObject(given)) yield remark('FN112', given, 'has tool-call arguments that are an object');
}
