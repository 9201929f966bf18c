import type { Ask } from '../../stores/kind.ts';
import type { SurveyOptions } from '../survey/met.ts';
import type { Unread } from './unread.ts';

/** What a changing verb looks at, and what it leaves alone. */
export interface Scrutiny {
  readonly ask: Ask;
  readonly survey: Omit<SurveyOptions, 'ask'>;
  /** Only conversations last changed at or before this (Unix seconds); null for all. */
  readonly until: number | null;
  /** A folder of its own to write to, absolute and real, the store being left as it is; null to change the store. */
  readonly output: string | null;
  /** Change what would leave the store with a new error too, and name that. */
  readonly force: boolean;
  /** Show each step in the items. */
  readonly dryRun: boolean;
  /** Entered for each Change, in its order: the numbers of its items in the ledger. */
  readonly numbers: (readonly number[])[];
}

/** Met while deciding. */
export interface Seen {
  conversations: number;
  readonly unread: Unread;
}
