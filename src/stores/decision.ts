import { cmd, type NextCommand, type Sentence, sentence } from '../model/command.ts';
import type { Counts } from '../model/conversation.ts';
import type { Code } from '../model/finding.ts';
import type { OwnerLock, Step, VerbFlags } from '../model/plan.ts';

/** A request to a changing verb. Time, ids and randomness enter here; flags of other verbs may be present. */
export type Ask = { readonly now: number } & (
  | HealAsk
  | MigrateAsk
  | ForkAsk
  | RestoreAsk
  | RenameAsk
  | TagAsk
  | RehomeAsk
  | { readonly verb: 'archive' }
  | { readonly verb: 'delete' }
);

export type AskFor<V extends Ask['verb']> = V extends V ? Extract<Ask, { readonly verb: V }> : never;

interface HealAsk {
  readonly verb: 'heal';
  /** Heal only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  /** The timestamp (Unix seconds) for documents that never had one. */
  readonly timestamp: number | null;
  /** Absolute folder of Codex threads that name none. */
  readonly cwd?: string | null;
  /** Lower-case phases and their replacements. */
  readonly mapPhase: ReadonlyMap<string, string>;
  /** Nothing will be written, so a running program does not matter. */
  readonly isForReading?: true;
}

interface MigrateAsk {
  readonly verb: 'migrate';
  /** The format to migrate to; null for the next one. */
  readonly to: string | null;
  readonly lossy: boolean;
  /** The phase for documents of eras without one. */
  readonly phase: string | null;
  readonly cwd?: string | null;
  readonly mapPhase: ReadonlyMap<string, string>;
}

/**
 * `at`: cut before this message, as `show --all` numbers it; null for the whole conversation. `independent` copies data
 * that a fork would refer to. `carry` names data that is not copied by default, because two conversations would act on
 * it.
 */
interface ForkAsk {
  readonly verb: 'fork';
  newId(): string;
  readonly at: string | null;
  readonly dropApprovals: boolean;
  readonly independent: boolean;
  readonly carry: ReadonlySet<'changes' | 'remote'>;
}

interface RestoreAsk {
  readonly verb: 'restore';
  /** The new id; null for its own. */
  readonly as: string | null;
  /** Absolute path of a copy that its program put aside; null or missing for an archived conversation. */
  readonly from?: string | null;
}

interface RenameAsk {
  readonly verb: 'rename';
  readonly title: string;
}

interface TagAsk {
  readonly verb: 'tag';
  /** Null removes the tag. */
  readonly tag: string | null;
}

interface RehomeAsk {
  readonly verb: 'rehome';
  /** Former and present project folder: absolute, in NFC, `to` without links. */
  readonly moved: {
    readonly from: string;
    readonly to: string;
  };
}

/** `newId` returns a new id at each call. */
export function askWith(
  verb: Ask['verb'],
  now: number,
  { mapPhase, carry, ...flags }: VerbFlags,
  newId: () => string,
): Ask {
  return { ...flags, verb, now, newId, mapPhase: new Map(mapPhase), carry: new Set(carry) };
}

/** A unit, or a shared file, that a verb leaves unchanged. `reason` follows its name. */
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
  /** The way on, if the codes do not name it. */
  readonly next?: NextCommand;
  /** True if a heal removes the reason, whatever its codes; `lossy`: only with `--lossy`. */
  readonly healFirst?: boolean | 'lossy';
}

export interface UnitChange {
  readonly state: 'changed';
  /** The file under which people know it, relative to the root. */
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
  /** True if the change shares a transaction with others of its scope, because a shared index follows. */
  readonly isJoint: boolean;
  /** `output`: new files below the folder of `--output`; the store stays unchanged. */
  readonly into: 'store' | 'output';
  /** A sentence that is reported once per run. */
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
  readonly locks?: readonly OwnerLock[];
}

/** The decision of a verb on one unit, with the update of the shared index. Structured-clonable. */
export interface UnitDecision<IndexUpdate = unknown> {
  readonly id: string;
  readonly outcome: UnitChange | NotChanged;
  readonly indexUpdate?: IndexUpdate;
}

/** Returned in place of a result. `isRefusal` tells them apart. */
export interface Refusal extends NotChanged {
  readonly state: 'refused';
  readonly reason: Sentence;
}

export function refused({
  codes = [],
  unsafe = false,
  ...why
}: Pick<Refusal, 'reason'> & Partial<Omit<Refusal, 'state'>>): Refusal {
  return { ...why, state: 'refused', codes, unsafe };
}

export function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'state' in result && result.state === 'refused';
}

export function lossRefused(codes: readonly Code[], loss: string): Refusal {
  return refused({ codes, reason: `${loss}: needs --lossy`, needsLossy: true });
}

export const NO_CONVERSATION: Refusal = refused({ reason: 'has no conversation file' });
export const NOT_READABLE: Refusal = refused({ reason: 'cannot be read' });
export const BLANK_TITLE: Refusal = refused({ reason: 'needs a title that is not blank' });

export function throughLink(codes: readonly Code[] = []): Refusal {
  return refused({ codes, reason: 'is a link, and nothing is changed through a link', unsafe: true });
}

export function unchanged(reason: Sentence | null = null): NotChanged {
  return { state: 'unchanged', codes: [], reason, unsafe: false };
}

export type UnitChangeInit = Pick<UnitChange, 'path' | 'steps' | 'before' | 'after'> & Partial<UnitChange>;

export function unitChange(decision: UnitChangeInit): UnitChange {
  const usual = { codes: [], notes: [], newId: null, locks: [], isJoint: false, into: 'store' } as const;
  return { state: 'changed', ...usual, ...decision };
}

export function faultOfConvo(before: string, after: string): string {
  return `would go from ${before} to ${after}: a fault of convo, so nothing is changed`;
}

/** Remarks of a kind on a run that depend only on the verb. */
export function remarksBy(table: Partial<Record<Ask['verb'], readonly Sentence[]>>): (ask: Ask) => readonly Sentence[] {
  return ({ verb }) => table[verb] ?? [];
}

export const KEPT_TEXT = sentence`what was deleted stays in the journal, text and all, until ${cmd`runs prune`}`;
export const OLD_FOLDER_TEXT = 'What messages and tool results say of the old folder stays as it is.';
