import type { Conversation } from './conversation.ts';

/**
 * The time of a conversation, by which everything sorts and which everything shows: what its program goes by, else when it was begun.
 * That of its file comes last, because the files of a home that was copied or checked out are all of one time.
 */
export function sortTime({
  timestamp,
  createdAt,
  updatedAt,
}: Pick<Conversation, 'timestamp' | 'createdAt' | 'updatedAt'>): number | null {
  return timestamp ?? createdAt ?? updatedAt;
}
