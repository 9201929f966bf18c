import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refusalOf,
  refused,
  type UnitChange,
  type UnitDecision,
} from '../../decision.ts';
import { deleteShelved, inTheWay, type Shelves, shelve } from '../../engine/change/shelving.ts';
import { removed } from '../../engine/change/steps.ts';
import type { RaoDocument } from '../document.ts';
import { archivedFolder, conversationFolder, numberOf } from '../layout/layout.ts';
import type { RaoFolder } from '../read/folder.ts';
import { newIdsOf, nextNumber, plantedFiles, remoteRows, renumberedFolder, repairedCopy } from './copy.ts';
import { changedWithNames, folderRefusal, noFolder, raoCounts } from './folders.ts';

export function archiveRao(document: RaoDocument): UnitChange | NotChanged {
  return shelve(shelvesOf(document), 'archive', moveFolder);
}

export function restoreRao(
  document: RaoDocument,
  ask: AskFor<'restore'>,
  soFar: readonly UnitDecision[],
): UnitChange | NotChanged {
  const { id, active, archived } = document;
  if (archived !== null && ask.as !== null && ask.as !== id) return restoreAs(document, archived, ask.as, soFar);
  const number = numberOf(id);
  const isTaken = active !== null || (number !== null && isUsed(document, number, soFar));
  if (archived !== null && isTaken) return refused(numberInUse(document, String(number ?? 'it was'), soFar, ' again'));
  return shelve(shelvesOf(document), 'restore', moveFolder);
}

function shelvesOf({ id, scope, active, archived }: RaoDocument): Shelves<RaoFolder> {
  return {
    active,
    archived,
    whole: ({ path, self }) => ({ ...self, path }),
    place: (side) => (side === 'active' ? conversationFolder(scope.site, id) : archivedFolder(scope.site, id)),
    missing: noFolder(),
    inTheWay: (_, other) => inTheWay(['RA314'], other),
  };
}

function moveFolder(folder: RaoFolder, steps: readonly Step[]): UnitChange | NotChanged {
  const refusal = folderRefusal(folder);
  if (refusal !== null) return refused(refusal);
  const counts = raoCounts(folder);
  const { error } = folder.log();
  const notes =
    folder.state === 'archived' && error !== null ? [`conversation_log.json ${error}, so Rao will not open it`] : [];
  return changedWithNames({ path: folder.path, steps, before: counts, after: counts, notes });
}

function isUsed({ id, tables }: RaoDocument, number: number, soFar: readonly UnitDecision[]): boolean {
  const others = soFar.some(
    ({ id: other, outcome }) =>
      outcome.state === 'changed' && other !== id && numberOf(outcome.newId ?? other) === number,
  );
  return tables.numbers().active.has(number) || others;
}

function numberInUse({ tables }: RaoDocument, as: string, soFar: readonly UnitDecision[], again = ''): Refusal {
  const reason = `cannot come back as ${as}: that number is in use${again} (--as ${nextNumber(tables.numbers(), soFar)} is free)`;
  return refusalOf({ codes: ['RA314'], reason, unsafe: true });
}

/** Restores under another number: a new folder with that number inside; the old one goes into the journal. */
function restoreAs(
  document: RaoDocument,
  archived: RaoFolder,
  as: string,
  soFar: readonly UnitDecision[],
): UnitChange | NotChanged {
  const refusal = folderRefusal(archived) ?? unusableRefusal(document, as, soFar);
  if (refusal !== null) return refused(refusal);
  const copy = repairedCopy(document, archived, [(each) => renumberedFolder(each, Number(as))]);
  if (isRefusal(copy)) return refused(copy);
  const files = plantedFiles(archived, copy.changes);
  if (isRefusal(files)) return refused(files);
  const { path, self } = archived;
  return changedWithNames({
    path,
    steps: [{ do: 'plant', path: conversationFolder(document.scope.site, as), files }, removed({ ...self, path })],
    before: raoCounts(archived),
    after: copy.counts,
    notes: [],
    newId: as,
  });
}

function unusableRefusal(document: RaoDocument, as: string, soFar: readonly UnitDecision[]): Refusal | null {
  const { scope, tables } = document;
  const number = numberOf(as);
  if (!/^[1-9]\d{0,9}$/.test(as) || number === null)
    return refusalOf({ reason: `cannot come back as ${as}: that is not a number of a conversation` });
  if (scope.site.file !== null)
    return refusalOf({
      reason: 'cannot get another number when it is given alone: give the folder that holds all conversations',
    });
  const { active, archived } = tables.numbers();
  const isPlanned = newIdsOf(soFar).includes(as);
  return active.has(number) || archived.has(number) || isPlanned ? numberInUse(document, as, soFar) : null;
}

/**
 * Moves the active folder into the journal, or else the archived one. Files that Rao uploaded stay with the provider
 * and are counted.
 */
export function deleteRao(document: RaoDocument): UnitChange | NotChanged {
  return deleteShelved(shelvesOf(document), (folder, steps, stays) => {
    const refusal = folderRefusal(folder);
    if (refusal !== null) return refused(refusal);
    const uploaded = remoteRows(folder).length;
    const remote = `${uploaded} of its attachments ${uploaded === 1 ? 'stays' : 'stay'} with the provider: Rao's own delete would remove them there as well`;
    const notes = [...(uploaded === 0 ? [] : [remote]), ...stays];
    return changedWithNames({ path: folder.path, steps, before: raoCounts(folder), after: NO_COUNTS, notes });
  });
}
