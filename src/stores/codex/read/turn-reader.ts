import {
  elements,
  isString,
  isText,
  lexemeOf,
  members,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { wordsOfValue } from '../../engine/search/words-of-value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import { wordTable } from '../../words.ts';
import { integer } from './accepted.ts';
import { AnsweredCalls } from './call-results.ts';
import { ITEM_WORDS, partsText } from './item-words.ts';
import { ITEM_TYPES } from './items.ts';
import { fieldNumber } from './meta.ts';
import { type Entry, fieldWord } from './record.ts';
import { Repeats } from './repeats.ts';
import { Goal, type TurnItem, type TurnReader, type TurnStatus, Turns, turnEnd } from './turns.ts';
import { shellLine } from './user-command.ts';

export function turnReader(mode: string | null): TurnReader {
  return mode === 'paginated' ? new PaginatedTurns() : new LegacyTurns();
}

export interface Dialogue {
  readonly turns: Turns;
  readonly repeats: Repeats;
  readonly answered: AnsweredCalls;
}

export function dialogueIn(mode: string | null, entries: Iterable<Entry>): Dialogue {
  const reader = dialogueReader(mode);
  for (const entry of entries) reader.take(entry);
  return reader.end();
}

export function dialogueReader(mode: string | null) {
  const reader = turnReader(mode);
  const repeats = new Repeats();
  const answered = new AnsweredCalls();
  return {
    take: (entry: Entry): void => {
      if (mode !== 'paginated') answered.take(entry);
      const item = reader.take(entry);
      if (item !== null) repeats.show(item);
    },
    end: (): Dialogue => {
      reader.end();
      return { turns: reader.turns, repeats, answered };
    },
  };
}

/** Ids of items in one turn: the program shows a repeated item once. */
class ShownItems {
  readonly #ids = new TextNumbers();
  #turn = -1;

  /** True for an id that was shown in this turn; adds the id. */
  isShown(turn: number, id: Value | string): boolean {
    if (this.#turn !== turn) this.#ids.clear();
    this.#turn = turn;
    const known = this.#ids.count;
    return this.#ids.add(id) < known;
  }
}

/** Turns of a paginated file. Records without an ordinal, or with one that is not above the last, are ignored. */
export class PaginatedTurns implements TurnReader {
  readonly turns = new Turns();
  #last = -1;
  #turn: { readonly number: number; readonly id: string } | null = null;
  readonly #items = new ShownItems();
  readonly #goal = new Goal();

  get turn(): number {
    return this.#turn?.number ?? -1;
  }

  take({ shape, type, payloadType, value, payload, ordinal }: Entry): TurnItem | null {
    if (shape !== 'record' || ordinal === null || ordinal <= this.#last) return null;
    this.#last = ordinal;
    return type === 'event_msg' && payloadType !== null ? this.#event(payloadType, value, payload) : null;
  }

  #event(payloadType: string, value: Value | null, payload: Value | null): TurnItem | null {
    if (payloadType === 'thread_goal_updated') return this.#goal.take(this.turn, payload);
    if (!NAMING.has(payloadType)) return null;
    if (payloadType === 'item_completed' && !hasTime({ value, payload })) return null;
    const turn = this.#turnAt(lastValue(payload, 'turn_id'));
    if (turn < 0) return null;
    const status = TURN_ENDS[payloadType];
    if (status !== undefined) {
      this.turns.end(turn, status);
      return turnEnd(payloadType, turn, payload);
    }
    if (payloadType !== 'item_completed') return null;
    const item = lastValue(payload, 'item');
    if (this.#items.isShown(turn, lastValue(item, 'id') ?? '')) return null;
    const word = fieldWord(item, 'type') ?? '';
    return { turn, type: shownType(word), payload, text: () => itemText(word, item) };
  }

  end(): void {}

  /** Number of the turn `id`, which it begins if it is new; -1 for none. */
  #turnAt(id: Value | null): number {
    if (!isString(id)) return -1;
    if (this.#turn !== null && isText(id, this.#turn.id)) return this.#turn.number;
    const text = textOf(id);
    let turn = this.turns.find(text);
    if (turn < 0) {
      turn = this.turns.begin(text, 'interrupted');
      this.turns.show(turn);
    }
    this.#turn = { number: turn, id: text };
    return turn;
  }
}

const TURN_ENDS = wordTable<TurnStatus>({ task_complete: 'completed', turn_aborted: 'interrupted' });
const NAMING: ReadonlySet<string> = new Set(['task_started', 'item_completed', ...Object.keys(TURN_ENDS)]);

const ITEM_NAMES = new Map(ITEM_TYPES.map((type) => [type, lowerFirst(type)] as const));

/** The program's name for a type of items: `agentMessage` for `AgentMessage`. */
function shownType(type: string): string {
  return ITEM_NAMES.get(type) ?? lowerFirst(type);
}

function lowerFirst(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

function itemText(type: string, item: Value | null): string {
  if (type === 'Reasoning')
    return ['summary_text', 'raw_content']
      .flatMap((key) => elements(lastValue(item, key)))
      .map(textOf)
      .join('\n');
  if (type === 'CommandExecution') return shellLine(elements(lastValue(item, 'command')).map(textOf));
  if (type === 'WebSearch') return textAt(item, 'query') ?? '';
  if (type === 'Extension') return extensionText(item);
  const words = ITEM_WORDS[shownType(type)];
  if (words !== undefined) return words(item);
  if (!KNOWN_ITEMS.has(type)) return wordsOfValue(item);
  return textAt(item, 'text') ?? partsText(lastValue(item, 'content'));
}

const KNOWN_ITEMS: ReadonlySet<string> = new Set(ITEM_TYPES);

/** Text of an extension's item, whose `kind` is its type. */
function extensionText(item: Value | null): string {
  const ms = fieldNumber(item, 'durationMs');
  return textAt(item, 'kind') === 'clock.sleep' && ms !== null ? `sleep ${ms / 1000} s` : wordsOfValue(item);
}

/** True if an item of a paginated thread, or its line, has a time: the program hides others. */
export function hasTime({ value, payload }: Pick<Entry, 'value' | 'payload'>): boolean {
  return integer(lastValue(payload, 'started_at_ms')) || isInstant(textAt(value, 'timestamp') ?? '');
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+\u2212-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** True for a time in the program's form (RFC 3339). */
function isInstant(text: string): boolean {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined) return false;
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}

interface OpenTurn {
  readonly number: number;
  readonly id: string;
  readonly isExplicit: boolean;
  sawCompaction: boolean;
  hasItems: boolean;
}

class LegacyTurns implements TurnReader {
  readonly turns = new Turns();
  readonly #calls = new TextNumbers();
  readonly #items = new ShownItems();
  #current: OpenTurn | null = null;
  /** Number of records before this one; it names turns that no record begins. */
  #index = -1;
  readonly #goal = new Goal();

  get turn(): number {
    return this.#current?.number ?? this.turns.begun - 1;
  }

  take({ shape, type, payloadType, payload }: Entry): TurnItem | null {
    if (shape !== 'record') return null;
    this.#index++;
    if (type === 'response_item') this.#noteCall(payloadType, payload);
    if (type === 'compacted') this.#ensure().sawCompaction = true;
    if (type !== 'event_msg' || payloadType === null) return null;
    if (payloadType === 'user_message') return this.#ask(payload);
    const shows = SHOWN_EVENTS[payloadType];
    if (shows !== undefined && (shows.isFull?.(payload) ?? true) && !this.#isOfOther(payloadType, payload))
      return this.#add(shows.type, payload, () => shows.text(payload) ?? '');
    if (payloadType === 'thread_goal_updated') return this.#goal.take(this.turn, payload);
    const turn = this.turn;
    this.#steer(payloadType, payload);
    return payloadType === 'task_complete' || payloadType === 'turn_aborted'
      ? turnEnd(payloadType, turn, payload)
      : null;
  }

  #noteCall(payloadType: string | null, payload: Value | null): void {
    const id = CALLS.has(payloadType ?? '') ? lastValue(payload, 'call_id') : null;
    if (isString(id)) this.#calls.add(id);
  }

  #isOfOther(payloadType: string, payload: Value | null): boolean {
    return payloadType === 'item_completed' && textAt(payload, 'turn_id') !== this.#current?.id;
  }

  end(): void {
    const turn = this.#current;
    if (turn !== null && (turn.hasItems || turn.isExplicit || turn.sawCompaction)) this.turns.show(turn.number);
    this.#current = null;
  }

  #ask(payload: Value | null): TurnItem | null {
    const turn = this.#current;
    if (turn !== null && !turn.isExplicit && !(turn.sawCompaction && !turn.hasItems)) this.end();
    const item = this.#add('userMessage', payload, () => questionText(payload));
    this.turns.ask(this.turn);
    return item;
  }

  #steer(payloadType: string, payload: Value | null): void {
    if (payloadType === 'task_started') {
      this.end();
      this.#current = this.#begin(textAt(payload, 'turn_id') ?? '', true);
    }
    if (payloadType === 'task_complete') this.#close(textAt(payload, 'turn_id'), 'completed');
    if (payloadType === 'turn_aborted') this.#close(textAt(payload, 'turn_id'), 'interrupted');
    if (payloadType !== 'thread_rolled_back') return;
    this.end();
    const value = lastValue(payload, 'num_turns');
    const count = value === null ? 0 : Number(lexemeOf(value));
    this.turns.rollBack(count);
    this.turns.forget(count);
  }

  #begin(id: string, isExplicit: boolean): OpenTurn {
    const turn = this.turns.begin(id, isExplicit ? 'interrupted' : 'completed');
    return { number: turn, id, isExplicit, sawCompaction: false, hasItems: false };
  }

  #ensure(): OpenTurn {
    this.#current ??= this.#begin(`rollout-${this.#index}`, false);
    return this.#current;
  }

  #add(type: string, payload: Value | null, text: () => string): TurnItem | null {
    const turn = this.#ensure();
    const id = CALLED.has(type) ? lastValue(payload, 'call_id') : null;
    if (isString(id) && this.#items.isShown(turn.number, id)) return null;
    turn.hasItems = true;
    return { turn: turn.number, type, payload, isCalled: isString(id) && this.#calls.find(id) >= 0, text };
  }

  /** Ends the open turn if `id` is its id or null, else an earlier turn of this id, else the open one. */
  #close(id: string | null, status: TurnStatus): void {
    const isCurrent = this.#current !== null && (id === null || this.#current.id === id);
    const known = isCurrent || id === null ? -1 : this.turns.find(id);
    const turn = known >= 0 ? known : (this.#current?.number ?? -1);
    if (turn < 0) return;
    this.turns.end(turn, status);
    if (turn === this.#current?.number) this.end();
  }
}

/** Types of items in legacy threads that have a call's id. */
const CALLED: ReadonlySet<string> = new Set(['mcpToolCall', 'fileChange', 'webSearch', 'imageGeneration']);

const CALLS: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);

