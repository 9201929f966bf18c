import { Failure } from '../../model/failure.ts';
import type { Document } from '../../stores/kind.ts';

/** The title, or the first thing that a person said where the program knows none. */
export function titleOf(document: Document): string | null {
  const named = document.conversations.find((view) => view.title !== null);
  const [first] = document.conversations;
  if (named !== undefined || first === undefined || first.bytes === 0) return named?.title ?? null;
  try {
    const { messages } = document.transcript(first.path);
    return messages.find(({ role, type }) => role === 'user' && type === 'text')?.text ?? null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
