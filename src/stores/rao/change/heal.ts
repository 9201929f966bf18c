import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Finding } from '../../../model/finding.ts';
import { row } from '../../../model/findings.ts';
import { type Refusal, unchanged } from '../../decided.ts';
import type { Edited } from '../../engine/edited.ts';
import { isWanted } from '../../engine/passes.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import type { Folder } from '../folder.ts';
import { countsOf } from './counts.ts';
import { decisionOf, editedFrom, editFolders } from './edit-folders.ts';
import { untouchable } from './joined/outcome.ts';
import { filesOf, judgeFiles } from './judge-files.ts';
import { DECODING, TABLES } from './passes/decoding.ts';
import { type Files, LOG } from './passes/files.ts';
import { MESSAGES } from './passes/log.ts';
import type { Judged, Judgement, RaoPass } from './passes/pass.ts';
import { LEFTOVERS, PLACE } from './passes/place.ts';
import { renumber } from './passes/renumber.ts';
import { type FolderLimits, named, type Repaired, runPasses } from './run-passes.ts';

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

/** From the outside in: each pass finds files that the ones before it have made readable. */
const PASSES: readonly RaoPass[] = [...DECODING, ...TABLES, ...MESSAGES, renumber, ...PLACE, ...LEFTOVERS];

/** Heals one conversation folder; without changes there was nothing to heal. What is healed, Rao can read afterwards. */
function healFolder(start: Judged, wish: FolderLimits): Repaired | Refusal {
  const { files } = start;
  const passed = runPasses(start, PASSES, wish);
  if ('reason' in passed || passed.doc.judgement.readable) return passed;
  const blocking = passed.doc.judgement.findings.find((found) => blocks(files, found));
  if (blocking === undefined) return passed;
  if (passed.codes.length === 0 && !isWanted(blocking.code, wish)) return passed;
  return { codes: [blocking.code], reason: `${named(files, blocking)}, so Rao cannot read it` };
}

function blocks({ path }: Files, { path: file, code, owner }: Finding): boolean {
  return file === `${path}/${LOG}` && row(code).severity === 'error' && owner !== 'reads';
}
