import type { Conversation } from './conversation.ts';

/** Time to sort by and to show: the program's own, else creation, else the file's. Copying a home makes all file times equal. */
export function sortTime({
  timestamp,
  createdAt,
  updatedAt,
}: Pick<Conversation, 'timestamp' | 'createdAt' | 'updatedAt'>): number | null {
  return timestamp ?? createdAt ?? updatedAt;
}
