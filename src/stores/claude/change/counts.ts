import type { Counts } from '../../../model/conversation.ts';
import { Envelope } from '../read/envelope.ts';
import type { SessionFile } from '../read/session-file.ts';

/** The messages that are sent, and the size of the file. */
export function claudeCounts(file: SessionFile): Counts {
  const { sent } = file.history();
  const toolCalls = callsOf(file, sent);
  return { conversations: 1, messages: sent.length, toolCalls, tasks: 0, memories: 0, bytes: file.part.size };
}

export function callsOf(file: SessionFile, records: Iterable<number>): number {
  let calls = 0;
  for (const n of records) calls += file.records().calls(n) ?? callsIn(file, n);
  return calls;
}

function callsIn(file: SessionFile, n: number): number {
  const own = new Envelope();
  own.read(file.scan(n)?.record ?? null);
  return own.content.calls;
}
