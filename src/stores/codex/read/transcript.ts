import type { Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Message, Transcript } from '../../../model/conversation.ts';
import { count } from '../../count.ts';
import { saidAside } from './aside.ts';
import { CallResults } from './call-results.ts';
import { isUserTurn } from './head.ts';
import type { Lineage } from './lineage.ts';
import { fieldText } from './meta.ts';
import { type Entry, entriesOf, isBare } from './record.ts';
import type { Repeats } from './repeats.ts';
import type { RolloutFile } from './rollout-file.ts';
import { callIn, itemSaid, kindsShown, otherLine, shownBy } from './said.ts';
import type { Made, SaidKind, Unplaced } from './said-kind.ts';
import type { TurnItem, TurnReader } from './turn.ts';
import { dialogueIn, turnReader } from './turn-reader.ts';
import { USER_COMMAND, userCommandIn, userCommandSaid } from './user-command.ts';

/** A rollout as the program shows it, with its calls and their outputs; what a fork inherits comes first. */
export function codexTranscript(
  file: RolloutFile,
  lineage: Lineage,
  { everything, subagents }: { readonly everything: boolean; readonly subagents: readonly string[] },
): Transcript {
  const { meta } = file.head();
  return {
    messages: { [Symbol.iterator]: () => saidIn(file, lineage, everything) },
    metadata: {
      source: JSON.stringify({
        cwd: meta?.cwd ?? null,
        gitBranch: meta?.branch ?? null,
        modelProvider: meta?.provider ?? null,
        source: meta?.source ?? null,
        cliVersion: meta?.cliVersion ?? null,
        forkedFrom: meta?.base?.thread ?? meta?.forkedFrom ?? null,
        parent: meta?.parent ?? null,
      }),
    },
    memory: { source: '[]' },
    tasks: { source: '{}' },
    sections: [turnSection(file, lineage, subagents)],
    repeated: ['metadata'],
  };
}

function turnSection(file: RolloutFile, { parts }: Lineage, subagents: readonly string[]) {
  const { kept: shown, rolledBack: gone } = file.dialogue().turns;
  const { lines } = file.summary();
  const back = gone === 0 ? '' : `, ${gone} rolled back`;
  const inherited = parts.map(({ thread }) => thread);
  const parent = file.head().meta?.parent ?? null;
  return {
    key: 'reach',
    title: 'records',
    value: { source: JSON.stringify({ lines, turns: shown, rolledBack: gone, inherited, subagents }) },
    lines: [
      `${count(shown, 'turn')} in ${count(lines, 'line')}${back}`,
      ...inherited.map((thread) => `goes on from ${thread}`),
      ...(parent === null ? [] : [`is a subagent of ${parent}`]),
      ...subagents.map((thread) => `has the subagent ${thread}`),
    ],
  };
}

/** What is shown of a rollout without what is hidden; with what it inherits, unless only its `own`. */
export function* messagesShown(file: RolloutFile, lineage: Lineage, own: boolean): Generator<SaidKind> {
  for (const said of saidIn(file, lineage, false)) if (!said.hidden && !(own && said.inherited === true)) yield said;
}

export const NO_LINEAGE: Lineage = { parts: [], fault: null };

function* saidIn(file: RolloutFile, lineage: Lineage, everything: boolean): Generator<Message> {
  const mode = file.head().meta?.mode ?? null;
  const all = stretchesOf(file, lineage);
  const { turns, repeats } = all.length === 1 ? file.dialogue() : dialogueIn(mode, entriesIn(all));
  const reader = turnReader(mode);
  // Of a legacy thread without any event, what is sent to the model is all there is to show.
  const isUnsaid = all.length === 1 && mode === 'legacy' && turns.begun === 0;
  const saying = { mode, everything, isUnsaid, repeats, results: new CallResults() };
  let index = 0;
  for (const { source, bytes, thread } of all) {
    for (const entry of entriesOf(source, { to: bytes }))
      for (const said of saidBy(entry, reader, saying))
        yield placed(said, entry, {
          index: index++,
          thread,
          isGone: said.turn !== null && turns.isRolledBack(said.turn),
        });
  }
}

/** A part of a rollout; `thread` names another one that it is inherited from. */
interface Stretch {
  readonly source: Source;
  readonly bytes: number;
  readonly thread: string | null;
}

function stretchesOf({ source }: RolloutFile, { parts }: Lineage): readonly Stretch[] {
  return source === null ? parts : [...parts, { source, bytes: source.size, thread: null }];
}

function* entriesIn(all: readonly Stretch[]): Generator<Entry> {
  for (const { source, bytes } of all) yield* entriesOf(source, { to: bytes });
}

