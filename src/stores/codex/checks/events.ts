import { about, type FileFinding } from '../../file-finding.ts';
import { fieldText } from '../decode/meta.ts';
import { entriesOf } from '../decode/record.ts';
import { contentText } from '../read/head.ts';
import type { RolloutFile } from '../rollout-file.ts';

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
export function* eventFindings(file: RolloutFile): Generator<FileFinding> {
  const { meta, fault } = file.head();
  if (meta === null || file.source === null) return;
  const { asks } = file.summary();
  if (fault === 'no-question' && asks) yield about('CX111', 'has its first question below line 210');
  const isPaginated = meta.mode === 'paginated';
  if (asks && !isPaginated) return;
  const said = saidIn(file);
  if (isPaginated && said.items === 0 && said.legacy + said.questions > 0)
    yield about('CX112', 'is paginated, and its events are those of a legacy thread');
  else if (!asks && said.messages > 0 && said.questions === 0)
    yield about('CX110', `has ${said.messages} messages for the model, and no question among its events`);
}

function saidIn(file: RolloutFile): Said {
  const said: Said = { messages: 0, legacy: 0, questions: 0, items: 0 };
  for (const { is, type, kind, payload } of file.source === null ? [] : entriesOf(file.source)) {
    const key = is === 'record' ? KINDS[`${type} ${kind}`] : undefined;
    if (key === undefined) continue;
    if (key !== 'messages' || isUserTurn(fieldText(payload, 'role'), contentText(payload))) said[key]++;
  }
  return said;
}

const KINDS: Readonly<Record<string, keyof Said>> = {
  'response_item message': 'messages',
  'event_msg user_message': 'questions',
  'event_msg agent_message': 'legacy',
  'event_msg item_completed': 'items',
};

/** What the program itself put before a question is none. */
export function isUserTurn(role: string | null, text: string): boolean {
  return role === 'user' && !/^\s*(?:<[a-z_]+>|# AGENTS\.md)/.test(text);
}
