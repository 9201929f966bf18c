import { Failure } from '../model/failure.ts';
import type { Reading } from '../ops/reading.ts';
import type { Selection } from '../ops/survey/survey-event.ts';
import { choose } from '../ops/survey/unit-filter.ts';
import { countText } from '../report/numbers.ts';
import type { Job } from './command.ts';
import { flag, type Values, type Zod } from './flag.ts';
import { type Moment, momentOf, spanAt } from './values/moment.ts';
import { readBy } from './values/read-by.ts';
import { type Shard, shardValue } from './values/shard.ts';

/** A time, or a commit of the repository around a store. */
type Since = { readonly type: 'time'; readonly moment: Moment } | { readonly type: 'commit'; readonly ref: string };

/** `--since`. Other texts are commits. */
const since = (z: Zod) =>
  z.pipe(
    z.string().check(z.refine((text) => text !== '', 'takes a time, or a commit such as HEAD~1 or origin/main')),
    z.transform((text: string): Since => {
      const moment = momentOf(text);
      return moment === null ? { type: 'commit', ref: text } : { type: 'time', moment };
    }),
  );

/** `5%`, `0.5%`: 0 to 1. */
const share = readBy(shareOf, 'takes a percentage above 0% and up to 100%, such as 5%');

function shareOf(text: string): number | null {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text) ?? [];
  const value = Number(percent ?? 0) / 100;
  return value > 0 && value <= 1 ? value : null;
}

export const PART = {
  changedSince: flag(
    '--changed-since <ref>',
    'only what was changed since a git commit (HEAD~1, origin/main), or since a time (2d, 2026-01-31)',
    since,
  ),
  sample: flag('--sample <percent>', 'only about this share of the conversations, always the same ones: 5%', share),
  shard: flag(
    '--shard <i/n>',
    'only part I of N, by a hash of the id: N runs have everything, each once; auto takes both from Slurm, AWS Batch or GitLab, ' +
      'auto/N the part from Kubernetes',
    shardValue,
  ),
} as const;

/** Empty for all. Throws Failure `usage`. */
export async function choosePart(
  job: Job,
  reading: Reading,
  { changedSince, sample }: Partial<Pick<Values<typeof PART>, 'changedSince' | 'sample'>>,
  shard: Shard | undefined,
): Promise<Selection> {
  const filter = await choose(reading, {
    since:
      changedSince === undefined
        ? null
        : changedSince.type === 'commit'
          ? { ref: changedSince.ref, vars: job.env.vars }
          : { time: spanAt(changedSince.moment, job.clock.now).from },
    share: sample ?? null,
    shard: shard ?? null,
  });
  return filter === null ? {} : { filter };
}

export function needAll(isPart: boolean, flagName: string): void {
  if (isPart)
    throw new Failure(
      'usage',
      `${flagName} needs all of the stores`,
      'Leave out ids, --project, --changed-since, --sample and --shard.',
    );
}

/** Non-empty stores, empty selection. */
export async function tellNothingChosen({ err }: Job, units: number): Promise<void> {
  await err.line(`convo: nothing was looked at: none of ${countText(units, 'conversation')} is in the part asked for`);
}
