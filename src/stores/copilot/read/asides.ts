import {
  elements,
  isObject,
  isString,
  lexemeOf,
  member,
  members,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Message } from '../../../model/conversation.ts';
import { textAt } from '../../engine/text-at.ts';

/** Words that a person typed or saw, in a record of another use. */
export type Aside = Pick<Message, 'role' | 'type' | 'text' | 'marks' | 'hidden'>;

/**
 * The words of records beside the conversation; null for a record whose words are not known. What repeats the conversation is left out.
 * `isAsked`: another record has this question.
 */
export function asidesIn(
  type: string,
  data: Value | null,
  isAsked: (text: string) => boolean,
): readonly Aside[] | null {
  switch (type) {
    case 'permission.completed':
      return typedAsides([textAt(member(data, 'result', 'last'), 'feedback')], 'reason of a refusal');
    case 'human_response.recorded':
      return answersIn(member(data, 'response', 'last'));
    case 'tool.user_requested':
      return commandIn(member(data, 'arguments', 'last'));
    case 'session.compaction_complete':
      return typedAsides([textAt(data, 'customInstructions')], '/compact');
    case 'model.messages_snapshot':
      return sideQuestion(elements(member(data, 'messages', 'last')));
    case 'hook.start':
      return hookedIn(member(data, 'input', 'last'), isAsked);
    default:
      return REPEATING.test(type) ? [] : null;
  }
}

/** Records of a call, a request and a permission, of which other records have the words. */
const REPEATING = /^(?:model\.|permission\.requested$|subagent\.(?:started|configured|completed)$)/;

function typedAsides(texts: readonly (string | null)[], mark: string): Aside[] {
  return texts.flatMap((text) => (text ? [{ role: 'user', type: 'text', text, marks: [mark], hidden: true }] : []));
}

/** A command of the shell as it was typed; it is sent as a call. */
function commandIn(given: Value | null): Aside[] {
  const command = textAt(given, 'command');
  return command === null ? [] : typedAsides([`!${command}`], 'sent as a call');
}

/** The answers to a form, or words on a plan; null for a response of another kind. */
function answersIn(response: Value | null): readonly Aside[] | null {
  if (textAt(response, 'responseKind') === 'exit_plan_mode') {
    const plan = textAt(response, 'planContent');
    const read: Aside[] = plan ? [{ role: 'assistant', type: 'text', text: plan, marks: ['plan'], hidden: true }] : [];
    return [...read, ...typedAsides([textAt(response, 'feedback')], 'answer to: the plan')];
  }
  const content = member(response, 'content', 'last');
  if (!isObject(content)) return null;
  const texts = members(content).map(({ value }) => (isString(value) ? textOf(value) : lexemeOf(value)));
  return typedAsides(texts, `answer to: ${textAt(response, 'message') ?? ''}`);
}

/** The program notes a whole request; of a side question (`/btw`) no other record has the last two messages. */
function sideQuestion(messages: readonly Value[]): Aside[] {
  const [question, answer] = messages.slice(-2);
  const text = textAt(answer, 'content') ?? '';
  const said: Aside = { role: 'assistant', type: 'text', text, marks: ['side question'], hidden: true };
  return [...typedAsides([textAt(question, 'content')], 'side question'), ...(text === '' ? [] : [said])];
}

/** A hook is given the question, which a rewind may have taken out of all other records, or a call. */
function hookedIn(input: Value | null, isAsked: (text: string) => boolean): readonly Aside[] | null {
  const question = textAt(input, 'prompt') ?? textAt(input, 'initialPrompt');
  if (question !== null) return isAsked(question) ? [] : typedAsides([question], 'given to a hook');
  return textAt(input, 'toolName') === null ? null : [];
}
