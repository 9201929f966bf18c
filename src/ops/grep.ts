import type { Conversation, View } from '../model/conversation.ts';
import type { PlacedFinding } from '../model/finding.ts';
import type { SearchQuery, SearchResult } from '../model/search.ts';
import { mayHold } from '../stores/engine/byte-filter.ts';
import { toRead } from '../stores/on-demand.ts';
import type { Reading } from './reading.ts';
import { type Searcher, searcherOf, searchUnit } from './search/search-unit.ts';
import { addUnread } from './survey/add-unread.ts';
import { locateView, viewFrom } from './survey/locate.ts';
import { type SurveyEvent, type SurveyOptions, surveyInLists } from './survey/survey.ts';
import { unreadFinding } from './survey/unread-finding.ts';
import type { Threads } from './threads/thread-work.ts';

/** The query, and the conversations to search. */
export interface GrepOptions extends SurveyOptions {
  readonly query: SearchQuery;
  readonly states: readonly View['state'][];
  /** Threads that may search. */
  readonly jobs?: Threads | null;
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
  const { query, states, jobs = null } = options;
  const searcher = await searcherOf(query);
  const found: Found = { matches: [], conversations: 0, unjudged: [] };
  const threads = jobs === null ? null : { use: jobs, wanted: { search: { query, states } } };
  for await (const events of surveyInLists(disk, toRead(kinds), sites, { ...options, threads, fleeting: true }))
    for (const event of events) take(found, event, searcher, states);
  found.matches.sort((a, b) => changedAt(b) - changedAt(a));
  return found;
}

interface Found extends Grepped {
  readonly matches: GrepMatch[];
  conversations: number;
  readonly unjudged: PlacedFinding[];
}

type EventOf<Is extends SurveyEvent['is']> = Extract<SurveyEvent, { is: Is }>;

function take(all: Found, event: SurveyEvent, searcher: Searcher, states: GrepOptions['states']): void {
  if (event.is === 'finding') addUnread(all.unjudged, event, event.finding);
  if (event.is === 'answered') addAnswer(all, event);
  if (event.is === 'document') addDocument(all, event, searcher, states);
}

function addAnswer(all: Found, { site, scope, answer }: EventOf<'answered'>): void {
  all.conversations += answer.conversations;
  for (const { view, result } of answer.found ?? [])
    all.matches.push({ conversation: locateView(site, scope, viewFrom(view), false), result });
}

function addDocument(all: Found, event: EventOf<'document'>, searcher: Searcher, states: GrepOptions['states']): void {
  const { site, scope, document, parts } = event;
  // An index alone names this one.
  if (parts.length === 0) return;
  if (!mayHold(searcher.filter, parts)) {
    all.conversations++;
    return;
  }
  try {
    const { conversations, found } = searchUnit(searcher, document, states);
    all.conversations += conversations;
    for (const { view, result } of found)
      all.matches.push({ conversation: locateView(site, scope, view, false), result });
  } catch (error) {
    addUnread(all.unjudged, event, unreadFinding(document.id, parts, error));
  }
}

function changedAt({ conversation: { updatedAt, timestamp, createdAt } }: GrepMatch): number {
  return updatedAt ?? timestamp ?? createdAt ?? 0;
}
