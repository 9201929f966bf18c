import { grouped } from '../../model/collections.ts';
import { type Conversation, sortTime } from '../../model/conversation.ts';
import type { Group } from './headings.ts';

/** Groups and rows keep their order. */
export function newestOfAll(groups: readonly Group[], most: number): Group[] {
  return kept(groups, newest(conversationsOf(groups), most));
}

export function newestOfEachStore(groups: readonly Group[], most: number): Group[] {
  const byStore = grouped(conversationsOf(groups).map((each) => [storeOf(each), each] as const));
  return kept(
    groups,
    [...byStore.values()].flatMap((own) => newest(own, most)),
  );
}

export function storeOf({ kind, root }: Conversation): string {
  return `${kind}\0${root}`;
}

function conversationsOf(groups: readonly Group[]): Conversation[] {
  return groups.flatMap(({ conversations }) => conversations);
}

function newest(all: readonly Conversation[], most: number): Conversation[] {
  const timeOf = (each: Conversation) => sortTime(each) ?? Number.NEGATIVE_INFINITY;
  return all.toSorted((a, b) => timeOf(b) - timeOf(a) || 0).slice(0, most);
}

function kept(groups: readonly Group[], those: readonly Conversation[]): Group[] {
  const wanted = new Set(those);
  return groups
    .map((group) => ({ ...group, conversations: group.conversations.filter((each) => wanted.has(each)) }))
    .filter(({ conversations }) => conversations.length > 0);
}
