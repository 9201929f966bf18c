import type { Sentence } from './command.ts';
import type { Counts } from './conversation.ts';
import type { KindName } from './kinds.ts';

/** Most characters of an item's title. */
export const MAX_TITLE = 120;

/**
 * One conversation (or leftover) in a report: an item of the JSON contract. Paths are absolute. Not in the JSON: `root`
 * (as typed), `title` (its beginning), `counts` and `needsLossy`.
 */
export interface ReportItem<S extends Sentence = Sentence> {
  readonly kind: KindName;
  readonly root: string;
  readonly project: string | null;
  readonly id: string | null;
  readonly path: string;
  readonly state: 'changed' | 'unchanged' | 'refused' | 'failed' | 'not-reached';
  readonly codes: readonly string[];
  readonly title?: string;
  readonly counts?: { readonly before: Counts; readonly after: Counts };
  readonly newId?: string;
  readonly reason?: S | undefined;
  readonly trace?: string;
  /** Command to type after a refusal, or for the damage that a heal leaves. */
  readonly next?: S | undefined;
  /** Every loss, and everything that the change takes along. */
  readonly notes?: readonly S[] | undefined;
  /** Codes that the heal was asked for, and that remain. Without --only: every error. */
  readonly stays?: readonly string[];
  /** Codes of warnings that remain after a heal; they do not cause exit code 1. */
  readonly left?: readonly string[];
  /** True if its heal only needs `--lossy`. */
  readonly needsLossy?: true;
  /** Set on a dry run. Iterable more than once. */
  readonly steps?: Iterable<StepView>;
}

/** One step of a dry run. `edits`: of a replaced file, or of a copy made `from` another. */
export interface StepView {
  readonly do: 'put' | 'plant' | 'move' | 'remove';
  readonly path: string;
  readonly to?: string;
  readonly from?: string;
  readonly edits?: readonly EditView[];
  readonly more?: number;
}

/** `at` counts bytes from the start of the file, `line` and `column` from 1. */
export interface EditView {
  readonly at: number;
  readonly line: number;
  readonly column: number;
  readonly removed: string;
  /** Texts that can be read in removed lines that are no records; missing for none. */
  readonly words?: readonly string[];
  readonly inserted: string;
}

export const DECIDED_VERBS = [
  'heal',
  'migrate',
  'fork',
  'archive',
  'restore',
  'delete',
  'rename',
  'tag',
  'rehome',
] as const;

export type DecidedVerb = (typeof DECIDED_VERBS)[number];

/** The commands that answer with the change document. */
export const CHANGE_COMMANDS = [...DECIDED_VERBS, 'keep', 'unpack', 'apply', 'undo', 'redo', 'resume'] as const;
export type ChangeCommand = (typeof CHANGE_COMMANDS)[number];

export interface EarlyStop<S extends Sentence = Sentence> {
  readonly by: 'interrupted' | 'failed' | 'refused' | 'declined';
  readonly reason: S;
  readonly hint?: S | undefined;
  /** True for a run that must be resumed or undone. Otherwise everything begun was finished. */
  readonly cut: boolean;
}

export interface ChangeReport<S extends Sentence = Sentence> {
  readonly command: ChangeCommand;
  readonly run: string | null;
  readonly dryRun: boolean;
  readonly plan: string | null;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly failed: number;
  readonly notReached: number;
  readonly before: Counts;
  readonly after: Counts;
  readonly items: readonly ReportItem<S>[];
  readonly remarks: readonly S[];
  /** Damage that remains and concerns no single item. */
  readonly stays?: readonly { readonly code: string; readonly sentence: S }[] | undefined;
  /** Number of conversations with findings that a heal ignores: infos healed only by name; with `--only` damage of other codes. */
  readonly notHealed?: ReadonlyMap<string, number>;
  readonly stopped: EarlyStop<S> | null;
  readonly isUndone?: boolean;
  /** True if something was refused or raced for safety: exit code 4. */
  readonly unsafe: boolean;
}

export function remarksOf({ remarks, stays = [] }: Pick<ChangeReport<string>, 'remarks' | 'stays'>): readonly string[] {
  return [...new Set([...remarks, ...stays.map(({ sentence }) => sentence)])];
}

export const NO_COUNTS: Counts = { conversations: 0, messages: 0, toolCalls: 0, tasks: 0, memories: 0, bytes: 0 };

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    conversations: a.conversations + b.conversations,
    messages: a.messages + b.messages,
    toolCalls: a.toolCalls + b.toolCalls,
    tasks: a.tasks + b.tasks,
    memories: a.memories + b.memories,
    bytes: a.bytes + b.bytes,
  };
}
