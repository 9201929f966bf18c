import { asBuffer } from '../../../codecs/bytes.ts';
import { elements, isString, isText, sourceOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { TextNumbers } from '../../engine/text-numbers.ts';
import { contentText, textParts } from './head.ts';
import type { ReportedOutput } from './hidden-calls.ts';
import { type Entry, jsonIn } from './record.ts';
import type { TurnItem } from './turns.ts';
import { isUserCommand, userCommandIn, userCommandOf } from './user-command.ts';

/**
 * Texts in the items of turns, most of which the program repeats for the model. A text that is only there, because its event was lost or
 * never written, is no repetition.
 */
export class Repeats {
  readonly #shown = new TextNumbers();
  readonly #hooks = new HookOutputs();
  readonly #sessions = new Map<string, ReportedOutput>();

  show(turnItem: TurnItem): void {
    const { payload } = turnItem;
    const item = lastValue(payload, 'item');
    for (const text of item === null ? eventTexts(payload) : textsOfItem(item))
      if (isString(text)) this.#showText(text);
    const call = reportedCall(turnItem);
    if (call !== null) this.#shown.add(call);
    this.#hooks.report(turnItem);
    const session = textAt(item, 'process_id');
    if (session !== null) this.#sessions.set(session, printedBy(item));
    if (isUserCommand(item)) this.#shown.add(userCommandOf(item).command);
  }

  #showText(text: Value): void {
    this.#shown.add(text);
    if (hasSpaceAround(text)) this.#shown.add(textOf(text).trim());
  }

  /** True for a record for the model if a turn shows all its words. */
  has({ payloadType, payload }: Pick<Entry, 'payloadType' | 'payload'>): boolean {
    if (payloadType === 'message') return this.#hasMessage(payload);
    if (payloadType === 'reasoning') return this.#hasAll(textParts(payload, 'summary'));
    const call = lastValue(payload, payloadType === 'web_search_call' ? 'id' : 'call_id');
    if (isString(call) && this.#has(call)) return !this.#hooks.has(payload);
    if (call === null && this.#hasOutput(payload)) return true;
    const goal = payloadType === 'function_call_output' ? goalIn(payload) : null;
    return goal !== null && this.#has(goal);
  }

  /** True for an output of a command that an item of a turn reports. */
  isOfCommand({ payload }: Pick<Entry, 'payload'>): boolean {
    return this.#hooks.isOfCommand(payload);
  }

  hasText(text: string): boolean {
    return this.#has(text);
  }

  reported(session: string): ReportedOutput {
    return this.#sessions.get(session) ?? 'nothing';
  }

  #hasOutput(payload: Value | null): boolean {
    const output = lastValue(payload, 'output');
    if (isString(output)) return this.#has(output);
    const parts = textParts(payload, 'output');
    return parts.length > 0 && this.#hasAll(parts);
  }

  /** A copy for the model may have tags that its original lacks: around a picture, a plan, an answer's sources, a command, a review. */
  #hasMessage(payload: Value | null): boolean {
    const parts = textParts(payload, 'content');
    if (this.#hasAll(parts) || this.#has(contentText(payload))) return true;
    const goal = goalSet(parts[0]);
    if (goal !== null) return this.#has(goal);
    const typed = userCommandIn({ payloadType: 'message', payload });
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

/** The goal that an output repeats, of a tool for goals or of the program; null for none. */
function goalIn(payload: Value | null): Value | string | null {
  const output = lastValue(payload, 'output');
  if (!isString(output)) return null;
  if (isText(lastValue(payload, 'name'), 'goal_objective')) return output;
  if (!GOAL.equals(sourceOf(output).subarray(0, GOAL.length))) return null;
  return objectiveIn(jsonIn(textOf(output)));
}

const GOAL = Buffer.from('"{\\"goal\\":');

function objectiveIn(payload: Value | null): Value | null {
  return lastValue(lastValue(payload, 'goal'), 'objective');
}

/** The goal quoted in an instruction for the model; null for another text. */
function goalSet(text: Value | undefined): string | null {
  if (text === undefined || !GOAL_START.equals(sourceOf(text).subarray(0, GOAL_START.length))) return null;
  const [, quoted] = /User set the goal: ("(?:[^"\\]|\\.)*")/.exec(textOf(text)) ?? [];
  const goal = quoted === undefined ? null : jsonIn(quoted);
  return isString(goal) ? textOf(goal) : null;
}

const GOAL_START = Buffer.from('"<codex_internal_context source=\\"user_goal\\">');

/** The pieces of a text between tags that the program adds to copies, without white space at their ends. */
function withoutTags(text: string): string[] {
  return reviewIn(text)
    .split(TAGS)
    .map((piece) => piece.trim());
}

function reviewIn(text: string): string {
  const from = text.indexOf(RESULTS);
  const to = text.lastIndexOf('</results>');
  return text.trimStart().startsWith('<user_action>') && from >= 0 && to > from
    ? text.slice(from + RESULTS.length, to)
    : text;
}

const RESULTS = '<results>';
const TAGS =
  /<\/?(?:image|audio|hook_prompt)\b[^<>]*>|<\/?proposed_plan>|<oai-mem-citation>.*?(?:<\/oai-mem-citation>|$)/s;

/** Whether an item has a whole output: the program keeps 64 KiB of one, its beginning and its end. */
function printedBy(item: Value | null): ReportedOutput {
  const printed = lastValue(item, 'aggregated_output');
  return isString(printed) && sourceOf(printed).length < MAX_HASHED_BYTES ? 'whole' : 'part';
}

const MAX_HASHED_BYTES = 1 << 16;

/** True if a text begins or ends with white space, which a copy lacks beside its tags. */
function hasSpaceAround(text: Value): boolean {
  const json = asBuffer(sourceOf(text));
  return [json.subarray(1, 3), json.subarray(-3, -1)].some((end) => SPACE.test(end.toString('latin1')));
}

const SPACE = /^(?:\\[nrt]| .|. )$/;

function eventTexts(payload: Value | null): (Value | null)[] {
  return [lastValue(payload, 'message'), lastValue(payload, 'text'), objectiveIn(payload)];
}

function textsOfItem(item: Value): (Value | null)[] {
  const parts = ['content', 'fragments', 'output'].flatMap((key) => textParts(item, key));
  const texts = ['summary_text', 'raw_content'].flatMap((key) => elements(lastValue(item, key)));
  return [lastValue(item, 'text'), lastValue(item, 'output'), ...parts, ...texts];
}

export class HookOutputs {
  readonly #commands = new TextNumbers();
  readonly #printed = new TextNumbers();

  report(item: TurnItem): void {
    const call = item.type === 'commandExecution' ? reportedCall(item) : null;
    if (call === null) return;
    this.#commands.add(call);
    const printed = lastValue(lastValue(item.payload, 'item'), 'aggregated_output');
    if (isString(printed)) this.#printed.add(printed);
  }

  isOfCommand(payload: Value | null): boolean {
    const call = lastValue(payload, 'call_id');
    return isString(call) && this.#commands.find(call) >= 0;
  }

  /** True for an output of a reported command whose text no command's item has, and that lacks the program's usual beginning. */
  has(payload: Value | null): boolean {
    const output = lastValue(payload, 'output');
    if (!isString(output) || !this.isOfCommand(payload)) return false;
    const start = Buffer.from(sourceOf(output).subarray(1, MAX_START_BYTES)).toString('latin1');
    return !OWN_OUTPUT.test(start) && this.#printed.find(output) < 0;
  }
}

const OWN_OUTPUT = /^(?:Chunk ID: |Wall time: |Exit code: |exec_command failed|\{\\"output\\":)/;
const MAX_START_BYTES = 24;

/** Id of the call or search that an item of a turn reports; null for none. Of an agent the item reports only the state, not the task. */
export function reportedCall({ type, payload }: TurnItem): Value | null {
  const id =
    lastValue(lastValue(payload, 'item'), 'id') ?? (type === 'webSearch' ? lastValue(payload, 'call_id') : null);
  return isString(id) && type !== 'subAgentActivity' ? id : null;
}
