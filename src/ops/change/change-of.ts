import { addCounts, NO_COUNTS } from '../../model/change-report.ts';
import type { Change, ItemOfChange } from '../../model/plan.ts';
import type { Kind, SharedChange, UnitChange } from '../../stores/kind.ts';
import { projectOf } from '../survey/locate.ts';

export interface ChangedUnit {
  readonly id: string;
  readonly piece: UnitChange;
}

/** Makes a Change of one piece, of all pieces that a scope makes together, or of the shared steps alone. */
export function changeOf(
  kind: Kind,
  scope: string,
  pieces: readonly ChangedUnit[],
  around: SharedChange | null,
): Change {
  const { first = [], last = [], codes = [], locks = [] } = around ?? {};
  const [one] = pieces;
  const together = one?.piece.together === true;
  return {
    kind: kind.name,
    project: projectOf(scope),
    ids: pieces.flatMap(({ id, piece: { newId } }) => (newId === null ? [id] : [id, newId])),
    path: one?.piece.path ?? around?.path ?? '',
    codes: one === undefined || together ? codes : one.piece.codes,
    steps: [...first, ...pieces.flatMap(({ piece }) => piece.steps), ...last],
    locks: [...locks, ...pieces.flatMap(({ piece }) => piece.locks)],
    keep: keepOf(kind),
    ...(together ? { items: pieces.map(itemOf) } : {}),
    counts: {
      // An output folder is the target: the store's files stay.
      before: pieces
        .map(({ piece }) => (piece.into === 'output' ? NO_COUNTS : piece.before))
        .reduce(addCounts, NO_COUNTS),
      after: pieces.map(({ piece }) => piece.after).reduce(addCounts, NO_COUNTS),
    },
  };
}

function itemOf({ id, piece: { path, codes, newId } }: ChangedUnit): ItemOfChange {
  return newId === null ? { id, path, codes } : { id, path, codes, newId };
}

/** How originals are kept: a program that writes in place could write through a kept link. */
export function keepOf({ writes }: Pick<Kind, 'writes'>): Change['keep'] {
  return writes === 'over' ? 'link' : 'copy';
}
