import type { Outcome } from '../../kind.ts';
import type { Wish } from '../reindex/wish.ts';
import type { HealFact } from './healing/heal-fact.ts';

/** What a verb decided for one unit, kept until its scope is closed: it holds no document and no bytes. */
export interface Decided {
  readonly id: string;
  readonly outcome: Outcome;
  /** What its index entries are to become. */
  readonly wishes: readonly Wish[];
  /** When TENEX last saved it, in seconds, as far as that is known. */
  readonly savedAt: number | null;
  /** What heal and migrate repair the index from. */
  readonly fact?: HealFact;
}
