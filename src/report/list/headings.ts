import { grouped } from '../../model/collections.ts';
import { type Conversation, type SharedWorktrees, sortTime } from '../../model/conversation.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { isAtOrBelow } from '../../model/path.ts';
import { printable } from '../text.ts';

export interface Group {
  readonly conversations: readonly Conversation[];
  readonly sharing: SharedWorktrees | null;
  readonly isGone?: boolean;
  /** Folder of the whole group, if some of its conversations are omitted. */
  readonly folder?: string | null;
}

function checkoutText(worktree: string, branch: string | null): string {
  const on = branch === null ? 'no branch checked out' : `branch ${printable(branch)}`;
  return `worktree ${printable(worktree)}, ${on}`;
}

/** The reader's home, shown as `~`, and folder, whose groups come first. */
export interface ReaderPlace {
  readonly home: string | null;
  readonly cwd: string;
}

export function withTilde(path: string, { home }: Pick<ReaderPlace, 'home'>): string {
  if (home === null || home === '' || home === '/') return printable(path);
  return printable(isAtOrBelow(path, home) ? `~${path.slice(home.length)}` : path);
}

/** The project for people: its folder if its program names projects by folders, else the name. */
export function projectText(each: Conversation, around: Pick<ReaderPlace, 'home'>): string {
  const { kind, project, cwd } = each;
  if (cwd && (project === null || KIND_TABLE[kind].byFolder)) return withTilde(cwd, around);
  return printable(project ?? '-');
}

export function inPlace(groups: readonly Group[], { cwd }: ReaderPlace): Group[] {
  const ranks = groups.map((group) => ({ group, here: isHere(groupFolder(group), cwd), newest: newestOf(group) }));
  return ranks.sort((a, b) => Number(b.here) - Number(a.here) || b.newest - a.newest || 0).map(({ group }) => group);
}

export function isHere(folder: string | null, cwd: string): boolean {
  return folder !== null && isAtOrBelow(cwd, folder);
}

function newestOf({ conversations }: Group): number {
  let newest = Number.MIN_SAFE_INTEGER;
  for (const each of conversations) newest = Math.max(newest, sortTime(each) ?? newest);
  return newest;
}

/** The working folder of a group: the shared one, else the topmost of its own and those of its sessions. */
export function groupFolder({ conversations, sharing, folder: known = null }: Group): string | null {
  if (sharing !== null) return sharing.folder;
  let folder = known;
  for (const { cwd } of conversations) if (cwd && (folder === null || cwd.length < folder.length)) folder = cwd;
  return folder;
}

export function storeHeading([group]: readonly Group[], around: ReaderPlace): string[] {
  const [first] = group?.conversations ?? [];
  if (group === undefined || first === undefined) return [];
  if (group.conversations.some(({ root }) => root !== first.root)) return ['all stores'];
  const { kind, root, worktree, branch } = first;
  const store = `${kind}  ${withTilde(root, around)}`;
  return worktree === undefined ? [store] : [store, checkoutText(worktree, branch ?? null)];
}

function isNamedByFolder({ conversations: [first] }: Group): boolean {
  return first !== undefined && KIND_TABLE[first.kind].byFolder;
}

export const NO_FOLDER = '(no folder)';

/** True for a session without a known working folder. `folder`: its project's; null for none. */
export function isWithoutFolder({ kind, cwd, project }: Conversation, folder: string | null): boolean {
  return KIND_TABLE[kind].hasSessions && !cwd && folder === null && project === null;
}

export function projectHeading(group: Group, around: ReaderPlace): string[] {
  const { conversations, sharing } = group;
  const [first] = conversations;
  if (conversations.every((each) => isWithoutFolder(each, groupFolder(group)))) return [NO_FOLDER];
  if (first === undefined || first.project === null) return [];
  if (conversations.some(({ project, root }) => project !== first.project || root !== first.root)) return [];
  const folder = groupFolder(group);
  const place = folder === null ? '' : withTilde(folder, around);
  const isSameName =
    folder !== null && (isNamedByFolder(group) || folder.replace(/\/$/, '').endsWith(`/${first.project}`));
  const name = isSameName ? place : [printable(first.project), place].filter(Boolean).join('  ');
  const [worktree, ...more] = (sharing?.worktrees ?? []).map((each) => withTilde(each, around));
  const heading = group.isGone === true ? `${name} (gone)` : name;
  return worktree === undefined ? [heading] : [heading, `and its worktrees ${[worktree, ...more].join(', ')}`];
}

export function newestOfAll(groups: readonly Group[], max: number): Group[] {
  return groupsWith(groups, newestConversations(conversationsOf(groups), max));
}

export function newestOfEachStore(groups: readonly Group[], max: number): Group[] {
  const byStore = grouped(conversationsOf(groups).map((each) => [storeOf(each), each] as const));
  const newest = [...byStore.values()].flatMap((own) => newestConversations(own, max));
  return groupsWith(groups, newest);
}

export function storeOf({ kind, root }: Conversation): string {
  return `${kind}\0${root}`;
}

function conversationsOf(groups: readonly Group[]): Conversation[] {
  return groups.flatMap(({ conversations }) => conversations);
}

function newestConversations(all: readonly Conversation[], max: number): Conversation[] {
  const timeOf = (each: Conversation) => sortTime(each) ?? Number.NEGATIVE_INFINITY;
  return all.toSorted((a, b) => timeOf(b) - timeOf(a) || 0).slice(0, max);
}

function groupsWith(groups: readonly Group[], those: readonly Conversation[]): Group[] {
  const wanted = new Set(those);
  return groups
    .map((group) => ({
      ...group,
      folder: groupFolder(group),
      conversations: group.conversations.filter((each) => wanted.has(each)),
    }))
    .filter(({ conversations }) => conversations.length > 0);
}
