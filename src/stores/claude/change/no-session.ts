import { cmd, type Sentence, sentence } from '../../../model/command.ts';
import type { ClaudeDocument } from '../read/document.ts';

/** Why there is no session to change: to be read after a name. */
export function noSession({ unit }: ClaudeDocument): string {
  const has = (role: string) => unit.parts.some((part) => part.role === role);
  if (has('misnamed')) return 'is not a session: its name is not a UUID with .jsonl';
  return has('nested') ? 'is below a project folder, where sessions are not looked for' : 'has no session file';
}

/** Why an archived session is not changed where it is: to be read after a name. */
export function archivedReason(id: string): Sentence {
  return sentence`is archived: ${cmd`restore ${id}`} brings it back first`;
}
