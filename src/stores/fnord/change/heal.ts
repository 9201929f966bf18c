import { NO_COUNTS } from '../../../model/change-report.ts';
import { piece, refused, unchanged } from '../../decided.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import type { FnordDocument } from '../document.ts';
import { editFiles } from './edit-files.ts';
import { healFile } from './heal-file.ts';
import { clearLeftovers } from './leftovers.ts';
import { conversationLock } from './locks.ts';

/**
 * Heals what fnord has of one id: its conversation files, then what was left behind beside them. While a conversation cannot be
 * healed its leftovers stay too, because a temporary file may hold the last good copy.
 */
export function heal(document: FnordDocument, ask: AskFor<'heal'>): Piece | Left {
  const { only, lossy } = ask;
  const files = editFiles(document, (read, { part }) => {
    const stamp = { seconds: ask.timestamp ?? part.mtime, given: ask.timestamp !== null };
    return healFile(read, { only, lossy, stamp });
  });
  if ('reason' in files) return refused(files);
  const locks = files.steps.length === 0 ? [] : [conversationLock(document)];
  const rest = clearLeftovers(document, only, locks);
  const path = files.path ?? rest.path;
  if (path === null) return unchanged();
  return piece({
    path,
    steps: [...files.steps, ...rest.steps],
    locks,
    codes: [...files.codes, ...rest.codes],
    notes: [...files.notes, ...rest.notes],
    before: files.path === null ? NO_COUNTS : files.before,
    after: files.path === null ? NO_COUNTS : files.after,
  });
}
