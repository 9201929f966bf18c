import { errorCode } from '../../io/disk/error-code.ts';
import { LeftForLater } from '../../io/disk/read-file.ts';
import { Failure } from '../../model/failure.ts';
import { aboutFile, type Finding } from '../../model/finding.ts';
import { Moved, type Part } from '../../model/part.ts';

/**
 * The finding for a file that became another one while ranges of it were read, and for one on which convo itself failed: that must
 * not keep all others from being looked at. Any other error is thrown on.
 */
export function unreadFinding(id: string | null, parts: readonly Pick<Part, 'path'>[], error: unknown): Finding {
  if (error instanceof Moved) return aboutFile('ST007', id, error.path, 'kept changing while it was read');
  if (!isMistake(error)) throw error;
  const { name, message, stack = message } = error;
  const detail = `is not judged: convo itself failed (${name}: ${message})`;
  return { ...aboutFile('ST010', id, parts[0]?.path ?? '', detail), trace: stack };
}

/** True for an error of this program: not one that is thrown to be caught elsewhere, nor one of the system. */
function isMistake(error: unknown): error is Error {
  const isMeant = error instanceof Failure || error instanceof LeftForLater;
  return error instanceof Error && !isMeant && errorCode(error) === null;
}
