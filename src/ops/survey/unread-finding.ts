import { errorCode } from '../../io/disk/error-code.ts';
import { LeftForLater } from '../../io/disk/read-room.ts';
import { Failure } from '../../model/failure.ts';
import type { Finding } from '../../model/finding.ts';
import { Moved, type Part } from '../../model/part.ts';

/**
 * The finding for a file that became another one while ranges of it were read, and for one on which convo itself failed: that must
 * not keep all others from being looked at. Any other error is thrown on.
 */
export function unreadFinding(id: string | null, parts: readonly Pick<Part, 'path'>[], error: unknown): Finding {
  const about = { id, at: null, offset: null } as const;
  if (error instanceof Moved)
    return { ...about, code: 'ST007', path: error.path, detail: 'kept changing while it was read' };
  if (!isMistake(error)) throw error;
  const { name, message, stack = message } = error;
  const path = parts[0]?.path ?? '';
  return {
    ...about,
    code: 'ST010',
    path,
    detail: `is not judged: convo itself failed (${name}: ${message})`,
    trace: stack,
  };
}

/** True for an error of this program: not one that is thrown to be caught elsewhere, nor one of the system. */
function isMistake(error: unknown): error is Error {
  const isMeant = error instanceof Failure || error instanceof LeftForLater;
  return error instanceof Error && !isMeant && errorCode(error) === null;
}
