import { isUtf16, LF_BYTES } from '../../../codecs/bytes.ts';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { member, quote } from '../../../codecs/json/value.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { addAll, addTo } from '../../../model/collections.ts';
import type { Code } from '../../../model/finding.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  throughLink,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { dueLines, linePasses, passForOrder, withoutRecord } from '../../engine/change/line-passes.ts';
import { halvesLost, isMeant, type RangePass, runRangePasses } from '../../engine/change/passes.ts';
import { changeEach, editedAt, joinUnitEdits, NO_EDITS, type UnitEdits } from '../../engine/change/steps.ts';
import { sendingAll } from '../../engine/change/unsent.ts';
import { madeId } from '../../engine/hash.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { replacing } from '../../engine/range-edits.ts';
import { groupsByUuid, isSameRecord } from '../../engine/record-order.ts';
import { recordsIn, valueAt } from '../../engine/records.ts';
import { textAt } from '../../engine/text-at.ts';
import { decodedByMark } from '../../engine/utf16.ts';
import type { FileFinding } from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import { codedFaults, eventFindings, workspaceFindings } from '../checks/judge.ts';
import type { CopilotDocument } from '../document.ts';
import { flowOf } from '../read/flow.ts';
import { lostRecords } from '../read/put-aside.ts';
import { isLoaded, rewrittenFile, type SessionFile, type SessionRecord } from '../read/session.ts';
import { copilotCounts } from '../read/transcript.ts';
import {
  type KnownSession,
  mendMembers,
  readWorkspace,
  setWorkspaceMembers,
  UNCHANGEABLE,
  type Workspace,
  workspaceText,
} from '../read/workspace.ts';
import { givenTo, type HealingSession, hidesWords, withNeighbours } from './given.ts';

type CopilotPass = RangePass<HealingSession, FileFinding>;

const formPass: CopilotPass = {
  codes: ['CP002'],
  repair: ({ source }) => {
    const lines = recordsIn(source).flatMap((record) => [record, LF_BYTES]);
    const bytes = bytesAt(source, 0, source.size);
    const halves = isUtf16(bytes) ? decodedByMark(bytes).halves : 0;
    return { ...halvesLost(halves), edits: [replacing(0, source.size, Buffer.concat(lines))] };
  },
};

const passes = linePasses<HealingSession>(({ file }) => codedFaults(file.read()));

const nulPass: CopilotPass = passes.nul('CP105', 'CP106');
const strayPass: CopilotPass = passes.stray('CP113');
const splitPass: CopilotPass = passes.split('CP103', 'CP104');
const rawPass: CopilotPass = passes.raw('CP107');
const utf8Pass: CopilotPass = passes.utf8('CP108');

const tornPass: CopilotPass = passes.torn('CP101', 'CP102', 'CP112');

const lackingPass: CopilotPass = {
  codes: ['CP004'],
  repair: (session) => {
    const all = dueLines(codedFaults(session.file.read()), session);
    const neighbours = withNeighbours(session);
    const edits = all.flatMap(({ at, length }) => givenTo(neighbours, { at, length }));
    const notes = [`${countOf(all.length, 'record')} got what the program loads`];
    const unread = all.filter((each) => hidesWords(session, each)).length;
    const isOf = `has ${countOf(unread, 'record')} with words under a key that the program does not know`;
    return unread === 0 ? { edits, notes } : { edits, notes, loses: isOf };
  },
};

/** Writes the record that begins a session, from its `workspace.yaml` and its first record. */
const headerPass: CopilotPass = {
  codes: ['CP001'],
  repair: ({ file, source, id, now }) => {
    const { began, records } = file.read();
    const said = file.says();
    const made = Date.parse(String(said?.members.get('created_at')?.value));
    const time = new Date(Math.min(Number.isNaN(made) ? Infinity : made, began ?? now * 1000)).toISOString();
    const resumed = records.find(({ type }) => type === 'session.resume');
    const context = resumed === undefined ? null : member(valueAt(source, resumed), 'data', 'last');
    const cwd = said?.cwd ?? textAt(member(context, 'context', 'last'), 'cwd');
    const data = {
      sessionId: id,
      version: 1,
      producer: 'copilot-agent',
      copilotVersion: '',
      startTime: time,
      ...(cwd === null ? {} : { context: { cwd } }),
    };
    const record = { type: 'session.start', data, id: madeId(`${id} ${time}`), timestamp: time, parentId: null };
    return { edits: [replacing(0, 0, `${JSON.stringify(record)}\n`)], notes: ['a record that begins it is put first'] };
  },
};

const namePass: CopilotPass = {
  codes: ['CP208'],
  repair: ({ file, source, id }) => {
    const { header: first } = file.read();
    const value = first === null ? null : member(valueAt(source, first), 'data', 'last');
    const old = member(value, 'sessionId', 'last');
    if (first === null || old === null) return { edits: [], notes: [] };
    const edit = replaceValue(old, quote(id));
    return { edits: [{ ...edit, at: edit.at + first.at }], notes: [`is the session ${id}`] };
  },
};

const firstPass: CopilotPass = {
  codes: ['CP201'],
  repair: ({ file, source }) => {
    const { header: begin } = file.read();
    if (begin === null) return { edits: [], notes: [] };
    const line = Buffer.concat([bytesAt(source, begin.at, begin.length), LF_BYTES]);
    return { edits: [replacing(0, 0, line), withoutRecord(source, begin)], notes: [] };
  },
};

