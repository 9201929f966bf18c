import type { Edit } from '../../../../codecs/edit.ts';
import { changeMembers, type NewMember } from '../../../../codecs/json/edits.ts';
import { isString, members, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { last, objectsIn } from '../../decode/sections.ts';
import type { TenexPass } from '../passes/pass.ts';

/** Gives the transitions of June 2025 the members that TENEX requires: their `context` is called `message` since. */
export const transitions: TenexPass = ({ body }) => {
  const old = (body === null ? [] : objectsIn(body, 'phaseTransitions')).filter(
    (each) => last(each, 'message') === null && isString(last(each, 'context')),
  );
  if (old.length === 0) return null;
  const nameless = old.filter((each) => absent(each).length > 0).length;
  const some = old.length === 1 ? '1 transition' : `${old.length} transitions`;
  return {
    codes: ['TX111'],
    edits: old.flatMap((each) => [...renameContext(each), ...changeMembers(each, { last: absent(each) })]),
    notes: [
      `the context of ${some} is called message now`,
      ...(nameless === 0 ? [] : [`nothing records which agent made ${nameless} of them: its name and key are empty`]),
    ],
  };
};

function renameContext(transition: Value): Edit[] {
  const found = members(transition).findLast(({ key }) => textOf(key) === 'context');
  if (found === undefined) return [];
  const { start, end } = spanOf(found.key);
  return [{ at: start, remove: end - start, insert: Buffer.from('"message"') }];
}

function absent(transition: Value): NewMember[] {
  return ['agentPubkey', 'agentName']
    .filter((key) => last(transition, key) === null)
    .map((key) => ({ key, json: '""' }));
}
