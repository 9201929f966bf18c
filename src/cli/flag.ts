import type * as z from 'zod/mini';
import { Failure } from '../model/failure.ts';
import { nearestWords } from '../model/nearest.ts';

/** A parameter, because loading zod takes longer than many a command, and few need it. */
export type Zod = typeof import('./zod.ts').zod;

export interface Schema<T> {
  (zod: Zod): z.ZodMiniType<T>;
  readonly words?: readonly string[];
}

/** Its key in `flags` is commander's: `--older-than` is `olderThan`. */
export interface Flag<T> {
  readonly flags: string;
  readonly about: string;
  readonly many: boolean;
  readonly commas?: boolean;
  /** Null for a flag that accepts any nonempty text, and for a flag without value. */
  readonly schema: Schema<unknown> | null;
  readonly absent: T;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type Values<F extends Flags> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

export function flag(flags: string, about: string): Flag<string | undefined>;
export function flag<T>(flags: string, about: string, schema: Schema<T>): Flag<T | undefined>;
export function flag(flags: string, about: string, schema: Schema<unknown> | null = null): Flag<unknown> {
  return { flags, about, many: false, schema, absent: undefined };
}

export function flagMany(flags: string, about: string): Flag<readonly string[]>;
export function flagMany<T>(flags: string, about: string, schema: Schema<T>): Flag<readonly T[]>;
export function flagMany(flags: string, about: string, schema: Schema<unknown> | null = null): Flag<unknown> {
  return { flags, about, many: true, schema, absent: [] };
}

export function flagList<T>(flags: string, about: string, schema: Schema<T>): Flag<readonly T[]> {
  return { ...flagMany(flags, about, schema), commas: true };
}

export function toggle(flags: string, about: string): Flag<boolean> {
  return { flags, about, many: false, schema: null, absent: false };
}

/** `flags`: a `--no-x`, whose value is true until it is typed. */
export function toggleOff(flags: string, about: string): Flag<boolean> {
  return { ...toggle(flags, about), absent: true };
}

/** Failure `usage` names the first bad value. */
export async function valuesOf<F extends Flags>(flags: F, raw: Readonly<Record<string, unknown>>): Promise<Values<F>> {
  const values: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(flags))
    values[key] = raw[key] === undefined ? each.absent : await checkedValue(each, partsOf(each, raw[key]));
  return values as Values<F>;
}

function partsOf({ commas = false }: Flag<unknown>, raw: unknown): unknown {
  return commas && Array.isArray(raw) ? raw.flatMap((each) => String(each).split(',')) : raw;
}

async function checkedValue({ flags: spelled, many, schema }: Flag<unknown>, raw: unknown): Promise<unknown> {
  if (schema === null) {
    if (raw === '' || (Array.isArray(raw) && raw.includes('')))
      throw badValueFailure(spelled, 'takes a text that is not empty', '');
    return raw;
  }
  const { zod } = await import('./zod.ts');
  const parsed = zod.safeParse(many ? zod.array(schema(zod)) : schema(zod), raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [at] = issue?.path ?? [];
  throw badValueFailure(
    spelled,
    issue?.message ?? 'does not fit',
    Array.isArray(raw) && typeof at === 'number' ? raw[at] : raw,
  );
}

function badValueFailure(spelled: string, message: string, value: unknown): Failure {
  const [name = spelled] = spelled.split(' ');
  return new Failure('usage', `${name} ${message}, not ${JSON.stringify(value)}`);
}

/** A flag whose value `read` parses. Null is refused with `takes`, or with `misfit` of the text. */
export const parsedBy =
  <T>(read: (text: string) => T | null, takes: string, misfit: (text: string) => string = () => takes) =>
  (z: Zod) =>
    z.pipe(
      z.string(takes).check(z.refine((text) => read(text) !== null, { error: ({ input }) => misfit(String(input)) })),
      z.transform((text: string): T => read(text) ?? z.NEVER),
    );

export function givenFlag(values: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(values).find((name) => values[name] !== undefined && values[name] !== false);
}

/** A whole number from 0. */
export const amount = digitsOf(/^\d{1,6}$/, 'takes a whole number from 0 to 999999');

export function digitsOf(digits: RegExp, takes: string) {
  return parsedBy((text) => (digits.test(text) ? Number(text) : null), takes);
}

export function wordOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const schema = (z: Zod) =>
    z.enum(words, { error: ({ input }) => `takes ${inWords(words)}${didYouMean(String(input), words)}` });
  return Object.assign(schema, { words });
}

function didYouMean(text: string, words: readonly string[]): string {
  const near = nearestWords(text, words);
  return near.length === 0 ? '' : ` (did you mean ${near.join(', ')}?)`;
}

function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
