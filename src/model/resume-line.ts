import type { Conversation } from './conversation.ts';
import { KIND_TABLE } from './kinds.ts';
import { quotedWord } from './shell-word.ts';

/** The facts that resuming depends on. */
type Resumable = Pick<Conversation, 'kind' | 'id' | 'state' | 'readable' | 'messages' | 'cwd'>;

/** The line for a shell that goes on with a conversation in its program, from the folder that it is about; null where it cannot, or nothing was said in it. */
export function resumeLine({ kind, id, state, readable, messages, cwd = null }: Resumable): string | null {
  const { resume } = KIND_TABLE[kind];
  if (resume === null || state !== 'active' || !readable || messages === 0) return null;
  const line = `${resume} ${quotedWord(id)}`;
  return cwd === null || cwd === '' ? line : `cd ${quotedWord(cwd)} && ${line}`;
}
