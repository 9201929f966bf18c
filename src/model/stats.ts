import type { KindName } from './conversation.ts';

/** Counts by a name, the most frequent first. */
export type Counted = Readonly<Record<string, number>>;

/** The numbers of one project of a store, or of a store without projects. Times are whole Unix seconds, sizes bytes. */
export interface StoreStats {
  readonly kind: KindName;
  /** Absolute, spelled as it was given. */
  readonly root: string;
  readonly project: string | null;
  readonly conversations: number;
  readonly active: number;
  readonly archived: number;
  /** Conversations that the program cannot read. */
  readonly unreadable: number;
  readonly bytes: number;
  readonly messages: number;
  readonly roles: Counted;
  readonly types: Counted;
  /** Tool calls by the name of the tool. */
  readonly tools: Counted;
  readonly formats: Counted;
  /** Conversations begun in each month, `2026-03`, in order. */
  readonly months: Counted;
  readonly oldest: number | null;
  readonly newest: number | null;
  /** The largest conversations, the largest first. */
  readonly largest: readonly LargeConversation[];
  /** Findings by code. */
  readonly findings: Counted;
  /** Findings by who may repair them: safe, lossy, manual. */
  readonly healing: Counted;
}

/** One of the largest conversations. */
export interface LargeConversation {
  readonly id: string;
  readonly title: string | null;
  readonly bytes: number;
}
