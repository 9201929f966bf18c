import { scan } from '../../../codecs/json/scan.ts';
import { elements, isObject, isString, isText, member, root, type Value } from '../../../codecs/json/value.ts';
import { contentLines } from './head.ts';
import { wordsOfValue } from './item-words.ts';
import { fieldText } from './meta.ts';
import type { Entry } from './record.ts';
import type { Unplaced } from './said-kind.ts';

/** Words that a person typed or saw, in records that are no items of turns. */
export function saidAside(entry: Entry, mode: string | null): readonly Unplaced[] {
  const { shape, type, kind, payload } = entry;
  if (type === 'response_item' && shape === 'record') {
    if (kind === 'agent_message') return agentSaid(payload);
    return kind === 'function_call' && mode === 'paginated' ? asked(payload) : NOTHING;
  }
  if (type === 'retained_context' && shape === 'record') return answered(payload);
  return isUnknown(entry) ? unknownSaid(entry) : NOTHING;
}

const NOTHING: readonly never[] = [];

/** Is it a record of a type that convo does not know, or has no other words for. */
function isUnknown({ shape, type, value, payload }: Entry): boolean {
  return (
    type !== null &&
    isObject(value) &&
    payload !== null &&
    (type === 'realtime_item' || (shape === 'skipped' && !KNOWN.has(type)))
  );
}

const KNOWN: ReadonlySet<string> = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);

function unknownSaid({ type, kind, payload }: Entry): readonly Unplaced[] {
  const words = wordsOfValue(payload);
  const name = [type, kind].filter((word) => word !== null).join(' ');
  return words === '' ? NOTHING : [{ role: 'system', type: 'other', text: `${name}: ${words}` }];
}

/** Questions of the model with their options. */
function asked(payload: Value | null): readonly Unplaced[] {
  const name = member(payload, 'name');
  if (!isString(name) || !isText(name, 'request_user_input')) return NOTHING;
  const tape = scan(Buffer.from(fieldText(payload, 'arguments') ?? ''));
  const questions = tape.fault === null ? elements(member(root(tape), 'questions')) : [];
  return questions.flatMap((question) => {
    const text = fieldText(question, 'question');
    if (text === null) return [];
    const options = elements(member(question, 'options')).map((option) => {
      const [label, description] = [fieldText(option, 'label') ?? '', fieldText(option, 'description') ?? ''];
      return `- ${label}${description === '' ? '' : `: ${description}`}`;
    });
    return [{ role: 'assistant', type: 'text', text: [text, ...options].join('\n'), marks: ['question'] } as const];
  });
}

/** Answers of the user to such questions, with the note of each. */
function answered(payload: Value | null): readonly Unplaced[] {
  if (fieldText(payload, 'type') !== 'verified_answer') return unknownContext(payload);
  return elements(member(payload, 'questions')).flatMap((question) => {
    const text = fieldText(question, 'answer')?.replace(/^user_note: /m, 'note: ');
    return text === undefined ? [] : [{ role: 'user', type: 'text', text, marks: ['answer'] } as const];
  });
}

/** Context of other types repeats messages that are shown. */
function unknownContext(payload: Value | null): readonly Unplaced[] {
  const type = fieldText(payload, 'type');
  if (type === 'delivered_assistant_message' || type === 'accepted_file_audio') return NOTHING;
  const words = wordsOfValue(payload);
  return words === '' ? NOTHING : [{ role: 'system', type: 'other', text: `retained_context ${type ?? ''}: ${words}` }];
}

/** What the program writes before a message of an agent; its sender is named anyway. */
const HEADER = /^Message Type: (.*)\nTask name: (.*)\nSender: .*\nPayload:\n?/;

/** A task or an answer that one agent sent to another. */
function agentSaid(payload: Value | null): readonly Unplaced[] {
  const text = contentLines(payload).replace(HEADER, '$1, $2\n').trimEnd();
  const from = fieldText(payload, 'author');
  return text === '' ? NOTHING : [{ role: 'system', type: 'other', text: `message of ${from ?? 'an agent'}: ${text}` }];
}
