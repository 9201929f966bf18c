import type { FirstOf } from './collections.ts';
import type { Conversation } from './conversation.ts';
import type { PlacedFinding, VerifySummary } from './finding.ts';
import type { KindName } from './kinds.ts';
import type { StoreStats } from './stats.ts';

export type CodeFindings = FirstOf<PlacedFinding>;

export interface HomeReport {
  /** Unix seconds of its making. */
  readonly now: number;
  /** Every store, empty ones too. */
  readonly roots: readonly { readonly kind: KindName; readonly root: string }[];
  readonly stores: readonly StoreStats[];
  readonly summary: VerifySummary;
  /** Gravest first, then most frequent. */
  readonly findings: readonly CodeFindings[];
  /** Conversations deleted within `SOON` days, earliest first. */
  readonly due: readonly Conversation[];
}
