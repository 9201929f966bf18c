import type { Conversation, Message } from './conversation.ts';

export interface DiffSide {
  readonly conversation: Conversation;
  /** Distinguishes two states of one conversation: `before run b1ce`. Null for the state on disk. */
  readonly state: string | null;
  readonly messages: Iterable<Message>;
}

export interface MessageDiff {
  readonly matches: ReadonlyMap<number, number>;
  readonly onlyInFirst: ReadonlySet<number>;
  readonly onlyInSecond: ReadonlySet<number>;
  readonly isReordered: boolean;
  readonly hidden: number;
  /** Of those in one alone, how many the other has hidden, such as before a break. */
  readonly hiddenInFirst: number;
  readonly hiddenInSecond: number;
}

export function isDifferent({ onlyInFirst, onlyInSecond, isReordered }: MessageDiff): boolean {
  return isReordered || onlyInFirst.size > 0 || onlyInSecond.size > 0;
}
