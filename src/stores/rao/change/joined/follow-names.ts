import type { Step } from '../../../../model/plan.ts';
import { type Refusal, refused } from '../../../decided.ts';
import type { Around, Left, Piece } from '../../../kind.ts';
import type { Facts } from '../../facts.ts';
import { archiveFolder, archiveNamesPath, namesPath } from '../../layout/layout.ts';
import { headerOf } from '../names/name-source.ts';
import { givingWay, type NameChange, nameStep } from '../names/name-step.ts';
import { archiveNamesTrouble, namesTrouble } from '../names/names-trouble.ts';
import { seenOtherwise } from '../names/seen-otherwise.ts';
import { type NameWishes, nameWishes, type Shelving, together } from './name-wishes.ts';
import { reuseNotes } from './reuse-notes.ts';

/** A folder that is moved, copied or removed. */
export interface FolderPiece {
  readonly id: string;
  readonly piece: Piece;
}

/**
 * The rows of all folders that are archived, restored, forked or deleted together. A row comes before its folder and goes after
 * it: all that Rao can meet in between is a row without a folder, which it passes over.
 */
export function followNames(facts: Facts, verb: Shelving, pieces: readonly FolderPiece[]): Around | Left {
  const trouble = troubleOf(facts, verb, pieces);
  if (trouble !== null) return refused(trouble);
  const wishes = together(pieces.map(({ id, piece }) => nameWishes(facts, verb, id, piece)));
  const otherwise = seenOtherwise(facts.names, wishes.owner);
  if ('reason' in otherwise) return refused(otherwise);
  const tables = tableSteps(facts, wishes);
  const steps = (gains: boolean) => tables.flatMap((each) => (each.gains === gains && each.step ? [each.step] : []));
  const notes = [
    ...replacedNotes(facts, wishes),
    ...otherwise,
    ...outOfSight(facts, wishes),
    ...(verb === 'archive' ? reuseNotes(facts.scope, pieces) : []),
  ];
  return {
    state: 'changed',
    path: namesPath(facts.scope.site),
    first: steps(true),
    last: steps(false),
    codes: [],
    notes,
  };
}

interface TableStep {
  readonly step: Step | null;
  /** It gains rows. */
  readonly gains: boolean;
}

function tableSteps(facts: Facts, { owner, archive }: NameWishes): TableStep[] {
  const { site } = facts.scope;
  const header = headerOf(facts.names?.names ?? null);
  // Beside a bare folder of conversations the owner's table is out of sight, and no other may be begun.
  const isSeen = facts.names !== null || site.shape === 'base';
  return [
    {
      step: isSeen ? nameStep(namesPath(site), facts.names, owner, header) : null,
      gains: owner.put.length > 0,
    },
    { step: nameStep(archiveNamesPath(site), facts.archiveNames, archive, header), gains: archive.put.length > 0 },
  ];
}

function troubleOf(facts: Facts, verb: Shelving, pieces: readonly FolderPiece[]): Refusal | null {
  const archive = `${archiveFolder(facts.scope.site)}/`;
  const isArchive = verb !== 'fork' && pieces.some(({ piece }) => verb !== 'delete' || piece.path.startsWith(archive));
  const trouble = namesTrouble(facts.names) ?? (isArchive ? archiveNamesTrouble(facts.archiveNames) : null);
  return trouble ?? (isArchive ? unlikeTables(facts) : null);
}

/** Rows go from one table to the other as they stand. */
function unlikeTables({ names, archiveNames }: Facts): Refusal | null {
  const columns = (file: Facts['names']) => file?.names?.header?.fields.length ?? null;
  const [own, other] = [columns(names), columns(archiveNames)];
  if (own === null || other === null || own === other) return null;
  const reason = `${archiveNames?.part.path} has ${other} columns and ${names?.part.path} ${own}, so no row of one fits the other`;
  return { codes: [], reason };
}

/** Rows of numbers that had no folder. */
function replacedNotes({ names: file }: Facts, { owner }: NameWishes): string[] {
  const names = file?.names ?? null;
  if (names === null) return [];
  return owner.put
    .flatMap((each) => givingWay(names, each) ?? [])
    .map(({ id, name }) => `the row of ${id}, ${JSON.stringify(name)}, was left over and gives way`);
}

function outOfSight({ names, scope }: Facts, { owner }: NameWishes): string[] {
  const isSeen = names !== null || scope.site.shape === 'base';
  return isSeen || changesNothing(owner) ? [] : ['the table of names is out of sight, and stays as it is'];
}

function changesNothing({ remove, put }: NameChange): boolean {
  return remove.length + put.length === 0;
}
