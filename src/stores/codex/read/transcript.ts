import { elements, isString, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Message, NOTHING_BESIDE, type Section, type Transcript } from '../../../model/conversation.ts';
import { withTyped } from '../../engine/prompts/typed-prompts.ts';
import { hasWords } from '../../engine/search/words-of-value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { TypedPrompt } from '../../kind.ts';
import { countOf } from '../../words.ts';
import { asideMessages, unreportedText } from './aside.ts';
import { type AnsweredCalls, CallResults, resultAlone, Searches } from './call-results.ts';
import { Compactions } from './compactions.ts';
import { isUserTurn, textParts } from './head.ts';
import { HiddenCalls, Questions } from './hidden-calls.ts';
import { type MutableMessage, reviewText, type SaidKind, type UnplacedMessage } from './item-words.ts';
import type { Lineage } from './lineage.ts';
import { type Entry, isBare, isItem } from './record.ts';
import type { Repeats } from './repeats.ts';
import { entriesIn, type RolloutFile } from './rollout-file.ts';
import { asOfCommand, callIn, itemCounted, messagesOfItem, messagesOfResponseItem, otherLine } from './said.ts';
import { dialogueIn, turnReader } from './turn-reader.ts';
import type { TurnItem, TurnReader } from './turns.ts';
import { userCommandIn, userCommandSaid } from './user-command.ts';

interface ShownOptions {
  readonly everything: boolean;
  readonly subagents: () => readonly string[];
  readonly sections?: readonly Section[];
  readonly typed?: readonly TypedPrompt[];
}

/** A rollout as the program shows it, inherited records first; calls and outputs are included. */
export function codexTranscript(
  file: RolloutFile,
  lineage: Lineage,
  { everything, subagents, sections = [], typed = [] }: ShownOptions,
): Transcript {
  const { meta } = file.head();
  return {
    messages: {
      *[Symbol.iterator]() {
        let index = 0;
        for (const each of withTyped(messagesIn(file, lineage, everything), typed)) yield { ...each, index: index++ };
      },
    },
    ...NOTHING_BESIDE,
    metadata: {
      source: JSON.stringify({
        cwd: meta?.cwd ?? null,
        gitBranch: meta?.branch ?? null,
        gitRepository: meta?.repository ?? null,
        modelProvider: meta?.provider ?? null,
        source: meta?.source ?? null,
        cliVersion: meta?.cliVersion ?? null,
        forkedFrom: meta?.base?.thread ?? meta?.forkedFrom ?? null,
        parent: meta?.parent ?? null,
      }),
    },
    // Sections are made on demand: many readers of messages ignore them.
    get sections() {
      return [...sections, turnSection(file, lineage, subagents())];
    },
    repeated: ['metadata'],
  };
}

function turnSection(file: RolloutFile, { parts }: Lineage, subagents: readonly string[]) {
  const { visibleCount: shown, rolledBack: gone } = file.dialogue().turns;
  const { lines } = file.summary();
  const back = gone === 0 ? '' : `, ${gone} rolled back`;
  const inherited = parts.map(({ thread }) => thread);
  const parent = file.head().meta?.parent ?? null;
  return {
    key: 'reach',
    title: 'records',
    value: { source: JSON.stringify({ lines, turns: shown, rolledBack: gone, inherited, subagents }) },
    lines: [
      `${countOf(shown, 'turn')} in ${countOf(lines, 'line')}${back}`,
      ...inherited.map((thread) => `goes on from ${thread}`),
      ...(parent === null ? [] : [`is a subagent of ${parent}`]),
      ...subagents.map((thread) => `has the subagent ${thread}`),
    ],
  };
}

/** Visible messages of a rollout, without texts. `own`: without inherited ones. */
export function* messagesShown(file: RolloutFile, lineage: Lineage, own: boolean): Generator<SaidKind> {
  for (const { said, thread, isGone } of orderedMessages(file, lineage, { everything: false, isCounted: true }))
    if (!said.hidden && !isGone && !(own && thread !== null)) yield said.bare;
}

export const NO_LINEAGE: Lineage = { parts: [], fault: null };

