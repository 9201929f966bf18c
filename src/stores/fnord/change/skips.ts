import type { Ask } from '../../kind.ts';

/**
 * True when the first bytes of a file already show that a migration has nothing to do: what our own migration begins its
 * conversations with. Any other conversation is read whole, so that one which fnord refuses is told of; nothing else is touched.
 */
export function skips(ask: Ask, role: string, head: Uint8Array): boolean {
  if (ask.verb !== 'migrate') return false;
  if (role !== 'conversation' && role !== 'archived') return true;
  const start = Buffer.from(head.subarray(0, LONGEST)).toString('latin1');
  return ask.to === 'v0' ? V0.test(start) : V1.test(start);
}

/** Bytes that either start can have. */
const LONGEST = 64;
const V0 = /^\d{1,12}:\{/;
const V1 = /^\{"version":1,"timestamp":-?\d{1,12}[,}]/;
