import { typedPath } from '../../ops/user-files.ts';
import { flag } from '../flag.ts';
import type { Job } from '../job.ts';

export const CWD = flag('--cwd <dir>', 'codex: the folder of threads that name none');

/** Absolute; null for none. */
export function folderOf({ env }: Pick<Job, 'env'>, typed: string | undefined): string | null {
  return typed === undefined ? null : typedPath(env.cwd, typed);
}
