import { type Refusal, refused, unchanged } from '../../decided.ts';
import { type Edited, NOTHING } from '../../engine/edited.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import { decisionOf, editedFrom, editFolders } from './edit-folders.ts';
import { filesOf, judgeFiles } from './judge-files.ts';
import { migrations } from './passes/older.ts';
import { runPasses } from './run-passes.ts';

/**
 * Takes the files of a folder from older shapes to those Rao writes now. A log never changes: its legacy, the role `developer`, is
 * what Rao keeps too.
 */
export function migrate(document: RaoDocument, { to, lossy }: AskFor<'migrate'>): Piece | Left {
  if (to !== null && to !== 'rao')
    return refused({ codes: [], reason: `cannot become ${to}: Rao has one format, rao` });
  const edited = editFolders(document, (folder, judgement): Edited | Refusal => {
    // Erdos is later than Rao, and its buttons have other columns.
    if (folder.format() === 'erdos') return NOTHING;
    const files = filesOf(document, folder);
    const wish = { only: null, lossy, judge: (some: typeof files) => judgeFiles(document, some) };
    const passed = runPasses({ files, judgement }, migrations(lossy), wish);
    return 'reason' in passed ? passed : editedFrom(document, folder, passed, lossy);
  });
  return decisionOf(edited, unchanged('has no older shape'));
}
