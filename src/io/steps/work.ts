import type { Change, Digest, Step } from '../../model/plan.ts';
import type { FolderSync, MakeParents } from '../disk/make-folder.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { Stat } from '../disk.ts';
import type { Journal } from '../journal/journal.ts';
import type { RaceWatch } from '../run/race-watch.ts';
import type { World } from '../world.ts';

/**
 * State of a step, judged from the disk. `before`: not made. `begun`: halfway, either way possible. `after`: made. `missing`: made, but its
 * original is not in the journal. `not-as-planned`: changed by another program.
 */
export type StepState = 'before' | 'begun' | 'after' | 'missing' | 'not-as-planned';

/** One step; all calls are repeatable and continue from the disk's state. */
export interface StepWork {
  state(): StepState;
  /** Checks preconditions and builds temporary files. Throws NotAsPlanned. */
  prepare(): Promise<void>;
  /** Makes the change durably. Returns why it raced, or null. Throws NotAsPlanned. */
  commit(): Promise<string | null>;
  /** Undoes it durably. Returns why it raced, or null. Throws NotAsPlanned. `known`: state just determined. */
  reverse(known?: StepState): Promise<string | null>;
  /**
   * For a `not-as-planned` step: returns a function that undoes it below a later save, durably, and returns why it raced, or null. Null if
   * inseparable.
   */
  undoUnderSaves?(): (() => Promise<string | null>) | null;
  /** Removes preparations, in the journal too. */
  discard(): void;
  /** After a crash: drops built files, and restores renamed originals whose place is empty. */
  sweep(): void;
  readonly folders: readonly string[];
}

/** Throws NotAsPlanned for a missing file or folder, a link, and another type. */
export function requireType(stat: Stat | null, type: 'file' | 'folder'): Stat {
  if (stat === null) throw new NotAsPlanned('is gone');
  if (stat.type === 'link') throw new NotAsPlanned('is a link, and no change goes through a link');
  if (stat.type !== type) throw new NotAsPlanned(`is not a ${type}`);
  return stat;
}

/** Why a `not-as-planned` step is not undone. */
export const NOT_AS_LEFT = 'is no longer as the run left it';

export type PutStep = Extract<Step, { do: 'put' }>;
export type PlantStep = Extract<Step, { do: 'plant' }>;
export type MoveStep = Extract<Step, { do: 'move' }>;
export type RemoveStep = Extract<Step, { do: 'remove' }>;

export interface RunContext {
  readonly disk: WriteDisk;
  readonly journal: Journal;
  readonly sync: FolderSync;
  readonly makeWay: MakeParents;
  readonly raceWatch?: RaceWatch | null;
  readonly putBack?: World['putBack'];
  readonly harmOf?: World['harmOf'];
  /** True for a finished run, in which all but the exceptions was made. */
  readonly wasMade: boolean;
  /** No earlier attempt can have left anything. */
  readonly first: boolean;
}

export interface StepJob<S extends Step = Step> {
  readonly step: S;
  /** Prefix of its files in the journal and of its temporary ones: the numbers of its Change and of itself, both from 0. */
  readonly name: string;
  readonly originalPath: string;
  readonly undone: string;
  /** Digest after a put or plant; null if it follows from the kept original, or is unknown. */
  readonly becomes: Digest | null;
  readonly keep: Change['keep'];
  readonly kind: Change['kind'];
}

/** Both paths are absolute. `name`: prefix of files renamed or copied meanwhile, like a step's. */
export interface PathMove {
  readonly from: string;
  readonly to: string;
  readonly digest: Digest;
  readonly name: string;
}
