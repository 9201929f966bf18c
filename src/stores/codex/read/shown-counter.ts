import { isString, textOf } from '../../../codecs/json/value.ts';
import { addTo } from '../../../model/collections.ts';
import type { Counts } from '../../../model/conversation.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import { asideMessages, unreportedText } from './aside.ts';
import { AnsweredCalls, cameBack, RESULT_ALONE, Searches } from './call-results.ts';
import { HiddenCalls, Questions } from './hidden-calls.ts';
import type { SaidKind } from './item-words.ts';
import type { Lineage } from './lineage.ts';
import { type Entry, isItem } from './record.ts';
import { HookOutputs, reportedCall } from './repeats.ts';
import { entriesIn, type RolloutFile } from './rollout-file.ts';
import { callIn, kindsShown } from './said.ts';
import { messagesShown, NO_LINEAGE } from './transcript.ts';
import { turnReader } from './turn-reader.ts';
import type { TurnItem } from './turns.ts';
import { USER_COMMAND, userCommandIn } from './user-command.ts';

export interface SaidCount {
  readonly kind: SaidKind;
  count: number;
}

/** Counts the shown messages of a rollout in one pass, without their texts. */
export class ShownCounter {
  readonly #file: RolloutFile;
  readonly #lineage: Lineage;
  readonly #mode: string | null;
  readonly #reader;
  readonly #isOwn: boolean;
  readonly #kinds: KindReader;
  readonly #said = new Map<string, SaidCount[]>();

  /** Counts inherited lines too, unless `own`. */
  constructor(file: RolloutFile, lineage: Lineage, { own }: { readonly own: boolean }) {
    this.#file = file;
    this.#isOwn = own;
    this.#lineage = lineage;
    this.#mode = file.head().meta?.mode ?? null;
    this.#reader = turnReader(this.#mode);
    this.#kinds = new KindReader(this.#mode, file.head().meta?.ownFrom ?? 0);
    for (const { source, bytes } of own ? [] : lineage.parts)
      for (const entry of entriesIn(source, bytes)) this.take(entry);
  }

