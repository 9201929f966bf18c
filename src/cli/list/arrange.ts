import { addAll } from '../../model/collections.ts';
import type { Conversation } from '../../model/conversation.ts';
import { type Group, newestOfAll } from '../../report/list/headings.ts';

import { type ListFlags, sorted } from './choice.ts';

interface GroupOrder {
  add(group: Group): readonly Group[];
  end(): readonly Group[];
  /** Conversations beyond `--limit`. */
  over(): number;
}

/** One sorted list; the newest of all groups; or each group as it comes. */
export function groupOrder(flags: Pick<ListFlags, 'sort' | 'reverse' | 'limit'>): GroupOrder {
  const { sort, reverse, limit = Number.POSITIVE_INFINITY } = flags;
  if (sort !== undefined)
    return held(limit, (groups) => {
      const all: Conversation[] = [];
      for (const { conversations } of groups) addAll(all, conversations);
      return [{ conversations: sorted(all, sort, reverse).slice(0, limit), sharing: null }];
    });
  if (Number.isFinite(limit) && !reverse) return held(limit, (groups) => newestOfAll(groups, limit));
  return asTheyCome(limit, reverse);
}

function held(limit: number, arrange: (groups: readonly Group[]) => Group[]): GroupOrder {
  const groups: Group[] = [];
  return {
    add: (group) => {
      groups.push(group);
      return [];
    },
    end: () => arrange(groups),
    over: () => Math.max(0, countOf(groups) - limit),
  };
}

function asTheyCome(limit: number, reverse: boolean): GroupOrder {
  let left = limit;
  let over = 0;
  return {
    add: ({ conversations: group, sharing }) => {
      const conversations = (reverse ? group.toReversed() : group).slice(0, left);
      left -= conversations.length;
      over += group.length - conversations.length;
      return [{ conversations, sharing }];
    },
    end: () => [],
    over: () => over,
  };
}

export function countOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { conversations }) => sum + conversations.length, 0);
}
