import type { RunResult } from '../../io/run/result.ts';
import type { Stopped } from '../../model/change-report.ts';

/** Why a run is left cut, as a report tells it. */
export function stoppedBy({ by, reason }: NonNullable<RunResult['stopped']>): Stopped {
  return by === 'interrupted' ? { by, reason: 'by a signal', cut: true } : { by: 'failed', reason, cut: true };
}
