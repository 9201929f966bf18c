import type { Part } from '../../model/part.ts';
import type { FindQuery, NearQuery, SearchQuery } from '../../model/search.ts';
import type { DepthQuery, UnitDepth } from '../../model/secret.ts';
import type { ByteFilter } from '../../stores/engine/search/byte-filter.ts';
import type { Document } from '../../stores/kind.ts';
import type { Estimator } from '../search/estimate.ts';
import { fileWithTorn, type UnitDamage } from '../search/torn-lines.ts';
import { plainView } from './locate.ts';
import type { ReadUnit } from './open-scope.ts';
import type { WantAnswer, WordsWant } from './want.ts';

export interface WordSearch {
  /** Null if every file must be decoded. */
  readonly filter: ByteFilter | null;
  /** Null if exact matches are wanted. */
  readonly estimate: Estimator | null;
  /** Answers for a unit that is then not opened. */
  readonly depthOf?: (unit: ReadUnit) => UnitDepth;
  readonly search: SearchDocument;
  /** True for damage whose bytes `search` covers, too; missing if for none. */
  readonly seesDamage?: (damage: UnitDamage) => boolean;
}

export type SearchDocument = (document: Document, parts: readonly Part[]) => WantAnswer;

/** Throws Failure `usage` for an invalid pattern. */
export function wordSearch(want: WordsWant): Promise<WordSearch> {
  switch (want.type) {
    case 'search':
      return matchSearch(want.query);
    case 'find':
      return turnSearch(want.query);
    case 'near':
      return nearSearch(want.query);
    case 'secrets':
      return secretSearch(want.query);
  }
}

/** Its module is loaded on demand, like the others: it loads the rules of secrets, which most verbs do not need. */
async function matchSearch(query: SearchQuery): Promise<WordSearch> {
  const { isOfMessages, searcherOf, searchUnit } = await import('../search/search-unit.ts');
  const searcher = await searcherOf(query);
  const search: SearchDocument = (document, parts) => {
    const matches = searchUnit(searcher, document, parts);
    return { matches: matches.map(({ view, result }) => ({ view: plainView(view, false), result })) };
  };
  const seesDamage: WordSearch['seesDamage'] = (damage) => !isOfMessages(query) && fileWithTorn(damage) !== null;
  return { filter: searcher.filter, estimate: null, search, seesDamage };
}

async function turnSearch(query: FindQuery): Promise<WordSearch> {
  const { finderOf, findInUnit, isTornWithout } = await import('../search/find-unit.ts');
  const finder = await finderOf(query);
  const search: SearchDocument = (document, parts) => {
    const turns = findInUnit(finder, document, parts);
    return { turns: turns.map(({ view, found }) => ({ view: plainView(view, false), found })) };
  };
  return { filter: finder.filter, estimate: finder.estimate, search, seesDamage: isTornWithout(finder) };
}

async function nearSearch(query: NearQuery): Promise<WordSearch> {
  const { nearFinder } = await import('../search/near-words.ts');
  const nearIn = nearFinder(query);
  return { filter: null, estimate: null, search: (document) => ({ near: nearIn(document) }) };
}

async function secretSearch(query: DepthQuery): Promise<WordSearch> {
  const { depthReader } = await import('../secrets/read-depth.ts');
  return { filter: null, estimate: null, depthOf: await depthReader(query), search: () => ({}) };
}
