import { about, type FileFinding } from '../../file-finding.ts';
import { fieldText } from '../decode/meta.ts';
import type { Entry } from '../decode/record.ts';
import { contentText, isUserTurn } from '../read/head.ts';
import type { RolloutFile } from '../rollout-file.ts';
import type { EntryCheck } from './entry-check.ts';

/** What of a rollout would be said, if its events said it. */
interface Said {
  /** Questions and answers that are sent to the model. */
  messages: number;
  /** Events that a legacy history, and a paginated one, is made of. */
  legacy: number;
  questions: number;
  items: number;
}

/** What is wrong with the events that the program builds its screen from. */
export function eventFindings(file: RolloutFile): EntryCheck {
  const { meta, fault } = file.head();
  const said: Said = { messages: 0, legacy: 0, questions: 0, items: 0 };
  return {
    take: (entry) => {
      count(said, entry);
      return [];
    },
    *end() {
      const { asks } = file.summary();
      if (meta !== null && fault === 'no-question' && asks)
        yield about('CX111', 'has its first question below line 210');
      if (meta !== null) yield* unsaid(said, asks, meta.mode === 'paginated');
    },
  };
}

function* unsaid(said: Said, asks: boolean, isPaginated: boolean): Generator<FileFinding> {
  if (asks && !isPaginated) return;
  if (isPaginated && said.items === 0 && said.legacy + said.questions > 0)
    yield about('CX112', 'is paginated, and its events are those of a legacy thread');
  else if (!asks && said.messages > 0 && said.questions === 0)
    yield about('CX110', `has ${said.messages} messages for the model, and no question among its events`);
}

function count(said: Said, { is, type, kind, payload }: Entry): void {
  const key = is === 'record' ? KINDS[`${type} ${kind}`] : undefined;
  if (key === undefined) return;
  if (key !== 'messages' || isUserTurn(fieldText(payload, 'role'), contentText(payload))) said[key]++;
}

const KINDS: Readonly<Record<string, keyof Said>> = {
  'response_item message': 'messages',
  'event_msg user_message': 'questions',
  'event_msg agent_message': 'legacy',
  'event_msg item_completed': 'items',
};
