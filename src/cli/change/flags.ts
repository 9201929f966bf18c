import { pathFromArgument } from '../../ops/user-files.ts';
import type { Job } from '../command.ts';
import { flag, toggle, type Values } from '../flag.ts';
import { moment } from '../values/moment.ts';
import { OLDER_THAN } from '../values/times.ts';

const WHILE_RUNNING = 'change the store even while the program that owns it is running';
/** Undo and redo without a run number ask above this many conversations. */
export const ASK_ABOVE = 10;

const DRY_RUN = toggle('--dry-run', 'show what would be done, and exit as the run would; write nothing');

export const CHANGE_FLAGS = {
  dryRun: toggle('--dry-run', 'show what would be done, edit by edit, and exit as the run would; write nothing'),
  planOut: flag('--plan-out <file>', 'save the plan to this file instead of carrying it out; `convo apply` does that'),
  yes: toggle('--yes', 'do not ask; needed for bulk changes where there is no terminal'),
  force: toggle(
    '--force',
    `${WHILE_RUNNING}, or where the change leaves a new error, which is named; replace a named file even if convo did not write it`,
  ),
} as const;

export type ChangeFlags = Values<typeof CHANGE_FLAGS>;

export const UNDO_FLAGS = {
  dryRun: DRY_RUN,
  yes: toggle(
    '--yes',
    `do not ask; needed without RUN where more than ${ASK_ABOVE} conversations change and there is no terminal`,
  ),
  force: toggle('--force', `${WHILE_RUNNING}, or where undoing brings an error back, which is named`),
} as const;

/** Flags of `apply`, whose plan may be another person's. */
export const APPLY_FLAGS = {
  dryRun: DRY_RUN,
  yes: toggle('--yes', 'do not ask; needed where there is no terminal'),
  force: toggle('--force', WHILE_RUNNING),
} as const;

export const SELECTION_FLAGS = {
  olderThan: flag('--older-than <time>', OLDER_THAN, moment),
  all: toggle('--all', 'every conversation in scope'),
} as const;

export const CWD = flag('--cwd <dir>', 'codex: the folder of threads that name none');

/** The absolute path of a folder; null for none. */
export function folderFromFlag({ env }: Pick<Job, 'env'>, typed: string | undefined): string | null {
  return typed === undefined ? null : pathFromArgument(env.cwd, typed);
}
