import type { Finding } from '../../model/finding.ts';
import { Moved } from '../../model/part.ts';

/** The finding for a file that became another one while ranges of it were read. Any other error is thrown on. */
export function unreadFinding(id: string, error: unknown): Finding {
  if (!(error instanceof Moved)) throw error;
  const { path } = error;
  return { code: 'ST007', id, path, at: null, offset: null, owner: 'reads', detail: 'kept changing while it was read' };
}
