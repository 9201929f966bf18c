import { cmd, commandText } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Healed } from '../model/healed.ts';
import { healedIn } from '../ops/healed.ts';
import { worldFor } from './change/world.ts';
import type { Job } from './job.ts';
import { rerun } from './rerun.ts';

/** With undo commands for this command line. */
export function healedFor(job: Job, wants: (id: string) => boolean): (conversation: Conversation) => readonly Healed[] {
  const commandPrefix = rerun(job.options);
  return healedIn(worldFor(job), wants, ({ number }) => commandText(cmd`undo ${number}`, commandPrefix));
}
