import type { RunResult } from '../../io/run/result.ts';
import { Failure } from '../../model/failure.ts';

/** One run under one root. */
export interface RootRun {
  readonly root: string;
  readonly run: string;
}

/**
 * Works off runs one after the other, until one is interrupted. Throws the Failure of the first; that of a later one is a result
 * among the others, because something was done already.
 */
export async function overRoots(
  runs: readonly RootRun[],
  work: (which: RootRun) => Promise<RunResult>,
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for (const which of runs) {
    try {
      results.push(await work(which));
    } catch (error) {
      if (results.length === 0 || !(error instanceof Failure)) throw error;
      results.push(stoppedAt(which, error));
    }
    if (results.at(-1)?.stopped?.by === 'interrupted') break;
  }
  return results;
}

function stoppedAt(which: RootRun, { message }: Failure): RunResult {
  const none = { changed: 0, raced: 0, refused: 0, failed: 0 };
  return { ...which, state: 'cut', ...none, stopped: { by: 'disk', reason: message } };
}
