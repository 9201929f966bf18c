import type { KindName } from './conversation.ts';

/** Something that a person typed. */
export interface Prompt {
  readonly text: string;
  /** Whole Unix seconds. */
  readonly time: number | null;
}

/** The traces of a conversation whose file is gone. */
export interface Trace {
  /** Its prompts, the folder of its shell, files as they were before it changed them, or what stood beside its file. */
  readonly what: 'prompts' | 'shell' | 'file-history' | 'companions';
  /** Absolute. */
  readonly path: string;
  /** Prompts, or files in the folder. */
  readonly count: number;
}

/** The file of a lost conversation as it was before a run, in the journal. */
export interface Original {
  readonly run: string;
  readonly verb: string;
  /** Where it is kept, absolute. */
  readonly path: string;
  /** Where it was, absolute. */
  readonly from: string;
}

/** A conversation whose file is gone, and which left traces. Times are whole Unix seconds. */
export interface Lost {
  readonly kind: KindName;
  /** Absolute, spelled as it was given. */
  readonly root: string;
  /** The scope that it was in; null where no trace says so. */
  readonly scope: string | null;
  /** The folder that it was about; null where no trace names it. */
  readonly folder: string | null;
  readonly id: string;
  /** Where its file was, absolute; null where no trace says so. */
  readonly path: string | null;
  /** In the order in which they were typed. */
  readonly prompts: readonly Prompt[];
  /** When it left its first and its last trace. */
  readonly since: number | null;
  readonly until: number | null;
  readonly traces: readonly Trace[];
  /** The ids of its subagents, whose transcripts are there. */
  readonly agents: readonly string[];
  /** The newest last. */
  readonly originals: readonly Original[];
}
