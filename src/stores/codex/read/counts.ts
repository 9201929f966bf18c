import type { Counts } from '../../../model/conversation.ts';
import type { Lineage } from './lineage.ts';
import type { RolloutFile } from './rollout-file.ts';
import { ShownCounter } from './shown-counter.ts';
import { NO_LINEAGE } from './transcript.ts';

/** Counts of the messages of a rollout that are shown, and the size of its file. */
export function codexCounts(file: RolloutFile, lineage: Lineage = NO_LINEAGE): Counts {
  const counter = new ShownCounter(file, lineage, { own: false });
  for (const entry of file.entries()) counter.take(entry);
  return rolloutCounts(file, counter);
}

/** Uses a counter filled by another pass. */
export function rolloutCounts(file: RolloutFile, counter: ShownCounter): Counts {
  let [messages, toolCalls] = [0, 0];
  for (const { kind, count } of counter.shown()) {
    messages += count;
    if (kind.type === 'tool_call') toolCalls += count;
  }
  return { conversations: 1, messages, toolCalls, tasks: 0, memories: 0, bytes: file.part.size };
}
