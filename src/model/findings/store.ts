import type { FindingPage } from './row.ts';
import { storeCompared } from './store/compared.ts';
import { storeLeftovers } from './store/leftovers.ts';
import { storeReading } from './store/reading.ts';

/** Findings that any store can have. */
export const storeRows = { ...storeReading, ...storeLeftovers, ...storeCompared } as const satisfies Record<
  `ST${number}`,
  FindingPage
>;
