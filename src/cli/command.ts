import type { Exit } from './exit.ts';
import { type Flags, type Values, valuesOf } from './flag.ts';
import type { Job } from './job.ts';

/** A command line that the help of a command ends with, and what it is for. */
type Example = readonly [line: string, what: string];

/** A command as the frame sees it: how it is called, and what it does. */
export interface Command {
  /** In commander's notation: `ID`, `[ID...]`, or empty. */
  readonly operands: string;
  /** For `--help`, after the one line of the registry. */
  readonly about: string;
  readonly examples: readonly Example[];
  readonly flags: Flags;
  /** Checks the values of the flags, then does the work; throws Failure when there is no answer. */
  run(job: Job, operands: readonly string[], raw: Readonly<Record<string, unknown>>): Promise<Exit>;
}

/** A command whose work gets its flags as typed values. */
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
