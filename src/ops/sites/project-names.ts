import { join, resolve } from 'node:path';
import { attempt } from '../../io/disk/error-code.ts';
import { realAt } from '../../io/disk/look.ts';
import { worktreesOf } from '../../io/worktrees.ts';
import type { Reading } from '../reading.ts';
import { kindOfSite } from '../survey/kind-of.ts';

/** Words that mean a folder, and not a name: `.`, `../app`, `/home/ann/app`. */
const FOLDER = /^(?:\.{0,2}\/|\.{1,2}$)/;

/** The projects that were asked for, by name; where a folder was given, also those that a program shows in it. */
export async function projectNames(
  given: readonly string[],
  reading: Reading,
  cwd: string,
): Promise<readonly string[]> {
  const names = new Set(given);
  for (const folder of given.filter((each) => FOLDER.test(each)))
    for (const name of await shownIn(resolve(cwd, folder), reading)) names.add(name);
  return [...names];
}

async function shownIn(path: string, { disk, kinds, sites }: Reading): Promise<string[]> {
  const folder = realAt(disk, path) ?? path;
  const worktrees = (await worktreesOf(folder)).map((each) => each.path);
  return sites.flatMap((site) => {
    const list = (below: string) =>
      (attempt(() => disk.list(join(site.root, below))) ?? []).flatMap(({ name }) => (name === null ? [] : [name]));
    return kindOfSite(kinds, site).layout.projectsAt?.(folder, worktrees, list) ?? [];
  });
}