export function* messagesIn(file: RolloutFile, lineage: Lineage, everything: boolean): Generator<Message> {
  let index = 0;
  for (const ordered of orderedMessages(file, lineage, { everything, isCounted: false }))
    yield placedMessage(ordered, index++);
}

function* orderedMessages(
  file: RolloutFile,
  lineage: Lineage,
  { everything, isCounted }: Pick<TranscriptState, 'everything' | 'isCounted'>,
): Generator<OrderedMessage> {
  const mode = file.head().meta?.mode ?? null;
  const all = stretchesOf(file, lineage);
  const { turns, repeats, answered } = all.length === 1 ? file.dialogue() : dialogueIn(mode, entriesOfAll(all));
  const reader = turnReader(mode);
  // A legacy thread without any event shows only the items sent to the model.
  const isUnsaid = all.length === 1 && mode === 'legacy' && turns.begun === 0;
  const saying = {
    mode,
    everything,
    isCounted,
    isUnsaid,
    repeats,
    answered,
    results: new CallResults(),
    questions: new Questions(),
    searches: new Searches(),
    quiet: new HiddenCalls(mode, (session) => repeats.reported(session)),
    start: file.head().meta?.ownFrom ?? 0,
  };
  const compactions = new Compactions(repeats);
  for (const { entry, thread } of threadEntries(all)) {
    for (const said of saidBy(entry, reader, saying)) {
      const isGone = said.turn !== null && turns.isRolledBack(said.turn);
      const isForgotten = said.turn !== null && turns.isForgotten(said.turn);
      yield { said, entry, thread, isForgotten, ...compactions.placed(said, isGone) };
    }
    // A rollback that reaches behind a compaction undoes it.
    if (!everything && !turns.isForgotten(reader.turn)) compactions.take(entry);
  }
}

function* threadEntries(all: readonly RolloutPart[]): Generator<Pick<OrderedMessage, 'entry' | 'thread'>> {
  for (const { source, bytes, thread } of all) for (const entry of entriesIn(source, bytes)) yield { entry, thread };
}

/** Part of a rollout; `thread`: the thread from which it is inherited. */
interface RolloutPart {
  readonly source: Source;
  readonly bytes: number;
  readonly thread: string | null;
}

function stretchesOf({ source }: RolloutFile, { parts }: Lineage): readonly RolloutPart[] {
  return source === null ? parts : [...parts, { source, bytes: source.size, thread: null }];
}

function* entriesOfAll(all: readonly RolloutPart[]): Generator<Entry> {
  for (const { source, bytes } of all) yield* entriesIn(source, bytes);
}

interface MessageInTurn {
  readonly turn: number | null;
  readonly bare: UnplacedMessage;
  readonly hidden: boolean;
}

interface OrderedMessage {
  readonly said: MessageInTurn;
  readonly entry: Entry;
  /** Thread from which the message is inherited; null for the rollout's own. */
  readonly thread: string | null;
  readonly isGone: boolean;
  /** True if a rollback took the message's turn from the model. */
  readonly isForgotten: boolean;
  /** A mark that says how many earlier messages a compaction took from the model; null for none. */
  readonly passed: string | null;
}

function placedMessage(
  { said: { bare, hidden }, entry: { line, value }, thread, isGone, isForgotten, passed }: OrderedMessage,
  index: number,
): Message {
  const message: MutableMessage<Message> = { ...bare, index, at: `/${line.number}`, hidden: hidden || isGone };
  const time = Date.parse(textAt(value, 'timestamp') ?? '');
  if (!Number.isNaN(time)) message.time = Math.floor(time / 1000);
  const before = [...(thread === null ? [] : [`inherited from ${thread}`]), ...(passed === null ? [] : [passed])];
  if (thread !== null) message.inherited = true;
  if (before.length > 0) message.before = before;
  const taken = takenMarks({ isGone, isForgotten });
  if (before.length > 0 || taken.length > 0) message.marks = [...before, ...taken, ...(bare.marks ?? [])];
  return message;
}

function takenMarks({ isGone, isForgotten }: Pick<OrderedMessage, 'isGone' | 'isForgotten'>): readonly string[] {
  if (isGone) return ['rolled back'];
  return isForgotten ? ['not sent any more: taken back'] : [];
}

