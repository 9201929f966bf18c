import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Decoded } from '../decode/decoded.ts';
import type { Opened } from '../opened.ts';

/** What a conversation holds; TENEX keeps tool calls as messages, and no tasks or memories. */
export function countsOf(decoded: Decoded | null, bytes: number): Counts {
  return { ...NO_COUNTS, conversations: 1, messages: decoded?.counts().events ?? 0, bytes };
}

/** The same of files as they lie, all together. */
export function countsOfAll(files: readonly Opened[]): Counts {
  return files.map(({ part, decoded }) => countsOf(decoded(), part.size)).reduce(addCounts, NO_COUNTS);
}
