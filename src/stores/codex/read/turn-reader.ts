import { elements, isString, isText, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import { wordsOfValue } from '../../engine/words-of-value.ts';
import { wordTable } from '../../words.ts';
import { ITEM_WORDS, partMark } from './item-words.ts';
import { ITEM_TYPES } from './items.ts';
import { LegacyTurns } from './legacy-turns.ts';
import { fieldNumber, fieldText, integer } from './meta.ts';
import { type Entry, fieldWord } from './record.ts';
import { Repeats } from './repeats.ts';
import { endOf, Goal, type TurnItem, type TurnReader, type TurnStatus, Turns } from './turns.ts';
import { shellLine } from './user-command.ts';

export function turnReader(mode: string | null): TurnReader {
  return mode === 'paginated' ? new PaginatedTurns() : new LegacyTurns();
}

export interface Dialogue {
  readonly turns: Turns;
  readonly repeats: Repeats;
}

export function dialogueIn(mode: string | null, entries: Iterable<Entry>): Dialogue {
  const reader = dialogueReader(mode);
  for (const entry of entries) reader.take(entry);
  return reader.end();
}

export function dialogueReader(mode: string | null) {
  const reader = turnReader(mode);
  const repeats = new Repeats();
  return {
    take: (entry: Entry): void => {
      const item = reader.take(entry);
      if (item !== null) repeats.show(item);
    },
    end: (): Dialogue => {
      reader.end();
      return { turns: reader.turns, repeats };
    },
  };
}

/** The turns of a paginated file: records without an ordinal, or with one that is not above the last, are passed over. */
export class PaginatedTurns implements TurnReader {
  readonly turns = new Turns();
  #last = -1;
  #turn: { readonly n: number; readonly id: string } | null = null;
  readonly #items = new TextNumbers();
  #itemsOf = -1;
  readonly #goal = new Goal();

  get turn(): number {
    return this.#turn?.n ?? -1;
  }

  take({ shape, type, kind, value, payload, ordinal }: Entry): TurnItem | null {
    if (shape !== 'record' || ordinal === null || ordinal <= this.#last) return null;
    this.#last = ordinal;
    return type === 'event_msg' && kind !== null ? this.#event(kind, value, payload) : null;
  }

  #event(kind: string, value: Value | null, payload: Value | null): TurnItem | null {
    if (kind === 'thread_goal_updated') return this.#goal.take(this.turn, payload);
    if (!NAMING.has(kind)) return null;
    if (kind === 'item_completed' && !hasTime({ value, payload })) return null;
    const turn = this.#turnAt(member(payload, 'turn_id'));
    if (turn < 0) return null;
    const status = ENDS[kind];
    if (status !== undefined) {
      this.turns.end(turn, status);
      return endOf(kind, turn, payload);
    }
    if (kind !== 'item_completed') return null;
    const item = member(payload, 'item');
    if (this.#isShown(turn, member(item, 'id'))) return null;
    const word = fieldWord(item, 'type') ?? '';
    return { turn, type: shownType(word), isMore: false, payload, text: () => itemText(word, item) };
  }

  end(): void {}

  /** A repeated record is shown once. */
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

const SHOWN = new Map(ITEM_TYPES.map((type) => [type, lowerFirst(type)] as const));

/** `AgentMessage` as the program calls it among the items of a turn. */
function shownType(type: string): string {
  return SHOWN.get(type) ?? lowerFirst(type);
}

function lowerFirst(type: string): string {
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
  if (type === 'Extension') return extensionText(item);
  const words = ITEM_WORDS[shownType(type)];
  if (words !== undefined) return words(item);
  if (!KNOWN.has(type)) return wordsOfValue(item);
  return fieldText(item, 'text') ?? partsOf(item);
}

const KNOWN: ReadonlySet<string> = new Set(ITEM_TYPES);

/** The `kind` of an extension's item is its type. */
function extensionText(item: Value | null): string {
  const ms = fieldNumber(item, 'durationMs');
  return fieldText(item, 'kind') === 'clock.sleep' && ms !== null ? `sleep ${ms / 1000} s` : wordsOfValue(item);
}

/** The parts of a message, a line each at least; pictures, sounds, skills and mentions as marks. */
function partsOf(item: Value | null): string {
  return elements(member(item, 'content'))
    .map((part) => fieldText(part, 'text') ?? partMark(part))
    .join('\n');
}

/** True if an item of a paginated thread has a time, its own or its line's: one without is not shown. */
export function hasTime({ value, payload }: Pick<Entry, 'value' | 'payload'>): boolean {
  return integer(member(payload, 'started_at_ms')) || isInstant(fieldText(value, 'timestamp') ?? '');
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+\u2212-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** True for a time as the program takes it (RFC 3339). */
function isInstant(text: string): boolean {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined) return false;
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}
