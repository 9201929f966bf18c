import type { Edit } from '../../../codecs/edit.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { isArray, root, type Value } from '../../../codecs/json/value.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import { addAll, grouped } from '../../../model/collections.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Code, Finding } from '../../../model/finding.ts';
import { type Part, totalSize } from '../../../model/part.ts';
import { isAtOrBelow, relativeBelow } from '../../../model/path.ts';
import {
  faultOfConvo,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  type UnitChange,
  type UnitChangeInit,
  unitChange,
} from '../../decision.ts';
import {
  editFolderDraft,
  type FolderChanges,
  type FolderDraft,
  type FolderEdits,
  type FolderFiles,
  folderDraft,
  isChanged,
  scratchEdits,
  stepsOf,
} from '../../engine/change/draft.ts';
import {
  type FileRepair,
  onCodes,
  type Pass,
  type PassOptions,
  type PassResult,
  runPasses,
  type Workbench,
} from '../../engine/change/passes.ts';
import { changeEach, joinUnitEdits, NO_EDITS, type UnitEdits } from '../../engine/change/steps.ts';
import { countOf } from '../../words.ts';
import { raoUnitFindings } from '../checks/unit-findings.ts';
import { openRao, type RaoDocument } from '../document.ts';
import { conversationFolder, numberOf } from '../layout/layout.ts';
import type { RaoFolder } from '../read/folder.ts';
import { scanAsR } from '../read/r-json.ts';

export function filesOf({ scope }: Pick<RaoDocument, 'scope'>, { id, path, parts }: RaoFolder): Files {
  const home = `${scope.site.root}/${conversationFolder(scope.site, id)}`;
  return { path, home, number: numberOf(id) ?? Number(id), parts };
}

function judgedFolder(document: RaoDocument, files: Files): JudgedFolder {
  const findings = [...raoUnitFindings(document)].filter(({ path }) => isAtOrBelow(path, files.path));
  return { files, findings, readable: folderIn(document, files).log().error === null };
}

export function folderWithFiles(document: RaoDocument, files: Files): RaoFolder {
  return folderIn(reopenFolder(document, files), files);
}

function reopenFolder({ unit, scope, tables, highest }: RaoDocument, files: Files): RaoDocument {
  const others = unit.parts.filter(({ path }) => relativeBelow(path, files.path) === null);
  const parts = [...others, ...files.parts];
  return openRao(scope, tables, { id: unit.id, parts }, highest);
}

function folderIn({ folders }: RaoDocument, { path }: Files): RaoFolder {
  const folder = folders.find((each) => each.path === path);
  if (folder === undefined) throw new Error(`${path} is not a folder of this unit`);
  return folder;
}

/** Edits the active and the archived folder of a unit. A refusal of one is one of both. */
export function editFolders(
  document: RaoDocument,
  edit: (folder: RaoFolder, start: JudgedFolder) => UnitEdits | Refusal,
): UnitEdits | Refusal {
  const folders = document.folders.filter(({ self }) => self.type === 'folder');
  const all = changeEach(folders, (folder) => edit(folder, judgedFolder(document, filesOf(document, folder))));
  return isRefusal(all) ? all : joinUnitEdits(all);
}

