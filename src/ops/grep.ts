import type { Conversation, View } from '../model/conversation.ts';
import type { SearchQuery, SearchResult } from '../model/search.ts';
import { sortTime } from '../model/sort-time.ts';
import type { Covered } from '../model/unsearched.ts';
import type { Reading } from './reading.ts';
import { Coverage } from './survey/coverage.ts';
import { locateView } from './survey/locate.ts';
import { type SurveyOptions, surveyAnswers } from './survey/survey.ts';

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

/** Searches the messages of all conversations; holds matches alone. Throws Failure `usage` for a pattern, and `interrupted`. */
export async function grep({ disk, kinds, sites }: Reading, options: GrepOptions): Promise<Grepped> {
  const { query, states } = options;
  const matches: GrepMatch[] = [];
  const coverage = new Coverage(options.now);
  const asked = { want: { search: { query, states } } };
  for await (const events of surveyAnswers({ disk, kinds, sites }, options, asked))
    for (const event of events) {
      coverage.take(event);
      if (event.type !== 'answered') continue;
      for (const { view, result } of event.answer.matches ?? [])
        matches.push({ conversation: locateView(event.site, event.scope, view, false), result });
    }
  matches.sort((a, b) => (sortTime(b.conversation) ?? 0) - (sortTime(a.conversation) ?? 0));
  return { matches, coverage };
}
