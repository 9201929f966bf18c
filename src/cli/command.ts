import type { Paint } from '../report/paint.ts';
import type { Clock } from '../report/time.ts';
import type { UserSettings } from './config/schema.ts';
import type { Env } from './env.ts';
import type { Exit } from './exit.ts';
import { type Flags, type Values, valuesOf } from './flag.ts';
import type { Options } from './options.ts';
import type { Output } from './output.ts';

export interface Job {
  readonly command: string;
  readonly env: Env;
  readonly options: Options;
  /** Of the config file; null without one. */
  readonly settings: UserSettings | null;
  readonly out: Output;
  readonly err: Output;
  readonly paint: Paint;
  readonly clock: Clock;
  interrupted(): boolean;
  onInterrupt(then: () => void): void;
  /** Lets signals and timers in, at intervals: synchronous work blocks them. */
  yieldNow(): Promise<void>;
  runCommand(argv: readonly string[], env: Env): Promise<number>;
}

/** Command line and explanation at the end of a help. */
type Example = readonly [line: string, what: string];

export interface Command {
  /** commander's notation: `ID`, `[ID...]`, or empty. */
  readonly operands: string;
  /** For `--help`, after the registry's line. */
  readonly about: string;
  readonly examples: readonly Example[];
  readonly flags: Flags;
  /** Checks flag values, then works. Throws Failure. */
  run(job: Job, operands: readonly string[], raw: Readonly<Record<string, unknown>>): Promise<Exit>;
}

export function command<F extends Flags>(given: {
  readonly operands: string;
  readonly about: string;
  readonly examples: readonly Example[];
  readonly flags: F;
  readonly run: (job: Job, operands: readonly string[], values: Values<F>) => Promise<Exit>;
}): Command {
  const { operands, about, examples, flags } = given;
  return {
    operands,
    about,
    examples,
    flags,
    run: async (job, words, raw) => given.run(job, words, await valuesOf(flags, raw)),
  };
}
