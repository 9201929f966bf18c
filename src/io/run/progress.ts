import type { Change } from '../../model/plan.ts';
import type { Progress, Work } from '../steps/work.ts';
import { turnover } from '../steps/work-of.ts';

/**
 * How far each step of a Change is. Where one step empties a path and a later one fills it, each is judged in the other's light:
 * the path cannot be filled while it is not yet empty, and what fills it is not foreign to the step that emptied it.
 */
export function survey({ steps }: Change, works: readonly Work[]): readonly Progress[] {
  const emptiedBy = steps.map((step, n) => {
    const { fills } = turnover(step);
    return steps.findIndex((earlier, m) => m < n && fills !== null && turnover(earlier).empties === fills);
  });
  const out: Progress[] = [];
  for (const [n, work] of works.entries()) {
    const emptier = out[emptiedBy[n] ?? -1];
    const progress = work.look();
    const isEmpty = emptier !== 'before' && emptier !== 'begun';
    out.push(isEmpty ? progress : 'before');
    // Filled by us, so it was emptied: what was taken out is gone.
    if (emptier === 'before' && progress === 'after') out.splice(emptiedBy[n] ?? 0, 1, 'missing');
  }
  return out.map((progress, n) => {
    const filler = out[emptiedBy.indexOf(n)];
    return progress === 'foreign' && (filler === 'after' || filler === 'begun') ? 'after' : progress;
  });
}
