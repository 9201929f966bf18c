import type { Edit } from '../../../../codecs/edit.ts';
import type { Refusal } from '../../../decided.ts';
import type { Hints as EngineHints, Repair } from '../../../engine/passes.ts';
import type { Trouble } from '../../../trouble.ts';
import type { Decoded } from '../../decode/decoded.ts';

/** What is known of a conversation from outside its file, and what a person said of it. */
export interface Hints extends EngineHints<Trouble> {
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
  /** Whole Unix seconds. */
  readonly now: number;
}

/** What passes change of a file, and which findings that takes away. */
export type TenexRepair = Repair<readonly Edit[]>;

/** One kind of repair: edits on what the passes before it left; null where there is nothing to do. */
export type TenexPass = (document: Decoded, hints: Hints) => TenexRepair | Refusal | null;
