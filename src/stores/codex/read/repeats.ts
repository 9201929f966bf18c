import { elements, isString, member, sourceOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import { isRefusal } from './failure.ts';
import { contentText, textParts } from './head.ts';
import type { Entry } from './record.ts';
import type { TurnItem } from './turn.ts';
import { isUserCommand, userCommandIn, userCommandOf } from './user-command.ts';

/**
 * What the items of turns say. The program writes most of it once more, for the model: what is said there and nowhere else, because its
 * event is lost or was never written, is no repetition.
 */
export class Repeats {
  readonly #shown = new TextNumbers();
  readonly #refused = new TextNumbers();

  /** Takes in an item of a turn. */
  show({ payload }: Pick<TurnItem, 'payload'>): void {
    const item = member(payload, 'item');
    const said = item === null ? [member(payload, 'message'), member(payload, 'text')] : saidBy(item);
    for (const text of said) if (isString(text)) this.#shown.add(text);
    if (isUserCommand(item)) this.#shown.add(userCommandOf(item).command);
  }

  /** Notes outputs of calls that were refused or failed before they ran: no item of a turn reports them. */
  note(entry: Entry): void {
    const call = refusedCall(entry);
    if (call !== null) this.#refused.add(call);
  }

  /** A call, or an output, that no item of a turn reports, because it was refused. */
  isAloneAndFailed({ payload }: Pick<Entry, 'payload'>): boolean {
    const call = member(payload, 'call_id');
    return isString(call) && this.#refused.find(call) >= 0 && !this.#has(call);
  }

  /** Does a record for the model say nothing that is not shown. */
  has({ kind, payload }: Pick<Entry, 'kind' | 'payload'>): boolean {
    if (kind === 'message') return this.#hasMessage(payload);
    if (kind === 'reasoning') return this.#hasAll(textParts(payload, 'summary'));
    const call = member(payload, 'call_id');
    return isString(call) && this.#has(call);
  }

  /** A copy has tags that its original lacks: around a picture, a plan, the sources of an answer, a command, a review. */
  #hasMessage(payload: Value | null): boolean {
    const parts = textParts(payload, 'content');
    if (this.#hasAll(parts) || this.#has(contentText(payload))) return true;
    const typed = userCommandIn({ kind: 'message', payload });
    if (typed !== null) return this.#has(typed.command);
    const texts = parts.map(textOf);
    if (!texts.some((text) => text.includes('<'))) return false;
    const bare = texts.flatMap(withoutTags).filter((text) => text !== '');
    return bare.length > 0 && bare.every((text) => this.#has(text));
  }

  #has(text: string | Value): boolean {
    return this.#shown.find(text) >= 0;
  }

  #hasAll(texts: readonly Value[]): boolean {
    return texts.every((text) => this.#has(text));
  }
}

/** The id of the call whose output in this record says that it was refused; null for none. */
export function refusedCall({ shape, type, kind, payload }: Entry): Value | null {
  if (shape !== 'record' || type !== 'response_item' || !OUTPUTS.has(kind ?? '')) return null;
  const [call, output] = [member(payload, 'call_id'), member(payload, 'output')];
  if (!isString(call) || !isString(output) || sourceOf(output).length > LONGEST_REFUSAL) return null;
  return isRefusal(textOf(output)) ? call : null;
}

const OUTPUTS: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output']);
const LONGEST_REFUSAL = 8192;

/** A text without the tags that the program puts into a copy: its pieces, without white space at their ends. */
function withoutTags(text: string): string[] {
  return reviewIn(text)
    .split(TAGS)
    .map((piece) => piece.trim());
}

/** The answer of a review that a copy holds, and any other text as it is. */
function reviewIn(text: string): string {
  const [from, to] = [text.indexOf(RESULTS), text.lastIndexOf('</results>')];
  return text.trimStart().startsWith('<user_action>') && from >= 0 && to > from
    ? text.slice(from + RESULTS.length, to)
    : text;
}

const RESULTS = '<results>';
const TAGS = /<\/?image\b[^<>]*>|<\/?proposed_plan>|<oai-mem-citation>.*?(?:<\/oai-mem-citation>|$)/s;

/** The texts of an item, and its id: that of a command is the id of its call. */
function saidBy(item: Value): (Value | null)[] {
  const texts = ['summary_text', 'raw_content'].flatMap((key) => elements(member(item, key)));
  return [member(item, 'id'), member(item, 'text'), ...textParts(item, 'content'), ...texts];
}
