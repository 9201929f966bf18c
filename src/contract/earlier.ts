import type * as z from 'zod';

/**
 * A member that earlier versions of convo did not write, and what its absence meant. Every other trace of them:
 * docs/architecture.md.
 */
export function addedLater<T extends z.ZodType>(
  schema: T,
  meant: z.core.util.NoUndefined<z.output<T>>,
): z.ZodDefault<T> {
  return schema.default(meant);
}
