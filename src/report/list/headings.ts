import { isAtOrBelow } from '../../model/path-below.ts';
import { sortTime } from '../../model/sort-time.ts';
import { printable } from '../printable.ts';
import { checkoutText, type Group } from './rows.ts';

/** Home becomes `~`; groups of this folder come first. */
export interface ReaderPlace {
  readonly home: string | null;
  readonly cwd: string;
}

export function homely(path: string, { home }: Pick<ReaderPlace, 'home'>): string {
  if (home === null || home === '' || home === '/') return printable(path);
  return printable(isAtOrBelow(path, home) ? `~${path.slice(home.length)}` : path);
}

/** This folder first, then the newest. */
export function inPlace(groups: readonly Group[], { cwd }: ReaderPlace): Group[] {
  const ranks = groups.map((group) => ({ group, here: isHere(groupFolder(group), cwd), newest: newestOf(group) }));
  return ranks.sort((a, b) => Number(b.here) - Number(a.here) || b.newest - a.newest || 0).map(({ group }) => group);
}

/** `folder` is `cwd` or above it. */
export function isHere(folder: string | null, cwd: string): boolean {
  return folder !== null && isAtOrBelow(cwd, folder);
}

function newestOf({ conversations }: Group): number {
  let newest = Number.MIN_SAFE_INTEGER;
  for (const each of conversations) newest = Math.max(newest, sortTime(each) ?? newest);
  return newest;
}

/** Working folder: from the store, else the topmost of its sessions. */
export function groupFolder({ conversations, sharing }: Group): string | null {
  if (sharing !== null) return sharing.folder;
  let folder: string | null = null;
  for (const { cwd } of conversations) if (cwd && (folder === null || cwd.length < folder.length)) folder = cwd;
  return folder;
}

/** Store and checkout. */
export function storeHeading([group]: readonly Group[], around: ReaderPlace): string[] {
  const [first] = group?.conversations ?? [];
  if (group === undefined || first === undefined) return [];
  if (group.conversations.some(({ root }) => root !== first.root)) return ['all stores'];
  const { kind, root, worktree, branch } = first;
  const store = `${kind}  ${homely(root, around)}`;
  return worktree === undefined ? [store] : [store, checkoutText(worktree, branch ?? null)];
}

/** Empty where a store has no projects. */
export function projectHeading(group: Group, around: ReaderPlace): string[] {
  const { conversations, sharing } = group;
  const [first] = conversations;
  if (first === undefined || first.project === null) return [];
  if (conversations.some(({ project, root }) => project !== first.project || root !== first.root)) return [];
  const folder = groupFolder(group);
  const place = folder === null ? '' : homely(folder, around);
  // Claude Code's project name is its folder, respelled.
  const name =
    sharing === null && folder !== null ? place : [printable(first.project), place].filter(Boolean).join('  ');
  const [worktree, ...more] = (sharing?.worktrees ?? []).map((each) => homely(each, around));
  return worktree === undefined ? [name] : [name, `and its worktrees ${[worktree, ...more].join(', ')}`];
}
