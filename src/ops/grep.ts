import { addAll } from '../model/add-all.ts';
import type { Conversation, View } from '../model/conversation.ts';
import type { SearchQuery, SearchResult } from '../model/search.ts';
import { sortTime } from '../model/sort-time.ts';
import type { Covered } from '../model/unsearched.ts';
import { mayHold } from '../stores/engine/byte-filter.ts';
import { toRead } from '../stores/on-demand.ts';
import type { Reading } from './reading.ts';
import { type Searcher, searcherOf, searchUnit } from './search/search-unit.ts';
import { Coverage, readWords, type WordLooks } from './survey/coverage.ts';
import { locateView } from './survey/locate.ts';
import { type SurveyOptions, surveyInLists } from './survey/survey.ts';
import type { EventOf } from './survey/survey-event.ts';

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

/** The matches, the conversation that changed last first, and how much was searched. */
export interface Grepped {
  readonly matches: readonly GrepMatch[];
  readonly coverage: Covered;
}

/** Searches what was said in all conversations; what does not match is not held. Throws Failure `usage` for a pattern, and `interrupted`. */
export async function grep({ disk, kinds, sites }: Reading, options: GrepOptions): Promise<Grepped> {
  const { query, states } = options;
  const searcher = await searcherOf(query);
  const matches: GrepMatch[] = [];
  const coverage = new Coverage(options.now);
  const asked = { ...options, fromThreads: { search: { query, states } }, fleeting: true };
  const looks = looksInto(searcher, states);
  for await (const events of surveyInLists(disk, toRead(kinds), sites, asked))
    for (const event of events) addAll(matches, readWords(event, kinds, looks, coverage) ?? []);
  matches.sort((a, b) => (sortTime(b.conversation) ?? 0) - (sortTime(a.conversation) ?? 0));
  return { matches, coverage };
}

/** The matches of a unit, here or in a thread. */
function looksInto(searcher: Searcher, states: GrepOptions['states']): WordLooks<GrepMatch[]> {
  const placed = ({ site, scope }: EventOf<'document' | 'answered'>, view: View, result: SearchResult): GrepMatch => ({
    conversation: locateView(site, scope, view, false),
    result,
  });
  return {
    answered: (event) => (event.answer.found ?? []).map(({ view, result }) => placed(event, view, result)),
    passes: ({ parts }) => !mayHold(searcher.filter, parts),
    document: (event, document) =>
      searchUnit(searcher, document, states).map(({ view, result }) => placed(event, view, result)),
  };
}
