import { scan } from '../../../codecs/json/scan.ts';
import { root } from '../../../codecs/json/value.ts';
import { textAt } from '../../engine/text-at.ts';
import type { Part } from '../../kind.ts';
import { projectName } from '../layout/names.ts';
import { PROJECTS } from '../layout/place.ts';
import type { SessionFile } from './session-file.ts';

/** The project that a file is kept in; null outside of a home. */
export function projectOf({ part }: Pick<SessionFile, 'part'>): string | null {
  const [first, project = null] = part.path.split('/');
  return first === PROJECTS ? project : null;
}

/**
 * Is a session of the project that it is kept in: by the folder of its first record, by that of the last run, or as a worktree of
 * the project.
 */
export function isOfFolder(file: SessionFile, sides: readonly Part[]): boolean {
  const [project, cwd] = [projectOf(file), file.read().first?.cwd ?? null];
  if (project === null || cwd === null) return true;
  const [main = cwd] = cwd.split('/.qwen/worktrees/');
  return [cwd, main, ...sides.map(runFolder)].some((folder) => folder !== null && projectName(folder) === project);
}

/** The folder of the last run, which stays behind it. */
function runFolder({ role, bytes }: Part): string | null {
  const tape = role === 'runtime' && bytes !== null ? scan(bytes) : null;
  return tape?.fault === null ? textAt(root(tape), 'work_dir') : null;
}
