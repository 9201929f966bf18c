import type { Source } from '../../../codecs/lines/source.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Code } from '../../../model/finding.ts';
import { folderOf, join } from '../../../model/path.ts';
import { isRefusal, piece, type Refusal, refused, throughLink, unchanged } from '../../decided.ts';
import { isMeant, runRangePasses } from '../../engine/passes.ts';
import { changeEach, editedAt, joinUnitEdits, NOTHING, removed, type UnitEdits } from '../../engine/steps.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { isStray } from '../checks/fate.ts';
import { fileFindings } from '../checks/judge.ts';
import { sessionName } from '../layout/names.ts';
import type { GeminiDocument } from '../read/document.ts';
import { rewrittenSession, type SessionFile } from '../read/session-file.ts';
import { geminiCounts, type HealingSession } from './pass.ts';
import { GEMINI_PASSES } from './passes.ts';

/** Makes all files of the same eight characters safe from the next start, as far as their bytes can be. */
export function healGemini(document: GeminiDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const healed = changeEach(document.files, (file) => healFile(document, file, ask));
  if (isRefusal(healed)) return refused(healed);
  const all = joinUnitEdits(healed);
  return all.steps.length === 0 ? unchanged() : piece({ ...all, path: all.path ?? '' });
}

function healFile(document: GeminiDocument, file: SessionFile, ask: AskFor<'heal'>): UnitEdits | Refusal {
  const before = geminiCounts(file);
  const { source, part } = file;
  const { path } = part;
  const asIs = { ...NOTHING, path, before, after: before };
  if (isMeant('GM009', ask) && isStrayBeside(document, file))
    return { ...asIs, steps: [removed(part)], codes: ['GM009'], notes: [STRAY], after: NO_COUNTS };
  if (source === null || source.size === 0) return asIs;
  const { folder } = document.scope;
  const reader = {
    open: (made: Source) => ({ file: rewrittenSession(file, made), source: made, folder }),
    findings: ({ file: each }: HealingSession) => [...fileFindings({ file: each, doom: null }, [])],
    isAsked: (code: Code) => isMeant(code, ask),
  };
  const passed = runRangePasses<HealingSession, FileFinding>({ file, source, folder }, reader, GEMINI_PASSES, ask);
  if (isRefusal(passed)) return passed;
  const { draft, doc, codes, notes } = passed;
  const to = file.name === null && isMeant('GM302', ask) ? nameFor(document, doc.file) : null;
  if (draft.length === 0 && to === null) return asIs;
  if (part.type !== 'file') return throughLink(codes);
  const after = geminiCounts(doc.file);
  const steps = editedAt(part, to ?? path, draft, {});
  if (to === null) return { path, steps, codes, notes, before, after };
  return { path, steps, codes: [...codes, 'GM302'], notes: [...notes, `is called ${to}`], before, after };
}

const STRAY =
  'the file that a resume left, which has nothing in it, goes: with it the program would delete the session';

/** Does the program delete a session because of this file, in which nothing was ever said. */
function isStrayBeside({ fates }: GeminiDocument, file: SessionFile): boolean {
  const own = fates.find((each) => each.file === file);
  if (own === undefined || !isStray(own)) return false;
  return fates.some(({ file: other }) => !other.isArchived && other.read().hasContent);
}

function nameFor({ scope }: GeminiDocument, file: SessionFile): string | null {
  const { sessionId, startTime } = file.read().meta;
  if (sessionId === null || Number.isNaN(Date.parse(startTime ?? ''))) return null;
  const to = join(folderOf(file.part.path), sessionName(startTime ?? '', sessionId));
  return scope.exists?.(`${scope.site.root}/${to}`) === true ? null : to;
}
