import { createHash } from 'node:crypto';

/** True in `npm run faults`: every point is tried, not a sample. */
export const isThorough = process.env['FAULTS'] === 'all';

/** Cases of a property: all in a thorough run, in the check one in 180, the same ones each time. */
export function runs(thorough: number): { readonly numRuns: number } {
  return { numRuns: isThorough ? thorough : Math.ceil(thorough / 180) };
}

/** One in twelve of the fixtures, chosen by their names, so that a new one changes no other's part; all of them in a thorough run. */
export function isTried(fixture: string, offset = 0): boolean {
  return isThorough || (createHash('sha256').update(fixture).digest()[0] ?? 0) % 12 === offset;
}

/** For tests that try many points: how long they take says nothing but how busy the machine is. */
export const NO_LIMIT = { timeout: 0 };

/** Call numbers below `count`: in the check one in `4 * stride - 1`, others for another `offset`, in a thorough run every `thorough`-th. */
export function points(count: number, stride: number, { offset = 0, thorough = 1 } = {}): number[] {
  const step = isThorough ? thorough : 4 * stride - 1;
  return Array.from({ length: count }, (_, n) => n).filter((n) => n % step === (count + offset) % step);
}

/** One in `of` cases, others for another `offset`; all of them in a thorough run. */
export function oneIn<T>(of: number, cases: readonly T[], offset = 0): readonly T[] {
  return isThorough ? cases : cases.filter((_, n) => n % of === offset % of);
}

/** Tells how many points a test has tried; a thorough run prints it. */
export function reportTried(what: string, tried: number): void {
  if (isThorough) process.stderr.write(`${what}: ${tried} tried\n`);
}

/** A die that falls the same way in every run of the tests. */
export function die(seed: number): () => boolean {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state & 0x10000) !== 0;
  };
}
