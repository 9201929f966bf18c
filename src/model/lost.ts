import type { KindName } from './kinds.ts';

export interface Prompt {
  readonly text: string;
  /** Whole Unix seconds. */
  readonly time: number | null;
}

/**
 * Traces of a conversation whose file is gone, or holds nothing that was said. `path` is absolute; `count` is the
 * number of prompts, or of files in the folder.
 */
export interface Trace {
  readonly what: 'prompts' | 'shell' | 'file-history' | 'companions';
  readonly path: string;
  readonly count: number;
}

/** Both paths are absolute: in the journal, and `from` its former place. */
export interface Original {
  readonly run: string;
  readonly verb: string;
  readonly path: string;
  readonly from: string;
}

/**
 * A conversation whose file is gone but left traces. Times are whole Unix seconds, paths absolute (`root` as typed);
 * `scope`, `folder` and `path` are null if no trace names them.
 */
export interface LostConversation {
  readonly kind: KindName;
  readonly root: string;
  readonly scope: string | null;
  readonly folder: string | null;
  readonly id: string;
  readonly path: string | null;
  /** A file in its place in which nothing was said. */
  readonly stub?: string;
  /** Absolute: a folder of `keep` with a copy of it. */
  readonly kept?: string;
  /** That of the copy. */
  readonly title?: string;
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
