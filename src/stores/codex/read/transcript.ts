import type { Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Message, Transcript } from '../../../model/conversation.ts';
import { count } from '../../count.ts';
import { fieldText } from '../decode/meta.ts';
import { type Entry, entriesOf, isBare } from '../decode/record.ts';
import type { RolloutFile } from '../rollout-file.ts';
import { isUserTurn } from './head.ts';
import type { Lineage } from './lineage.ts';
import { itemSaid, kindOfItem, kindsShown, otherLine, type SaidKind, shownBy, type Unplaced } from './said.ts';
import type { TurnItem } from './turn.ts';
import { turnReader } from './turn-reader.ts';
import type { Turns } from './turns.ts';

/** What is said of a message before it has its number. */
type Said = Omit<Message, 'index'>;

/** A rollout as the program shows it, with its calls and their outputs; what a fork inherits comes first. */
export function codexTranscript(
  file: RolloutFile,
  lineage: Lineage,
  { everything, subagents }: { readonly everything: boolean; readonly subagents: readonly string[] },
): Transcript {
  const { meta } = file.head();
  return {
    messages: {
      *[Symbol.iterator]() {
        let index = 0;
        for (const said of saidIn(file, lineage, everything)) yield { ...said, index: index++ };
      },
    },
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
  };
}

function turnSection(file: RolloutFile, { parts }: Lineage, subagents: readonly string[]) {
  const { kept: shown, rolledBack: gone } = file.turns();
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

/** How many messages are shown of a rollout with what it inherits, and how many of them are calls. */
export function messagesShown(
  file: RolloutFile,
  lineage: Lineage,
): { readonly messages: number; readonly calls: number } {
  let [messages, calls] = [0, 0];
  for (const { hidden, type } of saidIn(file, lineage, false)) {
    if (!hidden) messages++;
    if (!hidden && type === 'tool_call') calls++;
  }
  return { messages, calls };
}

export const NO_LINEAGE: Lineage = { parts: [], fault: null };

function* saidIn(file: RolloutFile, lineage: Lineage, everything: boolean): Generator<Said> {
  const mode = file.head().meta?.mode ?? null;
  const all = stretchesOf(file, lineage);
  const gone = rolledBackIn(file, all);
  const reader = turnReader(mode);
  // Of a legacy thread without any event, what is sent to the model is all there is to show.
  const isUnsaid = all.length === 1 && mode === 'legacy' && file.turns().begun === 0;
  for (const { source, bytes, thread } of all) {
    const marks = thread === null ? [] : [`inherited from ${thread}`];
    for (const entry of entriesOf(source, { to: bytes }))
      for (const said of saidBy(entry, reader.take(entry), { mode, everything, isUnsaid }))
        yield placed(said, entry, marks, said.turn !== null && (gone?.isRolledBack(said.turn) ?? false));
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

/** The turns of a legacy thread, which a later record may undo; null where none can be. */
function rolledBackIn(file: RolloutFile, all: readonly Stretch[]): Turns | null {
  if (file.head().meta?.mode === 'paginated') return null;
  if (all.length === 1) return file.turns();
  const reader = turnReader('legacy');
  for (const { source, bytes } of all) for (const entry of entriesOf(source, { to: bytes })) reader.take(entry);
  reader.end();
  return reader.turns;
}

interface SaidIn {
  readonly turn: number | null;
  readonly bare: Unplaced;
  readonly hidden: boolean;
}

function placed({ bare, hidden }: SaidIn, { line, value }: Entry, marks: readonly string[], isGone: boolean): Said {
  const all = [...marks, ...(isGone ? ['rolled back'] : []), ...(bare.marks ?? [])];
  const time = Date.parse(fieldText(value, 'timestamp') ?? '');
  return {
    at: `/${line.n}`,
    ...bare,
    ...(Number.isNaN(time) ? {} : { time: Math.floor(time / 1000) }),
    ...(all.length === 0 ? {} : { marks: all }),
    hidden: hidden || isGone,
  };
}

interface Saying {
  readonly mode: string | null;
  readonly everything: boolean;
  readonly isUnsaid: boolean;
}

function saidBy(entry: Entry, item: TurnItem | null, saying: Saying): readonly SaidIn[] {
  if (item !== null) return shownBy(item).map((bare) => ({ turn: item.turn, bare, hidden: false }));
  if (saying.mode === null && isBare(entry)) return [itemAlone(entry.type, entry.value)];
  if (isItem(entry)) return [itemBeside(entry, saying)];
  return saying.everything && entry.is !== 'blank' ? [{ turn: null, bare: otherLine(entry), hidden: false }] : [];
}

/** An item that events may show too: what the program shows as items of a turn is not shown twice. */
function itemBeside(entry: Entry, { mode, everything, isUnsaid }: Saying): SaidIn {
  if (isUnsaid && !everything) return itemAlone(entry.kind, entry.payload);
  const bare = itemSaid(entry);
  return { turn: null, bare, hidden: !everything && (mode === 'paginated' || !CALLS.has(bare.type)) };
}

function isItem({ is, type }: Entry): boolean {
  return type === 'response_item' && (is === 'record' || is === 'dropped');
}

/** What a line shows unless everything is asked for, without what it says. */
export function kindsSaid(entry: Entry, item: TurnItem | null, mode: string | null): readonly SaidKind[] {
  if (item !== null) return kindsShown(item);
  if (mode === null && isBare(entry)) return [kindOfItem({ kind: entry.type, payload: entry.value })];
  return isItem(entry) ? [kindOfItem(entry)] : NOTHING;
}

const NOTHING: readonly SaidKind[] = [];

/** An item that no event shows, as of 2025: what it says is shown, and what the program put before it is hidden. */
function itemAlone(kind: string | null, payload: Value | null): SaidIn {
  const bare = itemSaid({ kind, payload });
  const isOwn = kind !== 'message' || bare.role !== 'user' || isUserTurn('user', bare.text ?? '');
  return { turn: null, bare, hidden: !isOwn || bare.role === 'system' };
}

const CALLS: ReadonlySet<string> = new Set(['tool_call', 'tool_output']);
