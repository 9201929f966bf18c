import type { Value } from '../../../codecs/json/value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { grown, TextNumbers } from '../../engine/text-numbers.ts';
import type { Entry } from './record.ts';

const TURN_STATE_BIT = { completed: 1, rolledBack: 2, forgotten: 4 } as const;

/** The turns of a rollout, in a few bytes each: a file of a gigabyte may have a million. */
export class Turns {
  id = '';
  readonly #ids = new TextNumbers();
  #begun = 0;
  #states = new Uint8Array(64);
  /** By turn: the number of its id, and the earlier shown turn of that id. */
  #named = new Int32Array(64);
  #before = new Int32Array(64);
  /** By the number of an id: its last shown turn. */
  #last = new Int32Array(64);
  /** Shown turns, without rolled-back ones. */
  #live = new Int32Array(64);
  #visibleCount = 0;
  /** Shown turns that the model has, and by turn the number of its questions that it has. */
  #known = new Int32Array(64);
  #knownCount = 0;
  #questions = new Int32Array(64);
  #rolledBack = 0;

  get begun(): number {
    return this.#begun;
  }

  get visibleCount(): number {
    return this.#visibleCount;
  }

  get rolledBack(): number {
    return this.#rolledBack;
  }

  begin(id: string, status: TurnStatus): number {
    const turn = this.#begun++;
    if (turn === this.#states.length) this.#grow();
    this.id = id;
    this.#named[turn] = this.#ids.add(id);
    this.#states[turn] = 0;
    this.end(turn, status);
    return turn;
  }

  end(turn: number, status: TurnStatus): void {
    const rest = (this.#states[turn] ?? 0) & ~TURN_STATE_BIT.completed;
    this.#states[turn] = status === 'completed' ? rest | TURN_STATE_BIT.completed : rest;
  }

  show(turn: number): void {
    const id = this.#named[turn] ?? 0;
    this.#before[turn] = (this.#last[id] ?? 0) - 1;
    this.#last[id] = turn + 1;
    this.#live[this.#visibleCount++] = turn;
    this.#known[this.#knownCount++] = turn;
  }

  ask(turn: number): void {
    this.#questions[turn] = (this.#questions[turn] ?? 0) + 1;
  }

  /** The last shown turn of this id; -1 for none. */
  find(id: string): number {
    const named = this.#ids.find(id);
    if (named < 0) return -1;
    let turn = (this.#last[named] ?? 0) - 1;
    while (turn >= 0 && this.isRolledBack(turn)) turn = this.#before[turn] ?? -1;
    // A rolled-back turn is never shown again, so the next search begins here.
    this.#last[named] = turn + 1;
    return turn;
  }

  rollBack(count: number): void {
    for (let remaining = count; remaining > 0 && this.#visibleCount > 0; remaining--) {
      const turn = this.#live[--this.#visibleCount] ?? 0;
      this.#states[turn] = (this.#states[turn] ?? 0) | TURN_STATE_BIT.rolledBack;
      this.#rolledBack++;
    }
  }

  /** Of a legacy thread the program takes as many questions from the model as turns from the screen, and all behind the first of them. */
  forget(questions: number): void {
    for (let remaining = questions; remaining > 0 && this.#knownCount > 0; this.#knownCount--) {
      const turn = this.#known[this.#knownCount - 1] ?? 0;
      const left = (this.#questions[turn] ?? 0) - remaining;
      this.#questions[turn] = Math.max(0, left);
      if (left > 0) return;
      this.#states[turn] = (this.#states[turn] ?? 0) | TURN_STATE_BIT.forgotten;
      remaining = -left;
    }
  }

  /** True for a turn that a rollback took from the model, whether it is shown or not. */
  isForgotten(turn: number): boolean {
    return ((this.#states[turn] ?? 0) & TURN_STATE_BIT.forgotten) !== 0;
  }

  isRolledBack(turn: number): boolean {
    return ((this.#states[turn] ?? 0) & TURN_STATE_BIT.rolledBack) !== 0;
  }

  status(turn: number): TurnStatus {
    return ((this.#states[turn] ?? 0) & TURN_STATE_BIT.completed) === 0 ? 'interrupted' : 'completed';
  }

  shown(): readonly number[] {
    return [...this.#live.subarray(0, this.#visibleCount)];
  }

  #grow(): void {
    const more = 2 * this.#states.length;
    this.#states = grown(this.#states, new Uint8Array(more));
    this.#named = grown(this.#named, new Int32Array(more));
    this.#before = grown(this.#before, new Int32Array(more));
    this.#last = grown(this.#last, new Int32Array(more));
    this.#live = grown(this.#live, new Int32Array(more));
    this.#known = grown(this.#known, new Int32Array(more));
    this.#questions = grown(this.#questions, new Int32Array(more));
  }
}

export type TurnStatus = 'completed' | 'interrupted';

/** Something that a turn shows. Like its entry, it is valid until the next line is read. */
export interface TurnItem {
  readonly turn: number;
  /** The program's name: `userMessage`, `agentMessage`, `reasoning`, `commandExecution`. */
  readonly type: string;
  readonly payload: Value | null;
  readonly isCalled?: boolean;
  text(): string;
}

/** `turn`: number of the turn that the last record is in or follows; -1 for none. Call `end` after the last record. */
export interface TurnReader {
  readonly turns: Turns;
  readonly turn: number;
  take(entry: Entry): TurnItem | null;
  end(): void;
}

/** Why a turn failed, or that it was interrupted; null for one that went well. */
export function turnEnd(payloadType: string, turn: number, payload: Value | null): TurnItem | null {
  if (payloadType === 'turn_aborted') {
    const reason = textAt(payload, 'reason') ?? 'interrupted';
    const why = reason === 'interrupted' ? '' : `: ${reason}`;
    return { turn, type: 'turnInterrupted', payload, text: () => `the turn was interrupted${why}` };
  }
  const error = lastValue(payload, 'error');
  const message = textAt(error, 'message');
  return message === null
    ? null
    : { turn, type: 'turnFailed', payload, text: () => `the turn failed: ${errorMessage(message)}` };
}

/** The message in a server's answer, which the program keeps as JSON in a text. */
function errorMessage(message: string): string {
  try {
    const { message: said, ...more } = JSON.parse(message)?.error ?? {};
    if (typeof said !== 'string') return message;
    const words = Object.entries(more).flatMap(([key, value]) => (value === null ? [] : `${key} ${wordsIn(value)}`));
    return words.length === 0 ? said : `${said} (${words.join(', ')})`;
  } catch {
    return message;
  }
}

function wordsIn(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A thread's goal; each update repeats it, but it is shown once. */
export class Goal {
  #last: string | null = null;

  take(turn: number, payload: Value | null): TurnItem | null {
    const objective = textAt(lastValue(payload, 'goal'), 'objective');
    if (objective === null || objective === this.#last) return null;
    this.#last = objective;
    return { turn, type: 'goal', payload, text: () => objective };
  }
}
