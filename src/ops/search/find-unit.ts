import type { Message, View } from '../../model/conversation.ts';
import {
  type FindQuery,
  type FoundTurn,
  type FoundTurns,
  isInRange,
  isUnlimited,
  type TimeRange,
} from '../../model/search.ts';
import { type ByteFilter, byteFilter } from '../../stores/engine/search/byte-filter.ts';
import type { Document } from '../../stores/kind.ts';
import { beginningsOf, type Estimator, estimatorOf } from './estimate.ts';
import { type Mask, maskFor, namesOf, readableText, readableTranscripts } from './search-unit.ts';
import { hasAny, turnOf, withBest } from './words.ts';

export interface Finder {
  readonly query: FindQuery;
  readonly mask: Mask;
  readonly filter: ByteFilter | null;
  /** Null if every turn is wanted exactly. */
  readonly estimate: Estimator | null;
}

export async function finderOf(query: FindQuery): Promise<Finder> {
  const filter = byteFilter({ patterns: query.stems.flatMap(beginningsOf), syntax: 'literal', ignoreCase: true });
  const estimate = query.estimated === true ? estimatorOf(query.stems) : null;
  return { query, mask: await maskFor(query.redact === true), filter, estimate };
}

export function findInUnit(finder: Finder, document: Document): { readonly view: View; readonly found: FoundTurns }[] {
  const { range = ANY_TIME } = finder.query;
  return document.conversations.flatMap((view) => {
    if (!isInRange(view.updatedAt, { since: range.since, until: null })) return [];
    const found = turnsOf(finder, isUnlimited(range) ? namedTexts(document, view) : textsSaid(document, view, range));
    return found.turns.length === 0 ? [] : [{ view, found }];
  });
}

const ANY_TIME: TimeRange = { since: null, until: null };

interface TextToFind {
  readonly agent: string | null;
  readonly index: number;
  readonly text: string;
}

function turnsOf({ query: { stems }, mask }: Finder, texts: Iterable<TextToFind>): FoundTurns {
  const places = new Map(stems.map((stem, n) => [stem, n]));
  const among: number[] = stems.map(() => 0);
  let turns: readonly FoundTurn[] = [];
  let count = 0;
  let words = 0;
  for (const { agent, index, text } of texts) {
    const turn = shownTurn(text, index, places, mask);
    count++;
    words += turn.length;
    for (const [n, times] of turn.times.entries()) if (times > 0) among[n] = (among[n] ?? 0) + 1;
    if (hasAny(turn)) turns = withBest(turns, agent === null ? turn : { ...turn, agent });
  }
  return { turns, in: among, count, words };
}

function* namedTexts(document: Document, view: View): Generator<TextToFind> {
  for (const text of namesOf(document, view)) yield { agent: null, index: 0, text };
  yield* textsSaid(document, view, ANY_TIME);
}

/** The texts of a conversation and of its subagents, without those of other conversations. */
function* textsSaid(document: Document, view: View, range: TimeRange): Generator<TextToFind> {
  const isAsked = ({ type, inherited, time }: Message) =>
    type === 'text' && inherited !== true && isInRange(time, range);
  for (const { agent, messages } of readableTranscripts(document, view))
    for (const message of messages) {
      const text = isAsked(message) ? readableText(message) : '';
      if (text !== '' && text !== null) yield { agent, index: message.index, text };
    }
}

/** A turn with its secrets covered; covering takes longest, so a turn without a match goes as it is. */
function shownTurn(text: string, index: number, places: ReadonlyMap<string, number>, mask: Mask): FoundTurn {
  const raw = turnOf(text, index, places, mask.uncover);
  const covered = hasAny(raw) ? mask.cover(text) : text;
  return covered === text ? raw : turnOf(covered, index, places, mask.uncover);
}
