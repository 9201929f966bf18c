import type { Code } from '../../model/finding.ts';
import type { Severity } from '../../model/rules/row.ts';
import type { FindQuery, NearQuery, SearchQuery } from '../../model/search.ts';
import type { DepthQuery } from '../../model/secret.ts';
import type { Zone } from '../../model/time.ts';
import type { UnitOutcomeOptions } from '../change/unit-outcome.ts';
import type { JudgeOptions } from './judge-unit.ts';
import type { Purpose } from './open-scope.ts';
import type { WantedViews } from './unit-views.ts';

/** The question of a verb to every unit. Structured-clonable. */
export type Want =
  | FindingsWant
  | { readonly type: 'views'; readonly views: WantedViews }
  | TallyWant
  /** Asks for the outcome of a changing verb. A unit that its first bytes settle is not read further. */
  | { readonly type: 'change'; readonly options: UnitOutcomeOptions }
  | WordsWant;

export interface TallyWant {
  readonly type: 'tally';
  readonly byBranch: boolean;
  readonly bySession: boolean;
  /** The zone of the days. */
  readonly zone: Zone;
  /** Severities that codes have in place of their own. */
  readonly severities: ReadonlyMap<Code, Severity>;
}

export interface FindingsWant extends JudgeOptions {
  readonly type: 'findings';
  /** Views that are wanted beside the findings. */
  readonly views?: WantedViews;
}

export type WordsWant =
  | { readonly type: 'search'; readonly query: SearchQuery }
  | { readonly type: 'find'; readonly query: FindQuery }
  | { readonly type: 'near'; readonly query: NearQuery }
  /** Asks whether a unit may have secrets; none is opened for that. */
  | { readonly type: 'secrets'; readonly query: DepthQuery };

export function isOfWords(want: Want): want is WordsWant {
  return WORDS.has(want.type);
}

const WORDS: ReadonlySet<Want['type']> = new Set(['search', 'find', 'near', 'secrets']);

const PURPOSES: Readonly<Record<Want['type'], Purpose>> = {
  findings: 'judge',
  views: 'judge',
  tally: 'words',
  search: 'words',
  find: 'words',
  near: 'words',
  secrets: 'words',
  change: 'change',
};

/** The purpose of a want. `see` may read the words of documents. */
export function purposeOf({ type }: Want, see?: (...args: never) => void): Purpose {
  const purpose = PURPOSES[type];
  return purpose === 'judge' && see !== undefined ? 'words' : purpose;
}

/** True for a list that reads large files at their ends alone. */
export function readsEndsOnly(want: { readonly type: string; readonly views?: WantedViews }): boolean {
  return want.type === 'views' && want.views?.withLarge === false;
}
