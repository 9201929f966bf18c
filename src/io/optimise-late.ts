import { setFlagsFromString } from 'node:v8';

/**
 * Early optimised code pays for its compilation in few runs: without it, two threads take up to an eighth less of the processor's time,
 * one a tenth. What sets the flag takes a while to load, so a short run does without. Only the engine of Node 20 was measured, which is
 * the last without `Promise.withResolvers`; one that does not know the flag would complain.
 */
export function optimiseLate(): void {
  setBudget(400_000);
}

/** The default of the engine of Node 20. */
export const USUAL_BUDGET = 66 << 10;

/** As by default: under another flag than Node was built with, it compiles its own code and ours anew for a thread that starts. */
export function optimiseAsUsual(): void {
  setBudget(USUAL_BUDGET);
}

function setBudget(bytes: number): void {
  if (!('withResolvers' in Promise)) setFlagsFromString(`--interrupt-budget=${bytes}`);
}
