import { NO_COUNTS } from '../../../model/change-report.ts';
import { type Refusal, unchanged } from '../../decided.ts';
import type { Edited } from '../../engine/edited.ts';
import { isWanted } from '../../engine/passes.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import type { Folder } from '../folder.ts';
import { countsOf } from './counts.ts';
import { decisionOf, editedFrom, editFolders } from './edit-folders.ts';
import { healFolder } from './heal-folder.ts';
import { untouchable } from './joined/outcome.ts';
import { filesOf, judgeFiles } from './judge-files.ts';
import type { Judgement } from './passes/pass.ts';
import type { Repaired } from './run-passes.ts';

/** Heals what Rao has of one number: the files of its folder all together, or a folder that holds no conversation. */
export function heal(document: RaoDocument, ask: AskFor<'heal'>): Piece | Left {
  const { only, lossy } = ask;
  const edited = editFolders(document, (folder, judgement): Edited | Refusal => {
    const files = filesOf(document, folder);
    if (isDebris(judgement, ask)) return untouchable(folder) ?? cleared(folder, judgement, { codes: [], notes: [] });
    const wish = { only, lossy, judge: (some: typeof files) => judgeFiles(document, some) };
    const passed = healFolder({ files, judgement }, wish);
    if ('reason' in passed) return passed;
    // A log that held nothing may have been all there was.
    if (isDebris(passed.doc.judgement, ask))
      return untouchable(folder) ?? cleared(folder, passed.doc.judgement, passed);
    return editedFrom(document, folder, passed, lossy);
  });
  return decisionOf(edited, unchanged());
}

const DEBRIS: readonly string[] = ['RA401', 'RA402'];

function isDebris({ findings }: Judgement, ask: Pick<AskFor<'heal'>, 'only'>): boolean {
  return findings.some(({ code }) => DEBRIS.includes(code) && isWanted(code, ask));
}

/** A folder that holds no conversation, into the journal. */
function cleared(folder: Folder, { findings }: Judgement, { codes, notes }: Pick<Repaired, 'codes' | 'notes'>): Edited {
  const { path, self } = folder;
  const found = findings.filter(({ code }) => DEBRIS.includes(code));
  return {
    path,
    steps: [{ do: 'remove', what: 'folder', path, was: self.print() }],
    codes: [...codes, ...found.map(({ code }) => code)],
    notes: [...notes, ...found.map(({ detail }) => `${path} ${detail}: it goes into the journal`)],
    before: countsOf(folder),
    after: NO_COUNTS,
  };
}
