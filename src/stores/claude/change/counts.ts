import { member } from '../../../codecs/json/value.ts';
import type { Counts } from '../../../model/conversation.ts';
import { toolsIn } from '../read/blocks.ts';
import type { SessionFile } from '../session-file.ts';

/** What is in a session: what the reader shows of it, and the size of its file. */
export function claudeCounts(file: SessionFile): Counts {
  const chain = file.chain();
  let toolCalls = 0;
  for (const n of chain.shown()) toolCalls += file.records().calls(n) ?? callsIn(file, n);
  return { conversations: 1, messages: chain.messages, toolCalls, tasks: 0, memories: 0, bytes: file.part.size };
}

function callsIn(file: SessionFile, n: number): number {
  const record = file.scan(n)?.record;
  return record === undefined ? 0 : toolsIn(member(record, 'message', 'last')).calls;
}
