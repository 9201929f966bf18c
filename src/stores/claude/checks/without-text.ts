import { isString, isText, textOf, type Value } from '../../../codecs/json/value.ts';
import { contentOf, lastValue } from '../python/get.ts';
import type { RecordAt } from '../read/records.ts';
import { type Spotted, spot } from './spotted.ts';

/**
 * The thinking blocks of a message that have a signature and an empty text, each with its pointer below the record. Nothing is wrong
 * with them (docs/formats/claude.md, "Thinking without its text").
 */
export function* thinkingWithoutText(
  message: Value | null,
): Generator<{ readonly block: Value; readonly path: string }> {
  for (const [i, block] of contentOf(message).entries()) {
    if (!isText(lastValue(block, 'type'), 'thinking') || !isText(lastValue(block, 'thinking'), '')) continue;
    const signature = lastValue(block, 'signature');
    if (isString(signature) && textOf(signature) !== '') yield { block, path: `/message/content/${i}` };
  }
}

/** Counts them in a session, and keeps where the first is: there is one finding for all, because every answer may have some. */
export class WithoutText {
  #count = 0;
  #first: Spotted | null = null;

  meet({ n, line, start, own }: RecordAt): void {
    const { withoutText } = own.content;
    if (withoutText === 0) return;
    this.#count += withoutText;
    if (this.#first !== null) return;
    const [first] = thinkingWithoutText(own.get('message'));
    if (first === undefined) return;
    const detail = 'has a thinking block with a signature and an empty text';
    this.#first = spot(n, 'CL415', first.block, line.at + start, first.path, detail);
  }

  /** Null for none. */
  finding(): Spotted | null {
    if (this.#first === null || this.#count === 1) return this.#first;
    const detail = `is the first of ${this.#count} thinking blocks with a signature and an empty text`;
    return { ...this.#first, detail };
  }
}
