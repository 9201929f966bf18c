import { isText, member, type Value } from '../../../codecs/json/value.ts';
import { about, type FileFinding } from '../../file-finding.ts';
import { count, wordTable } from '../../words.ts';
import { contentText, isUserTurn } from '../read/head.ts';
import type { Meta } from '../read/meta.ts';
import type { Entry } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import type { EntryCheck } from './entry-check.ts';

/** Counts of messages and events. */
interface Said {
  /** Sendable questions and answers. */
  messages: number;
  /** Events that a legacy history, and a paginated one, is made of. */
  legacy: number;
  questions: number;
  items: number;
}

/** Findings on events that the program's screen needs. */
export function eventFindings(file: RolloutFile): EntryCheck {
  const { meta, fault, preview } = file.head();
  const isAsked = preview !== null;
  const said: Said = { messages: 0, legacy: 0, questions: 0, items: 0 };
  return {
    take: (entry) => {
      countIn(said, entry, isAsked);
      return null;
    },
    *end() {
      const { asks } = file.summary();
      if (meta !== null && fault === 'no-question' && asks)
        yield about('CX111', 'has its first question below line 210');
      if (meta !== null) yield* unsaid(said, asks, meta);
    },
  };
}

function* unsaid(said: Said, asks: boolean, { mode, isSpawned }: Meta): Generator<FileFinding> {
  const isPaginated = mode === 'paginated';
  if (asks && !isPaginated) return;
  if (isPaginated && said.items === 0 && said.legacy + said.questions > 0)
    yield about('CX112', 'is paginated, and its events are those of a legacy thread');
  else if (!asks && !isSpawned && said.messages > 0 && said.questions === 0)
    yield about('CX110', `has ${count(said.messages, 'message')} for the model, and no question among its events`);
}

function countIn(said: Said, { shape, type, kind, payload }: Entry, isAsked: boolean): void {
  if (shape !== 'record' || kind === null) return;
  const event = type === 'event_msg' ? EVENTS[kind] : undefined;
  if (event !== undefined) said[event]++;
  // Of interest only where no event asks anything.
  if (!isAsked && type === 'response_item' && kind === 'message' && isQuestion(payload)) said.messages++;
}

const EVENTS = wordTable<keyof Said>({
  user_message: 'questions',
  agent_message: 'legacy',
  item_completed: 'items',
});

function isQuestion(payload: Value | null): boolean {
  return isText(member(payload, 'role'), 'user') && isUserTurn('user', contentText(payload));
}
