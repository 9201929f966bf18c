import { elements, isString, textOf, type Value } from '../../../codecs/json/value.ts';
import { textOfRef } from './field.ts';
import type { LogMessage } from './log.ts';

/** The answer of a command or edit that waits for a person. */
export const PENDING = 'Response pending...';

/** Outcomes of a command or edit that did not run. */
export type Fate = 'pending' | 'cancelled' | 'rejected';

const REFUSED = /^[A-Z][a-z ]{1,30} command (cancelled|rejected) by user\.?$/;

/** Null for an ordinary answer. */
export function fateIn(answer: Value | null): Fate | null {
  const [boxed = answer] = elements(answer);
  if (!isString(boxed)) return null;
  const text = textOf(boxed);
  if (text === PENDING) return 'pending';
  const [, word] = REFUSED.exec(text) ?? [];
  return word === 'rejected' || word === 'cancelled' ? word : null;
}

/** Fates of calls: a command has an output, an edit a message in the person's name. */
export function fates(messages: readonly LogMessage[]): (call: LogMessage) => Fate | null {
  const known = new Map<string, Fate>();
  for (const message of messages) {
    const key = message.isOutput ? keyOfCall(message.callId) : keyOfEdit(message);
    const fate = key === null ? null : fateIn(message.field(message.isOutput ? 'output' : 'content'));
    if (key !== null && fate !== null) known.set(key, fate);
  }
  return ({ call, id }) => known.get(`edit ${textOfRef(id)}`) ?? known.get(keyOfCall(call?.callId) ?? '') ?? null;
}

function keyOfCall(id: string | null | undefined): string | null {
  return id == null ? null : `call ${id}`;
}

function keyOfEdit({ role, isQuestion, relatedTo }: LogMessage): string | null {
  const id = textOfRef(relatedTo);
  return role !== 'user' || isQuestion || id === null ? null : `edit ${id}`;
}
