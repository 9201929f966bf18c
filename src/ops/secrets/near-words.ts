import type { SecretRule } from './rules.ts';

/** A stretch of a text in which a rule may find something, and around it all that its expression asks for. */
export interface TextStretch {
  readonly from: number;
  readonly to: number;
}

/** The most that an expression reads before one of its words, and as a rule behind it; past that a secret is looked for again. */
const REACH = {
  runs: { before: 150, behind: 400 },
  /** Keys of PGP. */
  anything: { before: 150, behind: 20_000 },
} as const satisfies Record<SecretRule['reads'], { before: number; behind: number }>;

/** The stretches around words of a rule, apart from each other, in a text of a length. */
export function stretchesNear({ reads }: SecretRule, places: readonly number[], length: number): TextStretch[] {
  const { before, behind } = REACH[reads];
  const merged: { from: number; to: number }[] = [];
  for (const place of places) {
    const [from, to] = [Math.max(0, place - before), Math.min(length, place + behind)];
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else merged.push({ from, to });
  }
  return merged;
}