interface TranscriptState {
  readonly mode: string | null;
  readonly everything: boolean;
  /** True if only kinds of messages are wanted. Words are then read only where they decide whether a message is shown. */
  readonly isCounted: boolean;
  readonly isUnsaid: boolean;
  readonly repeats: Repeats;
  readonly answered: AnsweredCalls;
  readonly results: CallResults;
  readonly questions: Questions;
  readonly searches: Searches;
  readonly quiet: HiddenCalls;
  /** Ordinal of a subagent's first own record; those before repeat its parent's. */
  readonly start: number;
}

function saidBy(entry: Entry, reader: TurnReader, saying: TranscriptState): readonly MessageInTurn[] {
  const item = reader.take(entry);
  if (item !== null) {
    saying.searches.report(item);
    return itemSaidBy(item, saying);
  }
  if (saying.mode === null && isBare(entry)) return [itemAlone(entry.type, entry.value, saying)];
  const aside = saying.everything && isItem(entry) ? null : asideOf(entry, saying);
  if (aside !== null) return aside.map((bare) => ({ turn: turnOrNone(reader.turn), bare, hidden: false }));
  if (isItem(entry)) return itemSaid(entry, reader.turn, saying);
  const messages = entry.type === 'compacted' && entry.shape === 'record' ? keptIn(entry, saying) : NO_MESSAGES;
  if (messages.length > 0) return messages;
  if (!saying.everything) return unreadIn(entry, saying);
  return entry.shape === 'blank' ? NO_MESSAGES : [{ turn: null, bare: otherLine(entry), hidden: false }];
}

/** The summary of a compaction, and messages for the model that nothing else shows. */
function keptIn(entry: Entry, { everything, isUnsaid, repeats }: TranscriptState): readonly MessageInTurn[] {
  const summary = unreportedText(entry);
  const before = isUnsaid ? [] : elements(lastValue(entry.payload, 'replacement_history'));
  const alone = before.flatMap((payload) => {
    const item = { payloadType: textAt(payload, 'type'), payload };
    const bare = item.payloadType === 'message' && !repeats.has(item) ? messagesOfResponseItem(item) : null;
    if (bare === null || (bare.role !== 'assistant' && !isUserTurn(bare.role, bare.text ?? ''))) return [];
    return summary?.text?.includes(bare.text ?? '') === true || isSummary(bare, summary) ? [] : [bare];
  });
  const all = summary === null ? alone : [summary, ...alone];
  return all.map((bare) => ({ turn: null, bare, hidden: !everything }));
}

/** True if a message for the model ends with the summary: the program puts an instruction before it. */
function isSummary({ text }: UnplacedMessage, summary: UnplacedMessage | null): boolean {
  const said = summary?.text?.replace(/^summary: /, '') ?? '';
  return said !== '' && (text ?? '').endsWith(said);
}

/** A hidden message for a record that the program ignores, if its words are nowhere else. */
function unreadIn(entry: Entry, { repeats }: TranscriptState): readonly MessageInTurn[] {
  const { shape, type, payload } = entry;
  if (shape !== 'skipped' || type === 'session_meta' || !hasWords(payload)) return NO_MESSAGES;
  const isKnown = type === 'response_item' && textParts(payload, 'content').length > 0 && repeats.has(entry);
  return isKnown ? NO_MESSAGES : [{ turn: null, bare: otherLine(entry), hidden: true }];
}

function itemSaidBy(
  item: TurnItem,
  { everything, answered, results, repeats }: TranscriptState,
): readonly MessageInTurn[] {
  if (item.isCalled === true && !everything) {
    if (answered.lacks(item)) return [{ turn: item.turn, bare: resultAlone(item), hidden: false }];
    results.note(item);
    return NO_MESSAGES;
  }
  return messagesOfItem(withReview(item, repeats)).map((bare) => ({
    turn: item.turn,
    // Made distinct: the call for the model, which is shown too, has this id.
    bare: everything && bare.callId !== undefined ? { ...bare, callId: `item ${bare.callId}` } : bare,
    hidden: false,
  }));
}

