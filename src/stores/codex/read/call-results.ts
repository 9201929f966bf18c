import { elements, isText, lexemeOf, member, type Value } from '../../../codecs/json/value.ts';
import { fieldText } from './meta.ts';
import type { Unplaced } from './said-kind.ts';

interface CallResult {
  readonly texts: readonly string[];
  readonly isFailed: boolean;
}

/** Results of calls in events: the outputs for the model, which come after them, may lack some texts. */
export class CallResults {
  readonly #open = new Map<string, CallResult>();

  note(payload: Value | null): void {
    const id = fieldText(payload, 'call_id');
    if (id !== null) this.#open.set(id, resultIn(payload));
  }

  /** An output, with the texts that only its event has. */
  completed(said: Unplaced): Unplaced {
    const { callId = '', type, text } = said;
    const result = type === 'tool_output' ? this.#open.get(callId) : undefined;
    if (result === undefined) return said;
    this.#open.delete(callId);
    const more = result.texts.filter((each) => !(text ?? '').includes(each));
    const whole = more.length === 0 ? said : { ...said, text: [text, ...more].join('\n') };
    return result.isFailed && whole.failed !== true ? { ...whole, failed: true, marks: ['error'] } : whole;
  }
}

/** The texts of the result of an MCP server, and whether the call failed; of a patch the latter alone. */
function resultIn(payload: Value | null): CallResult {
  const result = member(payload, 'result');
  const [ok, error] = [member(result, 'Ok'), fieldText(result, 'Err')];
  const texts = elements(member(ok, 'content')).flatMap((part) => fieldText(part, 'text') ?? []);
  const isWrong = isTrue(member(ok, 'isError')) || isFalse(member(payload, 'success'));
  return {
    texts: error === null ? texts : [error],
    isFailed: error !== null || isWrong || isText(member(payload, 'status'), 'failed'),
  };
}

function isTrue(value: Value | null): boolean {
  return value !== null && lexemeOf(value) === 'true';
}

function isFalse(value: Value | null): boolean {
  return value !== null && lexemeOf(value) === 'false';
}
