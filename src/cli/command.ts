import * as z from 'zod/mini';
import { Failure } from '../model/failure.ts';
import type { Exit } from './exit.ts';
import type { Job } from './job.ts';

/** One flag of a command; its key in `flags` is the name commander gives it (`--older-than` is `olderThan`). */
export interface Flag<T> {
  readonly flags: string;
  readonly about: string;
  /** May be given several times: the schema sees a list. */
  readonly many: boolean;
  readonly schema: z.ZodMiniType<T>;
}

type Flags = Readonly<Record<string, Flag<unknown>>>;
type Values<F extends Flags> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

/** A command as the frame sees it: how it is called, and what it does. */
export interface Command {
  /** In commander's notation: `ID`, `[ID...]`, or empty. */
  readonly operands: string;
  /** For `--help`, after the one line of the registry. */
  readonly about: string;
  readonly flags: Flags;
  /** Checks the values of the flags, then does the work; throws Failure when there is no answer. */
  run(job: Job, operands: readonly string[], raw: Readonly<Record<string, unknown>>): Promise<Exit>;
}

/** A command whose work gets its flags as typed values. */
export function command<F extends Flags>(given: {
  readonly operands: string;
  readonly about: string;
  readonly flags: F;
  readonly run: (job: Job, operands: readonly string[], values: Values<F>) => Promise<Exit>;
}): Command {
  const { operands, about, flags } = given;
  return { operands, about, flags, run: async (job, words, raw) => given.run(job, words, valuesOf(flags, raw)) };
}

/** A flag with one value, or none given: undefined. */
export function flag<T>(flags: string, about: string, schema: z.ZodMiniType<T>): Flag<T | undefined> {
  return { flags, about, many: false, schema: z.optional(schema) };
}

/** A flag that may be given several times. */
export function flagMany<T>(flags: string, about: string, schema: z.ZodMiniType<T>): Flag<readonly T[]> {
  return { flags, about, many: true, schema: listOf(schema) };
}

/** As many values as were given, or none. */
export function listOf<T>(schema: z.ZodMiniType<T>): z.ZodMiniType<readonly T[]> {
  return z._default(z.array(schema), []);
}

/** A flag that was given or not. */
export const yesNo: z.ZodMiniType<boolean> = z._default(z.boolean(), false);

/** A flag without a value. */
export function toggle(flags: string, about: string): Flag<boolean> {
  return { flags, about, many: false, schema: yesNo };
}

/** The typed values of flags; a Failure of code `usage` names the first that does not fit. */
export function valuesOf<F extends Flags>(flags: F, raw: Readonly<Record<string, unknown>>): Values<F> {
  const values: Record<string, unknown> = {};
  for (const [key, { schema, flags: spelled }] of Object.entries(flags)) {
    const parsed = z.safeParse(schema, raw[key]);
    if (!parsed.success) throw misfit(spelled, parsed.error.issues[0], raw[key]);
    values[key] = parsed.data;
  }
  return values as Values<F>;
}

function misfit(spelled: string, issue: z.core.$ZodIssue | undefined, raw: unknown): Failure {
  const [name = spelled] = spelled.split(' ');
  const [at] = issue?.path ?? [];
  const value = Array.isArray(raw) && typeof at === 'number' ? raw[at] : raw;
  return new Failure('usage', `${name} ${issue?.message ?? 'does not fit'}, not ${JSON.stringify(value)}`);
}
