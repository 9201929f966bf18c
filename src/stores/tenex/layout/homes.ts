import type { Surroundings } from '../../kind.ts';
import { folderOf } from '../../path.ts';

/**
 * The stores of the repository's working copies; outside of one, the nearest upward. `.tenex` in the home is no project's: later
 * versions keep their settings and all projects there.
 */
export function homes({ home, cwd, worktrees }: Pick<Surroundings, 'home' | 'cwd' | 'worktrees'>): string[][] {
  const of = (folders: readonly string[]) => folders.filter((path) => path !== home).map((path) => below(path));
  const upward = of(upFrom(cwd)).map((path) => [path]);
  return worktrees.length === 0 ? upward : [of(worktrees), ...upward];
}

function upFrom(folder: string): string[] {
  const all = [folder];
  for (let at = folder; at !== folderOf(at); all.push(at)) at = folderOf(at);
  return all;
}

function below(folder: string): string {
  return folder.endsWith('/') ? `${folder}.tenex` : `${folder}/.tenex`;
}
