import { pointerStep } from '../../../../codecs/json/pointer.ts';
import {
  fieldAt,
  fieldsOf,
  isArray,
  isObject,
  isString,
  isTrue,
  lexemeOf,
  members,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { atValue, type FileFinding } from '../../../file-finding.ts';
import { countOf, firstNames, kindName } from '../../../words.ts';
import { fieldOf, isScalar, itemsOf, memberOf } from '../../read/field.ts';
import { COMMAND_CALLS } from '../../read/log.ts';
import { isNothing, isSingle, type LogEntry, singleValue } from './entry.ts';

export function* shapeFindings(entries: Iterable<LogEntry>): Generator<FileFinding> {
  const odd = ODDITIES.map((each) => ({ ...each, first: null as LogEntry | null, times: 0 }));
  for (const entry of entries) {
    yield* roleFinding(entry);
    yield* questionFinding(entry);
    yield* proceduralFinding(entry);
    yield* contentFinding(entry);
    for (const each of odd) {
      if (!each.isOdd(entry)) continue;
      each.first ??= entry;
      each.times++;
    }
  }
  for (const { code, what, first, times } of odd) {
    if (first === null) continue;
    yield atValue(code, first.value, first.at, `has ${countOf(times, 'message')} ${what}`);
  }
}

/** Harmless oddities. All equal ones have one finding, at the first. */
const ODDITIES = [
  { code: 'RA114', isOdd: isUnknown, what: 'of a role or type that Rao does not know' },
  { code: 'RA115', isOdd: ({ role }: LogEntry) => role === 'developer', what: 'of the role developer' },
  { code: 'RA116', isOdd: isBlank, what: 'with nothing to show' },
] as const;

/** The finding for a role that R cannot compare: Rao asks of every message whether it is a person's. */
function* roleFinding(entry: LogEntry): Generator<FileFinding> {
  const role = entry.field('role');
  if (role === null || isSingle(role)) return;
  yield atValue('RA117', role, `${entry.at}/role`, `has ${kindName(role)} as the role of a message`);
}

/** The finding for a mark that R cannot test: Rao counts the questions of a person whenever it sends or reverts. */
function* questionFinding(entry: LogEntry): Generator<FileFinding> {
  const mark = entry.role === 'user' ? entry.field('original_query') : null;
  if (mark === null || isTruth(mark)) return;
  const detail = `has ${kindName(mark)} as the mark of a question`;
  yield atValue('RA119', mark, `${entry.at}/original_query`, detail);
}

/** True for a mark that R can compare with a boolean; a list only if it holds one plain value. */
function isTruth(mark: Value): boolean {
  if (!isArray(mark) && !isObject(mark)) return true;
  const [only = null, ...more] = itemsOf(mark);
  return only !== null && more.length === 0 && !isArray(only) && !isObject(only);
}

/** The finding for a mark that R cannot negate. Rao reads it of user messages only, after their content. */
function* proceduralFinding(entry: LogEntry): Generator<FileFinding> {
  if (entry.role !== 'user') return;
  const procedural = entry.field('procedural');
  if (procedural === null || !isUnnegatable(procedural) || entry.field('content') === null) return;
  const said = isString(procedural) ? lexemeOf(procedural).slice(0, 20) : kindName(procedural);
  const detail = `has ${said} as the procedural mark of a message`;
  yield atValue('RA113', procedural, `${entry.at}/procedural`, detail);
}

/** The finding for content in which R cannot look for an image, as Rao does in a person's message that is not hidden. */
function* contentFinding(entry: LogEntry): Generator<FileFinding> {
  const content = entry.field('content');
  const procedural = entry.field('procedural');
  if (entry.role !== 'user' || content === null || isTrue(procedural)) return;
  if (!isArray(content) && !isObject(content)) return;
  if (hasItems(content)) return;
  yield atValue('RA118', content, `${entry.at}/content`, 'has a content list with plain values');
}

/** True for content whose items R can look into, and at their types. */
export function hasItems(content: Value): boolean {
  return itemsOf(content).every(isItem);
}

/** True for an item that R can look into: it finds no member in a plain value, and cannot compare an empty type. */
function isItem(item: Value): boolean {
  return !isScalar(item) && isSingle(fieldOf(item, 'type'));
}

/** True for values that R's `!` rejects. */
function isUnnegatable(value: Value): boolean {
  return isString(value) || isArray(value) || isObject(value);
}

function isUnknown(entry: LogEntry): boolean {
  const { isOutput, role, call } = entry;
  return !isOutput && call === null && !ROLES.has(role ?? '') && isSingle(entry.field('role'));
}

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'developer']);

