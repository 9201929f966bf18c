import type { Edit } from '../../../../codecs/edit.ts';
import type { Code } from '../../../../model/findings.ts';
import type { Decoded } from '../../decode/decode.ts';
import type { Trouble } from '../../decode/trouble.ts';

/** The time that a document without one is given. */
export interface Stamp {
  /** Whole Unix seconds. */
  readonly seconds: number;
  /** True when a person said it, false when it is only the time of the file. */
  readonly given: boolean;
}

/** What a pass makes of a document. */
export interface Repair {
  readonly edits: readonly Edit[];
  /** What a person should know: each loss, and each choice made for them. */
  readonly notes: readonly string[];
}

/**
 * One kind of repair: byte edits that take away the troubles of its codes and leave everything else alone.
 * A pass sees the bytes as the passes before it left them. `repair` answers a sentence when nothing can be saved.
 */
export interface Pass {
  readonly codes: readonly Code[];
  /** Runs only on what fnord reads as it lies, and then takes on all its codes at once. */
  readonly whole?: true;
  /** True when the pass is to run although none of its codes is there. */
  always?(document: Decoded, so: { readonly changed: boolean; readonly only: readonly string[] | null }): boolean;
  repair(document: Decoded, troubles: readonly Trouble[], stamp: Stamp): Repair | string;
}
