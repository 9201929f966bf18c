import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import {
  eachElement,
  elements,
  isArray,
  isObject,
  isString,
  lexemeOf,
  member,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { boundedList } from '../../file-finding.ts';
import { firstNames, kindName } from '../../words.ts';
import type { DecodedFnord } from '../read/decode.ts';
import { type FnordFinding, refusal, remark } from '../read/fnord-finding.ts';
import { type HydratedItem, isHydrated } from '../read/items.ts';
import { firstMembers, keysOf, tooLong } from '../read/keys.ts';
import { memoryFindings, normalStatus, taskFindings, taskLists } from '../read/sections.ts';
import { isSoundAround } from '../read/sound-messages.ts';

export interface FnordJudgement {
  readonly readable: boolean;
  /** The first reason for a refusal; null for a readable file. */
  readonly finding: FnordFinding | null;
  /** fnord's read itself replaces the file by a healed v1 one. */
  readonly rewritten: boolean;
  /** All faults, including the cause of a refusal. */
  readonly findings: readonly FnordFinding[];
  readonly passes: readonly FnordFinding[];
}

/** Judges the bytes alone, as fnord's reader does (docs/formats/fnord.md, "Reading"). */
export function judgeFnord(document: DecodedFnord): FnordJudgement {
  if (isSound(document)) return SOUND_JUDGEMENT;
  const { form, isParsed } = document;
  const passes = [...boundedByCode(passFindings(document))];
  const reached = document.format !== null && document.faults.length === 0;
  const rewritten = reached && passes.length > 0 && !passes.some(({ refuses }) => refuses);
  const found = [...boundedByCode(fnordFindings(document))];
  const finding = found.find(({ refuses }) => refuses) ?? null;
  const readable = finding === null && document.format !== null;
  const after = form === 'v0' && isParsed ? afterRewrite(document, rewritten, readable) : [];
  return {
    readable,
    finding,
    rewritten,
    findings: [...found, ...after, ...boundedByCode(doubledKeyFindings(document))],
    passes,
  };
}

const SOUND_JUDGEMENT: FnordJudgement = {
  readable: true,
  finding: null,
  rewritten: false,
  findings: [],
  passes: [],
};

/** True for most documents; this check allocates nothing. */
function isSound(document: DecodedFnord): boolean {
  const { body, form, format, faults } = document;
  if (body === null || format === null || faults.length > 0 || document.soundMessages() === null) return false;
  return isSoundAround(body, form);
}

export function passFindings(document: DecodedFnord): Iterable<FnordFinding> {
  const { form, isParsed, body } = document;
  return form === 'v0' && isParsed && body !== null ? v0Passes(body, document.soundMessages() !== null) : [];
}

export function* fnordFindings(document: DecodedFnord): Generator<FnordFinding> {
  // A pass and the hydration can meet one value. An object among arguments is one legacy shape, not two.
  const seen = new Set<number>();
  yield* document.faults;
  for (const each of passFindings(document)) {
    const before = seen.size;
    if (seen.add(keyOf(each)).size > before) yield each;
  }
  for (const each of shapeFindings(document)) if (!seen.has(keyOf(each))) yield each;
}

function* shapeFindings(document: DecodedFnord): Generator<FnordFinding> {
  if (!document.isParsed) return;
  if (document.soundMessages() === null) yield* messageFindings(document);
  yield* taskFindings(document);
  yield* memoryFindings(document);
  yield* metadataFindings(document);
  yield* fnordKeyFindings(document);
  yield* topFindings(document);
}

/** Key of a finding; a number, because there may be a million. */
function keyOf({ code, offset }: FnordFinding): number {
  return offset * 1000 + Number((code === 'FN113' ? 'FN112' : code).slice(2));
}

/** The first thousand findings of each code; later ones are counted, without a place. */
function* boundedByCode(findings: Iterable<FnordFinding>): Generator<FnordFinding> {
  const all = boundedList<FnordFinding>((first, count) => ({ ...first, where: null, count }));
  for (const each of findings) if (all.admits(each)) yield each;
  yield* all.rest();
}

function* afterRewrite({ body }: DecodedFnord, rewritten: boolean, readable: boolean): Generator<FnordFinding> {
  if (body === null) return;
  const own = member(body, 'timestamp') ?? member(body, 'version');
  if (own !== null)
    yield rewritten
      ? remark('FN174', own, 'will have its timestamp or version twice')
      : remark('FN173', own, 'has a timestamp or version in its body');
  if (rewritten && !readable) yield remark('FN175', body, 'will be rewritten and still be refused');
}

function* doubledKeyFindings({ tape }: DecodedFnord): Generator<FnordFinding> {
  if (tape === null) return;
  for (const { key } of duplicateKeys(tape)) {
    const detail = `has the key "${textOf(key).slice(0, 60)}" twice in one object`;
    yield { ...remark('FN022', { tape, at: key.at + 1 }, detail), offset: spanOf(key).start };
  }
}

function* messageFindings(document: Pick<DecodedFnord, 'items' | 'unseen'>): Generator<FnordFinding> {
  const seen: SeenMessages = {
    hasQuestion: false,
    reasoning: null,
    reasonings: 0,
    calls: new Map(),
    answered: new Set(),
  };
  for (const each of document.items()) {
    if (isHydrated(each)) yield* itemFindings(each, seen, document.unseen);
    else yield each;
  }
  const { reasoning, reasonings, calls, answered } = seen;
  if (reasoning !== null)
    yield remark('FN119', reasoning, `has ${reasonings} reasoning item${reasonings === 1 ? '' : 's'}`);
  for (const [id, value] of calls)
    if (!answered.has(id)) yield remark('FN202', value, 'has a tool call without an output');
}

interface SeenMessages {
  hasQuestion: boolean;
  reasoning: Value | null;
  reasonings: number;
  readonly calls: Map<string, Value>;
  readonly answered: Set<string>;
}

function* itemFindings(
  each: HydratedItem,
  seen: SeenMessages,
  unseen: DecodedFnord['unseen'],
): Generator<FnordFinding> {
  const { as, value } = each;
  if (as === 'user') seen.hasQuestion = true;
  else if (as === 'bare') yield bareFinding(value, seen.hasQuestion);
  else if (as === 'raw') yield* rawFindings(value, unseen);
  else if (as === 'call') seen.calls.set(idOf(each), value);
  else if (as === 'output') yield* meetOutput(each, seen);
  else if (as === 'reasoning') {
    seen.reasoning ??= value;
    seen.reasonings++;
  }
}

function bareFinding(value: Value, hasQuestion: boolean): FnordFinding {
  if (hasQuestion) return remark('FN104', value, 'has a message that is not an object');
  return remark('FN103', value, 'has a message that is not an object before the first question');
}

function* rawFindings(value: Value, unseen: DecodedFnord['unseen']): Generator<FnordFinding> {
  yield remark('FN117', value, 'has a message of a role or type that fnord does not know');
  const key = tooLong(value, unseen);
  if (key !== null) yield remark('FN120', key, 'has a message with a key that is too long to save');
}

function* meetOutput(each: HydratedItem, { calls, answered }: SeenMessages): Generator<FnordFinding> {
  const id = idOf(each);
  if (!calls.has(id)) yield remark('FN201', each.value, 'has a tool output that answers no call before it');
  answered.add(id);
}

/** Ids are equal when their sources are. fnord never compares them. */
function idOf({ callId }: HydratedItem): string {
  if (callId === null) return '';
  return isString(callId) ? lexemeOf(callId) : `${typeOf(callId)} ${lexemeOf(callId)}`;
}

type Shape = Pick<DecodedFnord, 'body' | 'form'>;

/** See docs/formats/fnord.md, "Metadata". */
function* metadataFindings({ body }: Shape): Generator<FnordFinding> {
  const metadata = member(body, 'metadata');
  if (metadata === null) return;
  if (typeOf(metadata) === 'null') yield remark('FN160', metadata, 'has null in place of its metadata');
  else if (!isObject(metadata)) yield remark('FN161', metadata, `has ${kindName(metadata)} in place of its metadata`);
  const approvals = member(metadata, 'session_shell_approvals');
  if (approvals !== null && elements(approvals).length > 0)
    yield remark('FN176', approvals, 'lets fnord run shell commands without asking');
}

function* fnordKeyFindings(document: Shape & Pick<DecodedFnord, 'unseen'>): Generator<FnordFinding> {
  for (const value of textlessValues(document)) {
    const key = tooLong(value, document.unseen);
    if (key !== null) yield refusal('FN162', key, 'has a key of more than 255 characters');
  }
}

function* textlessValues(shape: Shape): Generator<Value> {
  const { body, form } = shape;
  if (body === null) return;
  yield* presentValues(member(body, 'metadata'), member(body, 'memory'));
  // The heal of v0 has dropped further keys of a list by then.
  for (const list of taskLists(shape))
    yield* form === 'v1' ? [list.value] : presentValues(list.tasks, list.description);
}

function presentValues(...values: readonly (Value | null)[]): Value[] {
  return values.filter((value) => value !== null);
}

const KNOWN_KEYS = new Set(['version', 'timestamp', 'messages', 'metadata', 'memory', 'tasks', 'agent']);

function* topFindings({ body, form }: Shape): Generator<FnordFinding> {
  if (body === null) return;
  const agent = member(body, 'agent');
  if (agent !== null) yield remark('FN171', agent, 'names its agent, as in December 2024');
  const unknown = firstMembers(body).filter(({ name }) => !KNOWN_KEYS.has(name));
  const [first] = unknown;
  if (first !== undefined)
    yield remark('FN170', first.value, `has keys that fnord drops: ${firstNames(unknown.map(({ name }) => name))}`);
  if (form === 'v1') yield* versionFinding(body);
}

/** An object of December 2024 has neither version nor timestamp, and its own finding. */
function* versionFinding(body: Value): Generator<FnordFinding> {
  const version = member(body, 'version');
  if (version === null) {
    if (member(body, 'timestamp') !== null) yield remark('FN172', body, 'has no version');
  } else if (typeOf(version) !== 'number' || lexemeOf(version) !== '1') {
    const said = isString(version) ? `the text "${textOf(version).slice(0, 20)}"` : lexemeOf(version).slice(0, 20);
    yield remark('FN172', version, `has ${said} as its version`);
  }
}

/**
 * Findings of fnord's two healing passes on a v0 body, tasks first. `refuses`: a pass raises, and nothing is written
 * (docs/formats/fnord.md, "Rewriting"). `isSound` messages give none.
 */
function* v0Passes(body: Value, isSound: boolean): Generator<FnordFinding> {
  yield* tasksPass(body);
  if (!isSound) yield* argumentsPass(body);
}

function* tasksPass(body: Value): Generator<FnordFinding> {
  const tasks = member(body, 'tasks');
  if (tasks === null || typeOf(tasks) === 'null') return;
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
  if (extra.length > 0) yield remark('FN136', list, `has a task list with further keys: ${firstNames(extra)}`);
  const status = member(list, 'status');
  if (status !== null) yield* statusPass(status);
}

function* statusPass(status: Value): Generator<FnordFinding> {
  const type = typeOf(status);
  if (type === 'number' || type === 'array' || type === 'object')
    yield refusal('FN138', status, `has ${kindName(status)} as the status of a task list`);
  else if (type !== 'string') yield remark('FN135', status, `has ${type} as the status of a task list`);
  else if (normalStatus(textOf(status)) !== textOf(status))
    yield remark('FN135', status, `has the status "${textOf(status)}" on a task list`);
}

function* argumentsPass(body: Value): Generator<FnordFinding> {
  const messages = member(body, 'messages');
  if (messages === null) return;
  if (!isArray(messages)) yield* oddMessages(messages);
  // One at a time, because there may be a million.
  for (const message of eachElement(messages)) {
    if (!isObject(message)) yield refusal('FN102', message, `has ${kindName(message)} among its messages`);
    const calls = member(message, 'tool_calls');
    if (isArray(calls)) for (const call of elements(calls)) yield* callPass(call);
  }
}

/** Findings on messages that are no list; the pass accepts an empty object. */
function* oddMessages(messages: Value): Generator<FnordFinding> {
  const empty = isObject(messages) && firstMembers(messages).length === 0;
  if (typeOf(messages) === 'null') yield refusal('FN118', messages, 'has null in place of its messages');
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
  const args = member(target, 'arguments');
  if (isObject(args)) yield remark('FN112', args, 'has tool-call arguments that are an object');
}
