import {
  elements,
  isObject,
  isString,
  kindOf,
  lexemeOf,
  member,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { kindName } from '../../kind-name.ts';
import { some } from '../../some.ts';
import type { DecodedFnord } from '../read/decode.ts';
import { type FnordFinding, refusal, remark } from '../read/fnord-finding.ts';
import { type Item, isItem } from '../read/item.ts';
import { firstMembers, tooLong } from '../read/keys.ts';
import { taskLists } from '../read/tasks.ts';

/** Faults of the messages: what hydration met, what stops a save, and calls without outputs. */
export function* messageTroubles(document: Pick<DecodedFnord, 'items'>): Generator<FnordFinding> {
  const seen: Seen = { asked: false, reasoning: null, reasonings: 0, calls: new Map(), answered: new Set() };
  for (const each of document.items()) {
    if (isItem(each)) yield* meet(each, seen);
    else yield each;
  }
  const { reasoning, reasonings, calls, answered } = seen;
  if (reasoning !== null)
    yield remark('FN119', reasoning, `has ${reasonings} reasoning item${reasonings === 1 ? '' : 's'}`);
  for (const [id, value] of calls)
    if (!answered.has(id)) yield remark('FN202', value, 'has a tool call without an output');
}

/** What one message can only be judged by together with those before it. */
interface Seen {
  asked: boolean;
  reasoning: Value | null;
  reasonings: number;
  readonly calls: Map<string, Value>;
  readonly answered: Set<string>;
}

function* meet(each: Item, seen: Seen): Generator<FnordFinding> {
  const { as, value } = each;
  if (as === 'user') seen.asked = true;
  else if (as === 'bare') yield bareTrouble(value, seen.asked);
  else if (as === 'raw') yield* rawTroubles(value);
  else if (as === 'call') seen.calls.set(idOf(each), value);
  else if (as === 'output') yield* meetOutput(each, seen);
  else if (as === 'reasoning') {
    seen.reasoning ??= value;
    seen.reasonings++;
  }
}

function bareTrouble(value: Value, asked: boolean): FnordFinding {
  if (asked) return remark('FN104', value, 'has a message that is not an object');
  return remark('FN103', value, 'has a message that is not an object before the first question');
}

function* rawTroubles(value: Value): Generator<FnordFinding> {
  yield remark('FN117', value, 'has a message of a role or type that fnord does not know');
  const key = tooLong(value);
  if (key !== null) yield remark('FN120', key, 'has a message with a key that is too long to save');
}

function* meetOutput(each: Item, { calls, answered }: Seen): Generator<FnordFinding> {
  const id = idOf(each);
  if (!calls.has(id)) yield remark('FN201', each.value, 'has a tool output that answers no call before it');
  answered.add(id);
}

/** Two ids are the same when their sources are; fnord never compares them itself. */
function idOf({ callId }: Item): string {
  if (callId === null) return '';
  return isString(callId) ? lexemeOf(callId) : `${kindOf(callId)} ${lexemeOf(callId)}`;
}

type Shape = Pick<DecodedFnord, 'body' | 'form'>;

/** Faults of the metadata (docs/formats/fnord.md, "Metadata"). */
export function* metadataTroubles({ body }: Shape): Generator<FnordFinding> {
  const metadata = member(body, 'metadata');
  if (metadata === null) return;
  if (kindOf(metadata) === 'null') yield remark('FN160', metadata, 'has null in place of its metadata');
  else if (!isObject(metadata)) yield remark('FN161', metadata, `has ${kindName(metadata)} in place of its metadata`);
  const approvals = member(metadata, 'session_shell_approvals');
  if (approvals !== null && elements(approvals).length > 0)
    yield remark('FN176', approvals, 'lets fnord run shell commands without asking');
}

/** Keys of metadata, memory and task lists that are too long for an atom. */
export function* fnordKeyTroubles(shape: Shape): Generator<FnordFinding> {
  for (const value of atomised(shape)) {
    const key = tooLong(value);
    if (key !== null) yield refusal('FN162', key, 'has a key of more than 255 characters');
  }
}

/** What fnord makes atoms of. */
function* atomised(shape: Shape): Generator<Value> {
  const { body, form } = shape;
  if (body === null) return;
  yield* given(member(body, 'metadata'), member(body, 'memory'));
  // The heal of v0 has dropped further keys of a list by then.
  for (const list of taskLists(shape)) yield* form === 'v1' ? [list.value] : given(list.tasks, list.description);
}

function given(...values: readonly (Value | null)[]): Value[] {
  return values.filter((value) => value !== null);
}

const KNOWN = new Set(['version', 'timestamp', 'messages', 'metadata', 'memory', 'tasks', 'agent']);

/** Faults of the keys at the top of the document. */
export function* topTroubles({ body, form }: Shape): Generator<FnordFinding> {
  if (body === null) return;
  const agent = member(body, 'agent');
  if (agent !== null) yield remark('FN171', agent, 'names its agent, as in December 2024');
  const unknown = firstMembers(body).filter(({ name }) => !KNOWN.has(name));
  const [first] = unknown;
  if (first !== undefined)
    yield remark('FN170', first.value, `has keys that fnord drops: ${some(unknown.map(({ name }) => name))}`);
  if (form === 'v1') yield* versionTrouble(body);
}

/** A December 2024 object has neither version nor timestamp, and its own finding. */
function* versionTrouble(body: Value): Generator<FnordFinding> {
  const version = member(body, 'version');
  if (version === null) {
    if (member(body, 'timestamp') !== null) yield remark('FN172', body, 'has no version');
  } else if (kindOf(version) !== 'number' || lexemeOf(version) !== '1') {
    const said = isString(version) ? `the text "${textOf(version).slice(0, 20)}"` : lexemeOf(version).slice(0, 20);
    yield remark('FN172', version, `has ${said} as its version`);
  }
}
