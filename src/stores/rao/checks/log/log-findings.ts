import { isArray, isObject, isText, typeOf, type Value } from '../../../../codecs/json/value.ts';
import type { Code } from '../../../../model/finding.ts';
import { wholeIn } from '../../../engine/faults/torn.ts';
import { atFault, atValue, type FileFinding, withLoss } from '../../../file-finding.ts';
import { kindName } from '../../../words.ts';
import { COMMAND_CALLS, type Log, type LogMessage } from '../../read/log.ts';
import type { JsonFile } from '../../read/r-json.ts';
import { PENDING } from '../../read/shown.ts';
import { MAX_R_INTEGER } from '../../read/tables/type-convert.ts';
import { jsonFindings, raoFault, savedFindings } from '../texts.ts';
import { callFindings } from './calls.ts';
import { type Entries, editKeys, isNothing, LogEntry, referenceKey, singleValue } from './entry.ts';
import { MessageReader } from './message-reader.ts';
import { raoKeyFindings, shapeFindings } from './shapes.ts';

/** Findings on a log (docs/formats/rao.md, "Log"). `entries` is null if all are surely sound. */
export function* logFindings(log: Log, entries: Entries | null): Generator<FileFinding> {
  const { file } = log;
  if (file === null) return;
  const fault = raoFault(file);
  if (fault !== null) {
    const isNoText = fault.type === 'rest' && file.bytes.subarray(fault.offset).every((byte) => byte === 0);
    yield withLoss(atFault(isTornEarly(log, fault.type) ? 'RA056' : FAULTS[fault.type], fault), isNoText);
  }
  yield* jsonFindings(file);
  yield* savedFindings(file);
  if (fault !== null || file.root === null) return;
  if (log.rootKind !== 'array') yield rootFinding(log, file.root);
  else if (entries !== null) yield* listFindings(log, entries, oddOnes(entries.all, file));
}

const FAULTS = {
  empty: 'RA001',
  torn: 'RA002',
  rest: 'RA003',
  grammar: 'RA004',
  comma: 'RA005',
  'bare number': 'RA006',
  'utf-8': 'RA007',
} as const satisfies Record<string, Code>;

/** True for a torn log without a whole message: there is nothing to close the list around. */
function isTornEarly({ file }: Log, fault: keyof typeof FAULTS): boolean {
  const root = file?.root ?? null;
  return fault === 'torn' && (root === null || (isArray(root) && wholeIn(root).length === 0));
}

function rootFinding({ rootKind }: Log, root: Value): FileFinding {
  if (rootKind === 'null') return atValue('RA014', root, '', 'has null in place of an empty list');
  if (rootKind !== 'object') return atValue('RA009', root, '', `has ${kindName(root)} in place of a list`);
  if (isNothing(root)) return atValue('RA015', root, '', 'has an empty object in place of a list');
  return atValue('RA008', root, '', 'has an object in place of a list');
}

function* listFindings(log: Log, entries: Entries, odd: Iterable<LogEntry>): Generator<FileFinding> {
  yield* itemFindings(log.eachMessage());
  yield* idFindings(entries);
  yield* raoKeyFindings(odd);
  yield* shapeFindings(odd);
  yield* callFindings(odd);
  yield* relationFindings(entries);
  yield* answerFindings(entries.all);
}

/** Messages that may have a fault of their own; generated anew for each pass. */
function oddOnes(all: Iterable<LogEntry>, { tape }: JsonFile): Iterable<LogEntry> {
  const message = new MessageReader(tape);
  const [indexes, tokens]: [number[], number[]] = [[], []];
  for (const { index, value } of all) {
    if (message.isSurelySound(value.at)) continue;
    indexes.push(index);
    tokens.push(value.at);
  }
  return {
    *[Symbol.iterator]() {
      for (const [n, at] of tokens.entries()) yield new LogEntry(indexes[n] as number, { tape, at });
    },
  };
}

