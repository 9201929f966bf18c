import type { KindName } from './kinds.ts';

export interface Prompt {
  readonly text: string;
  /** Whole Unix seconds. */
  readonly time: number | null;
}

/** Traces of a conversation whose file is gone, or holds nothing that was said. */
export interface Trace {
  readonly what: 'prompts' | 'shell' | 'file-history' | 'companions';
  /** Absolute. */
  readonly path: string;
  /** Number of prompts, or of files in the folder. */
  readonly count: number;
}

export interface Original {
  readonly run: string;
  readonly verb: string;
  /** Its place in the journal, absolute. */
  readonly path: string;
  /** Its former place, absolute. */
  readonly from: string;
}

/** A conversation whose file is gone but left traces. Times are whole Unix seconds. */
export interface LostConversation {
  readonly kind: KindName;
  /** Absolute, as typed. */
  readonly root: string;
  /** Null if no trace names it. */
  readonly scope: string | null;
  /** Its working directory. Null if no trace names it. */
  readonly folder: string | null;
  readonly id: string;
  /** Former place of its file, absolute. Null if no trace names it. */
  readonly path: string | null;
  /** A file in its place in which nothing was said, absolute. */
  readonly stub?: string;
  /** In typing order. */
  readonly prompts: readonly Prompt[];
  /** Times of its first and last trace. */
  readonly since: number | null;
  readonly until: number | null;
  readonly traces: readonly Trace[];
  readonly agents: readonly string[];
  /** Newest last. */
  readonly originals: readonly Original[];
}
