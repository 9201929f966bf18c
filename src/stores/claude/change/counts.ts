import { cmd, type Sentence, sentence } from '../../../model/command.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { ClaudeDocument } from '../document.ts';
import { Envelope } from '../read/envelope.ts';
import type { SessionFile } from '../session-file.ts';

export function claudeCounts(file: SessionFile): Counts {
  const { sent } = file.history();
  const toolCalls = callsOf(file, sent);
  return { conversations: 1, messages: sent.length, toolCalls, tasks: 0, memories: 0, bytes: file.part.size };
}

function callsOf(file: SessionFile, records: Iterable<number>): number {
  let calls = 0;
  for (const n of records) calls += file.records().calls(n) ?? callsIn(file, n);
  return calls;
}

function callsIn(file: SessionFile, n: number): number {
  const own = new Envelope();
  own.read(file.scan(n)?.record ?? null);
  return own.content.calls;
}

/** A clause, after a name, on why there is no session to change. */
export function noSession({ unit }: ClaudeDocument): string {
  const has = (role: string) => unit.parts.some((part) => part.role === role);
  if (has('misnamed')) return 'is not a session: its name is not a UUID with .jsonl';
  return has('nested') ? 'is below a project folder, where sessions are not looked for' : 'has no session file';
}

/** A clause, after a name, on why an archived session is not changed in place. */
export function archivedReason(id: string): Sentence {
  return sentence`is archived: ${cmd`restore ${id}`} brings it back first`;
}
