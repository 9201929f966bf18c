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
import { namedIn, sessionName } from '../layout/names.ts';
import type { PiDocument } from '../read/document.ts';
import { rewrittenSession, type SessionFile } from '../read/session-file.ts';
import { type HealingSession, type PiPass, piCounts } from './pass.ts';
import { folder, header, mark, relined, utf16, version } from './passes/beginning.ts';
import { nul, raw, split, tail, torn, utf8 } from './passes/lines.ts';
import { contents, copies, doubles, ids, links, order, results, types, unpaired } from './passes/records.ts';

/** Links are mended while torn records still say what they went on from. */
const PASSES: readonly PiPass[] = [
  ...[utf16, mark, relined, nul, raw, split, utf8, header, version, folder],
  ...[types, ids, contents, copies, doubles, order, links, tail, unpaired, results, torn],
];

/** Lets the program reach all records again that are whole. */
export function healPi(document: PiDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const healed = changeEach(document.files, (file) => healFile(document, file, ask));
  if (isRefusal(healed)) return refused(healed);
  const all = joinUnitEdits(healed);
  if (all.steps.length === 0) return unchanged();
  return (ask.toRead ? null : refusedInUse(document)) ?? piece({ ...all, path: all.path ?? '' });
}

function healFile({ scope }: PiDocument, file: SessionFile, ask: AskFor<'heal'>): UnitEdits | Refusal {
  const { source, part } = file;
  const { path } = part;
  const before = piCounts(file);
  if (source === null || source.size === 0) return { ...NOTHING, path, before, after: before };
  const reader = {
    open: (made: Source) => ({ file: rewrittenSession(file, made), source: made }),
    findings: (session: HealingSession) => [...fileFindings(session.file)],
    isAsked: (code: Code) => isMeant(code, ask),
  };
  const passed = runRangePasses<HealingSession, FileFinding>({ file, source }, reader, PASSES, ask);
  if (isRefusal(passed)) return passed;
  const { draft, doc, codes, notes } = passed;
  const to = isMeant('PI301', ask) ? placeFor(doc.file) : path;
  if (to !== path && scope.exists?.(`${scope.site.root}/${to}`) === true)
    return refusalOf({ codes: ['PI301'], reason: `would be ${to}, which is there already` });
  const after = piCounts(doc.file);
  if (draft.length > 0 || to !== path) if (part.type !== 'file') return throughLink(codes);
  const steps = editedAt(part, to, draft);
  if (to === path) return { path, steps, codes, notes, before, after };
  return { path, steps, codes: [...codes, 'PI301'], notes: [...notes, `is called ${to}`], before, after };
}

/** The path that has the id by which the program finds a session. */
function placeFor({ named, part, read }: SessionFile): string {
  const id = read().header?.id ?? null;
  if (named === null || id === null || named.id === id) return part.path;
  const name = sessionName(id, named.time);
  return namedIn(name) === null ? part.path : join(folderOf(part.path), name);
}
