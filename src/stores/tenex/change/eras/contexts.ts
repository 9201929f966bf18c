import { changeMembers, insertMember, type NewMember } from '../../../../codecs/json/edits.ts';
import { quote } from '../../../../codecs/json/quote.ts';
import { isObject, isString, lexemeOf, type Value } from '../../../../codecs/json/value.ts';
import { lastMembers } from '../../decode/last-members.ts';
import { last } from '../../decode/sections.ts';
import type { TenexPass } from '../passes/pass.ts';

/**
 * Gives each agent context of July 2025 the agent state that TENEX reads in its stead. An agent is put at the start of the history,
 * because how much of it went into a context is not recorded: what it reads again costs time, what it never reads is lost to it.
 */
export const contexts: TenexPass = ({ body }) => {
  const old = body === null ? null : last(body, 'agentContexts');
  if (body === null || !isObject(old)) return null;
  const states = last(body, 'agentStates');
  if (states !== null && !isObject(states)) return null;
  const come = [...lastMembers(old)].filter(([key]) => states === null || last(states, key) === null);
  if (come.length === 0) return null;
  const added = come.map(([key, value]): NewMember => ({ key, json: stateOf(value) }));
  const edits =
    states === null ? [insertMember(body, 'agentStates', sourceOf(added))] : changeMembers(states, { last: added });
  const names = added.map(({ key }) => key).join(', ');
  return {
    codes: ['TX112'],
    edits,
    notes: [
      `gets agentStates for ${names}, each at the start of the history: how far an agent had read is not recorded`,
      'keeps agentContexts, which TENEX does not read and drops when it saves',
    ],
  };
};

function stateOf(context: Value): string {
  const session = isObject(context) ? last(context, 'claudeSessionId') : null;
  const carried = isString(session) ? `,"claudeSessionId":${lexemeOf(session)}` : '';
  return `{"lastProcessedMessageIndex":0${carried}}`;
}

function sourceOf(members: readonly NewMember[]): string {
  return `{${members.map(({ key, json }) => `${quote(key)}:${Buffer.from(json).toString()}`).join(',')}}`;
}
