import { lastActiveFirst } from '../model/conversation.ts';
import type { Covered } from '../model/finding.ts';
import type { SearchMatch, SearchQuery } from '../model/search.ts';
import type { ReadContext } from './reading.ts';
import { type SearchOptions, searchConversations, splitByState } from './search/search-conversations.ts';
import { redactedConversation, redactedCoverage } from './secrets/redacted.ts';
import type { Redactor } from './secrets/redactor.ts';

interface GrepOptions extends SearchOptions {
  readonly query: SearchQuery;
}

/** Matches, last changed first, and the amount searched. `reached`: ids before time ran out; null for all. */
export interface GrepResult {
  readonly matches: readonly SearchMatch[];
  readonly inOtherStates: number;
  readonly coverage: Covered;
  readonly reached: number | null;
}

/** Searches all messages; holds only matches. Throws Failure `usage` for a pattern, `interrupted`. */
export async function grep(reading: ReadContext, options: GrepOptions): Promise<GrepResult> {
  const { all, coverage, reached } = await searchConversations(
    reading,
    options,
    { type: 'search', query: options.query },
    { foundIn: ({ matches }) => matches },
  );
  const { found, others: inOtherStates } = splitByState(options.states, all);
  const matches = found
    .map(({ conversation, in: { result } }) => ({ conversation, result }))
    .sort((a, b) => lastActiveFirst(a.conversation, b.conversation));
  return { matches, inOtherStates, coverage, reached };
}

/** Redacts the rest of each matching conversation; null for no redaction. */
export function redactedMatches(found: GrepResult, redact: Redactor | null): GrepResult {
  if (redact === null) return found;
  const { matches, coverage } = found;
  for (const { result } of matches) redact.know(result.learnt ?? []);
  return {
    ...found,
    matches: matches.map((match) => redactedMatch(match, redact)),
    coverage: redactedCoverage(coverage, redact),
  };
}

function redactedMatch({ conversation, result }: SearchMatch, redact: Redactor): SearchMatch {
  const { count, beside, inAgents } = result;
  const lines = result.lines.map((line) => ({
    ...line,
    ...(line.name === undefined ? {} : { name: redact(line.name) }),
    before: redact(line.before),
    match: redact(line.match),
    after: redact(line.after),
  }));
  return {
    conversation: redactedConversation(conversation, redact),
    result: { lines, count, beside, inAgents },
  };
}
