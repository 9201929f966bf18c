import type { Counts } from '../../../model/conversation.ts';
import type { Lineage } from '../read/lineage.ts';
import { messagesShown, NO_LINEAGE } from '../read/transcript.ts';
import type { RolloutFile } from '../rollout-file.ts';

/** What is in a rollout: what is shown of it, and the size of its file. */
export function codexCounts(file: RolloutFile, lineage: Lineage = NO_LINEAGE): Counts {
  const { messages, calls } = messagesShown(file, lineage);
  return { conversations: 1, messages, toolCalls: calls, tasks: 0, memories: 0, bytes: file.part.size };
}
