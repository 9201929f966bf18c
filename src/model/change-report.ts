import type { Counts, KindName } from './conversation.ts';
import type { Sentence } from './sentence.ts';

/**
 * The result for one conversation (or leftover) in a run: an item of the JSON contract. Paths are absolute. Sentences are strings once
 * their commands are aimed at the stores of the command line.
 */
export interface ReportItem<S extends Sentence = Sentence> {
  readonly kind: KindName;
  /** The root of its store, as it was typed; not in the JSON, which has whole paths. */
  readonly root: string;
  readonly project: string | null;
  readonly id: string | null;
  readonly path: string;
  readonly state: 'changed' | 'unchanged' | 'refused' | 'failed' | 'not-reached';
  readonly codes: readonly string[];
  /** The beginning of its title, for people; not in the JSON. */
  readonly title?: string;
  /** Its counts before and after; not in the JSON. */
  readonly counts?: { readonly before: Counts; readonly after: Counts };
  readonly newId?: string;
  readonly reason?: S | undefined;
  /** Where in convo an error arose, for one that is its own. */
  readonly trace?: string;
  /** The command that leads on from a refusal, or goes on with what a heal leaves. */
  readonly next?: S | undefined;
  /** Notes for the person: every loss, and everything carried over. */
  readonly notes?: readonly S[] | undefined;
  /** Codes that were to be healed and stay: of a heal without --only every error. */
  readonly stays?: readonly string[];
  /** Codes of warnings that a heal leaves. */
  readonly left?: readonly string[];
  /** The steps, on a dry run; may be looked at anew each time. */
  readonly steps?: Iterable<StepView>;
}

/** One step as a dry run shows it; `edits` for a file that is replaced, or copied `from` another. */
export interface StepView {
  readonly do: 'put' | 'plant' | 'move' | 'remove';
  readonly path: string;
  readonly to?: string;
  readonly from?: string;
  readonly edits?: readonly EditView[];
  /** Edits beyond those listed. */
  readonly more?: number;
}

/** One edit as a dry run shows it: where, the text that goes and the text that comes, both cut to be read. */
export interface EditView {
  /** Bytes from the start of the file. */
  readonly at: number;
  /** As editors count, from 1. */
  readonly line: number;
  readonly column: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The verbs that a kind decides. */
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

/** The commands that report changes. */
export type ChangeCommand = (typeof DECIDED_VERBS)[number] | 'keep' | 'unpack' | 'apply' | 'undo' | 'redo' | 'resume';

/** Why a command stopped before its end; `reason` is a clause that names what was in the way. */
export interface Stopped<S extends Sentence = Sentence> {
  readonly by: 'interrupted' | 'failed' | 'refused' | 'declined';
  readonly reason: S;
  /** The run was cut, and waits to be resumed or undone; else all of it that was begun was finished. */
  readonly cut: boolean;
}

/** The result of a changing command: the change document of the JSON contract. */
export interface ChangeReport<S extends Sentence = Sentence> {
  readonly command: ChangeCommand;
  /** Null when nothing was carried out. */
  readonly run: string | null;
  /** True when it only shows what it would do. */
  readonly dryRun: boolean;
  /** The file that the plan was saved to, to be carried out later. */
  readonly plan: string | null;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly failed: number;
  /** Planned, and not begun before the run stopped. */
  readonly notReached: number;
  /** Over the conversations that the command changed. */
  readonly before: Counts;
  readonly after: Counts;
  readonly items: readonly ReportItem<S>[];
  /** Sentences for the whole run, such as what older builds would no longer see. */
  readonly remarks: readonly S[];
  /** Damage that was to be healed and stays, and concerns no single item, with a sentence for each code. */
  readonly stays?: readonly { readonly code: string; readonly sentence: S }[] | undefined;
  /** Null when it came to its end. */
  readonly stopped: Stopped<S> | null;
  /** True for a resume that finished an undo: what changed is as it was before the run. */
  readonly isUndone?: boolean;
  /** True when something was left or raced for safety: the command exits 4. */
  readonly unsafe: boolean;
}

/** Every sentence for the whole run, also on what was to be healed and stays. */
export function remarksOf({ remarks, stays = [] }: Pick<ChangeReport<string>, 'remarks' | 'stays'>): readonly string[] {
  return [...new Set([...remarks, ...stays.map(({ sentence }) => sentence)])];
}

/** Nothing counted yet. */
export const NO_COUNTS: Counts = { conversations: 0, messages: 0, toolCalls: 0, tasks: 0, memories: 0, bytes: 0 };

/** Two counts together. */
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
