import { elements, isString, isText, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import { wordTable } from '../../word-table.ts';
import { hasTime } from '../decode/instant.ts';
import { ITEM_TYPES } from '../decode/items.ts';
import { fieldText } from '../decode/meta.ts';
import { type Entry, fieldWord } from '../decode/record.ts';
import { contentLines } from './head.ts';
import { shellLine } from './shell-words.ts';
import type { TurnItem, TurnReader } from './turn.ts';
import { type TurnStatus, Turns } from './turns.ts';

/** The turns of a paginated file: records without an ordinal, or with one that is not above the last, are passed over. */
export class PaginatedTurns implements TurnReader {
  readonly turns = new Turns();
  #last = -1;
  /** The turn that was named last. */
  #turn: { readonly n: number; readonly id: string } | null = null;
  /** The items of one turn, by their ids. */
  readonly #items = new TextNumbers();
  #itemsOf = -1;

  get turn(): number {
    return this.#turn?.n ?? -1;
  }

  take({ is, type, kind, value, payload, ordinal }: Entry): TurnItem | null {
    if (is !== 'record' || ordinal === null || ordinal <= this.#last) return null;
    this.#last = ordinal;
    if (type !== 'event_msg' || kind === null || !NAMING.has(kind)) return null;
    if (kind === 'item_completed' && !hasTime({ value, payload })) return null;
    const turn = this.#turnAt(member(payload, 'turn_id'));
    if (turn < 0) return null;
    const status = ENDS[kind];
    if (status !== undefined) this.turns.end(turn, status);
    if (kind !== 'item_completed') return null;
    const item = member(payload, 'item');
    if (this.#isShown(turn, member(item, 'id'))) return null;
    const word = fieldWord(item, 'type') ?? '';
    return { turn, type: shownType(word), isMore: false, payload, text: () => itemText(word, item) };
  }

  end(): void {}

  /** A record that was written twice is shown once. */
  #isShown(turn: number, id: Value | null): boolean {
    if (this.#itemsOf !== turn) this.#items.clear();
    this.#itemsOf = turn;
    const known = this.#items.count;
    return this.#items.add(id ?? '') < known;
  }

  /** The number of a turn, begun where it is new; -1 for none. */
  #turnAt(id: Value | null): number {
    if (!isString(id)) return -1;
    if (this.#turn !== null && isText(id, this.#turn.id)) return this.#turn.n;
    const text = textOf(id);
    let n = this.turns.find(text);
    if (n < 0) {
      n = this.turns.begin(text, 'interrupted');
      this.turns.show(n);
    }
    this.#turn = { n, id: text };
    return n;
  }
}

const ENDS = wordTable<TurnStatus>({ task_complete: 'completed', turn_aborted: 'interrupted' });
const NAMING: ReadonlySet<string> = new Set(['task_started', 'item_completed', ...Object.keys(ENDS)]);

const SHOWN = new Map(ITEM_TYPES.map((type) => [type, shown(type)] as const));

/** `AgentMessage` as the program calls it among the items of a turn. */
function shownType(type: string): string {
  return SHOWN.get(type) ?? shown(type);
}

function shown(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

function itemText(type: string, item: Value | null): string {
  if (type === 'Reasoning')
    return ['summary_text', 'raw_content']
      .flatMap((key) => elements(member(item, key)))
      .map(textOf)
      .join('\n');
  if (type === 'CommandExecution') return shellLine(elements(member(item, 'command')).map(textOf));
  if (type === 'WebSearch') return fieldText(item, 'query') ?? '';
  return fieldText(item, 'text') ?? contentLines(item);
}
