import type { Edit } from '../../../codecs/edit.ts';
import { removeElements, replaceValue } from '../../../codecs/json/edits.ts';
import { isArray, isString, quote, textOf, type Value } from '../../../codecs/json/value.ts';
import { changeTable, quoteCell, replaceField } from '../../../codecs/table/table.ts';
import { addAll } from '../../../model/collections.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Part } from '../../../model/part.ts';
import type { PlantedFile } from '../../../model/plan.ts';
import { type AskFor, isRefusal, type Refusal, refused, type UnitDecision } from '../../decision.ts';
import { editFolderDraft, type FolderChanges, folderDraft, scratchEdits } from '../../engine/change/draft.ts';
import { copied } from '../../engine/change/steps.ts';
import { countOf } from '../../words.ts';
import type { Numbers } from '../checks/facts.ts';
import type { RaoDocument } from '../document.ts';
import { numberOf } from '../layout/layout.ts';
import { type RaoReference, referenceIn } from '../read/field.ts';
import type { RaoFolder } from '../read/folder.ts';
import { columnText } from '../read/tables/companion-table.ts';
import { type FolderRepair, filesOf, folderWithFiles, nameInFolder, raoCounts } from './folders.ts';

/**
 * Gives a copied folder its own number: in `conversation_index`, Erdos' `conversationId`, and paths of images and plots
 * (docs/formats/rao.md, "Move and renumber").
 */
export function renumberedFolder(folder: RaoFolder, to: number): FolderRepair {
  const edits = new Map<string, readonly Edit[]>([
    ['conversation_log.json', renumberedLog(folder, to)],
    ['script_history.tsv', historyEdits(folder, to)],
    ['file_changes.json', indexEdits(folder, folder.changes()?.entries ?? [], to)],
    [
      'conversation_diffs.json',
      indexEdits(
        folder,
        (folder.diffs()?.entries ?? []).map(({ value }) => value),
        to,
      ),
    ],
    ['images.csv', imageEdits(folder, to)],
  ]);
  return { edits, notes: [] };
}

interface RepairedCopy {
  readonly changes: FolderChanges;
  readonly counts: Counts;
  readonly notes: readonly string[];
}

/** Applies repairs to a copy of a folder; each sees the result of the one before. */
export function repairedCopy(
  document: RaoDocument,
  folder: RaoFolder,
  repairs: readonly ((copy: RaoFolder) => FolderRepair | Refusal)[],
): RepairedCopy | Refusal {
  const { scratch, release } = scratchEdits();
  const notes: string[] = [];
  try {
    let draft = folderDraft(filesOf(document, folder));
    for (const repair of repairs) {
      const done = repair(folderWithFiles(document, draft.files));
      if (isRefusal(done)) return done;
      draft = editFolderDraft(draft, done, scratch);
      addAll(notes, done.notes);
    }
    const copy = folderWithFiles(document, draft.files);
    const { error } = copy.log();
    if (error !== null && folder.log().error === null)
      return refused({ reason: `would get a log that ${error}: a fault of convo` });
    const { files: _, ...changes } = draft;
    return { changes, counts: raoCounts(copy), notes };
  } finally {
    release();
  }
}

/** Moves a path of an image or plot to the folder of another number; null for a path that is not this conversation's. */
function movedPath(path: string, { id }: RaoFolder, to: number): string | null {
  const found = /^(.*[\\/])?conversation_(\d+)([\\/](?:images_attached|plots)[\\/][^\\/]+)$/s.exec(path);
  return found === null || found[2] !== id ? null : `${found[1] ?? ''}conversation_${to}${found[3]}`;
}

function renumberedLog(folder: RaoFolder, to: number): Edit[] {
  const edits: Edit[] = [];
  for (const message of folder.log().eachMessage()) {
    const plots = message.field('plots_file');
    const path = isString(plots) ? movedPath(textOf(plots), folder, to) : null;
    if (plots !== null && path !== null) edits.push(replaceValue(plots, quote(path)));
    addAll(edits, ownEdits(folder, referenceIn(message.value, 'conversationId'), to));
  }
  return edits;
}

function indexEdits(folder: RaoFolder, entries: readonly Value[], to: number): Edit[] {
  return entries.flatMap((entry) => ownEdits(folder, referenceIn(entry, 'conversation_index'), to));
}

/** Edits that change this conversation's number. Another's is as wrong as before. */
function ownEdits({ id }: RaoFolder, reference: RaoReference, to: number): Edit[] {
  if (reference.type === 'number' && reference.number === numberOf(id))
    return [replaceValue(reference.value, String(to))];
  return reference.type === 'text' && reference.text === id ? [replaceValue(reference.value, quote(String(to)))] : [];
}

function historyEdits(folder: RaoFolder, to: number): Edit[] {
  const rows = folder.history()?.rows ?? [];
  return rows.flatMap(({ conversationIndex: field }) =>
    field !== null && Number(field.text) === numberOf(folder.id) ? [replaceField({ field, source: String(to) })] : [],
  );
}

function imageEdits(folder: RaoFolder, to: number): Edit[] {
  const rows = folder.images()?.rows ?? [];
  return rows.flatMap(({ fields }) => {
    const field = fields.get('local_path');
    const path = field === undefined ? null : movedPath(field.text, folder, to);
    return field === undefined || path === null ? [] : [replaceField({ field, source: quoteCell(path) })];
  });
}

