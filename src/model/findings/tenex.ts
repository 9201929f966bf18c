import type { FindingPage } from './row.ts';
import { tenexDecoding } from './tenex/decoding.ts';
import { tenexEvents } from './tenex/events.ts';
import { tenexIndex } from './tenex/index-file.ts';
import { tenexLeftovers } from './tenex/leftovers.ts';
import { tenexReferences } from './tenex/references.ts';
import { tenexStructure } from './tenex/structure.ts';

/** Findings of TENEX stores; facts in docs/formats/tenex.md. */
export const tenexRows = {
  ...tenexDecoding,
  ...tenexStructure,
  ...tenexEvents,
  ...tenexReferences,
  ...tenexIndex,
  ...tenexLeftovers,
} as const satisfies Record<`TX${number}`, FindingPage>;
