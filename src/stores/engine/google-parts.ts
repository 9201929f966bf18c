import { member, type Value } from '../../codecs/json/value.ts';
import { type CommonMembers, type Said, saidCall, saidResult } from './said.ts';
import { textAt } from './text-at.ts';

/** A call from a `functionCall`, or from an object with its members. */
export function callOf(call: Value, common: CommonMembers): Said {
  return saidCall({ id: textAt(call, 'id'), name: textAt(call, 'name'), args: member(call, 'args', 'last') }, common);
}

/** A result from a `functionResponse`, with its text for the model. */
export function resultOf(response: Value, text: string, common: Parameters<typeof saidResult>[2]): Said {
  return saidResult(text, { id: textAt(response, 'id'), name: textAt(response, 'name') }, common);
}

export function pictureAt(part: Value): Value | null {
  return member(part, 'inlineData', 'last') ?? member(part, 'fileData', 'last');
}
