import { composeEdits, type Edit } from '../../../codecs/edit.ts';
import { insertMember, removeFrom, removeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import {
  elements,
  isArray,
  isString,
  lexemeOf,
  member,
  members,
  nextOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { addCounts } from '../../../model/change-report.ts';
import { refusePath } from '../../../model/check-change.ts';
import {
  type AskFor,
  isRefusal,
  NO_CONVERSATION,
  type NotChanged,
  type Refusal,
  refused,
  type UnitChange,
  unitChange,
} from '../../decision.ts';
import { withEdited } from '../../engine/change/draft.ts';
import { copiedTo } from '../../engine/change/steps.ts';
import { countOf } from '../../words.ts';
import { type DecodedAndJudged, decodeAndJudge } from '../conversation-file.ts';
import type { FnordDocument } from '../document.ts';
import { fnordPath } from '../layout/layout.ts';
import { type DecodedFnord, worktreeIn } from '../read/decode.ts';
import { type HydratedItem, isHydrated } from '../read/items.ts';
import { scopeOf } from '../read/sections.ts';
import { fnordCounts, summaryOf } from '../read/summary.ts';
import { duplicatesPass } from './passes/bytes.ts';
import { upgradePass } from './passes/legacy.ts';
import { decodedUnchanged, type PassedFnord, refusedFor, runFnordPasses } from './run-passes.ts';

/**
 * Copies a conversation by fnord's own rules (docs/formats/fnord.md, "Forks"): v1, the current time, session memories
 * set aside, metadata kept.
 */
export function forkFnord(document: FnordDocument, ask: AskFor<'fork'>): UnitChange | NotChanged {
  const { scope, active, archived } = document;
  const opened = active ?? archived;
  if (opened === null) return NO_CONVERSATION;
  const read = decodedUnchanged(opened);
  if (isRefusal(read)) return read;
  if (read.judgement.finding !== null) return refusedFor(read.judgement, read.judgement.finding);
  const newId = ask.newId();
  if (newId.includes('/') || refusePath(newId) !== null) return refused({ reason: 'cannot have that new id' });
  const made = copyOf(read, ask);
  if (isRefusal(made)) return made;
  const { part } = opened;
  const before = fnordCounts(read.document);
  return unitChange({
    path: part.path,
    steps: [copiedTo(part, fnordPath(scope.site, scope.name, newId), made.edits)],
    before,
    after: addCounts(before, made.counts),
    notes: made.notes,
    newId,
  });
}

function copyOf(read: DecodedAndJudged, ask: AskFor<'fork'>) {
  const options = { only: null, lossy: true, stamp: { seconds: ask.now, isFromUser: true } };
  const { length } = read.document.bytes;
  return runFnordPasses(read, [duplicatesPass, upgradePass], options, (whole) => shortenedFork(whole, ask, length));
}

/** `size`: bytes of the file as it was read. */
function shortenedFork({ draft, doc: { document: whole }, notes }: PassedFnord, ask: AskFor<'fork'>, size: number) {
  const shortened = ask.at === null ? lastMessage(whole) : shortenedAt(whole, ask.at);
  if (isRefusal(shortened)) return shortened;
  const edits = [...forkEdits(whole, ask), ...shortened.edits];
  const all = composeEdits(size, draft.edits, edits);
  return withEdited(whole.bytes, edits, (bytes) => {
    const { document, judgement } = decodeAndJudge(bytes);
    if (judgement.finding !== null) return refusedFor(judgement, judgement.finding);
    const counts = fnordCounts(document);
    if (counts.messages !== shortened.messages) return refused({ reason: 'would not keep the messages asked for' });
    return { edits: all, counts, notes: [...notes, ...shortened.notes, ...carriedNotes(document)] };
  });
}

function forkEdits(
  { body }: DecodedFnord,
  { now, dropApprovals }: Pick<AskFor<'fork'>, 'now' | 'dropApprovals'>,
): Edit[] {
  if (body === null) return [];
  const time = member(body, 'timestamp');
  const memory = member(body, 'memory');
  return [
    ...(time === null ? [] : [replaceValue(time, String(now))]),
    ...elements(memory).flatMap(setAside),
    ...(dropApprovals ? withoutApprovals(body) : []),
  ];
}

/** Edits by which fnord does not index a memory for the fork again. */
function setAside(memory: Value): Edit[] {
  if (scopeOf(memory) !== 'session') return [];
  const status = member(memory, 'index_status');
  if (status === null) return [insertMember(memory, 'index_status', '"ignore"')];
  return isString(status) && textOf(status) === 'ignore' ? [] : [replaceValue(status, '"ignore"')];
}

const APPROVALS = 'session_shell_approvals';

function withoutApprovals(body: Value): Edit[] {
  const metadata = member(body, 'metadata');
  if (metadata === null) return [];
  const keys = members(metadata)
    .filter(({ key }) => textOf(key) === APPROVALS)
    .map(({ key }) => key);
  return keys.length === 0 ? [] : removeMembers(metadata, keys);
}

function carriedNotes(document: DecodedFnord): string[] {
  const metadata = member(document.body, 'metadata');
  const approvals = member(metadata, APPROVALS);
  const worktree = worktreeIn(document.body);
  return [
    ...(isArray(approvals) && elements(approvals).length > 0
      ? [
          'takes along the approvals of shell commands: fnord will run them without asking (--drop-approvals leaves them out)',
        ]
      : []),
    ...(worktree === null ? [] : [`names the worktree ${textOf(worktree)} too: both conversations will work in it`]),
  ];
}

interface ShortenedFork {
  readonly edits: readonly Edit[];
  readonly messages: number;
  readonly notes: readonly string[];
}

function lastMessage(document: DecodedFnord): ShortenedFork {
  return { edits: [], messages: summaryOf(document).messages, notes: [] };
}

/** The cut before message `at`, in fnord's count. The number of all messages keeps all. */
function shortenedAt(document: DecodedFnord, at: string): ShortenedFork | Refusal {
  const whole = lastMessage(document);
  const count = Number(at);
  if (!/^\d+$/.test(at) || count > whole.messages)
    return refused({
      reason: `has ${countOf(whole.messages, 'message')}: give a number from 0 to ${whole.messages}`,
    });
  if (count === whole.messages) return whole;
  const messages = member(document.body, 'messages');
  if (!isArray(messages)) return refused({ codes: ['FN101'], reason: 'has no list of messages to cut' });
  const { place, first, last } = elementOf(document, messages, count);
  if (first < count) {
    const reason = `cannot be cut before message ${at}: messages ${first} to ${last} are one message on disk`;
    return refused({ reason });
  }
  return {
    edits: removeFrom(messages, place),
    messages: count,
    notes: [
      `leaves out ${whole.messages - count} of ${countOf(whole.messages, 'message')}`,
      ...unansweredNotes(document, count),
    ],
  };
}

/** A generator: all messages of a large file would take more memory than the file. */
function* itemsOf(document: DecodedFnord): Generator<HydratedItem> {
  for (const each of document.items()) if (isHydrated(each)) yield each;
}

/** The list position of message `count`, and the messages from the same element. An element with tool calls makes several. */
function elementOf(document: DecodedFnord, messages: Value, count: number) {
  const found = { place: 0, first: 0, last: 0 };
  let n = 0;
  let place = -1;
  let first = 0;
  let next = messages.at + 1;
  for (const { value } of itemsOf(document)) {
    for (; next <= value.at; place++) [next, first] = [nextOf({ tape: messages.tape, at: next }), n];
    if (n === count) Object.assign(found, { place, first });
    if (n >= count && place === found.place) found.last = n;
    n++;
  }
  return found;
}

/** Notes on tool calls without an output, which model services refuse. */
function unansweredNotes(document: DecodedFnord, limit: number): string[] {
  const calls = new Map<string, number>();
  let n = 0;
  let count = 0;
  for (const each of itemsOf(document)) {
    const before = calls.get(idOf(each)) ?? 0;
    const isKept = n++ < limit;
    if (isKept && each.as === 'call') calls.set(idOf(each), before + 1);
    if (isKept || each.as !== 'output') continue;
    count += before;
    calls.delete(idOf(each));
  }
  if (count === 0) return [];
  return [`is cut between ${count === 1 ? 'a tool call and its output' : `${count} tool calls and their outputs`}`];
}

function idOf({ callId }: HydratedItem): string {
  return callId === null ? '' : lexemeOf(callId);
}