/** Removes copies: of records with the same id and bytes, the first stays. */
const copiesPass: CopilotPass = {
  codes: ['CP203'],
  repair: ({ file, source }) => {
    const gone: SessionRecord[] = [];
    for (const [first, ...others] of groupsByUuid(file.read().records))
      if (first !== undefined)
        addAll(
          gone,
          others.filter((each) => isSameRecord(source, first, each)),
        );
    const edits: Edit[] = gone.map((each) => withoutRecord(source, each));
    return { edits, notes: [`${countOf(gone.length, 'copy', 'copies')} taken away`] };
  },
};

const orderPass: CopilotPass = passForOrder('CP202', ({ file }) => file.read().records);

/** Restores records that the program omitted when it put a copy aside. */
const lostPass: CopilotPass = {
  codes: ['CP306'],
  repair: ({ file }) => {
    const all = lostRecords(file);
    const byPlace = new Map<number, Buffer[]>();
    for (const { bytes, behind } of all) {
      const at = behind.at + behind.length;
      addTo(byPlace, at, LF_BYTES);
      addTo(byPlace, at, bytes);
    }
    const edits = [...byPlace].map(([at, parts]) => replacing(at, 0, Buffer.concat(parts)));
    return { edits, notes: [`${countOf(all.length, 'record')} brought back from the copy of the program`] };
  },
};

/** Passes for whole records come first; later passes then know which records are torn. */
const PASSES: readonly CopilotPass[] = [
  // NUL bytes hide how the lines are written.
  formPass,
  nulPass,
  formPass,
  strayPass,
  splitPass,
  rawPass,
  utf8Pass,
  lackingPass,
  headerPass,
  namePass,
  lostPass,
  copiesPass,
  orderPass,
  firstPass,
  tornPass,
];

export function healCopilot(
  document: CopilotDocument,
  ask: AskFor<'heal'> & { readonly now: number },
): UnitChange | NotChanged {
  const healed = changeEach(document.files, (file) => healFile(document, file, ask));
  if (isRefusal(healed)) return healed;
  const all = joinUnitEdits(healed);
  if (all.steps.length === 0) return unchanged();
  return (ask.isForReading ? null : refusedInUse(document)) ?? unitChange({ ...all, path: all.path ?? '' });
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
  const asIs = { ...NO_EDITS, path, before, after: before };
  if (source === null) return asIs;
  const { now } = ask;
  const reader = {
    open: (made: Source) => ({ file: rewrittenFile(file, made), source: made, id, now }),
    findings: (session: HealingSession) => [...eventFindings(session.file, id)],
    isAsked: (code: Code) => isMeant(code, ask),
  };
  const session = { file, source, id, now };
  const ranged = runRangePasses<HealingSession, FileFinding>(session, reader, PASSES, ask);
  const passed = sendingAll(ranged, session, sendingOf, ask);
  if (isRefusal(passed)) return passed;
  const { draft, doc, codes, notes } = passed;
  if (draft.length === 0 && beside.steps.length === 0) return asIs;
  if (part.type !== 'file' || (beside.steps.length > 0 && file.workspace?.type !== 'file')) return throughLink(codes);
  const steps = [...editedAt(part, path, draft), ...beside.steps];
  const after = copilotCounts(doc.file);
  return { path, steps, codes: [...codes, ...beside.codes], notes: [...notes, ...beside.notes], before, after };
}

function sendingOf({ file, source }: HealingSession) {
  const read = file.read();
  return { source, sent: isLoaded(read) ? [...flowOf(read).sent] : [] };
}

interface CompanionRepair {
  readonly steps: readonly Step[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

function workspaceSteps(file: SessionFile, id: string, ask: AskFor<'heal'>): CompanionRepair | Refusal {
  const codes = [...workspaceFindings(file)].flatMap(({ code }) => (isMeant(code, ask) ? [code] : []));
  const { workspace, says, read } = file;
  const said = says();
  if (codes.length === 0 || said === null || workspace?.bytes == null) return { steps: [], codes: [], notes: [] };
  const edits = workspaceEdits(said, workspace.bytes, { id, cwd: read().header?.cwd ?? null });
  if (edits === null) return refused({ codes, path: workspace.path, reason: UNCHANGEABLE });
  return { steps: editedAt(workspace, workspace.path, edits), codes, notes: said.isBroken ? [WORKSPACE_NOTE] : [] };
}

/** Mends `workspace.yaml`: readable members stay, the others come from the events. */
function workspaceEdits(said: Workspace, bytes: Uint8Array, known: KnownSession): Edit[] | null {
  const { id, cwd } = known;
  if (!said.isBroken)
    return setWorkspaceMembers(bytes, said.wrong.length > 0 ? mendMembers(said, bytes, known) : { cwd });
  const readable = Object.fromEntries([...said.members].map(([key, { value }]) => [key, value]));
  const made = Buffer.from(workspaceText({ id, ...(cwd === null ? {} : { cwd }), ...readable }));
  const edits = setWorkspaceMembers(made, mendMembers(readWorkspace(made), made, known));
  return edits && [replacing(0, bytes.length, applyEdits(made, edits))];
}

const WORKSPACE_NOTE = 'workspace.yaml is written from what could be read of it, and from the events';