/** Files of a new folder: those of the old one with the draft's changes. Empty folders are not made. */
export function plantedFiles(folder: RaoFolder, { edits, removed }: FolderChanges): readonly PlantedFile[] | Refusal {
  const files: PlantedFile[] = [];
  for (const part of folder.parts) {
    if (removed.includes(part.path) || isKnownFolder(part)) continue;
    const name = nameInFolder(folder, part);
    const fault = faultOf(part);
    if (fault !== null) return refused({ reason: `${name} ${fault}`, unsafe: part.type === 'link' });
    files.push({ path: name, content: copied(part, edits.get(part.path) ?? []) });
  }
  return files;
}

function isKnownFolder({ role, type }: Part): boolean {
  return type === 'folder' && (role === 'plots-folder' || role === 'images-folder');
}

function faultOf(part: Part): string | null {
  if (part.type === 'link') return 'is a link, and nothing is copied through a link';
  if (part.type !== 'file') return 'is not a file, and is not copied';
  return part.digest() === '' ? 'cannot be read' : null;
}

/**
 * Files that a fork does not copy, because Rao would act on them for both: background summary states, and unless
 * wanted, uploads and changes that a revert undoes (docs/formats/rao.md, "Move and renumber").
 */
export function removedByFork(folder: RaoFolder, carry: AskFor<'fork'>['carry']): FolderRepair {
  const remote = carry.has('remote') ? NOTHING_REMOVED : withoutRemote(folder);
  const changes = carry.has('changes') ? NOTHING_REMOVED : withoutChanges(folder);
  const strays = strayFolders(folder);
  const strayNotes = strays.map((name) => `leaves the folder ${name} behind: it is none of Rao's`);
  return {
    edits: new Map([...remote.edits, ...changes.edits]),
    removed: [...changes.removed, ...states(folder), ...strays],
    notes: [...remote.notes, ...changes.notes, ...strayNotes, ...carriedNotes(folder, carry)],
  };
}

type RemovedBehind = Required<Pick<FolderRepair, 'edits' | 'removed' | 'notes'>>;

const NOTHING_REMOVED: RemovedBehind = { edits: new Map(), removed: [], notes: [] };

function states(folder: RaoFolder): string[] {
  const parts = [...folder.partsOf('background'), ...folder.partsOf('background-backup')];
  return parts.map((part) => nameInFolder(folder, part));
}

function strayFolders(folder: RaoFolder): string[] {
  const strays = folder.partsOf('stray').filter(({ type }) => type === 'folder');
  return strays.map((part) => nameInFolder(folder, part));
}

export function remoteRows(folder: RaoFolder) {
  return (folder.attachments()?.rows ?? []).filter((row) => columnText(row, 'file_id') !== '');
}

function withoutRemote(folder: RaoFolder): RemovedBehind {
  const table = folder.attachments()?.table;
  const remove = remoteRows(folder).map(({ row }) => row);
  if (table === undefined || remove.length === 0) return NOTHING_REMOVED;
  const notes = [
    `leaves ${countOf(remove.length, 'attachment')} behind: deleting one conversation would delete the provider's files of both (--carry remote takes them along)`,
  ];
  return { edits: new Map([['attachments.csv', changeTable(table, { remove })]]), removed: [], notes };
}

function withoutChanges(folder: RaoFolder): RemovedBehind {
  const changes = folder.changes();
  if (changes === null) return NOTHING_REMOVED;
  if (changes.file.error !== null || !isArray(changes.list))
    return {
      ...NOTHING_REMOVED,
      removed: ['file_changes.json'],
      notes: ['leaves file_changes.json behind: Rao cannot read it'],
    };
  const { list, entries } = changes;
  if (entries.length === 0) return NOTHING_REMOVED;
  const notes = [
    `leaves ${countOf(entries.length, 'file change')} behind: a revert in the fork would undo them on disk a second time (--carry changes takes them along)`,
  ];
  return { edits: new Map([['file_changes.json', removeElements(list, entries)]]), removed: [], notes };
}

function carriedNotes(folder: RaoFolder, carry: AskFor<'fork'>['carry']): string[] {
  const remote = carry.has('remote') ? remoteRows(folder).length : 0;
  const changes = carry.has('changes') ? (folder.changes()?.entries.length ?? 0) : 0;
  return [
    ...(remote > 0
      ? [`shares ${countOf(remote, 'attachment')} with the first: deleting either in Rao deletes the provider's files`]
      : []),
    ...(changes > 0 ? [`can undo ${countOf(changes, 'file change')} of the first on disk: a revert in it does`] : []),
  ];
}

export function nextNumber({ active, archived }: Numbers, soFar: readonly UnitDecision[]): number {
  const assigned = newIdsOf(soFar).map(Number);
  return [...active, ...archived, ...assigned].reduce((a, b) => Math.max(a, b), 0) + 1;
}

export function newIdsOf(soFar: readonly UnitDecision[]): string[] {
  return soFar.flatMap(({ outcome }) => (outcome.state === 'changed' && outcome.newId !== null ? [outcome.newId] : []));
}