/** The end of a review has its findings where no answer repeats them: that was damaged. */
function withReview(item: TurnItem, repeats: Repeats): TurnItem {
  if (item.type !== 'exitedReviewMode') return item;
  const review = reviewText(lastValue(lastValue(item.payload, 'item') ?? item.payload, 'review_output'));
  return review === '' || repeats.hasText(review) ? item : { ...item, text: () => review };
}

/** Null for a record that adds nothing to the items of turns. */
function asideOf(entry: Entry, saying: TranscriptState): readonly UnplacedMessage[] | null {
  if (!isOwn(entry, saying)) return null;
  const repeated = saying.questions.take(entry) ?? saying.searches.take(entry);
  if (repeated !== null) return repeated;
  const aside = asideMessages(entry, saying.mode);
  return aside.length > 0 ? aside : null;
}

/** The message of an item for the model: hidden, or omitted if a turn shows it. */
function itemSaid(entry: Entry, turn: number, saying: TranscriptState): readonly MessageInTurn[] {
  const { mode, everything, isUnsaid, repeats } = saying;
  if (everything) return [{ turn: null, bare: messagesOfResponseItem(entry), hidden: false }];
  const typed = mode === 'paginated' ? null : userCommandIn(entry);
  if (typed !== null) return userCommandSaid(typed).map((bare) => ({ turn: turnOrNone(turn), bare, hidden: false }));
  if (isUnsaid) return [itemAlone(entry.payloadType, entry.payload, saying)];
  const isKnown = repeats.has(entry);
  const isCall =
    callIn(entry) !== null && (mode !== 'paginated' || (!isKnown && isAnswering(entry) && isOwn(entry, saying)));
  if (!isCall && isKnown) return unreportedSaid(entry, turn, saying);
  const bare = saying.isCounted ? itemCounted(entry) : saying.results.completed(messagesOfResponseItem(entry));
  // Calls belong to their turn, and disappear when it is rolled back.
  return isCall ? callSaid(bare, entry, { turn, isKnown, saying }) : [forModel(bare)];
}

function unreportedSaid(entry: Entry, turn: number, saying: TranscriptState): readonly MessageInTurn[] {
  const bare = unreportedText(entry);
  const hidden = entry.payloadType === 'message' || !isOwn(entry, saying);
  return bare === null ? NO_MESSAGES : [{ turn: turnOrNone(turn), bare, hidden }];
}

/** A hidden message for the model; context before the questions is the program's. */
function forModel(bare: UnplacedMessage): MessageInTurn {
  const isContext = bare.role === 'user' && !isUserTurn('user', bare.text ?? '');
  return { turn: null, bare: isContext ? { ...bare, source: 'program' } : bare, hidden: true };
}

function callSaid(
  bare: UnplacedMessage,
  entry: Entry,
  { turn, isKnown, saying }: { readonly turn: number; readonly isKnown: boolean; readonly saying: TranscriptState },
): readonly MessageInTurn[] {
  const how = saying.quiet.take(entry);
  if (how === 'repeated' || (how === 'hidden' && isKnown)) return NO_MESSAGES;
  const marked = how === 'completed' ? { ...bare, marks: [how] } : bare;
  const named = !isKnown && saying.repeats.isOfCommand(entry) ? asOfCommand(marked) : marked;
  return [{ turn: turnOrNone(turn), bare: named, hidden: how === 'hidden' }];
}

/** False for a record that a subagent has from its parent. */
function isOwn({ ordinal }: Entry, { start }: TranscriptState): boolean {
  return (ordinal ?? start) >= start;
}

/** True for a call, or an output with the id of one; other outputs are in items of turns. */
function isAnswering({ payload }: Entry): boolean {
  return isString(lastValue(payload, 'call_id'));
}

function turnOrNone(turn: number): number | null {
  return turn < 0 ? null : turn;
}

const NO_MESSAGES: readonly never[] = [];

/** An item of 2025 that no event shows; context that the program put before it is hidden. */
function itemAlone(payloadType: string | null, payload: Value | null, { isCounted }: TranscriptState): MessageInTurn {
  const bare = (isCounted ? itemCounted : messagesOfResponseItem)({ payloadType, payload });
  const isOwn = payloadType !== 'message' || bare.role !== 'user' || isUserTurn('user', bare.text ?? '');
  return { turn: null, bare, hidden: !isOwn || bare.role === 'system' };
}
