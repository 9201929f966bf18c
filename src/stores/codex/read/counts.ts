import type { Counts } from '../../../model/conversation.ts';
import type { RolloutFile } from '../rollout-file.ts';
import type { Lineage } from './lineage.ts';
import { messagesShown, NO_LINEAGE } from './transcript.ts';

/** What is in a rollout: what is shown of it, and the size of its file. */
export function codexCounts(file: RolloutFile, lineage: Lineage = NO_LINEAGE): Counts {
  let [messages, toolCalls] = [0, 0];
  for (const { type } of messagesShown(file, lineage)) {
    messages++;
    if (type === 'tool_call') toolCalls++;
  }
  return { conversations: 1, messages, toolCalls, tasks: 0, memories: 0, bytes: file.part.size };
}
