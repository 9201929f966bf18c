import type { Section } from '../../model/conversation.ts';
import { count } from '../words.ts';

export function namesSection(names: readonly string[], title: string | null): Section[] {
  const others = otherNames(names, title);
  const value = { source: JSON.stringify(others) };
  return others.length === 0 ? [] : [{ key: 'names', title: 'other names', value, lines: others }];
}

/** How many records the last one goes on from, and how many it does not. */
export function reachSection({ lines, chain, others }: Reach): Section {
  const [sent, aside] = [chain.length, others.length];
  return {
    key: 'reach',
    title: 'records',
    value: { source: JSON.stringify({ lines, sent, aside }) },
    lines: [
      `${count(sent, 'record')} in ${count(lines, 'line')}`,
      ...(aside === 0 ? [] : [`${count(aside, 'record')} that the last one does not go on from`]),
    ],
  };
}

interface Reach {
  readonly lines: number;
  readonly chain: readonly unknown[];
  readonly others: readonly unknown[];
}

function otherNames(names: readonly string[], title: string | null): string[] {
  const trimmed = names.map((name) => name.trim());
  return [...new Set(trimmed)].filter((name) => name !== '' && name !== title?.trim());
}
