import { isText, member, type Value } from '../../../codecs/json/value.ts';
import { jsonIn } from './json-in.ts';
import { fieldText } from './meta.ts';
import type { Entry } from './record.ts';

const GOAL_TOOLS: readonly string[] = ['get_goal', 'create_goal', 'update_goal'];
const INPUT_TOOL = 'write_stdin';

/** How such a call, or its output, is shown: with a mark instead of a result, or hidden. */
export type Quiet = 'completed' | 'hidden';

/** Finds the calls whose outputs repeat other records, in their order. */
export class QuietCalls {
  readonly #mode: string | null;
  readonly #open = new Set<string>();

  constructor(mode: string | null) {
    this.#mode = mode;
  }

  /** Null for any other record. */
  take({ kind, payload }: Entry): Quiet | null {
    const call = fieldText(payload, 'call_id') ?? '';
    if (kind === 'function_call_output') return this.#open.delete(call) ? 'hidden' : null;
    const how = kind === 'function_call' ? this.#howCalled(payload) : null;
    if (how !== null) this.#open.add(call);
    return how;
  }

  #howCalled(payload: Value | null): Quiet | null {
    const name = member(payload, 'name');
    if (GOAL_TOOLS.some((each) => isText(name, each))) return 'completed';
    // Only a paginated thread has an item with all that the command printed.
    if (this.#mode !== 'paginated' || !isText(name, INPUT_TOOL)) return null;
    return typedIn(fieldText(payload, 'arguments') ?? '') === '' ? 'hidden' : 'completed';
  }
}

/** The characters that a command is given; none where it is only looked at. */
function typedIn(args: string): string {
  return fieldText(jsonIn(args), 'chars') ?? '';
}
