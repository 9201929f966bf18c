import type { Counts } from '../model/conversation.ts';
import type { Code } from '../model/findings.ts';
import type { OwnerLock, Step } from '../model/plan.ts';
import type { Sentence } from '../model/sentence.ts';

/** A unit, or a shared file, that a verb changes nothing of. `reason` is to be read after its name. */
export interface NotChanged {
  readonly state: 'unchanged' | 'refused';
  /** The path it is about, relative to the root. */
  readonly path?: string;
  readonly codes: readonly Code[];
  readonly reason: Sentence | null;
  /** Refused for safety, whatever it holds: a link, a file in the way. */
  readonly unsafe: boolean;
  /** It would go on with `--lossy`. */
  readonly needsLossy?: true;
}

/** The change of a verb to one unit. */
export interface UnitChange {
  readonly state: 'changed';
  /** The file the person knows it by, relative to the root. */
  readonly path: string;
  readonly steps: readonly Step[];
  readonly codes: readonly Code[];
  /** Every difference between the counts, and everything a person should know, a sentence each. */
  readonly notes: readonly Sentence[];
  readonly before: Counts;
  readonly after: Counts;
  readonly newId: string | null;
  /** The program's own locks, held while the steps are carried out. */
  readonly locks: readonly OwnerLock[];
  /** Made in one Change with all others of its scope that are, because their index follows; else a Change of its own. */
  readonly together: boolean;
  /** `output`: new files, relative to the folder that \`--output\` names; the store stays as it is. */
  readonly into: 'store' | 'output';
  /** A sentence for the whole run, which says it once. */
  readonly remark?: Sentence;
}

/** The change of a verb to the files that a scope shares: steps before and after those of the pieces. */
export interface SharedChange {
  readonly state: 'changed';
  readonly path: string;
  readonly first: readonly Step[];
  readonly last: readonly Step[];
  readonly codes: readonly Code[];
  readonly notes: readonly Sentence[];
  /** The program's own locks for the shared files. */
  readonly locks?: readonly OwnerLock[];
}

/** The decision of a verb on one unit, with the update of the shared index: a plain value. */
export interface UnitDecision<IndexUpdate = unknown> {
  readonly id: string;
  readonly outcome: UnitChange | NotChanged;
  readonly indexUpdate?: IndexUpdate;
}

/** Why something is left as it is. */
export interface Refusal extends Pick<NotChanged, 'path' | 'needsLossy'> {
  readonly codes?: readonly Code[] | undefined;
  readonly reason: Sentence;
  readonly unsafe?: boolean;
}

/** A refusal as a decision. */
export function refused({ codes = [], unsafe = false, ...refusal }: Refusal): NotChanged {
  return { state: 'refused', codes, ...refusal, unsafe };
}

/** Why what would lose something is left as it is, where that was not allowed. */
export function lossRefused(codes: readonly Code[], loss: string): Refusal {
  return { codes, reason: `${loss}: needs --lossy`, needsLossy: true };
}

/** Why nothing is done where there is no conversation, and where it cannot be read. */
export const NO_CONVERSATION: Refusal = { reason: 'has no conversation file' };
export const NOT_READABLE: Refusal = { reason: 'cannot be read' };

/** Why a link is left as it is. */
export function throughLink(codes: readonly Code[] = []): Refusal {
  return { codes, reason: 'is a link, and nothing is changed through a link', unsafe: true };
}

/** Nothing to do; `reason` where a person should know why. */
export function unchanged(reason: Sentence | null = null): NotChanged {
  return { state: 'unchanged', codes: [], reason, unsafe: false };
}

/** The decision of a verb, with members that are rarely set left out. */
export type UnitChangeInit = Pick<UnitChange, 'path' | 'steps' | 'before' | 'after'> & Partial<UnitChange>;

/** A decision as a piece, whole. */
export function piece(decision: UnitChangeInit): UnitChange {
  const usual = { codes: [], notes: [], newId: null, locks: [], together: false, into: 'store' } as const;
  return { state: 'changed', ...usual, ...decision };
}

/** Why a change is not made that would change counts which it must keep: what they are before it, and after it. */
export function faultOfConvo(before: string, after: string): string {
  return `would go from ${before} to ${after}: a fault of convo, so nothing is changed`;
}
