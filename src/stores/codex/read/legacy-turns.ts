import { elements, lexemeOf, member, members, textOf, type Value } from '../../../codecs/json/value.ts';
import { fieldText } from '../decode/meta.ts';
import type { Entry } from '../decode/record.ts';
import type { Turn, TurnItem, TurnReader } from './turn.ts';

interface Open extends Turn {
  /** A record began it; else a question did. */
  readonly isExplicit: boolean;
  sawCompaction: boolean;
  /** The type of its last item. */
  last: string;
}

/** The turns of a file of events, as the program builds them. */
export class LegacyTurns implements TurnReader {
  readonly turns: Open[] = [];
  #current: Open | null = null;
  /** Records before this one: they name the turns that no record begins. */
  #index = -1;
  #begun = 0;

  take({ is, type, kind, payload }: Entry): TurnItem | null {
    if (is !== 'record') return null;
    this.#index++;
    if (type === 'compacted') this.#ensure().sawCompaction = true;
    if (type !== 'event_msg' || kind === null) return null;
    if (kind === 'user_message') return this.#ask(payload);
    const item = this.#isOfOther(kind, payload) ? null : legacyItem(kind, payload);
    if (item !== null) return this.#add(item[0], item[1], payload);
    this.#steer(kind, payload);
    return null;
  }

  /** A plan belongs to the turn that it names. */
  #isOfOther(kind: string, payload: Value | null): boolean {
    return kind === 'item_completed' && fieldText(payload, 'turn_id') !== this.#current?.id;
  }

  end(): void {
    const turn = this.#current;
    if (turn !== null && (turn.items > 0 || turn.isExplicit || turn.sawCompaction)) this.turns.push(turn);
    this.#current = null;
  }

  #ask(payload: Value | null): TurnItem {
    const turn = this.#current;
    if (turn !== null && !turn.isExplicit && !(turn.sawCompaction && turn.items === 0)) this.end();
    const text = fieldText(payload, 'message') ?? '';
    return this.#add('userMessage', `${text.trim() === '' ? '' : text}${imagesOf(payload)}`, payload);
  }

  #steer(kind: string, payload: Value | null): void {
    const id = fieldText(payload, 'turn_id');
    if (kind === 'task_started') {
      this.end();
      this.#current = this.#begin(id ?? '', true);
    }
    if (kind === 'task_complete') this.#close(id, 'completed');
    if (kind === 'turn_aborted') this.#close(id, 'interrupted');
    if (kind !== 'thread_rolled_back') return;
    this.end();
    const count = member(payload, 'num_turns');
    rollBack(this.turns, count === null ? 0 : Number(lexemeOf(count)));
  }

  #begin(id: string, isExplicit: boolean): Open {
    const status = isExplicit ? 'interrupted' : 'completed';
    const fresh = { items: 0, isRolledBack: false, sawCompaction: false, last: '' };
    return { n: this.#begun++, id, isExplicit, status, ...fresh };
  }

  #ensure(): Open {
    this.#current ??= this.#begin(`rollout-${this.#index}`, false);
    return this.#current;
  }

  #add(type: string, text: string, payload: Value | null): TurnItem {
    const turn = this.#ensure();
    const isMore = type === 'reasoning' && turn.last === 'reasoning';
    if (!isMore) turn.items++;
    turn.last = type;
    return { turn, type, text, isMore, payload };
  }

  /** The open turn, an earlier one of this id, or whichever is open. */
  #close(id: string | null, status: Turn['status']): void {
    const isCurrent = this.#current !== null && (id === null || this.#current.id === id);
    const known = isCurrent ? undefined : this.turns.findLast((turn) => turn.id === id && !turn.isRolledBack);
    const turn = known ?? this.#current;
    if (turn === null) return;
    turn.status = status;
    if (turn === this.#current) this.end();
  }
}

function imagesOf(payload: Value | null): string {
  const marks = { images: '[image]', local_images: '[localImage]' };
  return Object.entries(marks)
    .map(([key, mark]) => mark.repeat(elements(member(payload, key)).length))
    .join('');
}

function rollBack(turns: readonly Turn[], count: number): void {
  let left = count;
  for (let n = turns.length - 1; n >= 0 && left > 0; n--) {
    const turn = turns[n];
    if (turn === undefined || turn.isRolledBack) continue;
    turn.isRolledBack = true;
    left--;
  }
}

/** What an event shows, and its text; null for nothing. */
function legacyItem(kind: string, payload: Value | null): readonly [type: string, text: string] | null {
  const [type, text] = SHOWN[kind]?.(payload) ?? [null, null];
  return type === null || text === null || (text === '' && TEXTS.has(type)) ? null : [type, text];
}

/** Of these nothing is shown where they are empty. */
const TEXTS: ReadonlySet<string> = new Set(['agentMessage', 'reasoning']);

type Shows = (payload: Value | null) => readonly [type: string, text: string | null];

const SHOWN: Readonly<Record<string, Shows>> = {
  agent_message: (payload) => ['agentMessage', fieldText(payload, 'message')],
  agent_reasoning: (payload) => ['reasoning', fieldText(payload, 'text')],
  agent_reasoning_raw_content: (payload) => ['reasoning', fieldText(payload, 'text')],
  context_compacted: () => ['contextCompaction', ''],
  entered_review_mode: (payload) => [
    'enteredReviewMode',
    fieldText(payload, 'user_facing_hint') ?? 'Review requested.',
  ],
  exited_review_mode: (payload) => [
    'exitedReviewMode',
    fieldText(member(payload, 'review_output'), 'overall_explanation') ?? '',
  ],
  patch_apply_end: (payload) => [
    'fileChange',
    members(member(payload, 'changes'))
      .map(({ key }) => textOf(key))
      .join(', '),
  ],
  mcp_tool_call_end: (payload) => {
    const called = member(payload, 'invocation');
    return ['mcpToolCall', `${fieldText(called, 'server')}.${fieldText(called, 'tool')}`];
  },
  web_search_end: (payload) => ['webSearch', fieldText(payload, 'query')],
  image_generation_end: (payload) => ['imageGeneration', fieldText(payload, 'revised_prompt') ?? ''],
  item_completed: (payload) => {
    const item = member(payload, 'item');
    return ['plan', fieldText(item, 'type') === 'Plan' ? fieldText(item, 'text') : null];
  },
};
