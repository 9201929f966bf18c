import type { Conversation } from './conversation.ts';
import { KIND_TABLE, type KindTraits } from './kinds.ts';
import { quotedWord } from './shell-word.ts';

/** The facts that resuming depends on. */
type Resumable = Pick<Conversation, 'kind' | 'id' | 'state' | 'readable' | 'messages' | 'cwd' | 'hidden' | 'earlier'>;

/** The line for a shell that goes on with a conversation in its program, from the folder that it is about; null where it cannot, or nothing was said in it. */
export function resumeLine(conversation: Resumable): string | null {
  const { kind, id, state, readable, messages, cwd = null, earlier = 0 } = conversation;
  const { resume } = KIND_TABLE[kind];
  if (resume === null || state !== 'active' || !readable || messages === 0 || !isFoundById(conversation)) return null;
  // The program goes on with the newest file of an id.
  if (earlier > 0) return null;
  const line = `${resume} ${quotedWord(id)}`;
  return cwd === null || cwd === '' ? line : `cd ${quotedWord(cwd)} && ${line}`;
}

/** Does the program find a conversation when it is given its id. */
export function isFoundById({ kind, hidden = null }: Pick<Conversation, 'kind' | 'hidden'>): boolean {
  const { resumesNot }: KindTraits = KIND_TABLE[kind];
  return hidden === null || !resumesNot.includes(hidden);
}
