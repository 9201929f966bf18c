import * as z from 'zod';
import { KIND_NAMES } from '../model/kinds.ts';

type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

export type Inferred<S extends z.ZodType> = DeepReadonly<z.infer<S>>;

/** An open set of words: later versions may have more, and readers must accept those. */
export function words<const W extends readonly [string, ...string[]]>(all: W, about: string) {
  return z.enum(all).meta({ description: about, open: true });
}

export function fixedWords<const W extends readonly [string, ...string[]]>(all: W, about: string) {
  return z.enum(all).describe(about);
}

export const kind = words(KIND_NAMES, 'the kind of store');
export const count = z.int().nonnegative();
export const seconds = (about: string) => z.nullable(z.int()).describe(`${about}, in whole Unix seconds`);
export const iso = (about: string) =>
  z.nullable(z.string().regex(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)).describe(`${about}, as ISO 8601 in UTC`);
/** An absolute path; it begins with `~` if `--redact-also home` was given. */
export const absolute = (about: string) =>
  z
    .string()
    .regex(/^(?:\/|~(?:\/|$))/)
    .describe(`${about}, absolute`);
export const project = z
  .nullable(z.string())
  .describe('the project; null where the store has none, or the item belongs to none');

export const countsBy = (about: string) => z.record(z.string(), count).describe(about);

/** A member that earlier versions of convo did not write, and the meaning of its absence. Every other trace of them: docs/architecture.md. */
export function addedLater<T extends z.ZodType>(
  schema: T,
  meant: z.core.util.NoUndefined<z.output<T>>,
): z.ZodDefault<T> {
  return schema.default(meant);
}
