import { cmd, commandText } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Healed, UndoableHeal } from '../model/run.ts';
import { healedIn, undoableIn } from '../ops/healed.ts';
import { rootsOf, worldFor } from './change/world.ts';
import type { Job } from './command.ts';
import { rerun } from './options.ts';

export function healedFor(job: Job, wants: (id: string) => boolean): (conversation: Conversation) => readonly Healed[] {
  return healedIn(worldFor(job), wants);
}

/** With undo commands for this command line. */
export async function undoableFor(job: Job, healed: readonly Healed[]): Promise<readonly UndoableHeal[]> {
  if (healed.length === 0) return [];
  const { roots } = await rootsOf(job);
  const commandPrefix = rerun(job.options);
  return undoableIn(worldFor(job), roots, healed, (name) => commandText(cmd`undo ${name}`, commandPrefix));
}
