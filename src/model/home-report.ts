import type { Conversation } from './conversation.ts';
import type { PlacedFinding, VerifySummary } from './finding.ts';
import type { FirstOf } from './grouped.ts';
import type { KindName } from './kinds.ts';
import type { StoreStats } from './stats.ts';

/** The findings of one code. */
export type CodeFindings = FirstOf<PlacedFinding>;

/** All that `report` says of the stores it looked at. */
export interface HomeReport {
  /** Unix seconds at which it was made. */
  readonly now: number;
  /** Every store, those without a conversation too. */
  readonly roots: readonly { readonly kind: KindName; readonly root: string }[];
  /** As `stats` counts them. */
  readonly stores: readonly StoreStats[];
  /** As `verify` counts them. */
  readonly summary: VerifySummary;
  /** The gravest first, of those the most frequent. */
  readonly findings: readonly CodeFindings[];
  /** Conversations that their program deletes within `SOON` days, the first to go first. */
  readonly due: readonly Conversation[];
}
