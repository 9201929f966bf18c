import type { Change, Digest, Step } from '../../model/plan.ts';
import type { FolderSync } from '../disk/folder-sync.ts';
import type { MakeWay } from '../disk/make-folder.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { Journal } from '../journal/journal.ts';
import type { RaceWatch } from '../run/race-watch.ts';
import type { World } from '../world.ts';

/**
 * How far a step is, judged from the disk alone. `before`: nothing of it made; `begun`: half-way, and it can go either way;
 * `after`: made; `missing`: made, and what it replaced or took away is no longer where the run kept it; `foreign`: neither, so someone
 * else has been there.
 */
export type StepState = 'before' | 'begun' | 'after' | 'missing' | 'foreign';

/** One step, ready to be made or undone. Every call may be repeated and goes on from what it finds. */
export interface Work {
  state(): StepState;
  /** Checks what must be true first and builds aside what will be needed. Throws NotAsPlanned. */
  prepare(): Promise<void>;
  /** Makes the step, durably; answers why it is raced, or null. Throws NotAsPlanned. */
  commit(): Promise<string | null>;
  /** Undoes the step, durably; answers why it is raced, or null. Throws NotAsPlanned. `known` is what a look has just said. */
  reverse(known?: StepState): Promise<string | null>;
  /**
   * For a step found `foreign`: undoes what it did to a file that was saved again since, durably, and answers why that is
   * raced, or null. Null where it cannot be separated from what was done since.
   */
  amend?(): (() => Promise<string | null>) | null;
  /** After a step that was not made: takes away what was prepared for it, in the journal too. */
  discard(): void;
  /** After a crash: what was built aside is dropped, what was set aside is put back where it is missed. */
  sweep(): void;
  /** The folders that hold the names it changes. */
  readonly folders: readonly string[];
}

export type Put = Extract<Step, { do: 'put' }>;
export type Plant = Extract<Step, { do: 'plant' }>;
export type Move = Extract<Step, { do: 'move' }>;
export type Remove = Extract<Step, { do: 'remove' }>;

/** State that all steps of a run share. */
export interface RunContext {
  readonly disk: WriteDisk;
  readonly journal: Journal;
  readonly sync: FolderSync;
  readonly makeWay: MakeWay;
  readonly raceWatch?: RaceWatch | null;
  readonly takeBack?: World['takeBack'];
  readonly harmOf?: World['harmOf'];
  /** True for a run that was finished once: all but its exceptions was made. */
  readonly wasMade: boolean;
  /** True while no earlier attempt at this run can have left anything. */
  readonly first: boolean;
}

/** One step and where its traces are; paths are absolute. */
export interface StepJob<S extends Step = Step> {
  readonly step: S;
  /** Unique in the run: the Change's number and the step's. */
  readonly n: string;
  readonly kept: string;
  readonly taken: string;
  /** The print of what a put or plant makes; null where it follows from the kept original, or is not known. */
  readonly becomes: Digest | null;
  readonly keep: Change['keep'];
  readonly kind: Change['kind'];
}
