import { elements, isString, isText, lexemeOf, members, textOf, type Value } from '../../../codecs/json/value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { UnplacedMessage } from './item-words.ts';
import { type Entry, jsonIn } from './record.ts';

const GOAL_TOOLS: readonly string[] = ['get_goal', 'create_goal', 'update_goal'];
const INPUT_TOOL = 'write_stdin';

/** How a call or output that repeats other records is shown: with a mark instead of a result, hidden, or not at all. */
export type HiddenCall = 'completed' | 'hidden' | 'repeated';

/** How much of an output the item of a turn has; no item reports a killed command. */
export type ReportedOutput = 'whole' | 'part' | 'nothing';

/** Finds calls whose outputs repeat other records. Give it the records in order. */
export class HiddenCalls {
  readonly #mode: string | null;
  readonly #reported: (session: string) => ReportedOutput;
  readonly #open = new Map<string, { readonly how: HiddenCall; readonly session: string | null }>();
  #session: string | null = null;

  constructor(mode: string | null, reported: (session: string) => ReportedOutput) {
    this.#mode = mode;
    this.#reported = reported;
  }

  /** Session of the last call or output that polls a running command; null for another tool. */
  get session(): string | null {
    return this.#session;
  }

  take({ payloadType, payload }: Entry): HiddenCall | null {
    const call = textAt(payload, 'call_id') ?? '';
    if (payloadType === 'function_call_output') {
      const open = this.#open.get(call);
      this.#open.delete(call);
      this.#session = open?.session ?? null;
      return open?.how ?? null;
    }
    return payloadType === 'function_call' ? this.#called(payload, call) : null;
  }

  #called(payload: Value | null, call: string): HiddenCall | null {
    const name = lastValue(payload, 'name');
    this.#session = null;
    if (GOAL_TOOLS.some((each) => isText(name, each))) {
      this.#open.set(call, { how: 'hidden', session: null });
      return 'completed';
    }
    // Only items of a paginated thread have all that the command printed.
    if (this.#mode !== 'paginated' || !isText(name, INPUT_TOOL)) return null;
    const args = jsonIn(textAt(payload, 'arguments') ?? '');
    const session = wordOf(lastValue(args, 'session_id'));
    const reported = this.#reported(session);
    if (reported === 'nothing') return null;
    this.#session = session;
    this.#open.set(call, { how: reported === 'whole' ? 'repeated' : 'hidden', session });
    return (textAt(args, 'chars') ?? '') === '' ? 'hidden' : 'completed';
  }
}

function wordOf(value: Value | null): string {
  if (value === null) return '';
  return isString(value) ? textOf(value) : lexemeOf(value);
}

/** Questions of the model to the user, and the answers: an output has them as JSON, a record of newer versions as text. */
export class Questions {
  readonly #open = new Set<string>();
  /** Ids of calls that a record answered before the output came. */
  readonly #answered = new Set<string>();

  /** The messages of a record; null if it is about no question. */
  take({ shape, type, payloadType, payload }: Entry): readonly UnplacedMessage[] | null {
    if (shape !== 'record') return null;
    if (type === 'retained_context')
      return isText(lastValue(payload, 'type'), 'verified_answer') ? this.#verified(payload) : null;
    if (type !== 'response_item') return null;
    if (payloadType === 'function_call') return this.#askedQuestions(payload);
    return payloadType === 'function_call_output' && this.#open.size > 0 ? this.#answers(payload) : null;
  }

  #askedQuestions(payload: Value | null): readonly UnplacedMessage[] | null {
    if (!isText(lastValue(payload, 'name'), 'request_user_input')) return null;
    const said = elements(lastValue(jsonIn(textAt(payload, 'arguments') ?? ''), 'questions')).flatMap(questionSaid);
    const call = textAt(payload, 'call_id');
    if (said.length === 0 || call === null) return null;
    this.#open.add(call);
    return said;
  }

  #answers(payload: Value | null): readonly UnplacedMessage[] | null {
    const call = textAt(payload, 'call_id') ?? '';
    if (!this.#open.delete(call)) return null;
    const answers = lastValue(jsonIn(textAt(payload, 'output') ?? ''), 'answers');
    if (answers === null) return null;
    if (this.#answered.delete(call)) return NO_CALLS;
    return members(answers).flatMap(({ value }) =>
      answerSaid(elements(lastValue(value, 'answers')).map(textOf).join('\n')),
    );
  }

  #verified(payload: Value | null): readonly UnplacedMessage[] {
    this.#answered.add(textAt(payload, 'call_id') ?? '');
    return elements(lastValue(payload, 'questions')).flatMap((each) => answerSaid(textAt(each, 'answer') ?? ''));
  }
}

const NO_CALLS: readonly never[] = [];

function questionSaid(question: Value): UnplacedMessage[] {
  const text = textAt(question, 'question');
  if (text === null) return [];
  const header = textAt(question, 'header') ?? '';
  const options = elements(lastValue(question, 'options')).map((option) => {
    const label = textAt(option, 'label') ?? '';
    const description = textAt(option, 'description') ?? '';
    return `- ${label}${description === '' ? '' : `: ${description}`}`;
  });
  const headed = header === '' ? text : `${header}: ${text}`;
  return [{ role: 'assistant', type: 'text', text: [headed, ...options].join('\n'), marks: ['question'] }];
}

/** Shows an answer; its note comes after it. */
function answerSaid(answer: string): UnplacedMessage[] {
  const text = answer.replace(/^user_note: /m, 'note: ');
  return text === '' ? [] : [{ role: 'user', type: 'text', text, marks: ['answer'] }];
}
