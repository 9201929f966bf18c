import { cmd, type Sentence, sentence } from '../model/command.ts';
import type { Counts } from '../model/conversation.ts';
import type { Code } from '../model/finding.ts';
import type { OwnerLock, Step } from '../model/plan.ts';

/** A unit, or a shared file, that a verb leaves unchanged. `reason` is read after its name. */
export interface NotChanged {
  readonly state: 'unchanged' | 'refused';
  /** Relative to the root. */
  readonly path?: string;
  readonly codes: readonly Code[];
  readonly reason: Sentence | null;
  /** Refused for safety, such as a link, or a file in the way. */
  readonly unsafe: boolean;
  /** `--lossy` would allow it. */
  readonly needsLossy?: true;
}

export interface UnitChange {
  readonly state: 'changed';
  /** The file people know it by, relative to the root. */
  readonly path: string;
  readonly steps: readonly Step[];
  readonly codes: readonly Code[];
  /** Sentences: every difference between the counts, and other facts for a person. */
  readonly notes: readonly Sentence[];
  readonly before: Counts;
  readonly after: Counts;
  readonly newId: string | null;
  /** The program's own locks, held during the steps. */
  readonly locks: readonly OwnerLock[];
  /** In one Change with others of its scope, because a shared index follows. */
  readonly together: boolean;
  /** `output`: new files below the folder of `--output`; the store stays unchanged. */
  readonly into: 'store' | 'output';
  /** A sentence reported once a run. */
  readonly remark?: Sentence;
}

/** The change of a verb to shared files of a scope: steps before and after those of its units. */
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

/** The decision of a verb on one unit, with the update of the shared index. Structured-clonable. */
export interface UnitDecision<IndexUpdate = unknown> {
  readonly id: string;
  readonly outcome: UnitChange | NotChanged;
  readonly indexUpdate?: IndexUpdate;
}

/** In place of a result: the reason why something is not changed, read after its name. */
export interface Refusal extends Pick<NotChanged, 'path' | 'needsLossy'> {
  readonly type: 'refusal';
  readonly codes?: readonly Code[] | undefined;
  readonly reason: Sentence;
  readonly unsafe?: boolean;
}

export function refusalOf(why: Omit<Refusal, 'type'>): Refusal {
  return { type: 'refusal', ...why };
}

export function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'type' in result && result.type === 'refusal';
}

export function refused({
  codes = [],
  unsafe = false,
  type: _,
  ...why
}: Omit<Refusal, 'type'> & Partial<Pick<Refusal, 'type'>>): NotChanged {
  return { state: 'refused', codes, ...why, unsafe };
}

export function lossRefused(codes: readonly Code[], loss: string): Refusal {
  return refusalOf({ codes, reason: `${loss}: needs --lossy`, needsLossy: true });
}

export const NO_CONVERSATION: Refusal = refusalOf({ reason: 'has no conversation file' });
export const NOT_READABLE: Refusal = refusalOf({ reason: 'cannot be read' });
export const BLANK_TITLE: Refusal = refusalOf({ reason: 'needs a title that is not blank' });

export function throughLink(codes: readonly Code[] = []): Refusal {
  return refusalOf({ codes, reason: 'is a link, and nothing is changed through a link', unsafe: true });
}

/** `reason`: for a person, if it matters. */
export function unchanged(reason: Sentence | null = null): NotChanged {
  return { state: 'unchanged', codes: [], reason, unsafe: false };
}

export type UnitChangeInit = Pick<UnitChange, 'path' | 'steps' | 'before' | 'after'> & Partial<UnitChange>;

export function unitChange(decision: UnitChangeInit): UnitChange {
  const usual = { codes: [], notes: [], newId: null, locks: [], together: false, into: 'store' } as const;
  return { state: 'changed', ...usual, ...decision };
}

/** The refusal of a change of counts that must stay. */
export function faultOfConvo(before: string, after: string): string {
  return `would go from ${before} to ${after}: a fault of convo, so nothing is changed`;
}

export const KEPT_TEXT = sentence`what was deleted stays in the journal, text and all, until ${cmd`runs prune`}`;
