import type { Ask, Outcome } from '../../kind.ts';
import type { FnordDocument } from '../document.ts';
import { editFiles } from './edit-files.ts';
import { migrateToV0, migrateToV1 } from './migrate-file.ts';
import { changed, conversationLock, refused } from './outcome.ts';

/** Takes the conversation files of one id to v1, or back to v0; the timestamp never changes, so no index entry becomes stale. */
export function migrate(document: FnordDocument, ask: Ask): Outcome {
  const { active, archived } = document;
  const to = ask.to ?? 'v1';
  if (to !== 'v0' && to !== 'v1') return refused({ codes: [], reason: `cannot become ${to}: fnord has v0 and v1` });
  if (active === null && archived === null) return { state: 'unchanged' };
  const files = editFiles(document, (read, { part }) => {
    if (to === 'v0') return migrateToV0(read);
    return migrateToV1(read, { only: null, lossy: ask.lossy, stamp: { seconds: part.mtime, given: false } });
  });
  if ('reason' in files) return refused(files);
  const { path } = files;
  if (path === null) return { state: 'unchanged', reason: `is ${to} already` };
  return changed(document, { ...files, path, locks: [conversationLock(document)] });
}
