import type { TimedFile, View } from '../../model/conversation.ts';
import type { Code, Finding, Gap } from '../../model/finding.ts';
import type { Severity } from '../../model/rules/row.ts';
import type {
  EstimatedTurns,
  FindQuery,
  FoundTurns,
  NearQuery,
  SearchQuery,
  SearchResult,
} from '../../model/search.ts';
import type { DepthQuery, UnitDepth } from '../../model/secret.ts';
import type { Zone } from '../../model/time.ts';
import type { DecidedUnit, DecideUnitOptions } from '../change/decide-unit.ts';
import type { UnitInStore } from '../reading.ts';
import type { JudgedFinding, JudgeOptions } from './judge-unit.ts';
import type { Purpose } from './open-scope.ts';
import type { UnitTally } from './unit-tally.ts';
import type { WantedViews } from './unit-views.ts';

/** The question of a verb to every unit. Structured-clonable. */
export type Want =
  | FindingsWant
  | { readonly type: 'views'; readonly views: WantedViews }
  | TallyWant
  /** Asks for the outcome of a changing verb. A unit that a verb skips by its first bytes is not read further. */
  | { readonly type: 'change'; readonly options: DecideUnitOptions }
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
  return want.type !== 'tally' && PURPOSES[want.type] === 'words';
}

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

export interface SeenUnit extends UnitInStore {
  readonly scope: string;
}

/** The answer about a unit, structured-clonable. Empty members are missing, because sending their names costs more. */
export interface UnitAnswer {
  /** True if its first bytes show that the verb has nothing to do. */
  readonly skipped?: true;
  readonly unreadFindings?: readonly Finding[];
  readonly bytes: number;
  /** Null if the unit vanished since it was listed, or convo fails to open it. */
  readonly document: DocumentAnswer | null;
}

export interface DocumentAnswer extends WantAnswer {
  /** Missing for an unopened document, or one without files. */
  readonly facts?: unknown;
  readonly conversations: number;
  /** Number of those that are stored here; missing for all of them. */
  readonly storedCount?: number;
  /** Why there is no answer: a file changed meanwhile, or convo failed. */
  readonly failed?: Finding;
}

/** The members that the `Want` asks for. */
export interface WantAnswer extends Partial<ViewsAnswer & WordsAnswer> {
  readonly findings?: readonly JudgedFinding[];
  /** Missing if part of the unit was unreadable. */
  readonly change?: DecidedUnit;
}

export interface ViewsAnswer {
  readonly views: readonly View[];
  /** Views in other states, and files that verbs take along; only if views are wanted together. */
  readonly otherFiles?: readonly TimedFile[];
}

/** Answer of a tally or a search, from the unit as healed. */
interface WordsAnswer {
  /** Number of conversations that were read whole; missing if all were, or none had to be. */
  readonly whole: number;
  readonly gaps: readonly Gap[];
  /** `of`: version of the files as they were read. */
  readonly readDepth: UnitDepth & { readonly of: string };
  /** Estimate for the whole unit, in place of `turns`. */
  readonly estimate: EstimatedTurns;
  readonly tally: UnitTally;
  readonly turns: readonly { readonly view: View; readonly found: FoundTurns }[];
  readonly near: readonly string[];
  readonly matches: readonly { readonly view: View; readonly result: SearchResult }[];
}
