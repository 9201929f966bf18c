import { piece, refused, unchanged } from '../../decided.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import type { FnordDocument } from '../document.ts';
import { editFiles } from './edit-files.ts';
import { conversationLock } from './locks.ts';
import { migrateToV0, migrateToV1 } from './migrate-file.ts';

/** Takes the conversation files of one id to v1, or back to v0; the timestamp never changes, so no index entry becomes stale. */
export function migrate(document: FnordDocument, ask: AskFor<'migrate'>): Piece | Left {
  const { active, archived } = document;
  const to = ask.to ?? 'v1';
  if (to !== 'v0' && to !== 'v1') return refused({ codes: [], reason: `cannot become ${to}: fnord has v0 and v1` });
  if (active === null && archived === null) return unchanged();
  const files = editFiles(document, (read, { part }) => {
    if (to === 'v0') return migrateToV0(read);
    return migrateToV1(read, { only: null, lossy: ask.lossy, stamp: { seconds: part.mtime, given: false } });
  });
  if ('reason' in files) return refused(files);
  const { path } = files;
  if (path === null) return unchanged(`is ${to} already`);
  return piece({ ...files, path, locks: [conversationLock(document)] });
}
