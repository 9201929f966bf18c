import { replaceValue } from '../../../../codecs/json/edits.ts';
import { quote } from '../../../../codecs/json/quote.ts';
import { isString, textOf } from '../../../../codecs/json/value.ts';
import { short } from '../../checks/some.ts';
import { last } from '../../decode/sections.ts';
import type { TenexPass } from './pass.ts';

/**
 * Writes the name of its file into a conversation that calls itself otherwise: TENEX finds it by the name, and would save it
 * under what stands inside. Left alone where that is another conversation: one of the two may be a copy, or both exchanged.
 */
export const ownId: TenexPass = ({ body }, { id, isTaken }) => {
  const inner = body === null ? null : last(body, 'id');
  if (!isString(inner) || textOf(inner) === id || isTaken(textOf(inner))) return null;
  const notes = [`the id ${short(textOf(inner))} inside it becomes that of its file`];
  return { codes: ['TX205'], edits: [replaceValue(inner, quote(id))], notes };
};
