import type { Ask, Piece } from '../../../kind.ts';
import { type NameRow, type Names, rowsOf } from '../../decode/tables/names.ts';
import type { Facts } from '../../facts.ts';
import { archiveFolder, numberOf } from '../../layout/layout.ts';
import { type NameChange, newSource, numberedSource, sourceOf } from '../names/name-step.ts';

/** The verbs that move, copy or remove whole folders. */
export type Shelving = Exclude<Ask['verb'], 'heal' | 'migrate'>;

/** What the tables of names are to become: Rao's, and our archive's. */
export interface NameWishes {
  readonly owner: NameChange;
  readonly archive: NameChange;
}

/** What one conversation's change asks of the tables. */
export function nameWishes(facts: Facts, verb: Shelving, id: string, piece: Piece): NameWishes {
  const isArchived = piece.path.startsWith(`${archiveFolder(facts.scope.site)}/`);
  const names = (isArchived ? facts.archiveNames : facts.names)?.names ?? null;
  const rows = rowsOfFolder(names, id);
  const number = Number(piece.newId ?? id);
  if (verb === 'fork') return { ...NOTHING, owner: { remove: [], put: [forked(facts, names, rows, number)] } };
  const gone = { remove: rows, put: [] };
  const come = {
    remove: [],
    put: names === null || rows.length === 0 ? [] : [{ id: number, sources: moved(names, rows, id, number) }],
  };
  if (verb === 'archive') return { owner: gone, archive: come };
  if (verb === 'restore') return { owner: come, archive: gone };
  return isArchived ? { ...NOTHING, archive: gone } : { ...NOTHING, owner: gone };
}

/** Wishes of several conversations as one. */
export function together(wishes: readonly NameWishes[]): NameWishes {
  const both = (which: keyof NameWishes): NameChange => ({
    remove: wishes.flatMap((each) => each[which].remove),
    put: wishes.flatMap((each) => each[which].put),
  });
  return { owner: both('owner'), archive: both('archive') };
}

const NONE: NameChange = { remove: [], put: [] };
const NOTHING: NameWishes = { owner: NONE, archive: NONE };

/** Rows go by numbers, and Rao opens `conversation_7` for 7: those of a folder `conversation_007` are not its own. */
function rowsOfFolder(names: Names | null, id: string): readonly NameRow[] {
  const number = numberOf(id);
  return names === null || number === null || String(number) !== id ? [] : rowsOf(names, number);
}

function moved(names: Names, rows: readonly NameRow[], id: string, number: number): Uint8Array[] {
  return rows.map((row) => (Number(id) === number ? sourceOf(names, row) : numberedSource(names, row, number)));
}

function forked({ names: file }: Facts, names: Names | null, [first]: readonly NameRow[], id: number) {
  const name = names === null || first === undefined ? 'New conversation' : first.name;
  return { id, sources: [newSource(file?.names ?? null, id, `${name} (fork)`)] };
}
