import * as z from 'zod';
import { addedLater } from './words.ts';

/** Summary of a marker. `turn` numbers the undos of a root: times mislead when a clock is set. */
export const markerSummary = z.object({ changed: z.number(), turn: z.int().positive().optional().catch(undefined) });

export const markerException = z.object({
  number: z.number(),
  state: z.enum(['raced', 'refused', 'failed']),
  reason: z.string().nullable(),
});

/** The file `.convo/lock`. */
export const lockOwner = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** ISO 8601. */
  since: z.string(),
  run: z.string(),
  /** `birth` of `ThisProcess` in io/world.ts. */
  birth: addedLater(z.string().nullable(), null),
  /** `space` of `ThisProcess` in io/world.ts. */
  space: addedLater(z.string().nullable(), null),
});

export type MarkerSummary = z.infer<typeof markerSummary>;
export type LockOwner = z.infer<typeof lockOwner>;
