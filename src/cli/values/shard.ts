import { Failure } from '../../model/failure.ts';
import { readBy } from './read-by.ts';

/** From 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** An explicit part, or `auto`: this job's in a batch system, of `of` parts if given. */
type ShardOption = Shard | { readonly auto: true; readonly of: number | null };

/** `2/4`, `auto`, `auto/4`. */
export const shardValue = readBy(shardIn, 'takes I/N, the part I of N, such as 1/4, or auto, or auto/N');

function shardIn(text: string): ShardOption | null {
  if (text === 'auto') return { auto: true, of: null };
  const [, first, second] = /^(auto|\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const of = Number(second ?? 0);
  if (first === 'auto') return of >= 1 ? { auto: true, of } : null;
  const index = Number(first ?? 0);
  return index >= 1 && index <= of ? { index, of } : null;
}

type Vars = Readonly<Record<string, string | undefined>>;

/** Variable of the job's index, and how to compute its part. */
interface Batch {
  readonly name: string;
  readonly index: string;
  readonly first: (vars: Vars) => number;
  readonly step: (vars: Vars) => number;
  /** Null if the system does not say. */
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

/** Undefined for all. Throws Failure `usage` if the variables are missing or ambiguous. */
export function shardHere(option: ShardOption | undefined, vars: Vars): Shard | undefined {
  if (option === undefined || !('auto' in option)) return option;
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
  const [least, most] = [wholeNumber(vars, 'SLURM_ARRAY_TASK_MIN'), wholeNumber(vars, 'SLURM_ARRAY_TASK_MAX')];
  const count = wholeNumber(vars, 'SLURM_ARRAY_TASK_COUNT');
  const step = count > 1 ? (most - least) / (count - 1) : 1;
  if (Number.isInteger(step) && step >= 1) return step;
  throw new Failure('usage', `the numbers of this Slurm array from ${least} to ${most} have gaps`, TYPED);
}

function wholeNumber(vars: Vars, name: string): number {
  const text = vars[name] ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const what = text === '' ? 'is not set' : `is ${JSON.stringify(text)}, which is no number`;
  throw new Failure('usage', `${name} ${what}`, TYPED);
}
