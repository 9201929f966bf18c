import { quotedWord } from '../model/command.ts';
import { KIND_NAMES, programsWith } from '../model/kinds.ts';
import type { Threads } from '../ops/threads/thread-work.ts';
import type { ReaderPlace } from '../report/list/headings.ts';
import type { Paint } from '../report/paint.ts';
import type { Clock } from '../report/time.ts';
import type { UserSettings } from './config/schema.ts';
import type { Env } from './env.ts';
import type { Exit } from './exit.ts';
import { digitsOf, type Flags, flag, flagMany, toggle, toggleOff, type Values, valuesOf, wordOf } from './flag.ts';
import type { Commentary, Output } from './output.ts';

export interface Job {
  readonly command: string;
  readonly env: Env;
  readonly options: Options;
  readonly settings: UserSettings | null;
  readonly out: Output;
  readonly err: Commentary;
  readonly paint: Paint;
  readonly clock: Clock;
  interrupted(): boolean;
  onInterrupt(then: () => void): void;
  /** Lets signals and timers in, at intervals: synchronous work blocks them. */
  yieldNow(): Promise<void>;
  runCommand(argv: readonly string[], env: Env): Promise<number>;
}

type Example = readonly [line: string, what: string];

export interface Command {
  /** commander's notation: `ID`, `[ID...]`, or empty. */
  readonly operands: string;
  readonly about: string;
  readonly examples: readonly Example[];
  readonly flags: Flags;
  /** Checks flag values, then works. Throws Failure. */
  run(job: Job, operands: readonly string[], raw: Readonly<Record<string, unknown>>): Promise<Exit>;
}

export function command<F extends Flags>(definition: {
  readonly operands: string;
  readonly about: string;
  readonly examples: readonly Example[];
  readonly flags: F;
  readonly run: (job: Job, operands: readonly string[], values: Values<F>) => Promise<Exit>;
}): Command {
  const { operands, about, examples, flags } = definition;
  return {
    operands,
    about,
    examples,
    flags,
    run: async (job, words, raw) => definition.run(job, words, await valuesOf(flags, raw)),
  };
}

export const GLOBAL = {
  root: flagMany(
    '--root <path>',
    'a home, project, conversations folder or one file, a folder with stores below it, or a pattern of these in quotes; may be given several times',
  ),
  kind: flagMany(
    '--kind <kind>',
    `only stores of this kind: ${KIND_NAMES.slice(0, -1).join(', ')} or ${KIND_NAMES.at(-1)}; may be given several times`,
    wordOf(KIND_NAMES),
  ),
  project: flagMany(
    '--project <name>',
    `only this project, by its name, or for ${programsWith('hasSessions')} by its folder (. or ~/app) or the last part of it; may be given several times`,
  ),
  json: toggle('--json', 'one JSON document on stdout (schema 1), whatever the exit code'),
  utc: toggle('--utc', 'exact times in UTC instead of local and relative ones'),
  pager: toggleOff('--no-pager', 'write long text straight to the terminal'),
  color: flag('--color <when>', 'always, never or auto; alone it means always', wordOf(['always', 'never', 'auto'])),
  config: toggleOff('--no-config', 'do not read config files'),
  allowEmpty: toggle('--allow-empty', 'a scope without a conversation is not an error'),
  quiet: toggle('-q, --quiet', 'no commentary on stderr, only failures'),
  verbose: toggle('-v, --verbose', 'say which stores are looked at'),
  debug: toggle('--debug', 'show where in the program a failure arose'),
} as const;

/** Roots, typed as such or as paths in words; those of the settings only where none was typed. */
export interface Roots {
  readonly from: 'words' | 'settings';
  readonly paths: readonly string[];
}

export type Options = Omit<Values<typeof GLOBAL>, 'root'> & { readonly roots: Roots };

type StoreFlags = Pick<Options, 'roots' | 'project'> & { readonly kind: readonly string[] };

export function rerun(where: StoreFlags): string {
  return ['convo', ...rerunWords(where).map(quotedWord)].join(' ');
}

export function typedRoots({ from, paths }: Roots): readonly string[] {
  return from === 'settings' ? [] : paths;
}

/** Unquoted words between `convo` and the verb. */
function rerunWords(where: StoreFlags): string[] {
  const { roots, kind, project } = where;
  return [
    ...typedRoots(roots).flatMap((path) => ['--root', path]),
    ...kind.flatMap((name) => ['--kind', name]),
    ...project.flatMap((name) => ['--project', name]),
  ];
}

/** Words before the verb of a command line for the same stores and flags. */
export function innerWords(options: Options): string[] {
  const { config, allowEmpty, utc } = options;
  return [
    ...rerunWords(options),
    ...(config ? [] : ['--no-config']),
    ...(allowEmpty ? ['--allow-empty'] : []),
    ...(utc ? ['--utc'] : []),
  ];
}

export function readerPlace({ env: { vars, cwd } }: Pick<Job, 'env'>): ReaderPlace {
  return { home: vars['HOME'] ?? null, cwd };
}

export const VERSION = '0.1.0';

const MAX_DEFAULT_JOBS = 8;

export const JOBS_FLAG = flag(
  '--jobs <n>',
  'threads that look at conversations at once: the cores at hand, at most 8, where there is enough to do; 1 for none',
  digitsOf(/^[1-9]\d?$/, 'takes a whole number from 1 to 99'),
);

export function threadsOf({ env: { threads } }: Pick<Job, 'env'>, requested: number | undefined): Threads | null {
  if (threads === undefined || requested === 1) return null;
  const { cores, ...rest } = threads;
  const jobs = requested ?? Math.min(cores, MAX_DEFAULT_JOBS);
  return jobs < 2 ? null : { ...rest, jobs };
}
