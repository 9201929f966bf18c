import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Step } from '../../../model/plan.ts';
import { refused } from '../../decided.ts';
import type { Decided } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import { indexPath } from '../layout/layout.ts';
import { countsOfAll, refuseFile } from '../opened.ts';
import type { EntryChange } from '../reindex/entry-change.ts';
import { decidedFor, joined, type Owed } from './outcome.ts';

/**
 * Moves every file of an id into the journal and takes its entries out of the index. TENEX's delete() leaves an archived copy
 * behind, which no command of it reaches again: whoever deletes a conversation wants it gone from both places.
 */
export function remove(document: TenexDocument): Decided<Owed> {
  const { id, active, archived, entries, scope } = document;
  const files = [active, archived].filter((opened) => opened !== null);
  if (files.length === 0 && entries.length === 0)
    return decidedFor(document, refused({ codes: [], reason: 'has no conversation file' }));
  if (files.length === 0 && scope.hidden === true)
    return decidedFor(document, refused({ codes: [], reason: UNSEEN, unsafe: true }));
  for (const file of files) {
    const refusal = refuseFile(file);
    if (refusal !== null) return decidedFor(document, refused(refusal));
  }
  const steps = files.map(({ part }): Step => ({ do: 'remove', what: 'file', path: part.path, was: part.print() }));
  const wishes: EntryChange[] = entries.length === 0 ? [] : [{ do: 'remove', of: id }];
  const path = files[0]?.part.path ?? indexPath(scope.site);
  return joined(document, wishes, { path, steps, before: countsOfAll(files), after: NO_COUNTS, notes: notesOf(files) });
}

const UNSEEN = 'has an index entry, and its file may lie in a folder that cannot be looked into';

function notesOf(files: readonly { readonly part: { readonly path: string } }[]): string[] {
  const [first, second] = files;
  if (first === undefined) return ['had no conversation file: only its index entry goes'];
  return second === undefined ? [] : [`the copy ${second.part.path} goes into the journal too`];
}