function questionText(payload: Value | null): string {
  const text = textAt(payload, 'message') ?? '';
  return `${text.trim() === '' ? '' : text}${imagesOf(payload)}`;
}

function imagesOf(payload: Value | null): string {
  const marks = { images: '[image]', local_images: '[localImage]', audio: '[audio]', local_audio: '[localAudio]' };
  return Object.entries(marks)
    .map(([key, mark]) => mark.repeat(elements(lastValue(payload, key)).length))
    .join('');
}

interface LegacyItem {
  readonly type: string;
  readonly text: (payload: Value | null) => string | null;
  /** False for an event with nothing to show. */
  readonly isFull?: (payload: Value | null) => boolean;
}

/** An item with the text of `key`, which is shown if it is not empty. */
function textItem(type: string, key: string): LegacyItem {
  return { type, text: (payload) => textAt(payload, key), isFull: (payload) => !isEmpty(lastValue(payload, key)) };
}

function isEmpty(text: Value | null): boolean {
  const { start, end } = text === null ? EMPTY : spanOf(text);
  return end - start <= '""'.length;
}

const EMPTY = { start: 0, end: 0 };

const planIn = (payload: Value | null) => lastValue(payload, 'item');

const SHOWN_EVENTS = wordTable<LegacyItem>({
  agent_message: textItem('agentMessage', 'message'),
  agent_reasoning: textItem('reasoning', 'text'),
  agent_reasoning_raw_content: textItem('reasoning', 'text'),
  context_compacted: { type: 'contextCompaction', text: () => '' },
  entered_review_mode: {
    type: 'enteredReviewMode',
    text: (payload) => textAt(payload, 'user_facing_hint') ?? 'Review requested.',
  },
  exited_review_mode: {
    type: 'exitedReviewMode',
    text: (payload) => textAt(lastValue(payload, 'review_output'), 'overall_explanation'),
  },
  patch_apply_end: {
    type: 'fileChange',
    text: (payload) =>
      members(lastValue(payload, 'changes'))
        .map(({ key }) => textOf(key))
        .join(', '),
  },
  mcp_tool_call_end: {
    type: 'mcpToolCall',
    text: (payload) => {
      const called = lastValue(payload, 'invocation');
      return `${textAt(called, 'server')}.${textAt(called, 'tool')}`;
    },
  },
  web_search_end: { type: 'webSearch', text: (payload) => textAt(payload, 'query') },
  image_generation_end: { type: 'imageGeneration', text: (payload) => textAt(payload, 'revised_prompt') },
  item_completed: {
    type: 'plan',
    text: (payload) => textAt(planIn(payload), 'text'),
    isFull: (payload) => isText(lastValue(planIn(payload), 'type'), 'Plan'),
  },
});
