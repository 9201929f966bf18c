import { addCounts } from '../../../../model/change-report.ts';
import { type Refusal, refused } from '../../../decided.ts';
import { amendFolder, type FolderDraft, folderDraft } from '../../../engine/draft.ts';
import type { AskFor, Decided, Left, Piece } from '../../../kind.ts';
import type { RaoDocument } from '../../document.ts';
import type { Folder } from '../../folder.ts';
import { conversationFolder } from '../../layout/layout.ts';
import { cutAt } from '../copy/cut.ts';
import { leftBehind } from '../copy/left-behind.ts';
import { numbered } from '../copy/numbered.ts';
import { planted } from '../copy/planted.ts';
import { countsOf } from '../counts.ts';
import { filesOf, openedAs } from '../judge-files.ts';
import type { Files } from '../passes/files.ts';
import type { FolderRepair } from '../passes/pass.ts';
import { nextNumber } from './numbers.ts';
import { joined, missing, untouchable } from './outcome.ts';

/**
 * A copy under the next number that nothing has: its own number and images wherever the first names its own, cut where asked, and
 * without what Rao would do for both (docs/formats/rao.md, "Move and renumber"). The first is only read.
 */
export function fork(document: RaoDocument, ask: AskFor<'fork'>, soFar: readonly Decided[]): Piece | Left {
  const { scope, active, archived } = document;
  const folder = active ?? archived;
  if (folder === null) return missing();
  const trouble = untouchable(folder);
  if (trouble !== null) return refused(trouble);
  const { error } = folder.log();
  if (error !== null)
    return refused({ codes: [], reason: `conversation_log.json ${error}, so Rao cannot read it: heal it first` });
  if (scope.site.file !== null)
    return refused({
      codes: [],
      reason: 'cannot find a free number by itself: give the folder that holds all conversations',
    });
  const number = nextNumber(scope, soFar);
  const made = copyOf(document, folder, ask, number);
  if ('reason' in made) return refused(made);
  const files = planted(folder, made.draft);
  if ('reason' in files) return refused(files);
  const before = countsOf(folder);
  return joined({
    path: folder.path,
    steps: [{ do: 'plant', path: conversationFolder(scope.site, String(number)), files }],
    before,
    after: addCounts(before, countsOf(openedAs(document, made.draft.files))),
    notes: made.notes,
    newId: String(number),
  });
}

interface Made {
  readonly draft: FolderDraft<Files>;
  readonly notes: readonly string[];
}

/** Each repair sees the copy as the one before it left it. */
function copyOf(document: RaoDocument, folder: Folder, { at, carry }: AskFor<'fork'>, number: number): Made | Refusal {
  const repairs: readonly ((copy: Folder) => FolderRepair | Refusal)[] = [
    (copy) => (at === null ? { edits: new Map(), notes: [] } : cutAt(copy, at)),
    (copy) => leftBehind(copy, carry),
    (copy) => numbered(copy, number),
  ];
  let made: Made = { draft: folderDraft(filesOf(document, folder)), notes: [] };
  for (const repair of repairs) {
    const done = repair(openedAs(document, made.draft.files));
    if ('reason' in done) return done;
    made = { draft: amendFolder(made.draft, done), notes: [...made.notes, ...done.notes] };
  }
  const { error } = openedAs(document, made.draft.files).log();
  return error === null ? made : { codes: [], reason: `would get a log that ${error}: a fault of convo` };
}
