import { die, isThorough } from '../../support/sampling.ts';

const EDGES = new Set(Buffer.from('{}[],:"\\\n'));
const MANY = 8;

/**
 * Lengths to cut a document to: in a thorough run each one below its own, else some of those at the edge of a token, evenly, and
 * some others by the throw of a die.
 */
export function cutsOf(bytes: Uint8Array): number[] {
  const all = Array.from(bytes, (_, at) => at);
  if (isThorough) return all;
  const isEdge = (at: number) => EDGES.has(bytes[at] ?? 0) || EDGES.has(bytes[at - 1] ?? 0);
  const edges = all.filter(isEdge);
  const step = Math.max(1, edges.length / MANY);
  const others = all.filter((at) => !isEdge(at));
  const chance = die(bytes.length);
  const rare = () => [1, 2, 3, 4, 5].every(() => chance());
  const some = new Set([
    ...edges.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step)),
    ...others.filter(rare),
  ]);
  return all.filter((at) => some.has(at));
}
