import { member, type Value } from '../../../codecs/json/value.ts';
import { fieldText } from './meta.ts';
import type { TurnItem } from './turn.ts';

/** Why a turn failed, or that it was interrupted; null for one that went well. */
export function endOf(kind: string, turn: number, payload: Value | null): TurnItem | null {
  if (kind === 'turn_aborted') {
    const reason = fieldText(payload, 'reason') ?? 'interrupted';
    const why = reason === 'interrupted' ? '' : `: ${reason}`;
    return { turn, type: 'turnInterrupted', isMore: false, payload, text: () => `the turn was interrupted${why}` };
  }
  const error = member(payload, 'error');
  const message = fieldText(error, 'message');
  return message === null
    ? null
    : { turn, type: 'turnFailed', isMore: false, payload, text: () => `the turn failed: ${plain(message)}` };
}

/** The program keeps the answer of a server as it came: JSON in a text. */
function plain(message: string): string {
  try {
    const said: unknown = JSON.parse(message)?.error?.message;
    return typeof said === 'string' ? said : message;
  } catch {
    return message;
  }
}

/** A thread's goal: each update repeats it. */
export class Goal {
  #last: string | null = null;

  /** The goal, if changed. */
  take(turn: number, payload: Value | null): TurnItem | null {
    const objective = fieldText(member(payload, 'goal'), 'objective');
    if (objective === null || objective === this.#last) return null;
    this.#last = objective;
    return { turn, type: 'goal', isMore: false, payload, text: () => objective };
  }
}
