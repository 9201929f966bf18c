import { isFalse, isString, isText, isTrue, type Value } from '../../../codecs/json/value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import { CALL_ITEMS, deletedIn, mcpTexts, queryOf, type SaidKind, type UnplacedMessage } from './item-words.ts';
import type { Entry } from './record.ts';
import type { TurnItem } from './turns.ts';

interface CallResult {
  readonly texts: readonly string[];
  readonly isFailed: boolean;
}

/** Results of calls in events; the outputs for the model, which come later, may lack some of their texts. */
export class CallResults {
  readonly #open = new Map<string, CallResult>();

  note({ payload }: TurnItem): void {
    const id = textAt(payload, 'call_id');
    if (id !== null) this.#open.set(id, resultIn(payload));
  }

  /** Adds texts to an output that only its event has. */
  completed(said: UnplacedMessage): UnplacedMessage {
    const { callId = '', type, text } = said;
    const result = type === 'tool_output' ? this.#open.get(callId) : undefined;
    if (result === undefined) return said;
    this.#open.delete(callId);
    const more = result.texts.filter((each) => !(text ?? '').includes(each));
    const whole = more.length === 0 ? said : { ...said, text: [text, ...more].join('\n') };
    return result.isFailed && whole.failed !== true ? { ...whole, failed: true, marks: ['error'] } : whole;
  }
}

/** Texts of an MCP server's result or lines that a patch deleted, and whether the call failed. */
function resultIn(payload: Value | null): CallResult {
  const result = lastValue(payload, 'result');
  const ok = lastValue(result, 'Ok');
  const error = textAt(result, 'Err');
  const deleted = deletedIn(lastValue(payload, 'changes'));
  const said = mcpTexts(ok);
  const texts = deleted === '' ? said : [...said, deleted];
  const isWrong = isTrue(lastValue(ok, 'isError')) || isFalse(lastValue(payload, 'success'));
  return {
    texts: error === null ? texts : [error],
    isFailed: error !== null || isWrong || isText(lastValue(payload, 'status'), 'failed'),
  };
}

/** Calls of a legacy thread that have an output for the model. */
export class AnsweredCalls {
  readonly #ids = new TextNumbers();

  take({ shape, type, payloadType, payload }: Entry): void {
    if (shape !== 'record' || type !== 'response_item' || !OUTPUTS.has(payloadType ?? '')) return;
    const id = lastValue(payload, 'call_id');
    if (isString(id)) this.#ids.add(id);
  }

  has(id: string | Value): boolean {
    return this.#ids.find(id) >= 0;
  }

  /** True for an item whose call has no output: it was damaged, or the program was killed before. */
  lacks(item: TurnItem): boolean {
    const id = cameBack(item);
    return id !== null && !this.has(id);
  }
}

/** The id of the call whose result an item has; null for any other item. */
export function cameBack({ type, payload }: TurnItem): Value | null {
  const id = lastValue(payload, 'call_id');
  return BACK.has(type) && isString(id) ? id : null;
}

const OUTPUTS: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output']);
/** Types of items that the program writes when a call has returned, before its output. */
const BACK: ReadonlySet<string> = new Set(['mcpToolCall', 'fileChange']);

export const RESULT_ALONE: SaidKind = { role: 'tool', type: 'tool_output' };

/** The result in an event, for a call without an output. */
export function resultAlone({ payload }: TurnItem): UnplacedMessage {
  const { texts, isFailed } = resultIn(payload);
  const printed = ['stdout', 'stderr'].flatMap((key) => textAt(payload, key)?.trimEnd() || []);
  const said = {
    ...RESULT_ALONE,
    callId: textAt(payload, 'call_id') ?? '',
    text: [...printed, ...texts].join('\n'),
  };
  return isFailed ? { ...said, failed: true, marks: ['error'] } : said;
}

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
