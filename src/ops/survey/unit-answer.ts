import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { TimedFile, View } from '../../model/conversation.ts';
import type { Finding, Gap } from '../../model/finding.ts';
import type { EstimatedTurns, FoundTurns, SearchResult } from '../../model/search.ts';
import type { UnitDepth } from '../../model/secret.ts';
import type { UnitOutcome } from '../change/unit-outcome.ts';
import type { UnitInStore } from '../reading.ts';
import type { JudgedFinding } from './judge-unit.ts';
import type { UnitTally } from './unit-tally.ts';

export interface UnitRequest {
  readonly id: string;
  readonly factsOnly: boolean;
  readonly entries: readonly WalkEntry[];
  readonly elsewhere: readonly WalkEntry[];
}

export interface SeenUnit extends UnitInStore {
  readonly scope: string;
}

/** The answer about a unit, structured-clonable. Empty members are missing, because sending their names costs more. */
export interface UnitAnswer {
  /** True if its first bytes show that the verb has nothing to do. */
  readonly settled?: true;
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
  readonly change?: UnitOutcome;
}

export interface ViewsAnswer {
  readonly views: readonly View[];
  /** Views in other states, and files that verbs take along; only if views are wanted together. */
  readonly beside?: readonly TimedFile[];
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
