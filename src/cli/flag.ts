import type * as z from 'zod/mini';
import { Failure } from '../model/failure.ts';

/** zod, handed in because loading it takes longer than many a command: few command lines give a value that needs it. */
export type Zod = typeof import('./zod.ts').zod;

/** The type of a value. */
export interface Schema<T> {
  (zod: Zod): z.ZodMiniType<T>;
  /** The words that it may be, where there are only a few: a shell completes them. */
  readonly words?: readonly string[];
}

/** One flag of a command; its key in `flags` is the name commander gives it (`--older-than` is `olderThan`). */
export interface Flag<T> {
  readonly flags: string;
  readonly about: string;
  /** May be given several times, and has a list of values. */
  readonly many: boolean;
  /** Each of its values may be several, with commas between them. */
  readonly commas?: boolean;
  /** The type of each value; null for any text that is not empty, and for a flag without a value. */
  readonly schema: Schema<unknown> | null;
  /** Its value where it was not given. */
  readonly absent: T;
}

/** The flags of a command by their keys. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;
/** Flags by their keys, each with its typed value. */
export type Values<F extends Flags> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

/** A flag with one value, or none given: undefined. */
export function flag(flags: string, about: string): Flag<string | undefined>;
export function flag<T>(flags: string, about: string, schema: Schema<T>): Flag<T | undefined>;
export function flag(flags: string, about: string, schema: Schema<unknown> | null = null): Flag<unknown> {
  return { flags, about, many: false, schema, absent: undefined };
}

/** A flag that may be given several times. */
export function flagMany(flags: string, about: string): Flag<readonly string[]>;
export function flagMany<T>(flags: string, about: string, schema: Schema<T>): Flag<readonly T[]>;
export function flagMany(flags: string, about: string, schema: Schema<unknown> | null = null): Flag<unknown> {
  return { flags, about, many: true, schema, absent: [] };
}

/** A flag with values that have no commas in them: several may be given at once, with commas between them, and the flag several times. */
export function flagList<T>(flags: string, about: string, schema: Schema<T>): Flag<readonly T[]> {
  return { ...flagMany(flags, about, schema), commas: true };
}

/** A flag without a value: given or not. */
export function toggle(flags: string, about: string): Flag<boolean> {
  return { flags, about, many: false, schema: null, absent: false };
}

/** The typed values of flags; a Failure of code `usage` names the first that does not fit. */
export async function valuesOf<F extends Flags>(flags: F, raw: Readonly<Record<string, unknown>>): Promise<Values<F>> {
  const values: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(flags))
    values[key] = raw[key] === undefined ? each.absent : await checked(each, partsOf(each, raw[key]));
  return values as Values<F>;
}

/** The values that were given, those apart that stand between commas. */
function partsOf({ commas = false }: Flag<unknown>, raw: unknown): unknown {
  return commas && Array.isArray(raw) ? raw.flatMap((each) => String(each).split(',')) : raw;
}

async function checked({ flags: spelled, many, schema }: Flag<unknown>, raw: unknown): Promise<unknown> {
  if (schema === null) {
    if (raw === '' || (Array.isArray(raw) && raw.includes('')))
      throw misfit(spelled, 'takes a text that is not empty', '');
    return raw;
  }
  const { zod } = await import('./zod.ts');
  const parsed = zod.safeParse(many ? zod.array(schema(zod)) : schema(zod), raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [at] = issue?.path ?? [];
  throw misfit(spelled, issue?.message ?? 'does not fit', Array.isArray(raw) && typeof at === 'number' ? raw[at] : raw);
}

function misfit(spelled: string, message: string, value: unknown): Failure {
  const [name = spelled] = spelled.split(' ');
  return new Failure('usage', `${name} ${message}, not ${JSON.stringify(value)}`);
}
