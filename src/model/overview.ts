import type { KindName } from './kinds.ts';

/** Sizes in bytes. */
export interface StoreCount {
  readonly kind: KindName;
  readonly root: string;
  readonly projects: number;
  readonly conversations: number;
  readonly bytes: number;
  /** Conversations that are not counted above. */
  readonly archived: number;
}

export interface DeletionCount {
  readonly kind: KindName;
  readonly due: number;
  readonly soon: number;
  /** How many of both have a copy that `keep` made, and the folder of one. */
  readonly kept: number;
  readonly keptIn: string | null;
}

export interface LeftFolder {
  readonly kind: KindName;
  readonly folder: string;
  readonly conversations: number;
}
