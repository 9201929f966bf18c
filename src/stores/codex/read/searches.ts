import { isString } from '../../../codecs/json/value.ts';
import { lastValue } from '../../engine/text-at.ts';
import { CALL_ITEMS, queryOf, type UnplacedMessage } from './item-words.ts';
import type { Entry } from './record.ts';
import type { TurnItem } from './turns.ts';

/** Web searches without an event: most versions of 2025 write only the item for the model, which has no id. */
export class Searches {
  #reported: string | null = null;

  report({ type, payload }: TurnItem): void {
    if (type === 'webSearch') this.#reported = queryOf(payload);
  }

  /** Null for a record that is no such search, or whose event came before. */
  take({ shape, type, payloadType, payload }: Entry): readonly UnplacedMessage[] | null {
    if (shape !== 'record' || type !== 'response_item' || payloadType !== 'web_search_call') return null;
    if (isString(lastValue(payload, 'id')) || queryOf(payload) === this.#reported) return null;
    return CALL_ITEMS['webSearch']?.(payload) ?? null;
  }
}
