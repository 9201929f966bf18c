import type { Edit } from '../../../../codecs/edit.ts';
import type { Code } from '../../../../model/findings.ts';
import type { Refusal } from '../../../decided.ts';
import type { Decoded } from '../../decode/decoded.ts';

/** What is known of a conversation from outside its file, and what a person said of it. */
export interface Hints {
  /** The id that the file is named for. */
  readonly id: string;
  /** What the index says, null where it says nothing. */
  readonly title: string | null;
  readonly phase: string | null;
  /** Must this id stay inside: it is that of another conversation, in the index or on disk, or the file was given some name. */
  isTaken(id: string): boolean;
  /** Phases, lower-case, and what each is to become. */
  readonly mapPhase: ReadonlyMap<string, string>;
  /** The phase for a conversation that has none. */
  readonly givenPhase: string | null;
  readonly lossy: boolean;
}

/** What a pass makes of a file. */
export interface Repair {
  /** The findings that it takes away. */
  readonly codes: readonly Code[];
  readonly edits: readonly Edit[];
  /** What a person should know: each loss, and each choice made for them. */
  readonly notes: readonly string[];
}

/** One kind of repair: byte edits on what the passes before it left; null where there is nothing to do. */
export type Pass = (document: Decoded, hints: Hints) => Repair | Refusal | null;
