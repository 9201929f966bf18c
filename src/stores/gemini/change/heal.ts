import { createHash } from 'node:crypto';
import { type Edit, shifted } from '../../../codecs/edit.ts';
import { removeElements, replaceValue } from '../../../codecs/json/edits.ts';
import { scan, wholeValue } from '../../../codecs/json/scan.ts';
import { member, root, textOf } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import { addAll, grouped } from '../../../model/collections.ts';
import type { Code } from '../../../model/finding.ts';
import { isUuid } from '../../../model/ids.ts';
import { folderOf, join } from '../../../model/path.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  throughLink,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { dueLines, linePasses, tornRemoved, withoutTorn } from '../../engine/change/line-passes.ts';
import { isMeant, type RangePass, runRangePasses } from '../../engine/change/passes.ts';
import { changeEach, editedAt, joinUnitEdits, NO_EDITS, removed, type UnitEdits } from '../../engine/change/steps.ts';
import { bracketOf, notesOfMarksRemoved, truncationNotes, truncationPoint } from '../../engine/faults/torn.ts';
import { folderHash } from '../../engine/layout.ts';
import {
  oneObjectALine,
  removedNotes,
  removedNuls,
  replacing,
  withoutLine,
  withoutNuls,
} from '../../engine/range-edits.ts';
import { setMembersOf } from '../../engine/records.ts';
import { rewrittenPart } from '../../engine/session-files.ts';
import { isFilledText, textAt } from '../../engine/text-at.ts';
import type { FileFinding } from '../../file-finding.ts';
import { isStray } from '../checks/due-deletion.ts';
import { codedFaults, fileFindings } from '../checks/judge.ts';
import type { GeminiDocument } from '../document.ts';
import { sessionName } from '../layout/layout.ts';
import { openSession, type SessionFile } from '../read/session.ts';
import { stoppersIn } from '../read/stoppers.ts';
import { tornDocument } from '../read/torn-document.ts';
import { geminiCounts, messagesIn } from '../read/transcript.ts';

/** A session as earlier passes left it; `folder`: the folder that its project is about, null if unknown. */
interface HealingSession {
  readonly file: SessionFile;
  readonly source: Source;
  readonly folder: string | null;
}

type GeminiPass = RangePass<HealingSession, FileFinding>;

const markPass: GeminiPass = { codes: ['GM001'], repair: () => ({ edits: [replacing(0, 3, '')], notes: [] }) };

const recordsPass: GeminiPass = {
  codes: ['GM004'],
  repair: ({ source }) => ({ edits: oneObjectALine(source), notes: [] }),
};

/** Removes torn records and NUL bytes, and puts each whole record on a line of its own. */
const linesPass: GeminiPass = {
  codes: ['GM101', 'GM102', 'GM103', 'GM104', 'GM105', 'GM111'],
  repair: (session) => {
    const { file, source } = session;
    const broken = dueLines(codedFaults(file), session);
    const isNul = ({ code }: { readonly code: Code }) => code === 'GM104' || code === 'GM105';
    const edits = broken.flatMap((line) => (isNul(line) ? withoutNuls(source, line) : withoutTorn(source, line)));
    const marks = broken.filter(({ code }) => code === 'GM111').length;
    const lost = broken.filter((line) => isNul(line) || line.code === 'GM101' || line.code === 'GM102');
    const removed = lost.map((line) => (isNul(line) ? removedNuls(source, line) : tornRemoved(source, line)));
    return { edits, notes: [...removedNotes(removed), ...notesOfMarksRemoved(marks)] };
  },
};

const passes = linePasses<HealingSession>(({ file }) => codedFaults(file));
const strayPass: GeminiPass = passes.stray('GM110');
const utf16Pass: GeminiPass = passes.utf16('GM012');
const utf8Pass: GeminiPass = passes.utf8('GM108');

/** Closes a document that lacks its end behind its last whole message. */
const tornPass: GeminiPass = {
  codes: ['GM013'],
  repair: ({ source }) => {
    const value = tornDocument(bytesAt(source, 0, source.size));
    if (value === null) return { edits: [], notes: [] };
    const truncation = truncationPoint(value, ({ key }) => textOf(key) === 'messages');
    const closing = truncation.section === null ? '}' : `${bracketOf(truncation.section.value)}}`;
    return {
      edits: [replacing(truncation.at, source.size - truncation.at, closing)],
      notes: truncationNotes(truncation, source.size, []),
    };
  },
};

const headerPass: GeminiPass = {
  codes: ['GM002'],
  repair: (session) => {
    const { source, file, folder } = session;
    const line = firstLine(source);
    const lineValue = wholeValue(line);
    const projectHash = folderHash(folder ?? file.part.path);
    const ownId = line === null ? null : textAt(root(scan(line)), 'sessionId');
    const own = ownId !== null && isUuid(ownId) ? ownId : null;
    const sessionId = file.read().meta.sessionId ?? own ?? idFor(session);
    if (lineValue !== null && ownId !== null) {
      const isLacking = ([key]: readonly [string, string]) => !isFilledText(member(lineValue, key, 'last'));
      const lacking = Object.entries({ sessionId, projectHash }).filter(isLacking);
      return { edits: setMembersOf(lineValue, { at: 0 }, Object.fromEntries(lacking)), notes: [] };
    }
    const times = timesIn(session);
    const startTime = times[0] ?? file.name?.started ?? null;
    const made = { sessionId, projectHash, startTime, lastUpdated: times.at(-1) ?? startTime, kind: 'main' };
    return { edits: [replacing(0, 0, `${JSON.stringify(made)}\n`)], notes: [`has the id ${sessionId}`] };
  },
};

