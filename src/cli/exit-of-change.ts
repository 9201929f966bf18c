import type { ChangeReport, Stopped } from '../model/change-report.ts';
import { EXIT, type Exit, worst } from './exit.ts';

/** The exit code of what a changing command came to. A dry run is done, whatever it would refuse, unless it could not see all. */
export function exitOfChange({ dryRun, refused, failed, unsafe, stopped }: ChangeReport): Exit {
  const exits: Exit[] = [EXIT.done];
  if (stopped !== null) exits.push(STOPS[stopped.by]);
  if (failed > 0) exits.push(EXIT.unjudged);
  if (unsafe && !dryRun) exits.push(EXIT.refused);
  if (refused > 0 && !dryRun) exits.push(EXIT.findings);
  return worst(exits);
}

const STOPS = {
  interrupted: EXIT.interrupted,
  declined: EXIT.usage,
  failed: EXIT.unjudged,
  refused: EXIT.refused,
} as const satisfies Record<Stopped['by'], Exit>;
