import { grouped } from '../model/collections.ts';
import type { PlacedGap } from '../model/gaps.ts';
import { SHORTEST_ID } from '../model/id-word.ts';
import { countText, numberText, printable } from './text.ts';

const NAMED = 8;

/**
 * A sentence each for unread and partly read conversations. `done`: a participle such as `searched`; `commandPrefix`: for other
 * commands.
 */
export function gapLines(gaps: readonly PlacedGap[], done: string, commandPrefix: string): string[] {
  const { lost, partly } = byExtent(gaps);
  const whole = countText(lost.length, 'conversation');
  const part = countText(partly.length, 'conversation');
  const was = partly.length === 1 ? 'was' : 'were';
  return [
    ...(lost.length === 0 ? [] : [`${whole} could not be ${done}: ${named(lost)}`]),
    ...(partly.length === 0 ? [] : [`${part} ${was} ${done} without what is damaged: ${named(partly)}`]),
  ].map((text) => `convo: ${text}; \`${commandPrefix} verify\` says more`);
}

/** By conversation: the gaps of those that could not be read at all, and of those read in part. */
export function byExtent(gaps: readonly PlacedGap[]): Record<'lost' | 'partly', readonly (readonly PlacedGap[])[]> {
  const byConversation = [...grouped(gaps.map((gap) => [keyOf(gap), gap])).values()];
  const isLost = (all: readonly PlacedGap[]) => all.some(({ extent }) => extent === 'all');
  return { lost: byConversation.filter(isLost), partly: byConversation.filter((all) => !isLost(all)) };
}

function keyOf({ finding: { kind, root, id, path } }: PlacedGap): string {
  return [kind, root, id ?? path].join('\0');
}

function named(all: readonly (readonly PlacedGap[])[]): string {
  const words = all.slice(0, NAMED).map((gaps) => {
    const codes = [...new Set(gaps.map(({ finding }) => finding.code))].join(', ');
    const [first] = gaps;
    return first === undefined ? '' : `${nameOf(first)} (${codes})`;
  });
  const more = all.length - words.length;
  return `${words.join(', ')}${more === 0 ? '' : ` and ${numberText(more)} more`}`;
}

/** Short for random ids, whole for others; a path without an id. */
function nameOf({ finding: { id, path } }: PlacedGap): string {
  if (id === null) return printable(path);
  return printable(RANDOM.test(id) ? id.slice(0, SHORTEST_ID) : id);
}

const RANDOM = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