function* itemFindings(items: Iterable<LogMessage>): Generator<FileFinding> {
  for (const { value, index } of items) {
    if (isObject(value)) continue;
    const detail = `has ${kindName(value)} among its messages`;
    if (typeOf(value) === 'null' || isArray(value)) yield atValue('RA102', value, `/${index}`, detail);
    else yield atValue('RA101', value, `/${index}`, detail);
  }
}

/** Findings on ids: faults of single ones, then repeated ones, then their order. */
function* idFindings(entries: Entries): Generator<FileFinding> {
  let next = '1';
  for (const entry of entries.all) {
    // A message without a sound id is tied to its likely number.
    for (const each of ownFinding(entry)) yield { ...each, tie: next };
    if (entry.id.type === 'number') next = String(entry.id.number + 1);
  }
  for (const entry of entries.repeated) yield* againFinding(entry, entries);
  // Ids that restarted repeat, too: one finding is enough.
  if (entries.repeated.length === 0) yield* orderFinding(entries.all);
}

function* ownFinding({ value, id, at }: LogEntry): Generator<FileFinding> {
  if (id.type === 'none') {
    yield atValue('RA103', value, at, 'has a message without an id');
    return;
  }
  const finding = (code: 'RA104' | 'RA105' | 'RA106' | 'RA109', detail: string) =>
    atValue(code, id.value, `${at}/id`, detail);
  if (id.type === 'other') yield finding('RA104', 'has an id that is an object or a list');
  else if (id.type === 'text') yield finding('RA105', `has the text "${id.text.slice(0, 20)}" as an id`);
  else if (id.type === 'boolean') yield finding('RA106', 'has a boolean as an id');
  else if (Math.abs(id.number) > MAX_R_INTEGER) yield finding('RA109', `has the id ${id.number}`);
  else if (!isId(id.number)) yield finding('RA106', `has the id ${id.number}`);
}

/** True for numbers with which R counts messages. */
function isId(number: number): boolean {
  return Number.isInteger(number) && number >= 1;
}

function* againFinding({ id, key, at }: LogEntry, { first }: Entries): Generator<FileFinding> {
  if (id.type === 'none') return;
  const earlier = first.get(key ?? '');
  const detail = `has the id ${key} again, which the message at /${earlier} has`;
  yield atValue('RA107', id.value, `${at}/id`, detail);
}

function* orderFinding(entries: Iterable<LogEntry>): Generator<FileFinding> {
  let highest = Number.NEGATIVE_INFINITY;
  for (const { id, index } of entries) {
    if (id.type !== 'number') continue;
    if (id.number < highest) {
      yield atValue('RA108', id.value, `/${index}/id`, `has the id ${id.number} after ${highest}`);
      return;
    }
    highest = id.number;
  }
}

function* relationFindings({ all, ids }: Entries): Generator<FileFinding> {
  const open = editKeys(all);
  for (const entry of all) {
    if (entry.related.type === 'none') continue;
    yield* relationFinding(entry, ids, open.size > 0);
    // Rao searches each edit's answer from the first message, up to the first match.
    const target = entry.role === 'assistant' ? referenceKey(entry.related) : null;
    if (target !== null) open.delete(target);
  }
}

function* relationFinding(entry: LogEntry, ids: Entries['ids'], isCompared: boolean): Generator<FileFinding> {
  const { related } = entry;
  if (related.type === 'none') return;
  const at = `${entry.at}/related_to`;
  const { value } = related;
  if (related.type === 'other' || related.type === 'boolean') {
    yield incomparableFinding(entry, value, at, isCompared);
    return;
  }
  const target = referenceKey(related) ?? '';
  const shortTarget = target.slice(0, 20);
  const odd = (code: 'RA201' | 'RA202' | 'RA205', detail: string) => atValue(code, value, at, detail);
  if (!ids.has(target))
    yield { ...odd('RA201', `has a message related to ${shortTarget}, which does not exist`), tie: target };
  else if (related.type === 'text') yield odd('RA205', `has a message related to the string "${shortTarget}"`);
  // With a repeated id the earlier message may be meant.
  else if (!ids.shared.has(target) && entry.id.type === 'number' && related.number >= entry.id.number)
    yield odd('RA202', `has the message ${entry.key} related to ${laterName(target, entry.key)}`);
}

