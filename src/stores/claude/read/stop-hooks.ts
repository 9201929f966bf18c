import type { Value } from '../../../codecs/json/value.ts';
import { onlyOne } from '../../../model/collections.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { asideIn } from './asides.ts';
import type { BlockText } from './blocks.ts';

/** Pairs records of hooks with a later summary or notice that repeats their words. */
export class StopHooks {
  #said: string[] = [];
  #last: { readonly uuid: LazyText; readonly text: LazyText } = { uuid: null, text: null };

  note(record: Value, said: readonly BlockText[]): void {
    const isOfHook = STOP_EVENTS.has(textAt(lastValue(record, 'attachment'), 'hookEvent') ?? '');
    const texts = said.map(({ text }) => text);
    this.noteTexts(textAt(record, 'uuid'), texts, isOfHook);
  }

  noteTexts(uuid: string | null, texts: readonly (string | null)[], isOfHook = false): void {
    for (const text of texts) if (text !== null) this.noteText(text, isOfHook);
    this.noteLast(uuid, onlyOne(texts));
  }

  noteText(text: string, isOfHook = false): void {
    if (isOfHook || text.startsWith(FEEDBACK)) this.#said.push(text);
  }

  /** Notes the previous record and its text; null for none, or for several. */
  noteLast(uuid: LazyText, text: LazyText): void {
    this.#last = { uuid, text };
  }

  /** Words of a summary or notice that no earlier record has; null for any other record. */
  repeatIn(record: Value): readonly BlockText[] | null {
    const subtype = textAt(record, 'subtype');
    if (subtype === NOTICE) return this.#isOfLast(record) ? [] : null;
    if (subtype !== SUMMARY) return null;
    const said = this.#said;
    this.#said = [];
    return asideIn(record, (words) => said.some((each) => each.includes(words)));
  }

  #isOfLast(record: Value): boolean {
    const uuid = textIn(this.#last.uuid);
    return (
      uuid !== null && textAt(record, 'parentUuid') === uuid && textAt(record, 'content') === textIn(this.#last.text)
    );
  }
}

/** A text, or its JSON, decoded on demand: most are never needed. */
type LazyText = string | Uint8Array | null;

function textIn(spelled: LazyText): string | null {
  return spelled instanceof Uint8Array ? String(JSON.parse(Buffer.from(spelled).toString())) : spelled;
}

const SUMMARY = 'stop_hook_summary';
const NOTICE = 'informational';
const STOP_EVENTS: ReadonlySet<string> = new Set(['Stop', 'SubagentStop']);
const FEEDBACK = 'Stop hook feedback:';
