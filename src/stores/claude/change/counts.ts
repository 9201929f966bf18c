import type { Counts } from '../../../model/conversation.ts';
import { blocksOf } from '../read/blocks.ts';
import type { SessionFile } from '../session-file.ts';

/** What is in a session: what the reader shows of it, and the size of its file. */
export function claudeCounts(file: SessionFile): Counts {
  const chain = file.chain();
  let toolCalls = 0;
  for (const n of chain.shown()) {
    const record = file.scan(n)?.record;
    if (record !== undefined) toolCalls += blocksOf(record).filter(({ type }) => type === 'tool_call').length;
  }
  return { conversations: 1, messages: chain.messages, toolCalls, tasks: 0, memories: 0, bytes: file.part.size };
}
