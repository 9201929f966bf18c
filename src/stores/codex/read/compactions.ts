import { elements, isText, type Value } from '../../../codecs/json/value.ts';
import { lastValue } from '../../engine/text-at.ts';
import { countOf } from '../../words.ts';
import { isUserTurn } from './head.ts';
import type { UnplacedMessage } from './item-words.ts';
import type { Entry } from './record.ts';
import type { Repeats } from './repeats.ts';

interface SaidMessage {
  readonly bare: UnplacedMessage;
  readonly hidden: boolean;
}

/** Counts the shown messages that the model no longer has after a compaction. */
export class Compactions {
  readonly #repeats: Repeats;
  #shown = 0;
  #typed = 0;
  #passed = 0;

  constructor(repeats: Repeats) {
    this.#repeats = repeats;
  }

  take({ type, shape, payload }: Entry): void {
    if (type !== 'compacted' || shape !== 'record') return;
    const history = elements(lastValue(payload, 'replacement_history'));
    // After a compaction without a history of its own, the program sends the earlier questions again.
    const resent = history.length === 0 ? this.#typed : history.filter((item) => this.#isShown(item)).length;
    this.#passed = Math.max(0, this.#shown - resent);
  }

  #isShown(item: Value): boolean {
    return isText(lastValue(item, 'type'), 'message') && this.#repeats.has({ payloadType: 'message', payload: item });
  }

  /** `passed`: a mark on the first message that is shown after a compaction. */
  placed({ bare, hidden }: SaidMessage, isGone: boolean): { readonly isGone: boolean; readonly passed: string | null } {
    return { isGone, passed: hidden || isGone ? null : this.#passedBefore(bare) };
  }

  #passedBefore({ role, type, text }: UnplacedMessage): string | null {
    this.#shown++;
    if (role === 'user' && type === 'text' && isUserTurn('user', text ?? '')) this.#typed++;
    const passed = this.#passed;
    this.#passed = 0;
    return passed === 0 ? null : `${countOf(passed, 'message')} before this not sent any more: compacted`;
  }
}
