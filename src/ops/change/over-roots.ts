import { attempt } from '../../io/disk/error-code.ts';
import { cutRuns } from '../../io/journal/runs.ts';
import type { RunResult } from '../../io/run/result.ts';
import { Failure } from '../../model/failure.ts';
import type { World } from '../world.ts';
import { type RootResults, stopFor } from './run-report.ts';

export interface RootRun {
  readonly root: string;
  readonly run: string;
}

/**
 * Works off runs one after the other, until one is interrupted. Throws the Failure of the first; that of a later one is a part of the
 * results, because something was done already.
 */
export async function overRoots<Which extends RootRun>(
  { disk }: Pick<World, 'disk'>,
  all: readonly Which[],
  work: (which: Which) => Promise<RunResult | null>,
): Promise<RootResults> {
  const results: RunResult[] = [];
  let stopped: RootResults['stopped'] = null;
  for (const which of all) {
    try {
      const result = await work(which);
      if (result !== null) results.push(result);
    } catch (error) {
      if (results.length === 0 || !(error instanceof Failure)) throw error;
      const isCut = attempt(() => cutRuns(disk, which.root).includes(which.run)) === true;
      stopped ??= stopFor(error, isCut);
    }
    if (stopped?.by === 'interrupted' || results.at(-1)?.stopped?.by === 'interrupted') break;
  }
  return { results, stopped };
}
