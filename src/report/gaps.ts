import { grouped } from '../model/grouped.ts';
import { SHORTEST_ID } from '../model/shortest-id.ts';
import type { PlacedGap } from '../model/unsearched.ts';
import { countText, numberText } from './numbers.ts';
import { printable } from './printable.ts';

/** Conversations that a sentence names. */
const NAMED = 8;

/**
 * Says which conversations could not be read, and which only in part: a sentence each. `done` is what the command does with them
 * (`searched`), `commandPrefix` the command that begins another one.
 */
export function gapLines(gaps: readonly PlacedGap[], done: string, commandPrefix: string): string[] {
  const byConversation = [...grouped(gaps.map((gap) => [keyOf(gap), gap])).values()];
  const isLost = (all: readonly PlacedGap[]) => all.some(({ extent }) => extent === 'all');
  const lost = byConversation.filter(isLost);
  const partly = byConversation.filter((all) => !isLost(all));
  const whole = countText(lost.length, 'conversation');
  const part = countText(partly.length, 'conversation');
  const was = partly.length === 1 ? 'was' : 'were';
  return [
    ...(lost.length === 0 ? [] : [`${whole} could not be ${done}: ${named(lost)}`]),
    ...(partly.length === 0 ? [] : [`${part} ${was} ${done} without what is damaged: ${named(partly)}`]),
  ].map((text) => `convo: ${text}; \`${commandPrefix} verify\` says more`);
}

/** Of one conversation all gaps have one key. */
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

/** The beginning of a random id, a whole one of another kind, and a path where there is none. */
function nameOf({ finding: { id, path } }: PlacedGap): string {
  if (id === null) return printable(path);
  return printable(RANDOM.test(id) ? id.slice(0, SHORTEST_ID) : id);
}

/** A UUID of version 4. */
const RANDOM = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
