import {
  elements,
  isString,
  isText,
  lexemeOf,
  member,
  members,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import { wordTable } from '../../words.ts';
import { fieldText } from './meta.ts';
import type { Entry } from './record.ts';
import { endOf, Goal, type TurnItem, type TurnReader, type TurnStatus, Turns } from './turns.ts';

interface OpenTurn {
  readonly n: number;
  readonly id: string;
  readonly isExplicit: boolean;
  sawCompaction: boolean;
  hasItems: boolean;
  last: string;
}

export class LegacyTurns implements TurnReader {
  readonly turns = new Turns();
  readonly #calls = new TextNumbers();
  #current: OpenTurn | null = null;
  /** Records before this one: they name the turns that no record begins. */
  #index = -1;
  readonly #goal = new Goal();

  get turn(): number {
    return this.#current?.n ?? this.turns.begun - 1;
  }

  take({ shape, type, kind, payload }: Entry): TurnItem | null {
    if (shape !== 'record') return null;
    this.#index++;
    if (type === 'response_item') this.#noteCall(kind, payload);
    if (type === 'compacted') this.#ensure().sawCompaction = true;
    if (type !== 'event_msg' || kind === null) return null;
    if (kind === 'user_message') return this.#ask(payload);
    const shows = SHOWN[kind];
    if (shows !== undefined && (shows.isFull?.(payload) ?? true) && !this.#isOfOther(kind, payload))
      return this.#add(shows.type, payload, () => shows.text(payload) ?? '');
    if (kind === 'thread_goal_updated') return this.#goal.take(this.turn, payload);
    const turn = this.turn;
    this.#steer(kind, payload);
    return kind === 'task_complete' || kind === 'turn_aborted' ? endOf(kind, turn, payload) : null;
  }

  #noteCall(kind: string | null, payload: Value | null): void {
    const id = CALLS.has(kind ?? '') ? member(payload, 'call_id') : null;
    if (isString(id)) this.#calls.add(id);
  }

  /** A plan belongs to the turn it names. */
  #isOfOther(kind: string, payload: Value | null): boolean {
    return kind === 'item_completed' && fieldText(payload, 'turn_id') !== this.#current?.id;
  }

  end(): void {
    const turn = this.#current;
    if (turn !== null && (turn.hasItems || turn.isExplicit || turn.sawCompaction)) this.turns.show(turn.n);
    this.#current = null;
  }

  #ask(payload: Value | null): TurnItem {
    const turn = this.#current;
    if (turn !== null && !turn.isExplicit && !(turn.sawCompaction && !turn.hasItems)) this.end();
    return this.#add('userMessage', payload, () => questionText(payload));
  }

  #steer(kind: string, payload: Value | null): void {
    if (kind === 'task_started') {
      this.end();
      this.#current = this.#begin(fieldText(payload, 'turn_id') ?? '', true);
    }
    if (kind === 'task_complete') this.#close(fieldText(payload, 'turn_id'), 'completed');
    if (kind === 'turn_aborted') this.#close(fieldText(payload, 'turn_id'), 'interrupted');
    if (kind !== 'thread_rolled_back') return;
    this.end();
    const count = member(payload, 'num_turns');
    this.turns.rollBack(count === null ? 0 : Number(lexemeOf(count)));
  }

  #begin(id: string, isExplicit: boolean): OpenTurn {
    const n = this.turns.begin(id, isExplicit ? 'interrupted' : 'completed');
    return { n, id, isExplicit, sawCompaction: false, hasItems: false, last: '' };
  }

  #ensure(): OpenTurn {
    this.#current ??= this.#begin(`rollout-${this.#index}`, false);
    return this.#current;
  }

  #add(type: string, payload: Value | null, text: () => string): TurnItem {
    const turn = this.#ensure();
    const isMore = type === 'reasoning' && turn.last === 'reasoning';
    turn.hasItems = true;
    turn.last = type;
    const id = type === 'mcpToolCall' || type === 'fileChange' ? member(payload, 'call_id') : null;
    return { turn: turn.n, type, isMore, payload, isCalled: isString(id) && this.#calls.find(id) >= 0, text };
  }

  /** The open turn, an earlier one of this id, or whichever is open. */
  #close(id: string | null, status: TurnStatus): void {
    const isCurrent = this.#current !== null && (id === null || this.#current.id === id);
    const known = isCurrent || id === null ? -1 : this.turns.find(id);
    const n = known >= 0 ? known : (this.#current?.n ?? -1);
    if (n < 0) return;
    this.turns.end(n, status);
    if (n === this.#current?.n) this.end();
  }
}

const CALLS: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);

function questionText(payload: Value | null): string {
  const text = fieldText(payload, 'message') ?? '';
  return `${text.trim() === '' ? '' : text}${imagesOf(payload)}`;
}

function imagesOf(payload: Value | null): string {
  const marks = { images: '[image]', local_images: '[localImage]', audio: '[audio]', local_audio: '[localAudio]' };
  return Object.entries(marks)
    .map(([key, mark]) => mark.repeat(elements(member(payload, key)).length))
    .join('');
}

interface LegacyItem {
  readonly type: string;
  readonly text: (payload: Value | null) => string | null;
  /** False for an event without anything to show. */
  readonly isFull?: (payload: Value | null) => boolean;
}

/** A text of a key, of which nothing is shown where it is empty. */
function textIn(type: string, key: string): LegacyItem {
  return { type, text: (payload) => fieldText(payload, key), isFull: (payload) => !isEmpty(member(payload, key)) };
}

function isEmpty(text: Value | null): boolean {
  const { start, end } = text === null ? EMPTY : spanOf(text);
  return end - start <= '""'.length;
}

const EMPTY = { start: 0, end: 0 };

const planIn = (payload: Value | null) => member(payload, 'item');

const SHOWN = wordTable<LegacyItem>({
  agent_message: textIn('agentMessage', 'message'),
  agent_reasoning: textIn('reasoning', 'text'),
  agent_reasoning_raw_content: textIn('reasoning', 'text'),
  context_compacted: { type: 'contextCompaction', text: () => '' },
  entered_review_mode: {
    type: 'enteredReviewMode',
    text: (payload) => fieldText(payload, 'user_facing_hint') ?? 'Review requested.',
  },
  exited_review_mode: {
    type: 'exitedReviewMode',
    text: (payload) => fieldText(member(payload, 'review_output'), 'overall_explanation'),
  },
  patch_apply_end: {
    type: 'fileChange',
    text: (payload) =>
      members(member(payload, 'changes'))
        .map(({ key }) => textOf(key))
        .join(', '),
  },
  mcp_tool_call_end: {
    type: 'mcpToolCall',
    text: (payload) => {
      const called = member(payload, 'invocation');
      return `${fieldText(called, 'server')}.${fieldText(called, 'tool')}`;
    },
  },
  web_search_end: { type: 'webSearch', text: (payload) => fieldText(payload, 'query') },
  image_generation_end: { type: 'imageGeneration', text: (payload) => fieldText(payload, 'revised_prompt') },
  item_completed: {
    type: 'plan',
    text: (payload) => fieldText(planIn(payload), 'text'),
    isFull: (payload) => isText(member(planIn(payload), 'type'), 'Plan'),
  },
});
