import { type Conversation, sortTime } from '../../model/conversation.ts';
import { programOf } from '../../model/kinds.ts';
import type { Group } from './headings.ts';

/** Programs that order a group otherwise than by the times shown, ascending or descending. */
export function programsOutOfOrder(groups: readonly Group[]): string[] {
  const out = groups.filter(({ conversations }) => !isOrderedByTime(conversations));
  return [...new Set(out.flatMap(({ conversations: [first] }) => (first === undefined ? [] : programOf(first.kind))))];
}

/** True if the conversations are in order of time; those of unknown time may be anywhere. */
function isOrderedByTime(conversations: readonly Conversation[]): boolean {
  const times = conversations.map(sortTime).filter((time) => time !== null);
  const steps = times.slice(1).map((time, n) => time - (times[n] ?? time));
  return steps.every((step) => step <= 0) || steps.every((step) => step >= 0);
}

export function orderText(programs: readonly string[]): string {
  return `in the order of ${programs.join(' and ')}: \`--sort time\` goes by the times shown`;
}