function isBlank(entry: LogEntry): boolean {
  const { role, call, isOutput } = entry;
  if ((role !== 'user' && role !== 'assistant') || call !== null || isOutput) return false;
  const content = entry.field('content');
  return content === null || isNothing(content);
}

/** Keys that Rao reads by R's `$`, which accepts longer keys too. The most frequent come first. */
const ASKED = [
  'id',
  'role',
  'content',
  'related_to',
  'original_query',
  'function_call',
  'type',
  'call_id',
  'output',
  'request_id',
  'procedural',
  'response_id',
  'start_line',
  'end_line',
  'insert_line',
  'plots',
  'plots_file',
  'modified_script',
  'source_function',
  'success',
] as const;

/** Keys of Rao's messages, then of Erdos'. */
export const KNOWN_KEYS: readonly string[] = [
  ...ASKED,
  'cancelled',
  'partial_content',
  'auto_accept',
  'conversationId',
  'timestamp',
  'thinking',
];

export const FIELDS = fieldsOf(KNOWN_KEYS);

/** Keys with a single value; careless writing boxes it in a list of one. */
export const SINGLE = ['role', 'type', 'call_id', 'related_to', 'request_id', 'response_id', 'original_query'] as const;
const SINGLE_OF_CALL = ['name', 'arguments', 'call_id', 'msg_id'] as const;

/** Findings on keys that R takes for others, unknown keys, and boxed values. */
export function* raoKeyFindings(entries: Iterable<LogEntry>): Generator<FileFinding> {
  const byName = new Map<string, FileFinding>();
  for (const entry of entries) {
    for (const key of hasLists(entry.value) ? SINGLE : []) yield* boxFinding(entry.field(key), entry, `/${key}`);
    if (entry.call !== null && hasLists(entry.call.value)) yield* callBoxes(entry, entry.call.value);
    yield* unknownMembers(entry, byName);
  }
  const [first] = byName.values();
  if (first !== undefined) yield { ...first, detail: `has unknown keys: ${firstNames([...byName.keys()])}` };
}

function hasLists(object: Value): boolean {
  return members(object).some(({ value }) => isArray(value));
}

function* callBoxes(entry: LogEntry, call: Value): Generator<FileFinding> {
  for (const key of SINGLE_OF_CALL.filter((each) => each !== 'arguments' || !COMMAND_CALLS.has(entry.call?.name ?? '')))
    yield* boxFinding(memberOf(call, key)?.value ?? null, entry, `/function_call/${key}`);
}

function* boxFinding(value: Value | null, { at }: LogEntry, below: string): Generator<FileFinding> {
  if (!isArray(value) || singleValue(value) === value) return;
  yield atValue('RA112', value, at + below, `has ${below.slice(below.lastIndexOf('/') + 1)} in a list of one`);
}

function* unknownMembers({ value, at }: LogEntry, byName: Map<string, FileFinding>): Generator<FileFinding> {
  const unknown = members(value).filter(({ key }) => fieldAt(key.tape, key.at, FIELDS) < 0);
  if (unknown.length === 0) return;
  // The key that R finds for each one that Rao reads, by place.
  const nameAt = new Map(ASKED.flatMap((name) => [[memberOf(value, name)?.key.at, name] as const]));
  for (const { key } of unknown) {
    const name = textOf(key);
    const where = at + pointerStep(name);
    const match = nameAt.get(key.at);
    if (match !== undefined) yield atValue('RA110', key, where, `has ${name}, which R takes for ${match}`);
    else if (!byName.has(name)) byName.set(name, atValue('RA111', key, where, ''));
  }
}
