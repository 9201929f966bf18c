import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/finding.ts';
import type { Step } from '../../../model/plan.ts';
import { isRefusal, piece, type Refusal, refusalOf, refused, throughLink, unchanged } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { isMeant, runRangePasses } from '../../engine/passes.ts';
import { replacing } from '../../engine/range-edits.ts';
import { changeEach, editedAt, joinUnitEdits, NOTHING, type UnitEdits } from '../../engine/steps.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { eventFindings } from '../checks/judge.ts';
import { workspaceFindings } from '../checks/workspace-findings.ts';
import type { CopilotDocument } from '../read/document.ts';
import { rewrittenFile, type SessionFile } from '../read/session-file.ts';
import { givingMembers, type Known, mended, readWorkspace, type Workspace, workspaceText } from '../read/workspace.ts';
import { copilotCounts, type HealingSession, UNCHANGEABLE } from './pass.ts';
import { PASSES } from './passes.ts';

/** Lets the program load a session again, and keep all records that are whole. */
export function healCopilot(
  document: CopilotDocument,
  ask: AskFor<'heal'> & { readonly now: number },
): UnitChange | NotChanged {
  const healed = changeEach(document.files, (file) => healFile(document, file, ask));
  if (isRefusal(healed)) return refused(healed);
  const all = joinUnitEdits(healed);
  if (all.steps.length === 0) return unchanged();
  return (ask.toRead ? null : refusedInUse(document)) ?? piece({ ...all, path: all.path ?? '' });
}

function healFile(
  { id }: CopilotDocument,
  file: SessionFile,
  ask: AskFor<'heal'> & { readonly now: number },
): UnitEdits | Refusal {
  const { source, part } = file;
  const before = copilotCounts(file);
  const { path } = part;
  const beside = workspaceSteps(file, id, ask);
  if (isRefusal(beside)) return beside;
  const asIs = { ...NOTHING, path, before, after: before };
  if (source === null) return asIs;
  const { now } = ask;
  const reader = {
    open: (made: Source) => ({ file: rewrittenFile(file, made), source: made, id, now }),
    findings: (session: HealingSession) => [...eventFindings(session.file, id)],
    isAsked: (code: Code) => isMeant(code, ask),
  };
  const passed = runRangePasses<HealingSession, FileFinding>({ file, source, id, now }, reader, PASSES, ask);
  if (isRefusal(passed)) return passed;
  const { draft, doc, codes, notes } = passed;
  if (draft.length === 0 && beside.steps.length === 0) return asIs;
  if (part.type !== 'file' || (beside.steps.length > 0 && file.workspace?.type !== 'file')) return throughLink(codes);
  const steps = [...editedAt(part, path, draft), ...beside.steps];
  const after = copilotCounts(doc.file);
  return { path, steps, codes: [...codes, ...beside.codes], notes: [...notes, ...beside.notes], before, after };
}

interface Beside {
  readonly steps: readonly Step[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

function workspaceSteps(file: SessionFile, id: string, ask: AskFor<'heal'>): Beside | Refusal {
  const codes = [...workspaceFindings(file)].flatMap(({ code }) => (isMeant(code, ask) ? [code] : []));
  const { workspace, says, read } = file;
  const said = says();
  if (codes.length === 0 || said === null || workspace?.bytes == null) return { steps: [], codes: [], notes: [] };
  const edits = workspaceEdits(said, workspace.bytes, { id, cwd: read().header?.cwd ?? null });
  if (edits === null) return refusalOf({ codes, path: workspace.path, reason: UNCHANGEABLE });
  return { steps: editedAt(workspace, workspace.path, edits), codes, notes: said.isBroken ? [MADE] : [] };
}

/** Mends `workspace.yaml`: readable members stay, the rest comes from the events. */
function workspaceEdits(said: Workspace, bytes: Uint8Array, known: Known): Edit[] | null {
  const { id, cwd } = known;
  if (!said.isBroken) return givingMembers(bytes, said.wrong.length > 0 ? mended(said, bytes, known) : { cwd });
  const left = Object.fromEntries([...said.members].map(([key, { value }]) => [key, value]));
  const made = Buffer.from(workspaceText({ id, ...(cwd === null ? {} : { cwd }), ...left }));
  const edits = givingMembers(made, mended(readWorkspace(made), made, known));
  return edits && [replacing(0, bytes.length, applyEdits(made, edits))];
}

const MADE = 'workspace.yaml is written from what could be read of it, and from the events';
