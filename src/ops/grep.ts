import type { Conversation } from '../model/conversation.ts';
import type { SearchQuery, SearchResult } from '../model/search.ts';
import { sortTime } from '../model/sort-time.ts';
import type { Covered } from '../model/unsearched.ts';
import type { Reading } from './reading.ts';
import { type LookOptions, lookFor } from './search/look-for.ts';

export interface GrepOptions extends LookOptions {
  readonly query: SearchQuery;
}

export interface GrepMatch {
  readonly conversation: Conversation;
  readonly result: SearchResult;
}

/** The matches, the conversation that changed last first, and how much was searched. */
export interface Grepped {
  readonly matches: readonly GrepMatch[];
  /** Number of matching conversations in other states. */
  readonly others: number;
  readonly coverage: Covered;
}

/** Searches the messages of all conversations; holds matches alone. Throws Failure `usage` for a pattern, and `interrupted`. */
export async function grep(reading: Reading, options: GrepOptions): Promise<Grepped> {
  const { found, others, coverage } = await lookFor(
    reading,
    options,
    { search: options.query },
    ({ matches }) => matches,
  );
  const matches = found
    .map(({ conversation, in: { result } }) => ({ conversation, result }))
    .sort((a, b) => (sortTime(b.conversation) ?? 0) - (sortTime(a.conversation) ?? 0));
  return { matches, others, coverage };
}
