import { isString, member, textOf } from '../../../codecs/json/value.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import { saidAside, unreportedIn } from './aside.ts';
import { HookOutputs, reportedCall } from './hook-outputs.ts';
import { Questions } from './questions.ts';
import { QuietCalls } from './quiet-calls.ts';
import { type Entry, isItem } from './record.ts';
import { callIn, kindsShown } from './said.ts';
import type { SaidKind } from './said-kind.ts';
import type { TurnItem } from './turn.ts';
import { USER_COMMAND, userCommandIn } from './user-command.ts';

/** Reads the messages of lines that are not hidden, without their texts. */
export class KindReader {
  readonly #mode: string | null;
  readonly #start: number;
  readonly #questions = new Questions();
  readonly #quiet: QuietCalls;
  /** Calls that no item of a turn reports so far; `beside` is shown where one does. */
  readonly #alone = new Map<string, { readonly kinds: SaidKind[]; readonly beside: SaidKind[] }>();
  readonly #reported = new TextNumbers();
  readonly #hooks = new HookOutputs();

  constructor(mode: string | null, start: number) {
    this.#mode = mode;
    this.#quiet = new QuietCalls(mode);
    this.#start = start;
  }

  take(entry: Entry, item: TurnItem | null): readonly SaidKind[] {
    if (item !== null) return item.isCalled === true ? NOTHING : [...kindsShown(item), ...this.#report(item)];
    if ((entry.ordinal ?? this.#start) < this.#start) return NOTHING;
    const asked = this.#questions.take(entry);
    if (asked !== null) return asked;
    const aside = saidAside(entry, this.#mode);
    return aside.length > 0 || !isItem(entry) ? aside : this.#item(entry);
  }

  #item(entry: Entry): readonly SaidKind[] {
    const call = callIn(entry);
    if (call !== null && this.#quiet.take(entry) === 'hidden') return NOTHING;
    if (call !== null) return this.#mode === 'paginated' ? this.#call(entry, call) : [call];
    return this.#mode === 'paginated' || userCommandIn(entry) === null ? NOTHING : USER_COMMAND;
  }

  /** After the last line: calls that nothing reports. */
  *end(): Generator<SaidKind> {
    for (const { kinds } of this.#alone.values()) yield* kinds;
    this.#alone.clear();
  }

  #report(item: TurnItem): readonly SaidKind[] {
    const call = this.#mode === 'paginated' ? reportedCall(item) : null;
    if (call === null) return NOTHING;
    this.#reported.add(call);
    this.#hooks.report(item);
    const id = textOf(call);
    const beside = this.#alone.get(id)?.beside ?? [];
    this.#alone.delete(id);
    return beside;
  }

  #call(entry: Entry, kind: SaidKind): readonly SaidKind[] {
    const id = member(entry.payload, 'call_id');
    if (!isString(id)) return NOTHING;
    if (this.#hooks.has(entry.payload)) return [kind];
    const beside = unreportedIn(entry);
    if (this.#reported.find(id) >= 0) return beside === null ? NOTHING : [beside];
    const known = this.#alone.get(textOf(id)) ?? { kinds: [], beside: [] };
    known.kinds.push(kind);
    if (beside !== null) known.beside.push(beside);
    this.#alone.set(textOf(id), known);
    return NOTHING;
  }
}

const NOTHING: readonly never[] = [];