interface SaidIn {
  readonly turn: number | null;
  readonly bare: Unplaced;
  readonly hidden: boolean;
}

/** Where a message is, and what sets it apart. */
interface Place {
  readonly index: number;
  /** Another one that it is inherited from. */
  readonly thread: string | null;
  readonly isGone: boolean;
}

function placed({ bare, hidden }: SaidIn, { line, value }: Entry, { index, thread, isGone }: Place): Message {
  const message: Made<Message> = { ...bare, index, at: `/${line.n}`, hidden: hidden || isGone };
  const time = Date.parse(fieldText(value, 'timestamp') ?? '');
  if (!Number.isNaN(time)) message.time = Math.floor(time / 1000);
  const from = thread === null ? [] : [`inherited from ${thread}`];
  if (thread !== null) {
    message.inherited = true;
    message.before = from;
  }
  if (thread !== null || isGone) message.marks = [...from, ...(isGone ? ['rolled back'] : []), ...(bare.marks ?? [])];
  return message;
}

interface Saying {
  readonly mode: string | null;
  readonly everything: boolean;
  readonly isUnsaid: boolean;
  readonly repeats: Repeats;
  /** Of calls whose outputs are still to come. */
  readonly results: CallResults;
}

function saidBy(entry: Entry, reader: TurnReader, saying: Saying): readonly SaidIn[] {
  const item = reader.take(entry);
  if (item?.isCalled === true && !saying.everything) {
    saying.results.note(item.payload);
    return NOTHING;
  }
  if (item !== null)
    return shownBy(item).map((bare) => ({
      turn: item.turn,
      // Its id is that of the call for the model, which is shown too.
      bare: saying.everything && bare.callId !== undefined ? { ...bare, callId: `item ${bare.callId}` } : bare,
      hidden: false,
    }));
  if (saying.mode === null && isBare(entry)) return [itemAlone(entry.type, entry.value)];
  const aside = saying.everything && isItem(entry) ? NOTHING : saidAside(entry, saying.mode);
  if (aside.length > 0) return aside.map((bare) => ({ turn: turnOrNone(reader.turn), bare, hidden: false }));
  if (isItem(entry)) return itemBeside(entry, reader.turn, saying);
  return saying.everything && entry.shape !== 'blank'
    ? [{ turn: null, bare: otherLine(entry), hidden: false }]
    : NOTHING;
}

/** An item for the model: what a turn shows already is not said twice, and what none shows is hidden. */
function itemBeside(
  entry: Entry,
  turn: number,
  { mode, everything, isUnsaid, repeats, results }: Saying,
): readonly SaidIn[] {
  if (everything) return [{ turn: null, bare: itemSaid(entry), hidden: false }];
  const typed = mode === 'paginated' ? null : userCommandIn(entry);
  if (typed !== null) return userCommandSaid(typed).map((bare) => ({ turn: turnOrNone(turn), bare, hidden: false }));
  if (isUnsaid) return [itemAlone(entry.kind, entry.payload)];
  const isCall = callIn(entry) !== null && (mode !== 'paginated' || repeats.isAloneAndFailed(entry));
  if (!isCall && repeats.has(entry)) return NOTHING;
  // Turns take their calls back with them.
  return [{ turn: isCall ? turnOrNone(turn) : null, bare: results.completed(itemSaid(entry)), hidden: !isCall }];
}

function turnOrNone(turn: number): number | null {
  return turn < 0 ? null : turn;
}

const NOTHING: readonly never[] = [];

function isItem({ shape, type }: Entry): boolean {
  return type === 'response_item' && (shape === 'record' || shape === 'dropped');
}

/** What a line shows that is not hidden, without what it says. */
export function kindsSaid(entry: Entry, item: TurnItem | null, mode: string | null): readonly SaidKind[] {
  if (item !== null) return item.isCalled === true ? NOTHING : kindsShown(item);
  const aside = saidAside(entry, mode);
  if (aside.length > 0) return aside;
  if (mode === 'paginated' || !isItem(entry)) return NOTHING;
  const call = callIn(entry);
  if (call !== null) return [call];
  return userCommandIn(entry) === null ? NOTHING : USER_COMMAND;
}

/** An item that no event shows, as of 2025: what it says is shown, and what the program put before it is hidden. */
function itemAlone(kind: string | null, payload: Value | null): SaidIn {
  const bare = itemSaid({ kind, payload });
  const isOwn = kind !== 'message' || bare.role !== 'user' || isUserTurn('user', bare.text ?? '');
  return { turn: null, bare, hidden: !isOwn || bare.role === 'system' };
}
