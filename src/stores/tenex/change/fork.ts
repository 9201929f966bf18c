import { createHash } from 'node:crypto';
import type { Edit } from '../../../codecs/edit.ts';
import { removeElements, replaceValue } from '../../../codecs/json/edits.ts';
import {
  elements,
  isArray,
  isString,
  lexemeOf,
  members,
  quote,
  sourceOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { addCounts } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import {
  type AskFor,
  isRefusal,
  NO_CONVERSATION,
  NOT_READABLE,
  type Refusal,
  refused,
  type UnitDecision,
} from '../../decision.ts';
import { withEdited } from '../../engine/change/draft.ts';
import type { FileRepair } from '../../engine/change/passes.ts';
import { copiedTo } from '../../engine/change/steps.ts';
import { lastValue } from '../../engine/text-at.ts';
import { countOf } from '../../words.ts';
import type { TenexDocument } from '../document.ts';
import { tenexPath } from '../layout/layout.ts';
import { type DecodedTenex, decodeTenex, refuseFile, type TenexFile, tenexCounts } from '../read/decoded.ts';
import { type EventFacts, eventFacts } from '../read/events/event-facts.ts';
import { numberAt } from '../read/members.ts';
import { entryFor, type NewEntry } from '../read/reindex.ts';
import { changedWithIndex, type TenexIndexUpdate, unitDecisionFor } from './edit-files.ts';

/**
 * Copies a conversation under a new id, in its name and inside it, with an index entry. With the old id inside, TENEX
 * would save it over its source. Events and unknown data are copied byte for byte.
 */
export function forkTenex(document: TenexDocument, ask: AskFor<'fork'>): UnitDecision<TenexIndexUpdate> {
  const { scope, active, archived } = document;
  const opened = active ?? archived;
  if (opened === null) return unitDecisionFor(document, NO_CONVERSATION);
  const source = sourceFor(opened);
  if (isRefusal(source)) return unitDecisionFor(document, source);
  const newId = createHash('sha256').update(ask.newId()).digest('hex');
  const made = copyOf(source, newId, ask, active !== null);
  if (isRefusal(made)) return unitDecisionFor(document, made);
  const { part } = opened;
  const before = tenexCounts(source, part.size);
  return changedWithIndex(document, [{ do: 'append', members: made.entry }], {
    path: part.path,
    steps: [copiedTo(part, tenexPath(scope.site, newId), made.edits)],
    before,
    after: addCounts(before, made.counts),
    notes: made.notes,
    newId,
  });
}

function sourceFor(opened: TenexFile): DecodedTenex | Refusal {
  const refusal = refuseFile(opened);
  const decoded = opened.decoded();
  if (refusal !== null || decoded === null) return refusal ?? NOT_READABLE;
  const { stage } = decoded.verdict();
  return stage === 'ok' ? decoded : refused({ reason: 'cannot be read by TENEX: heal or migrate it first' });
}

interface Copy extends FileRepair {
  readonly counts: Counts;
  readonly entry: NewEntry;
}

function copyOf(source: DecodedTenex, newId: string, ask: AskFor<'fork'>, isActive: boolean): Copy | Refusal {
  const shortened = ask.at === null ? { edits: [], notes: [] } : shortenedAt(source, ask.at);
  if (isRefusal(shortened)) return shortened;
  const edits = [...namingEdits(source, newId), ...shortened.edits];
  const beside = { id: newId, archived: false, updatedAt: ask.now, otherwise: ask.now };
  return withEdited(source.bytes, edits, (bytes) => {
    const copy = decodeTenex(bytes);
    const entry = copy.body === null ? null : entryFor(copy.body, beside);
    if (entry === null || copy.verdict().stage !== 'ok') return refused({ reason: 'would not come out readable' });
    const notes = [...shortened.notes, ...sharedNotes(copy, isActive)];
    return { edits, counts: tenexCounts(copy, bytes.length), entry, notes };
  });
}

function namingEdits({ members: all }: DecodedTenex, newId: string): Edit[] {
  const id = all.get('id');
  const title = all.get('title');
  return [
    ...(id === undefined ? [] : [replaceValue(id, quote(newId))]),
    ...(isString(title) ? [replaceValue(title, quote(`${textOf(title)} (fork)`))] : []),
  ];
}

/** Notes on state that two conversations of one root share (docs/formats/tenex.md, "Manager"). */
function sharedNotes(copy: DecodedTenex, isActive: boolean): string[] {
  const until = isActive ? 'as long as that is not archived' : 'once that is restored';
  const states = copy.members.get('agentStates');
  const sessions = members(states).filter(({ value }) => isString(lastValue(value, 'claudeSessionId')));
  return [
    ...(copy.counts().events === 0
      ? []
      : [`begins with the same event as its source: TENEX gives new replies to the source, ${until}`]),
    ...(sessions.length === 0
      ? []
      : [`names the Claude sessions of its source (${sessions.length}): an agent would go on in the same one`]),
  ];
}

/**
 * Cuts before message `at`, numbered as in the history; the number of all messages keeps all. Later phase transitions and turns are
 * removed, too. An agent that had read further has now read to the cut.
 */
function shortenedAt({ history, members: all }: DecodedTenex, at: string): FileRepair | Refusal {
  const messages = elements(history);
  if (!/^\d+$/.test(at) || Number(at) > messages.length)
    return refused({
      reason: `has ${countOf(messages.length, 'message')}: give a number from 0 to ${messages.length}`,
    });
  const gone = messages.slice(Number(at));
  if (history === null || gone.length === 0) return { edits: [], notes: [] };
  const loaded = [...eventFacts(history)].filter(({ loads }) => loads);
  const earlier = loaded.filter(({ index }) => index < Number(at));
  const time = timeOf(loaded[earlier.length]);
  const transitions = partedAt(all.get('phaseTransitions'), time);
  const turns = partedAt(all.get('orchestratorTurns'), time);
  const readers = readersBeyond(all.get('agentStates'), earlier.length);
  return {
    edits: [
      ...removeElements(history, gone),
      ...transitions.edits,
      ...turns.edits,
      ...phaseBefore(all, transitions, timeOf(loaded[0])),
      ...readers.map((place) => replaceValue(place, String(earlier.length))),
    ],
    notes: [
      `is cut before message ${at}, without ${omittedText(gone, transitions, turns)}`,
      ...transitions.gone.slice(0, 1).flatMap((each) => phaseNote(lastValue(each, 'from'))),
      ...(readers.length === 0 ? [] : [`${countOf(readers.length, 'agent')} had read further, and now to the cut`]),
      ...(time === null ? ['the message at the cut has no time: phases and turns stay as they are'] : []),
    ],
  };
}

/** Time of an event in milliseconds, as in transitions and turns; null without a usable time. */
function timeOf(event: EventFacts | undefined): number | null {
  const time = event?.createdAt;
  return typeof time === 'number' && Number.isFinite(time) ? time * 1000 : null;
}

function readersBeyond(states: Value | undefined, end: number): Value[] {
  const each = members(states);
  return each.flatMap(({ value }) => {
    const place = lastValue(value, 'lastProcessedMessageIndex');
    return place !== null && (numberAt(value, 'lastProcessedMessageIndex') ?? 0) > end ? [place] : [];
  });
}

/** Restores the phase that the first removed transition would have ended. */
function phaseBefore(all: DecodedTenex['members'], { gone, stay }: PartedMessages, begun: number | null): Edit[] {
  const [first] = gone;
  const phase = all.get('phase');
  const from = lastValue(first, 'from');
  if (from === null || phase === undefined) return [];
  const started = all.get('phaseStartedAt');
  const before = stay.at(-1);
  const since = before === undefined ? begun : numberAt(before, 'timestamp');
  const again = replaceValue(phase, sourceOf(from));
  return started === undefined || since === null ? [again] : [again, replaceValue(started, JSON.stringify(since))];
}

function phaseNote(from: Value | null): string[] {
  return from === null ? [] : [`is in the phase ${lexemeOf(from)} again`];
}

function omittedText(events: readonly Value[], transitions: PartedMessages, turns: PartedMessages): string {
  const counts = { event: events.length, 'phase transition': transitions.gone.length, turn: turns.gone.length };
  const said = Object.entries(counts).flatMap(([what, number]) => (number === 0 ? [] : [countOf(number, what)]));
  return said.join(', ');
}

interface PartedMessages {
  readonly gone: readonly Value[];
  readonly stay: readonly Value[];
  readonly edits: readonly Edit[];
}

/** Splits a list by the `timestamp` of its elements: those from `time` (milliseconds) on go. Elements without one stay. */
function partedAt(list: Value | undefined, time: number | null): PartedMessages {
  if (!isArray(list)) return { gone: [], stay: [], edits: [] };
  const all = elements(list);
  if (time === null) return { gone: [], stay: all, edits: [] };
  const isGone = (each: Value) => (numberAt(each, 'timestamp') ?? Number.NEGATIVE_INFINITY) >= time;
  const gone = all.filter(isGone);
  return { gone, stay: all.filter((each) => !isGone(each)), edits: removeElements(list, gone) };
}
