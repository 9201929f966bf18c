import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/findings.ts';
import { folderOf, join } from '../../../model/path.ts';
import { isRefusal, piece, type Refusal, refusalOf, refused, throughLink, unchanged } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { isMeant, runRangePasses } from '../../engine/passes.ts';
import { changeEach, editedAt, joinUnitEdits, NOTHING, type UnitEdits } from '../../engine/steps.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { fileFindings } from '../checks/judge.ts';
import { isSessionName } from '../layout/names.ts';
import type { QwenDocument } from '../read/document.ts';
import { rewrittenSession, type SessionFile } from '../read/session-file.ts';
import { type HealingSession, type QwenPass, qwenCounts } from './pass.ts';
import { end, nul, split, torn, utf8 } from './passes/lines.ts';
import { copies, first, folder, lacking, links, order, roles } from './passes/records.ts';

/** Links are mended while torn records still say what they went on from. */
const PASSES: readonly QwenPass[] = [nul, split, utf8, first, lacking, copies, order, links, roles, torn, end, folder];

/** Lets the program reach all records again that are whole. */
export function healQwen(document: QwenDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const healed = changeEach(document.files, (file) => healFile(document, file, ask));
  if (isRefusal(healed)) return refused(healed);
  const all = joinUnitEdits(healed);
  if (all.steps.length === 0) return unchanged();
  return (ask.toRead ? null : refusedInUse(document)) ?? piece({ ...all, path: all.path ?? '' });
}

const RENAMING: readonly Code[] = ['QW301', 'QW302'];

function healFile(document: QwenDocument, file: SessionFile, ask: AskFor<'heal'>): UnitEdits | Refusal {
  const { source, part } = file;
  const { sides } = document;
  const before = qwenCounts(file);
  const { path } = part;
  const asIs = { ...NOTHING, path, before, after: before };
  if (source === null || source.size === 0) return asIs;
  const reader = {
    open: (made: Source) => ({ file: rewrittenSession(file, made), source: made }),
    findings: (session: HealingSession) => [...fileFindings(session.file, sides)],
    isAsked: (code: Code) => isMeant(code, ask),
  };
  const passed = runRangePasses<HealingSession, FileFinding>({ file, source }, reader, PASSES, ask);
  if (isRefusal(passed)) return passed;
  const { draft, doc, codes, notes } = passed;
  const renaming = reader
    .findings(doc)
    .flatMap(({ code }) => (RENAMING.includes(code) && isMeant(code, ask) ? [code] : []));
  const { to, taken } = placeFor(document, doc.file, renaming);
  if (draft.length === 0 && to === null) return taken ?? asIs;
  if (part.type !== 'file') return throughLink(codes);
  const after = qwenCounts(doc.file);
  const steps = editedAt(part, to ?? path, draft);
  if (to === null) return { path, steps, codes, notes, before, after };
  return { path, steps, codes: [...codes, ...renaming], notes: [...notes, `is called ${to}`], before, after };
}

interface PlaceFor {
  readonly to: string | null;
  /** Another file is there. */
  readonly taken: Refusal | null;
}

/** The path at which the program looks for a session. */
function placeFor({ scope }: QwenDocument, { part, read }: SessionFile, codes: readonly Code[]): PlaceFor {
  const name = `${read().ids[0]}.jsonl`;
  if (codes.length === 0 || !isSessionName(name)) return { to: null, taken: null };
  const to = join(folderOf(part.path), name);
  if (scope.exists?.(`${scope.site.root}/${to}`) !== true) return { to, taken: null };
  return { to: null, taken: refusalOf({ codes, reason: `would be ${to}, which is there already` }) };
}
