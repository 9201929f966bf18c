import type { Counts } from '../../../model/conversation.ts';
import { messagesShown } from '../read/transcript.ts';
import type { RolloutFile } from '../rollout-file.ts';

/** What is in a rollout: what is shown of it, and the size of its file. */
export function codexCounts(file: RolloutFile): Counts {
  const { messages, calls } = messagesShown(file);
  return { conversations: 1, messages, toolCalls: calls, tasks: 0, memories: 0, bytes: file.part.size };
}
