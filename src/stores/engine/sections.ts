import type { Section } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { countOf } from '../words.ts';

export function namesSection(names: readonly string[], title: string | null): Section[] {
  const others = otherNames(names, title);
  const value = { source: JSON.stringify(others) };
  return others.length === 0 ? [] : [{ key: 'names', title: 'other names', value, lines: others }];
}

export function reachSection({ lines, chain, offChain }: Reach): Section {
  const [sent, aside] = [chain.length, offChain.length];
  return {
    key: 'reach',
    title: 'records',
    value: { source: JSON.stringify({ lines, sent, aside }) },
    lines: [
      `${countOf(sent, 'record')} in ${countOf(lines, 'line')}`,
      ...(aside === 0 ? [] : [`${countOf(aside, 'record')} that the last one does not go on from`]),
    ],
  };
}

interface Reach {
  readonly lines: number;
  readonly chain: readonly unknown[];
  readonly offChain: readonly unknown[];
}

function otherNames(names: readonly string[], title: string | null): string[] {
  const trimmed = names.map((name) => name.trim());
  return [...new Set(trimmed)].filter((name) => name !== '' && name !== title?.trim());
}

/** The subagent with this id, or with an id that begins so; of two with one id the first, as the reader takes it. */
export function agentNamed<T extends { readonly id: string }>(agents: readonly T[], id: string, session: string): T {
  const exact = agents.find((each) => each.id === id);
  if (exact !== undefined) return exact;
  const [first, ...others] = agents.filter((each) => each.id.startsWith(id));
  const hint = () => `Its subagents: ${[...new Set(agents.map((each) => each.id))].join(', ') || 'none'}.`;
  if (first === undefined) throw new Failure('no-match', `${session} has no subagent ${id}`, hint());
  if (others.some((each) => each.id !== first.id))
    throw new Failure('usage', `several subagents of ${session} begin with ${id}`, hint());
  return first;
}

export function agentsSection(agents: readonly { readonly id: string }[]): Section[] {
  const lines = agents.map(({ id }) => id);
  return lines.length === 0
    ? []
    : [{ key: 'agents', title: 'subagents', value: { source: JSON.stringify(lines) }, lines }];
}
