import { removeElements } from '../../../codecs/json/edits.ts';
import { isArray } from '../../../codecs/json/value.ts';
import { changeTable } from '../../../codecs/table/table.ts';
import type { AskFor } from '../../kind.ts';
import { count } from '../../words.ts';
import type { RaoFolder } from '../read/folder.ts';
import { columnText } from '../read/tables/companion-table.ts';
import { type FolderRepair, nameOf } from './folders.ts';

/**
 * Files that a fork does not copy, because Rao would act on them for both: background summary states, and unless
 * wanted, uploads and changes that a revert undoes (docs/formats/rao.md, "Move and renumber").
 */
export function leftBehind(folder: RaoFolder, carry: AskFor<'fork'>['carry']): FolderRepair {
  const remote = carry.has('remote') ? NOTHING : withoutRemote(folder);
  const changes = carry.has('changes') ? NOTHING : withoutChanges(folder);
  const strays = strayFolders(folder);
  const strayNotes = strays.map((name) => `leaves the folder ${name} behind: it is none of Rao's`);
  return {
    edits: new Map([...remote.edits, ...changes.edits]),
    removed: [...changes.removed, ...states(folder), ...strays],
    notes: [...remote.notes, ...changes.notes, ...strayNotes, ...carriedNotes(folder, carry)],
  };
}

type Behind = Required<Pick<FolderRepair, 'edits' | 'removed' | 'notes'>>;

const NOTHING: Behind = { edits: new Map(), removed: [], notes: [] };

/** Names of files on the state of a background summary. */
function states(folder: RaoFolder): string[] {
  const parts = [...folder.partsOf('background'), ...folder.partsOf('background-backup')];
  return parts.map((part) => nameOf(folder, part));
}

/** Unknown contents are not copied. */
function strayFolders(folder: RaoFolder): string[] {
  const strays = folder.partsOf('stray').filter(({ type }) => type === 'folder');
  return strays.map((part) => nameOf(folder, part));
}

/** Attachments that Rao uploaded. */
export function remoteRows(folder: RaoFolder) {
  return (folder.attachments()?.rows ?? []).filter((row) => columnText(row, 'file_id') !== '');
}

function withoutRemote(folder: RaoFolder): Behind {
  const table = folder.attachments()?.table;
  const remove = remoteRows(folder).map(({ row }) => row);
  if (table === undefined || remove.length === 0) return NOTHING;
  const notes = [
    `leaves ${count(remove.length, 'attachment')} behind: deleting one conversation would delete the provider's files of both (--carry remote takes them along)`,
  ];
  return { edits: new Map([['attachments.csv', changeTable(table, { remove })]]), removed: [], notes };
}

function withoutChanges(folder: RaoFolder): Behind {
  const changes = folder.changes();
  if (changes === null) return NOTHING;
  if (changes.file.error !== null || !isArray(changes.list))
    return {
      ...NOTHING,
      removed: ['file_changes.json'],
      notes: ['leaves file_changes.json behind: Rao cannot read it'],
    };
  const { list, entries } = changes;
  if (entries.length === 0) return NOTHING;
  const notes = [
    `leaves ${count(entries.length, 'file change')} behind: a revert in the fork would undo them on disk a second time (--carry changes takes them along)`,
  ];
  return { edits: new Map([['file_changes.json', removeElements(list, entries)]]), removed: [], notes };
}

function carriedNotes(folder: RaoFolder, carry: AskFor<'fork'>['carry']): string[] {
  const remote = carry.has('remote') ? remoteRows(folder).length : 0;
  const changes = carry.has('changes') ? (folder.changes()?.entries.length ?? 0) : 0;
  return [
    ...(remote > 0
      ? [`shares ${count(remote, 'attachment')} with the first: deleting either in Rao deletes the provider's files`]
      : []),
    ...(changes > 0 ? [`can undo ${count(changes, 'file change')} of the first on disk: a revert in it does`] : []),
  ];
}