/** The finding for a reference that is no id: R stops when it compares an empty or multiple value with one. */
function incomparableFinding({ role }: LogEntry, value: Value, at: string, isCompared: boolean): FileFinding {
  const detail = 'has a message related to an object, a list or a boolean';
  const stops = isCompared && role === 'assistant' && (isObject(value) || isArray(value));
  if (stops) return atValue('RA203', value, at, `${detail} while an edit is open`);
  return atValue('RA204', value, at, detail);
}

function laterName(target: string, own: string | null): string {
  return target === own ? 'itself' : `${target}, which comes later`;
}

function* answerFindings(entries: Iterable<LogEntry>): Generator<FileFinding> {
  const calls = new Map<string, Call>();
  let last = -1;
  for (const entry of entries) {
    if (entry.call === null) last = entry.index;
    else yield* meetCall(entry, calls);
  }
  for (const entry of entries) if (entry.isOutput) yield* meetOutput(entry, calls);
  for (const call of calls.values()) yield* outputFindings(call, last);
  yield* pendingEdits(entries);
}

interface Call {
  readonly id: string;
  readonly entry: LogEntry;
  readonly outputs: LogEntry[];
  isShared: boolean;
}

function* meetCall(entry: LogEntry, calls: Map<string, Call>): Generator<FileFinding> {
  const { callId: id } = entry;
  if (id === null) return;
  const earlier = calls.get(id);
  if (earlier === undefined) {
    calls.set(id, { id, entry, outputs: [], isShared: false });
    return;
  }
  earlier.isShared = true;
  yield entryFinding(
    'RA214',
    entry,
    `has the call id ${shortCallId(id)} again, which the call at ${earlier.entry.at} has`,
  );
}

function* meetOutput(entry: LogEntry, calls: Map<string, Call>): Generator<FileFinding> {
  const call = entry.callId === null ? undefined : calls.get(entry.callId);
  if (call !== undefined) call.outputs.push(entry);
  else if (entry.callId === null) yield entryFinding('RA210', entry, 'has an output without a call id');
  else yield entryFinding('RA210', entry, `has an output of ${shortCallId(entry.callId)}, which no call has`);
}

function* outputFindings({ id, entry, outputs, isShared }: Call, last: number): Generator<FileFinding> {
  const [, second] = outputs;
  if (outputs.length === 0) yield unansweredFinding(entry, last);
  const [, pending] = outputs.filter((output) => isText(singleValue(output.field('output')), PENDING));
  if (pending !== undefined) yield entryFinding('RA213', pending, `has a further pending output of ${shortCallId(id)}`);
  else if (second !== undefined && !isShared)
    yield entryFinding('RA216', second, `has a further output of ${shortCallId(id)}`);
}

/** The finding for a call without an output. Calls made together wait together; `last` is the place of the last message that is not a call. */
function unansweredFinding(entry: LogEntry, last: number): FileFinding {
  if (entry.index <= last)
    return entryFinding('RA211', entry, `has a call without an output, message ${entry.key ?? entry.at}`);
  // Rao writes a command and its pending output at once.
  const name = entry.call?.name ?? '';
  if (COMMAND_CALLS.has(name)) return entryFinding('RA217', entry, `ends with a call of ${name} that has no output`);
  return entryFinding('RA212', entry, 'ends with a call that has no output yet');
}

function* pendingEdits(entries: Iterable<LogEntry>): Generator<FileFinding> {
  const edits = editKeys(entries);
  const waiting = new Set<string>();
  for (const entry of entries) {
    const target = referenceKey(entry.related);
    if (target === null || !edits.has(target) || !isText(entry.field('content'), PENDING)) continue;
    if (waiting.has(target)) yield entryFinding('RA213', entry, `has a further pending answer to the edit ${target}`);
    waiting.add(target);
  }
}

function entryFinding(code: FileFinding['code'], { value, at }: LogEntry, detail: string): FileFinding {
  return atValue(code, value, at, detail);
}

function shortCallId(callId: string): string {
  return callId.length > 40 ? `${callId.slice(0, 40)}…` : callId;
}
