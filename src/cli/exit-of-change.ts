import type { ChangeReport, Stopped } from '../model/change-report.ts';
import { EXIT, type Exit, worst } from './exit.ts';

/** The exit code of a changing command. A dry run exits as the run would; a plan that was saved is done, whatever it leaves out. */
export function exitOfChange({ plan, refused, failed, unsafe, stopped }: ChangeReport): Exit {
  const exits: Exit[] = [EXIT.done];
  if (stopped !== null) exits.push(STOPS[stopped.by]);
  if (failed > 0) exits.push(EXIT.unjudged);
  if (unsafe && plan === null) exits.push(EXIT.refused);
  if (refused > 0 && plan === null) exits.push(EXIT.findings);
  return worst(exits);
}

const STOPS = {
  interrupted: EXIT.interrupted,
  declined: EXIT.usage,
  failed: EXIT.unjudged,
  refused: EXIT.refused,
} as const satisfies Record<Stopped['by'], Exit>;