  take(entry: Entry): void {
    for (const kind of this.#kinds.take(entry, this.#reader.take(entry))) this.#count(kind);
  }

  #count(kind: SaidKind): void {
    const named = this.#said.get(kind.name ?? kind.type);
    const known = named?.find(
      ({ kind: { role, type, name } }) => role === kind.role && type === kind.type && name === kind.name,
    );
    if (known === undefined) addTo(this.#said, kind.name ?? kind.type, { kind, count: 1 });
    else known.count++;
  }

  /** Call it after the last line. Rolled-back turns are hidden. Without any turn it rereads the rollout and counts messages for the model. */
  counts(): Iterable<SaidCount> {
    const { begun, rolledBack } = this.#reader.turns;
    if (this.#mode !== null && rolledBack === 0 && begun > 0) {
      for (const kind of this.#kinds.end()) this.#count(kind);
      return [...this.#said.values()].flat();
    }
    return eachOf(messagesShown(this.#file, this.#lineage, this.#isOwn));
  }
}

function* eachOf(all: Iterable<SaidKind>): Generator<SaidCount> {
  for (const kind of all) yield { kind, count: 1 };
}

class KindReader {
  readonly #mode: string | null;
  readonly #start: number;
  readonly #questions = new Questions();
  readonly #searches = new Searches();
  readonly #quiet: HiddenCalls;
  /** Polls of running commands and their outputs, by session; they count if no item of a turn reports the command. */
  readonly #polls = new Map<string, SaidKind[]>();
  readonly #ended = new Set<string>();
  /** Calls that no item of a turn has reported so far; `beside` counts once one does. */
  readonly #alone = new Map<string, { readonly kinds: SaidKind[]; readonly beside: SaidKind[] }>();
  readonly #reported = new TextNumbers();
  readonly #hooks = new HookOutputs();
  readonly #answered = new AnsweredCalls();
  /** Ids of calls whose results are in items; a call without an output is shown by its item. */
  readonly #returned: string[] = [];

  constructor(mode: string | null, start: number) {
    this.#mode = mode;
    this.#quiet = new HiddenCalls(mode, () => 'part');
    this.#start = start;
  }

  take(entry: Entry, item: TurnItem | null): readonly SaidKind[] {
    if (item !== null) return this.#shown(item);
    if (this.#mode !== 'paginated') this.#answered.take(entry);
    if ((entry.ordinal ?? this.#start) < this.#start) return NO_CALLS;
    const repeated = this.#questions.take(entry) ?? this.#searches.take(entry);
    if (repeated !== null) return repeated;
    const aside = asideMessages(entry, this.#mode);
    return aside.length > 0 || !isItem(entry) ? aside : this.#item(entry);
  }

  #shown(item: TurnItem): readonly SaidKind[] {
    this.#searches.report(item);
    const returned = item.isCalled === true ? cameBack(item) : null;
    if (returned !== null) this.#returned.push(textOf(returned));
    return item.isCalled === true ? NO_CALLS : [...kindsShown(item), ...this.#report(item)];
  }

  #item(entry: Entry): readonly SaidKind[] {
    const call = callIn(entry);
    if (call !== null && this.#quiet.take(entry) === 'hidden') return this.#poll(call);
    if (call !== null) return this.#mode === 'paginated' ? this.#call(entry, call) : [call];
    return this.#mode === 'paginated' || userCommandIn(entry) === null ? NO_CALLS : USER_COMMAND;
  }

  #poll(kind: SaidKind): readonly SaidKind[] {
    const { session } = this.#quiet;
    if (session !== null && !this.#ended.has(session)) addTo(this.#polls, session, kind);
    return NO_CALLS;
  }

  *end(): Generator<SaidKind> {
    for (const kinds of this.#polls.values()) yield* kinds;
    for (const { kinds } of this.#alone.values()) yield* kinds;
    this.#alone.clear();
    for (const id of this.#returned) if (!this.#answered.has(id)) yield RESULT_ALONE;
    this.#returned.length = 0;
  }

  #report(item: TurnItem): readonly SaidKind[] {
    const call = this.#mode === 'paginated' ? reportedCall(item) : null;
    if (call === null) return NO_CALLS;
    this.#reported.add(call);
    this.#hooks.report(item);
    const session = textAt(lastValue(item.payload, 'item'), 'process_id');
    if (session !== null) this.#ended.add(session);
    this.#polls.delete(session ?? '');
    const id = textOf(call);
    const beside = this.#alone.get(id)?.beside ?? [];
    this.#alone.delete(id);
    return beside;
  }

  #call(entry: Entry, kind: SaidKind): readonly SaidKind[] {
    const id = lastValue(entry.payload, 'call_id');
    if (!isString(id)) return NO_CALLS;
    if (this.#hooks.has(entry.payload)) return [kind];
    const beside = unreportedText(entry);
    if (this.#reported.find(id) >= 0) return beside === null ? NO_CALLS : [beside];
    const known = this.#alone.get(textOf(id)) ?? { kinds: [], beside: [] };
    known.kinds.push(kind);
    if (beside !== null) known.beside.push(beside);
    this.#alone.set(textOf(id), known);
    return NO_CALLS;
  }
}

const NO_CALLS: readonly never[] = [];

/** True if `shown` may reread the rollout, by its head: its dialogue is then read in the first pass. */
export function mayLackTurns(file: RolloutFile): boolean {
  const { meta, fault } = file.head();
  return meta === null || fault === 'no-question';
}

export function codexCounts(file: RolloutFile, lineage: Lineage = NO_LINEAGE): Counts {
  const counter = new ShownCounter(file, lineage, { own: false });
  if (mayLackTurns(file)) file.willSpeak();
  for (const entry of file.entries()) counter.take(entry);
  return rolloutCounts(file, counter);
}

export function rolloutCounts(file: RolloutFile, counter: ShownCounter): Counts {
  let messages = 0;
  let toolCalls = 0;
  for (const { kind, count } of counter.counts()) {
    messages += count;
    if (kind.type === 'tool_call') toolCalls += count;
  }
  return { conversations: 1, messages, toolCalls, tasks: 0, memories: 0, bytes: file.part.size };
}
