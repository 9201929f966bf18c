import type { Conversation, View } from '../model/conversation.ts';
import type { PlacedFinding } from '../model/finding.ts';
import type { SearchQuery, SearchResult } from '../model/search.ts';
import { sortTime } from '../model/sort-time.ts';
import { mayHold } from '../stores/engine/byte-filter.ts';
import { toRead } from '../stores/on-demand.ts';
import type { Reading } from './reading.ts';
import { type Searcher, searcherOf, searchUnit } from './search/search-unit.ts';
import { locateView, viewFrom } from './survey/locate.ts';
import { type Looks, lookInto } from './survey/look-into.ts';
import { type SurveyOptions, surveyInLists } from './survey/survey.ts';

/** The query, and the conversations to search. */
export interface GrepOptions extends SurveyOptions {
  readonly query: SearchQuery;
  readonly states: readonly View['state'][];
}

/** A conversation in which something was found. */
export interface GrepMatch {
  readonly conversation: Conversation;
  readonly result: SearchResult;
}

/** The matches, the conversation that changed last first, and the files that could not be searched. */
export interface Grepped {
  readonly matches: readonly GrepMatch[];
  /** Conversations that were looked into. */
  readonly conversations: number;
  readonly unjudged: readonly PlacedFinding[];
}

/** Searches what was said in all conversations; what does not match is not held. Throws Failure `usage` for a pattern, and `interrupted`. */
export async function grep({ disk, kinds, sites }: Reading, options: GrepOptions): Promise<Grepped> {
  const { query, states } = options;
  const searcher = await searcherOf(query);
  const found: Found = { matches: [], conversations: 0, unjudged: [] };
  const asked = { ...options, fromThreads: { search: { query, states } }, fleeting: true };
  const looks = looksInto(found, searcher, states);
  for await (const events of surveyInLists(disk, toRead(kinds), sites, asked))
    for (const event of events) lookInto(event, looks, found.unjudged);
  found.matches.sort((a, b) => (sortTime(b.conversation) ?? 0) - (sortTime(a.conversation) ?? 0));
  return found;
}

interface Found extends Grepped {
  readonly matches: GrepMatch[];
  conversations: number;
  readonly unjudged: PlacedFinding[];
}

/** Adds what a unit has, here or in a thread. */
function looksInto(all: Found, searcher: Searcher, states: GrepOptions['states']): Looks<void> {
  return {
    answered: ({ site, scope, answer }) => {
      all.conversations += answer.conversations;
      for (const { view, result } of answer.found ?? [])
        all.matches.push({ conversation: locateView(site, scope, viewFrom(view), false), result });
    },
    document: ({ site, scope, document, parts }) => {
      // An index alone names this one.
      if (parts.length === 0) return;
      if (!mayHold(searcher.filter, parts)) {
        all.conversations++;
        return;
      }
      const { conversations, found } = searchUnit(searcher, document, states);
      all.conversations += conversations;
      for (const { view, result } of found)
        all.matches.push({ conversation: locateView(site, scope, view, false), result });
    },
  };
}
