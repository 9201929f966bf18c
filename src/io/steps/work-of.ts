import { join } from 'node:path';
import type { Step } from '../../model/plan.ts';
import { placeIn } from '../disk/place.ts';
import type { Intended } from '../journal/intended.ts';
import { moveFileWork, moveFolderWork } from './move.ts';
import { plant } from './plant.ts';
import { putNew } from './put-new.ts';
import { putOver } from './put-over.ts';
import type { Job, RunContext, Work } from './work.ts';

/** The work of every step of a Change, in order. Throws Refusal where a path leads through a link. */
export function worksOf(context: RunContext, number: number, { change, becomes }: Intended): Work[] {
  return change.steps.map((step, index) => {
    const n = `${number}.${index}`;
    const kept = join(context.journal.kept, n);
    const taken = join(context.journal.taken, n);
    return workOf(context, {
      step,
      n,
      kept,
      taken,
      becomes: becomes[index] ?? null,
      keep: change.keep,
      kind: change.kind,
    });
  });
}

function workOf(context: RunContext, job: Job): Work {
  const { step } = job;
  const at = (path: string) => placeIn(context.disk, context.journal.root, path);
  if (step.do === 'put') {
    return step.was === 'absent'
      ? putNew(context, { ...job, step }, at(step.path))
      : putOver(context, { ...job, step }, at(step.path));
  }
  if (step.do === 'plant') return plant(context, { ...job, step }, at(step.path));
  const from = at(step.do === 'move' ? step.from : step.path);
  const to = step.do === 'move' ? at(step.to) : job.kept;
  // A move keeps the file where the owner may write to it; a removal must not, so it obeys the owner's way of writing.
  const by = step.do === 'remove' ? job.keep : 'link';
  const route = { from, to, by } as const;
  return step.what === 'file'
    ? moveFileWork(context, { ...job, step }, route)
    : moveFolderWork(context, { ...job, step }, route);
}

/** The path that a step empties, and the one it fills, relative to the root. */
export function turnover(step: Step): { readonly empties: string | null; readonly fills: string | null } {
  if (step.do === 'move') return { empties: step.from, fills: step.to };
  if (step.do === 'remove') return { empties: step.path, fills: null };
  return { empties: null, fills: step.path };
}
