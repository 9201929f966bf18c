import { elements, isArray, type Value } from '../../../codecs/json/value.ts';
import type { Tag } from '../../../model/conversation.ts';
import { textAt } from '../read/members.ts';
import { eventAt } from './event-at.ts';
import { tagsOf } from './tags.ts';

/** Who is an agent, as far as a conversation tells. */
export interface Parties {
  /** Public keys, each with its name where one is known. */
  readonly agents: ReadonlyMap<string, string | null>;
}

/** Tags that only the agents' publisher adds (docs/formats/tenex.md, "Tags"). */
const AGENT_TAGS = new Set(['triggering-event-id', 'net-time', 'tool', 'error', 'status']);

/** Does an event with these tags come from an agent. */
export function isByAgent(tags: readonly Tag[]): boolean {
  return tags.some(({ values: [name = ''] }) => AGENT_TAGS.has(name) || name.startsWith('llm-'));
}

/** Agents are the keys of replies with an agent's tags, and of transitions; whoever began the thread is none. */
export function partiesOf(history: Value, members: ReadonlyMap<string, Value>): Parties {
  const agents = namesIn(members.get('phaseTransitions'));
  let first: unknown = null;
  for (const [index, value] of elements(history).entries()) {
    const { event } = eventAt(value);
    if (event === null || typeof event.pubkey !== 'string') continue;
    const byAgent = isByAgent(tagsOf(event));
    if (byAgent) agents.set(event.pubkey, agents.get(event.pubkey) ?? null);
    else if (index === 0) first = event.pubkey;
  }
  if (typeof first === 'string') agents.delete(first);
  return { agents };
}

function namesIn(transitions: Value | undefined): Map<string, string | null> {
  const named = new Map<string, string | null>();
  for (const each of isArray(transitions) ? elements(transitions) : []) {
    const key = textAt(each, 'agentPubkey');
    if (key !== null) named.set(key, textAt(each, 'agentName') ?? named.get(key) ?? null);
  }
  return named;
}
