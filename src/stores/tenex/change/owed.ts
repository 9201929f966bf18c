import type { EntryChange } from '../reindex/entry-change.ts';
import type { HealFact } from './healing/heal-fact.ts';

/** What the index must learn of one unit: it holds no document and no bytes. */
export interface Owed {
  /** What its index entries are to become. */
  readonly wishes: readonly EntryChange[];
  /** When TENEX last saved it, in seconds, as far as that is known. */
  readonly savedAt: number | null;
  /** What heal and migrate repair the index from; null for other verbs. */
  readonly fact: HealFact | null;
}
