import { setFlagsFromString } from 'node:v8';

/**
 * Delays optimisation: early compiled code rarely pays. Two threads use up to an eighth less processor time, one a tenth.
 * Loading the setter takes time: not for short runs. Measured on Node 20 only, the last without `Promise.withResolvers`; other
 * engines reject the flag.
 */
export function optimiseLate(): void {
  setBudget(400_000);
}

/** Default of Node 20. */
export const USUAL_BUDGET = 66 << 10;

/** Reset for new threads: under another flag than Node's, an engine recompiles all code. */
export function optimiseAsUsual(): void {
  setBudget(USUAL_BUDGET);
}

function setBudget(bytes: number): void {
  if (!('withResolvers' in Promise)) setFlagsFromString(`--interrupt-budget=${bytes}`);
}
