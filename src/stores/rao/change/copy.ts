import type { Edit } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { isString, quote, textOf, type Value } from '../../../codecs/json/value.ts';
import { quoteCell, replaceField } from '../../../codecs/table/table.ts';
import { addAll } from '../../../model/collections.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Planted } from '../../../model/plan.ts';
import { isRefusal, type Refusal, refusalOf } from '../../decided.ts';
import { amendFolder, type FolderChanges, folderDraft, scratchEdits } from '../../engine/draft.ts';
import { copied } from '../../engine/steps.ts';
import type { Part } from '../../kind.ts';
import { numberOf } from '../layout/layout.ts';
import type { RaoDocument } from '../read/document.ts';
import { type Ref, refIn } from '../read/field.ts';
import type { RaoFolder } from '../read/folder.ts';
import { type FolderRepair, filesOf, nameOf, openedAs, raoCounts } from './folders.ts';

/**
 * Gives a copied folder its own number: in `conversation_index`, Erdos' `conversationId`, and paths of images and plots
 * (docs/formats/rao.md, "Move and renumber").
 */
export function numbered(folder: RaoFolder, to: number): FolderRepair {
  const edits = new Map<string, readonly Edit[]>([
    ['conversation_log.json', logEdits(folder, to)],
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

/** Each repair sees the result of the one before. */
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
      const done = repair(openedAs(document, draft.files));
      if (isRefusal(done)) return done;
      draft = amendFolder(draft, done, scratch);
      addAll(notes, done.notes);
    }
    const copy = openedAs(document, draft.files);
    const { error } = copy.log();
    if (error !== null && folder.log().error === null)
      return refusalOf({ reason: `would get a log that ${error}: a fault of convo` });
    const { files: _, ...changes } = draft;
    return { changes, counts: raoCounts(copy), notes };
  } finally {
    release();
  }
}

/** A path in the folder of another number; null when it leads out of the conversation. */
function movedPath(path: string, { id }: RaoFolder, to: number): string | null {
  const found = /^(.*[\\/])?conversation_(\d+)([\\/](?:images_attached|plots)[\\/][^\\/]+)$/s.exec(path);
  return found === null || found[2] !== id ? null : `${found[1] ?? ''}conversation_${to}${found[3]}`;
}

function logEdits(folder: RaoFolder, to: number): Edit[] {
  const edits: Edit[] = [];
  for (const message of folder.log().eachMessage()) {
    const plots = message.field('plots_file');
    const path = isString(plots) ? movedPath(textOf(plots), folder, to) : null;
    if (plots !== null && path !== null) edits.push(replaceValue(plots, quote(path)));
    addAll(edits, ownEdits(folder, refIn(message.value, 'conversationId'), to));
  }
  return edits;
}

function indexEdits(folder: RaoFolder, entries: readonly Value[], to: number): Edit[] {
  return entries.flatMap((entry) => ownEdits(folder, refIn(entry, 'conversation_index'), to));
}

/** Changes numbers of this conversation only. Another's is as wrong as before. */
function ownEdits({ id }: RaoFolder, ref: Ref, to: number): Edit[] {
  if (ref.type === 'number' && ref.number === numberOf(id)) return [replaceValue(ref.value, String(to))];
  return ref.type === 'text' && ref.text === id ? [replaceValue(ref.value, quote(String(to)))] : [];
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
export function planted(folder: RaoFolder, { edits, removed }: FolderChanges): readonly Planted[] | Refusal {
  const files: Planted[] = [];
  for (const part of folder.parts) {
    if (removed.includes(part.path) || isKnownFolder(part)) continue;
    const name = nameOf(folder, part);
    const trouble = troubleWith(part);
    if (trouble !== null) return refusalOf({ reason: `${name} ${trouble}`, unsafe: part.type === 'link' });
    files.push({ path: name, content: copied(part, edits.get(part.path) ?? []) });
  }
  return files;
}

/** Their contents are parts of their own. */
function isKnownFolder({ role, type }: Part): boolean {
  return type === 'folder' && (role === 'plots-folder' || role === 'images-folder');
}

function troubleWith(part: Part): string | null {
  if (part.type === 'link') return 'is a link, and nothing is copied through a link';
  if (part.type !== 'file') return 'is not a file, and is not copied';
  return part.digest() === '' ? 'cannot be read' : null;
}
