import type { KindName } from './kinds.ts';

export interface Prompt {
  readonly text: string;
  /** Whole Unix seconds. */
  readonly time: number | null;
}

/** A trace of a conversation whose file is gone, or has no words. `path` is absolute; `count`: number of prompts, or of files in the folder. */
export interface Trace {
  readonly what: 'prompts' | 'shell' | 'file-history' | 'companions';
  readonly path: string;
  readonly count: number;
}

/** A file in the journal; `from`: its former path. Both are absolute. */
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
  /** A file without words in the conversation's place. */
  readonly stub?: string;
  /** Absolute path of a copy in a folder of `keep`. */
  readonly kept?: string;
  /** Of that folder, what `restore --from` takes for each copy: the id for the last one, names of files for earlier ones. */
  readonly copies?: readonly string[];
  /** Title of the copy. */
  readonly title?: string;
  /** In typing order. */
  readonly prompts: readonly Prompt[];
  /** Time of its first trace; `until`: of its last. */
  readonly since: number | null;
  readonly until: number | null;
  readonly traces: readonly Trace[];
  readonly agents: readonly string[];
  /** Newest last. */
  readonly originals: readonly Original[];
}
