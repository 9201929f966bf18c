import type { Exit } from './exit.ts';
import { type Flags, type Values, valuesOf } from './flag.ts';
import type { Job } from './job.ts';

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

/** Gives a command's work typed flags. */
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
