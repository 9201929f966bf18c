import type { LogMessage } from '../decode/log-message.ts';
import { type Ref, textOfRef } from '../decode/ref.ts';
import { Stops } from './stops.ts';

/**
 * The messages in R's order of their ids: none counts as 0, one text among them makes all of them text. Throws Stops for an
 * id that R cannot sort.
 */
export function sorted(messages: readonly LogMessage[]): readonly LogMessage[] {
  const keyed = messages.map((message) => ({ message, id: message.id }));
  if (keyed.length > 1 && keyed.some(({ id }) => id.is === 'other')) throw new Stops('an id is an object or a list');
  const asText = keyed.some(({ id }) => id.is === 'text');
  const compare = asText ? byText : byNumber;
  return keyed.sort((a, b) => compare(a.id, b.id)).map(({ message }) => message);
}

function byNumber(a: Ref, b: Ref): number {
  return numberOf(a) - numberOf(b);
}

function byText(a: Ref, b: Ref): number {
  const [first, second] = [textOfRef(a) ?? '0', textOfRef(b) ?? '0'];
  return first === second ? 0 : first < second ? -1 : 1;
}

function numberOf(id: Ref): number {
  return 'number' in id ? id.number : 0;
}
