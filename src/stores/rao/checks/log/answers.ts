import { isText, spanOf } from '../../../../codecs/json/value.ts';
import type { Trouble } from '../../../trouble.ts';
import { COMMANDS, type Entry, isEdit, unboxed } from './entry.ts';
import { keyOf } from './keys.ts';

/** What is wrong between calls and outputs. */
export function* answerTroubles(entries: readonly Entry[]): Generator<Trouble> {
  const calls = new Map<string, Call>();
  for (const entry of entries) if (entry.call !== null) yield* meetCall(entry, calls);
  for (const entry of entries) if (entry.isOutput) yield* meetOutput(entry, calls);
  const last = entries.findLast(({ call }) => call === null)?.index ?? -1;
  for (const call of calls.values()) yield* settle(call, last);
  yield* pendingEdits(entries);
}

/** A call id: who makes the call, and what answers it. */
interface Call {
  readonly id: string;
  readonly entry: Entry;
  readonly outputs: Entry[];
  /** More than one call has the id. */
  isShared: boolean;
}

function* meetCall(entry: Entry, calls: Map<string, Call>): Generator<Trouble> {
  const { callId: id } = entry;
  if (id === null) return;
  const earlier = calls.get(id);
  if (earlier === undefined) {
    calls.set(id, { id, entry, outputs: [], isShared: false });
    return;
  }
  earlier.isShared = true;
  yield said('RA214', entry, 'reads', `has the call id ${named(id)} again, which the call at ${earlier.entry.at} has`);
}

function* meetOutput(entry: Entry, calls: Map<string, Call>): Generator<Trouble> {
  const call = entry.callId === null ? undefined : calls.get(entry.callId);
  if (call !== undefined) call.outputs.push(entry);
  else if (entry.callId === null) yield said('RA210', entry, 'reads', 'has an output without a call id');
  else yield said('RA210', entry, 'reads', `has an output of ${named(entry.callId)}, which no call has`);
}

function* settle({ id, entry, outputs, isShared }: Call, last: number): Generator<Trouble> {
  const [, second] = outputs;
  if (outputs.length === 0) yield unanswered(entry, last);
  const [, pending] = outputs.filter((output) => isText(unboxed(output.field('output')), PENDING));
  if (pending !== undefined) yield said('RA213', pending, 'crashes', `has a further pending output of ${named(id)}`);
  else if (second !== undefined && !isShared)
    yield said('RA216', second, 'reads', `has a further output of ${named(id)}`);
}

const PENDING = 'Response pending...';

/** Calls that are made together wait together; `last` is the place of the last message that is not a call. */
function unanswered(entry: Entry, last: number): Trouble {
  if (entry.index <= last)
    return said('RA211', entry, 'reads', `has a call without an output, message ${entry.key ?? entry.at}`);
  // Rao writes a command and its pending output in one go.
  const name = entry.call?.name ?? '';
  if (COMMANDS.has(name)) return said('RA217', entry, 'crashes', `ends with a call of ${name} that has no output`);
  return said('RA212', entry, 'reads', 'ends with a call that has no output yet');
}

/** An edit waits in a message of the user. */
function* pendingEdits(entries: readonly Entry[]): Generator<Trouble> {
  const edits = new Set(entries.flatMap((entry) => (isEdit(entry) ? (entry.key ?? []) : [])));
  const waiting = new Set<string>();
  for (const entry of entries) {
    const target = keyOf(entry.related);
    if (target === null || !edits.has(target) || !isText(entry.field('content'), PENDING)) continue;
    if (waiting.has(target))
      yield said('RA213', entry, 'crashes', `has a further pending answer to the edit ${target}`);
    waiting.add(target);
  }
}

function said(code: Trouble['code'], { value, at }: Entry, owner: Trouble['owner'], detail: string): Trouble {
  return { code, at, offset: spanOf(value).start, owner, detail };
}

function named(callId: string): string {
  return callId.length > 40 ? `${callId.slice(0, 40)}…` : callId;
}
