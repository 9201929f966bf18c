import { Failure } from '../model/failure.ts';
import type { ReadContext } from '../ops/reading.ts';
import { type UnitFilter, unitFilter } from '../ops/survey/unit-filter.ts';
import { countText } from '../report/text.ts';
import type { Job } from './command.ts';
import { flag, parsedBy, type Values } from './flag.ts';
import { type Moment, momentOf, spanAt } from './values/moment.ts';

/** One of `of` parts; `index` counts from 1. */
interface Shard {
  readonly index: number;
  readonly of: number;
}

/** An explicit part, or `auto`: the part of this job in a batch system, of `of` parts if given. */
type ShardOption =
  | { readonly type: 'part'; readonly part: Shard }
  | { readonly type: 'auto'; readonly of: number | null };

const shardValue = parsedBy(shardIn, 'takes I/N, the part I of N, such as 1/4, or auto, or auto/N');

function shardIn(text: string): ShardOption | null {
  if (text === 'auto') return { type: 'auto', of: null };
  const [, first, second] = /^(auto|\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const of = Number(second ?? 0);
  if (first === 'auto') return of >= 1 ? { type: 'auto', of } : null;
  const index = Number(first ?? 0);
  return index >= 1 && index <= of ? { type: 'part', part: { index, of } } : null;
}

type Vars = Readonly<Record<string, string | undefined>>;

interface Batch {
  readonly name: string;
  readonly index: string;
  readonly first: (vars: Vars) => number;
  readonly step: (vars: Vars) => number;
  /** Number of parts; null if the system does not state it. */
  readonly of: (vars: Vars) => number | null;
}

const BATCHES: readonly Batch[] = [
  // An indexed job does not know its number of completions.
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: () => 0, step: () => 1, of: () => null },
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    first: (vars) => wholeNumber(vars, 'SLURM_ARRAY_TASK_MIN'),
    step: slurmStep,
    of: (vars) => wholeNumber(vars, 'SLURM_ARRAY_TASK_COUNT'),
  },
  {
    name: 'AWS Batch',
    index: 'AWS_BATCH_JOB_ARRAY_INDEX',
    first: () => 0,
    step: () => 1,
    of: (vars) => wholeNumber(vars, 'AWS_BATCH_JOB_ARRAY_SIZE'),
  },
  {
    name: 'GitLab',
    index: 'CI_NODE_INDEX',
    first: () => 1,
    step: () => 1,
    of: (vars) => wholeNumber(vars, 'CI_NODE_TOTAL'),
  },
];

const TYPED = 'Say which part this is: --shard 1/4';

/** The shard of this job; undefined for all. Throws Failure `usage` if the variables are missing or ambiguous. */
export function shardHere(option: ShardOption | undefined, vars: Vars): Shard | undefined {
  if (option?.type !== 'auto') return option?.part;
  const [batch, other] = BATCHES.filter(({ index }) => vars[index]);
  if (batch === undefined)
    throw new Failure('usage', `--shard auto found none of ${BATCHES.map(({ index }) => index).join(', ')}`, TYPED);
  if (other !== undefined)
    throw new Failure('usage', `--shard auto found both ${batch.index} and ${other.index}`, TYPED);
  const known = batch.of(vars);
  const of = option.of ?? known;
  if (of === null)
    throw new Failure('usage', `${batch.name} does not tell a job how many there are`, 'Say it: --shard auto/4');
  if (known !== null && known !== of)
    throw new Failure('usage', `--shard auto/${of} disagrees with ${batch.name}, which has ${known} jobs`, TYPED);
  const index = (wholeNumber(vars, batch.index) - batch.first(vars)) / batch.step(vars) + 1;
  if (!Number.isInteger(index) || index < 1 || index > of)
    throw new Failure('usage', `${batch.index} is ${vars[batch.index]}, which is none of ${of} parts`, TYPED);
  return { index, of };
}

/** Step of an array's indexes. Throws Failure `usage` for gaps, such as 1,3,7. */
function slurmStep(vars: Vars): number {
  const min = wholeNumber(vars, 'SLURM_ARRAY_TASK_MIN');
  const max = wholeNumber(vars, 'SLURM_ARRAY_TASK_MAX');
  const count = wholeNumber(vars, 'SLURM_ARRAY_TASK_COUNT');
  const step = count > 1 ? (max - min) / (count - 1) : 1;
  if (Number.isInteger(step) && step >= 1) return step;
  throw new Failure('usage', `the numbers of this Slurm array from ${min} to ${max} have gaps`, TYPED);
}

function wholeNumber(vars: Vars, name: string): number {
  const text = vars[name] ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const what = text === '' ? 'is not set' : `is ${JSON.stringify(text)}, which is no number`;
  throw new Failure('usage', `${name} ${what}`, TYPED);
}

type Since = { readonly type: 'time'; readonly moment: Moment } | { readonly type: 'commit'; readonly ref: string };

const since = parsedBy(sinceIn, 'takes a time, or a commit such as HEAD~1 or origin/main');

function sinceIn(text: string): Since | null {
  const moment = momentOf(text);
  if (moment !== null) return { type: 'time', moment };
  return text === '' ? null : { type: 'commit', ref: text };
}

/** `5%`, `0.5%`: 0 to 1. */
const share = parsedBy(shareOf, 'takes a percentage above 0% and up to 100%, such as 5%');

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

/** Returns a test for the chosen part; null for all. Throws Failure `usage`. */
export async function choosePart(
  job: Job,
  reading: ReadContext,
  { changedSince, sample }: Partial<Pick<Values<typeof PART>, 'changedSince' | 'sample'>>,
  shard: Shard | undefined,
): Promise<UnitFilter | null> {
  return unitFilter(reading, {
    since:
      changedSince === undefined
        ? null
        : changedSince.type === 'commit'
          ? { ref: changedSince.ref, vars: job.env.vars }
          : { time: spanAt(changedSince.moment, job.clock.now).from },
    share: sample ?? null,
    shard: shard ?? null,
  });
}

export function refusePart(isPart: boolean, flagName: string): void {
  if (isPart)
    throw new Failure(
      'usage',
      `${flagName} needs all of the stores`,
      'Leave out ids, --project, --changed-since, --sample and --shard.',
    );
}

export async function reportNothingChosen({ err }: Job, units: number): Promise<void> {
  await err.line(`convo: nothing was looked at: none of ${countText(units, 'conversation')} is in the part asked for`);
}
