import { Failure } from '../../model/failure.ts';
import type { Ask, Document, Outcome, Scope, Unit } from '../kind.ts';
import { unitFindings } from './checks/unit-findings.ts';
import type { Facts, NamesFile } from './facts.ts';
import { type Folder, openFolders } from './folder.ts';
import { FolderView } from './folder-view.ts';
import { numberOf } from './layout/layout.ts';
import { companionsOf } from './read/companions.ts';
import { transcriptOf } from './read/transcript.ts';

/** Everything Rao has of one number. */
export interface RaoDocument extends Document {
  readonly unit: Unit;
  readonly scope: Scope;
  /** Of its scope; folders opened later are still to come. */
  readonly facts: Facts;
  /** The active one first. */
  readonly folders: readonly Folder[];
  readonly active: Folder | null;
  /** The one in our archive. */
  readonly archived: Folder | null;
}

/** What carries out the changing verbs; it lies above the documents, so it is handed in. */
export type Verb = (document: RaoDocument, ask: Ask) => Outcome;

/** Opens one unit; files are decoded when they are asked about. */
export function openDocument(facts: Facts, unit: Unit, change: Verb): RaoDocument {
  const folders = openFolders(unit);
  const find = (path: string): Folder => {
    const folder = folders.find((each) => each.path === path);
    if (folder === undefined) throw new Failure('failed', `${path} is no folder that can be read`);
    return folder;
  };
  const document: RaoDocument = {
    id: unit.id,
    unit,
    scope: facts.scope,
    facts,
    folders,
    active: folders.find(({ state }) => state === 'active') ?? null,
    archived: folders.find(({ state }) => state === 'archived') ?? null,
    conversations: folders.map((folder) => new FolderView(folder, namesOf(facts, folder))),
    findings: () => unitFindings(document),
    transcript: (path) => transcriptOf(find(path)),
    companions: (path) => companionsOf(find(path)),
    change: (ask) => change(document, ask),
  };
  return document;
}

/** What R shows for a folder's number: of the archive's table for an archived one, else of the owner's. */
function namesOf(
  { names, archiveNames }: Facts,
  { id, state }: Pick<Folder, 'id' | 'state'>,
): readonly (string | null)[] {
  const file: NamesFile | null = state === 'archived' ? archiveNames : names;
  const number = numberOf(id);
  return (number === null ? null : file?.names?.shown.get(number)) ?? [];
}