/** A repaired folder as plain values, without bytes. */
export interface RepairedRao {
  readonly changes: FolderChanges;
  readonly findings: readonly Finding[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
  readonly after: Counts | null;
}

export type PassedRao = PassResult<FolderDraft<Files>, JudgedFolder>;

/** Repairs one folder by passes; `check` may refuse the result. The answer holds no bytes of it. */
export function repairFolder(
  document: RaoDocument,
  start: JudgedFolder,
  passes: readonly RaoPass[],
  { only, lossy }: Pick<PassOptions<Finding>, 'only' | 'lossy'>,
  check: (passed: PassedRao) => Refusal | null = () => null,
): RepairedRao | Refusal {
  const { scratch, release } = scratchEdits();
  const bench: Workbench<FolderDraft<Files>, JudgedFolder, Finding, FolderEdits> = {
    applyEdits: (draft, more) => editFolderDraft(draft, more, scratch),
    open: ({ files }) => judgedFolder(reopenFolder(document, files), files),
    findings: ({ findings }) => findings,
  };
  const say = (found: Finding) => nameFinding(start.files, found);
  try {
    const passed = runPasses({ draft: folderDraft(start.files), doc: start }, bench, passes, { only, lossy, say });
    if (isRefusal(passed)) return passed;
    const { draft, doc, codes, notes } = passed;
    const { edits, moved, removed } = draft;
    const after = isChanged(draft) ? raoCounts(folderWithFiles(document, draft.files)) : null;
    return check(passed) ?? { changes: { edits, moved, removed }, findings: doc.findings, codes, notes, after };
  } finally {
    release();
  }
}

export function editedFrom(
  document: RaoDocument,
  folder: RaoFolder,
  { changes, codes, notes, after }: RepairedRao,
  lossy: boolean,
): UnitEdits | Refusal {
  if (after === null) return NO_EDITS;
  const read = filesOf(document, folder);
  const steps = stepsOf(changes, read, CONVERSATION_LOG);
  const known = new Map(read.parts.map(({ path, type }) => [path, type]));
  if (steps.some((step) => known.get(step.do === 'move' ? step.from : step.path) !== 'file'))
    return refused({ codes, reason: 'holds a link, and nothing is changed through a link', unsafe: true });
  const before = raoCounts(folder);
  if (!lossy && (before.messages > after.messages || before.toolCalls > after.toolCalls))
    return refused({ codes, reason: miscountReason(before, after) });
  return { path: folder.path, steps, codes, notes: [...notes, ...foundNotes(before, after)], before, after };
}

/** Notes on messages that can be read again: counts before a repair end at the fault. */
function foundNotes(before: Counts, after: Counts): string[] {
  const more = after.messages - before.messages;
  return more > 0 ? [`${countOf(more, 'message')} can be read again`] : [];
}

function miscountReason(before: Counts, after: Counts): string {
  const textOf = ({ messages, toolCalls }: Counts) => `${messages} messages and ${toolCalls} tool calls`;
  return faultOfConvo(textOf(before), textOf(after));
}

export function decisionOf(edited: UnitEdits | Refusal, otherwise: NotChanged): UnitChange | NotChanged {
  if (isRefusal(edited)) return edited;
  const { path } = edited;
  return path === null ? otherwise : unitChange({ ...edited, path });
}

/** Counts of the readable part of a folder, without half messages. */
export function raoCounts(folder: RaoFolder): Counts {
  let messages = 0;
  let toolCalls = 0;
  for (const { call } of folder.log().eachMessage()) {
    messages++;
    if (call !== null) toolCalls++;
  }
  return { ...NO_COUNTS, conversations: 1, messages, toolCalls, bytes: totalSize(folder.parts) };
}

export function changedWithNames(decision: UnitChangeInit): UnitChange {
  return unitChange({ ...decision, isJoint: true });
}

export function noFolder(): NotChanged {
  return refused({ reason: 'has no conversation folder' });
}

/** A refusal to move, remove or copy a folder as a whole; null if it can be. */
export function folderRefusal({ self }: RaoFolder): Refusal | null {
  if (self.type !== 'folder')
    return refused({
      codes: ['RA324'],
      reason: `is a ${self.type}, and nothing is changed through it`,
      unsafe: true,
    });
  return self.digest() === '' ? refused({ reason: 'cannot be read whole' }) : null;
}

export interface JudgedFolder {
  readonly files: Files;
  readonly findings: readonly Finding[];
  readonly readable: boolean;
}

export type RaoPass = Pass<JudgedFolder, Finding, PassOptions<Finding>, FolderEdits>;

export interface FolderRepair extends FolderEdits {
  readonly notes: readonly string[];
}

/** A pass over the files of a folder. `repair` returns a sentence to refuse. */
export function inFolder(
  codes: readonly Code[],
  repair: (files: Files, found: readonly Finding[]) => FolderRepair | string,
): RaoPass {
  return onCodes(codes, ({ files }, found) => {
    const done = repair(files, found);
    if (typeof done === 'string') return done;
    const { notes, ...edits } = done;
    return { edits, notes };
  });
}

export function inFiles(
  codes: readonly Code[],
  repair: (
    file: { readonly name: string; readonly bytes: Uint8Array },
    found: readonly Finding[],
    files: Files,
  ) => FileRepair | string,
): RaoPass {
  return inFolder(codes, (files, found) => {
    const edits = new Map<string, readonly Edit[]>();
    const notes: string[] = [];
    for (const [name, mine] of grouped(found.map((each) => [nameInFolder(files, each), each]))) {
      const bytes = bytesOf(files, name);
      const done = bytes === null ? 'cannot be read' : repair({ name, bytes }, mine, files);
      if (typeof done === 'string') return `${name} ${done}`;
      edits.set(name, done.edits);
      addAll(
        notes,
        limitedNotes(done.notes).map((note) => `${name} ${note}`),
      );
    }
    return { edits, notes };
  });
}

export function inLog(
  codes: readonly Code[],
  repair: (top: Value, found: readonly Finding[], files: Files) => FileRepair | string,
): RaoPass {
  return inFiles(codes, ({ name, bytes }, found, files) => {
    const top = topOf(bytes);
    return name === CONVERSATION_LOG && top !== null ? repair(top, found, files) : NO_REPAIR;
  });
}

export function inMessages(
  codes: readonly Code[],
  repair: (log: Value, places: ReadonlySet<number>, files: Files) => FileRepair | string,
): RaoPass {
  return inLog(codes, (top, found, files) => (isArray(top) ? repair(top, placesOf(found), files) : NO_REPAIR));
}

function placesOf(found: readonly Finding[]): Set<number> {
  return new Set(found.flatMap(({ at }) => (at === null || at === '' ? [] : [Number(at.split('/')[1])])));
}

/** A folder during repair: files by their names below it, with the edits so far. */
export interface Files extends FolderFiles {
  /** Rao's absolute path for it, even while it is archived. */
  readonly home: string;
  /** As R counts the folder. */
  readonly number: number;
}

export function nameInFolder({ path }: Pick<Files, 'path'>, { path: file }: Pick<Part, 'path'>): string {
  return file.slice(path.length + 1);
}

export function bytesOf({ path, parts }: Files, name: string): Uint8Array | null {
  const wanted = `${path}/${name}`;
  return parts.find((part) => part.path === wanted)?.bytes ?? null;
}

export const CONVERSATION_LOG = 'conversation_log.json';

export const NO_REPAIR: FileRepair = { edits: [], notes: [] };

/** Joins repairs, which must change different bytes. */
export function joinRepairs(repairs: readonly FileRepair[]): FileRepair {
  return { edits: repairs.flatMap(({ edits }) => edits), notes: repairs.flatMap(({ notes }) => notes) };
}

export function limitedNotes(notes: readonly string[]): string[] {
  return notes.length <= MAX_NOTES
    ? [...notes]
    : [...notes.slice(0, MAX_NOTES), `and ${notes.length - MAX_NOTES} more of this kind`];
}

const MAX_NOTES = 20;

export function quotedShort(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Scans a file as R reads it, after a byte-order mark. */
export function tapeOf(bytes: Uint8Array): Tape {
  return scanAsR(bytes).tape;
}

export function topOf(bytes: Uint8Array | null): Value | null {
  return bytes === null ? null : root(tapeOf(bytes));
}

/** A finding as text that follows the folder's name: the file and its fault. */
export function nameFinding({ path }: Pick<Files, 'path'>, finding: Finding): string {
  const name = nameInFolder({ path }, finding);
  return name === '' ? finding.detail : `${name} ${finding.detail}`;
}
