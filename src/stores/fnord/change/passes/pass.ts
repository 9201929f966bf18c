import type { Edit } from '../../../../codecs/edit.ts';
import type { Hints, Pass } from '../../../engine/passes.ts';
import type { Judgement } from '../../checks/judge.ts';
import type { Decoded } from '../../decode/decode.ts';
import type { Trouble } from '../../decode/trouble.ts';

/** The time that a document without one is given. */
export interface Stamp {
  /** Whole Unix seconds. */
  readonly seconds: number;
  /** True when a person said it, false when it is only the time of the file. */
  readonly given: boolean;
}

/** A file as read, or as some passes left it. */
export interface Read {
  readonly document: Decoded;
  readonly judgement: Judgement;
}

/** What passes know besides the file. */
export interface FileHints extends Hints<Trouble> {
  readonly stamp: Stamp;
}

/** One kind of repair of a conversation file. */
export type FnordPass = Pass<Read, Trouble, FileHints, readonly Edit[]>;
