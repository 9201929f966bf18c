import { isString, member, sourceOf, type Value } from '../../../codecs/json/value.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import type { TurnItem } from './turn.ts';

/** Tells the outputs that a hook gave the model in the place of what a command printed. */
export class HookOutputs {
  readonly #commands = new TextNumbers();
  readonly #printed = new TextNumbers();

  /** Takes in an item of a turn, before the output for the model. */
  report(item: TurnItem): void {
    const call = item.type === 'commandExecution' ? reportedCall(item) : null;
    if (call === null) return;
    this.#commands.add(call);
    const printed = member(member(item.payload, 'item'), 'aggregated_output');
    if (isString(printed)) this.#printed.add(printed);
  }

  /** True for an output of a command that an item of a turn reports. */
  isOfCommand(payload: Value | null): boolean {
    const call = member(payload, 'call_id');
    return isString(call) && this.#commands.find(call) >= 0;
  }

  /** True for the output of a reported command that no command printed, and that lacks what the program writes first. */
  has(payload: Value | null): boolean {
    const output = member(payload, 'output');
    if (!isString(output) || !this.isOfCommand(payload)) return false;
    const start = Buffer.from(sourceOf(output).subarray(1, LONGEST_START)).toString('latin1');
    return !OWN_OUTPUT.test(start) && this.#printed.find(output) < 0;
  }
}

const OWN_OUTPUT = /^(?:Chunk ID: |Wall time: |Exit code: |exec_command failed|\{\\"output\\":)/;
const LONGEST_START = 24;

/** The id of the call that an item of a turn reports; null for none. Of an agent it reports the state alone, not the task. */
export function reportedCall({ type, payload }: TurnItem): Value | null {
  const id = member(member(payload, 'item'), 'id');
  return isString(id) && type !== 'subAgentActivity' ? id : null;
}