function firstLine(source: Source): Uint8Array | null {
  const [first] = lines(source, { ends: 'lf' });
  return first?.bytes ?? null;
}

function timesIn({ source, file }: HealingSession): string[] {
  const all = Array.from(messagesIn(source, file.read()), ({ value }) => textAt(value, 'timestamp'));
  return all.filter((time) => time !== null);
}

/** An id that begins with the characters in the file's name. The rest is derived from the first message. */
function idFor({ file }: HealingSession): string {
  const rest = createHash('sha256')
    .update(file.read().live[0]?.key ?? '')
    .digest('hex');
  const id = `${file.name?.short ?? rest.slice(20, 28)}-${rest.slice(0, 4)}-4${rest.slice(4, 7)}-8${rest.slice(7, 10)}-${rest.slice(10, 22)}`;
  return isUuid(id) ? id : rest;
}

/** Removes the record that takes all messages away; the messages before it count again. */
const emptyingPass: GeminiPass = {
  codes: ['GM005', 'GM006'],
  repair: ({ file, targets }) => {
    const places = new Set(targets.map(({ offset }) => offset));
    const gone = file.read().faults.filter(({ at }) => places.has(at));
    return { edits: gone.map(withoutLine), notes: [] };
  },
};

/** Replaces values that end the program by texts, and removes nulls. */
const stoppersPass: GeminiPass = {
  codes: ['GM210'],
  repair: ({ file, source }) => ({ edits: Array.from(stopperEdits(source, file)), notes: [] }),
};

function* stopperEdits(source: Source, file: SessionFile): Generator<Edit> {
  for (const { record, value, isGone } of messagesIn(source, file.read())) {
    if (isGone || !record.isStopping) continue;
    const stoppers = stoppersIn(record.type, value);
    const edits = stoppers.flatMap(({ value: stopper, json }) => (json === null ? [] : replaceValue(stopper, json)));
    const leaving = grouped(
      stoppers.flatMap(({ value: each, list }) => (list === null ? [] : [[list, each] as const])),
    );
    for (const [list, values] of leaving) addAll(edits, removeElements(list, values));
    for (const edit of edits) yield shifted(edit, record.at);
  }
}

const endPass: GeminiPass = passes.end('GM106');

const GEMINI_PASSES: readonly GeminiPass[] = [
  utf16Pass,
  markPass,
  recordsPass,
  tornPass,
  linesPass,
  strayPass,
  linesPass,
  utf8Pass,
  headerPass,
  emptyingPass,
  stoppersPass,
  endPass,
];

/** Edits all files of the same eight characters so that the next start of the program keeps them, where edits of bytes can do that. */
export function healGemini(document: GeminiDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const healed = changeEach(document.files, (file) => healFile(document, file, ask));
  if (isRefusal(healed)) return healed;
  const all = joinUnitEdits(healed);
  return all.steps.length === 0 ? unchanged() : unitChange({ ...all, path: all.path ?? '' });
}

function healFile(document: GeminiDocument, file: SessionFile, ask: AskFor<'heal'>): UnitEdits | Refusal {
  const before = geminiCounts(file);
  const { source, part } = file;
  const { path } = part;
  const asIs = { ...NO_EDITS, path, before, after: before };
  if (isMeant('GM009', ask) && isDeletingStray(document, file))
    return { ...asIs, steps: [removed(part)], codes: ['GM009'], notes: [STRAY], after: NO_COUNTS };
  if (source === null || source.size === 0) return asIs;
  const { folder } = document.scope;
  const reader = {
    open: (made: Source) => ({ file: openSession(rewrittenPart(file, made)), source: made, folder }),
    findings: ({ file: each }: HealingSession) => [...fileFindings({ file: each, reason: null }, [])],
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
  'the second file, which a resume left, goes: with it the program would delete the session. It counts as a conversation, and nothing was said in it';

/** True for an empty file because of which the program deletes a session with content. */
function isDeletingStray({ dueDeletions }: GeminiDocument, file: SessionFile): boolean {
  const own = dueDeletions.find((each) => each.file === file);
  if (own === undefined || !isStray(own)) return false;
  return dueDeletions.some(({ file: other }) => !other.isArchived && other.read().hasContent);
}

function nameFor({ scope }: GeminiDocument, file: SessionFile): string | null {
  const { sessionId, startTime } = file.read().meta;
  if (sessionId === null || Number.isNaN(Date.parse(startTime ?? ''))) return null;
  const to = join(folderOf(file.part.path), sessionName(startTime ?? '', sessionId));
  return scope.exists?.(`${scope.site.root}/${to}`) === true ? null : to;
}
