import type { Counts } from '../model/conversation.ts';
import type { Code } from '../model/findings.ts';
import type { Change, Step } from '../model/plan.ts';

/** What a verb comes to for one unit. */
export type Outcome =
  | {
      readonly state: 'changed';
      readonly change: Change;
      readonly before: Counts;
      readonly after: Counts;
      /** Every difference between the counts, and everything a person should know, a sentence each. */
      readonly notes: readonly string[];
      readonly newId?: string;
    }
  /** Changed together with all others of its scope that are, and with their index: in the one Change that `close` answers. */
  | {
      readonly state: 'joined';
      /** The file the person knows it by, relative to the root. */
      readonly path: string;
      readonly codes: readonly Code[];
      /** Its own steps, as they stand in that Change too: a dry run shows them with it. */
      readonly steps: readonly Step[];
      readonly before: Counts;
      readonly after: Counts;
      readonly notes: readonly string[];
      readonly newId?: string;
    }
  | { readonly state: 'unchanged'; readonly reason?: string }
  | {
      readonly state: 'refused';
      readonly codes: readonly Code[];
      readonly reason: string;
      /** Left for safety, whatever it holds: a link, a file in the way. */
      readonly unsafe?: boolean;
    };

/** Why a unit, or a file of it, is left as it is; `reason` is to be read after its name. */
export type Refusal = Omit<Extract<Outcome, { state: 'refused' }>, 'state'>;

/** What a unit comes to in a format that is written to a folder of its own; the unit stays as it is. */
export type Conversion =
  | {
      readonly state: 'converted';
      /** New files, relative to that folder; the first is the one the person knows it by. */
      readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
      readonly before: Counts;
      readonly after: Counts;
      /** Every loss, a sentence each. */
      readonly notes: readonly string[];
    }
  | Extract<Outcome, { state: 'unchanged' | 'refused' }>;
