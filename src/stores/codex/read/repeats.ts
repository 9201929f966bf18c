import { elements, isString, member, type Value } from '../../../codecs/json/value.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import type { Entry } from '../decode/record.ts';
import { contentText, textParts } from './head.ts';
import type { TurnItem } from './turn.ts';

/**
 * What the items of turns say. The program writes most of it once more, for the model: what is said there and nowhere else, because its
 * event is lost or was never written, is no repetition.
 */
export class Repeats {
  readonly #shown = new TextNumbers();

  /** Takes in an item of a turn. */
  show({ payload }: Pick<TurnItem, 'payload'>): void {
    const item = member(payload, 'item');
    const said = item === null ? [member(payload, 'message'), member(payload, 'text')] : saidBy(item);
    for (const text of said) if (isString(text)) this.#shown.add(text);
  }

  /** Does a record for the model say nothing that is not shown. */
  has({ kind, payload }: Pick<Entry, 'kind' | 'payload'>): boolean {
    if (kind === 'message') return this.#hasAll(textParts(payload, 'content')) || this.#has(contentText(payload));
    if (kind === 'reasoning') return this.#hasAll(textParts(payload, 'summary'));
    const call = member(payload, 'call_id');
    return isString(call) && this.#has(call);
  }

  #has(text: string | Value): boolean {
    return this.#shown.find(text) >= 0;
  }

  #hasAll(texts: readonly Value[]): boolean {
    return texts.every((text) => this.#has(text));
  }
}

/** The texts of an item, and its id: that of a command is the id of its call. */
function saidBy(item: Value): (Value | null)[] {
  const texts = ['summary_text', 'raw_content'].flatMap((key) => elements(member(item, key)));
  return [member(item, 'id'), member(item, 'text'), ...textParts(item, 'content'), ...texts];
}
