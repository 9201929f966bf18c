import { quotedWord } from './command.ts';
import type { Conversation } from './conversation.ts';
import { KIND_TABLE, type KindTraits } from './kinds.ts';

type Resumable = Pick<Conversation, 'kind' | 'id' | 'state' | 'readable' | 'messages' | 'cwd' | 'hidden' | 'earlier'>;

/** Shell line that resumes a conversation in its program and folder. Null if impossible, or if nothing was said. */
export function resumeLine(conversation: Resumable): string | null {
  const { kind, id, state, readable, messages, cwd = null, earlier = 0 } = conversation;
  const { resume } = KIND_TABLE[kind];
  if (resume === null || state !== 'active' || !readable || messages === 0 || !isFoundById(conversation)) return null;
  // The program resumes the newest file of an id.
  if (earlier > 0) return null;
  const line = `${resume} ${quotedWord(id)}`;
  return cwd === null || cwd === '' ? line : `cd ${quotedWord(cwd)} && ${line}`;
}

export function isFoundById({ kind, hidden = null }: Pick<Conversation, 'kind' | 'hidden'>): boolean {
  const { resumesNot }: KindTraits = KIND_TABLE[kind];
  return hidden === null || !resumesNot.includes(hidden);
}
