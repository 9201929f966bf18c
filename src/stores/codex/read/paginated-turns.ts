import { elements, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { fieldText } from '../decode/meta.ts';
import type { Entry } from '../decode/record.ts';
import { contentText } from './head.ts';
import type { Turn, TurnItem, TurnReader } from './turn.ts';

/** The turns of a paginated file: records without an ordinal, or with one that is not above the last, are passed over. */
export class PaginatedTurns implements TurnReader {
  readonly turns: Turn[] = [];
  readonly #byId = new Map<string, Turn>();
  #last = -1;
  /** The items of the turn at hand, by their ids. */
  #shown: { readonly turn: Turn | null; readonly ids: Set<string> } = { turn: null, ids: new Set() };

  take({ is, type, kind, payload, ordinal }: Entry): TurnItem | null {
    if (is !== 'record' || ordinal === null || ordinal <= this.#last) return null;
    this.#last = ordinal;
    const id = type === 'event_msg' ? fieldText(payload, 'turn_id') : null;
    if (id === null || kind === null) return null;
    if (kind === 'task_started') this.#turn(id);
    const status = ENDS[kind];
    if (status !== undefined) this.#turn(id).status = status;
    if (kind !== 'item_completed') return null;
    const item = member(payload, 'item');
    const word = fieldText(item, 'type') ?? '';
    const turn = this.#turn(id);
    if (this.#isShown(turn, fieldText(item, 'id') ?? '')) return null;
    turn.items++;
    const shown = word.charAt(0).toLowerCase() + word.slice(1);
    return { turn, type: shown, text: itemText(word, item), isMore: false, payload };
  }

  end(): void {}

  /** A record that was written twice is shown once. */
  #isShown(turn: Turn, id: string): boolean {
    if (this.#shown.turn !== turn) this.#shown = { turn, ids: new Set() };
    const { ids } = this.#shown;
    return ids.has(id) || !ids.add(id).has(id);
  }

  #turn(id: string): Turn {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const turn: Turn = { n: this.turns.length, id, status: 'interrupted', items: 0, isRolledBack: false };
    this.#byId.set(id, turn);
    this.turns.push(turn);
    return turn;
  }
}

const ENDS: Readonly<Record<string, Turn['status']>> = { task_complete: 'completed', turn_aborted: 'interrupted' };

function itemText(type: string, item: Value | null): string {
  if (type === 'Reasoning')
    return ['summary_text', 'raw_content']
      .flatMap((key) => elements(member(item, key)))
      .map(textOf)
      .join('\n');
  if (type === 'CommandExecution') return elements(member(item, 'command')).map(textOf).join(' ');
  if (type === 'WebSearch') return fieldText(item, 'query') ?? '';
  return fieldText(item, 'text') ?? contentText(item);
}
