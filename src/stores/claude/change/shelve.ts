import { NO_COUNTS } from '../../../model/change-report.ts';
import { isDeletedSoon } from '../../../model/conversation.ts';
import { isNameOfCopy } from '../../../model/ids.ts';
import type { Part } from '../../../model/part.ts';
import { baseName, join } from '../../../model/path.ts';
import { type NotChanged, refused, throughLink, type UnitChange, unchanged, unitChange } from '../../decision.ts';
import { deleteShelved, type Shelves, type Side, shelve } from '../../engine/change/shelving.ts';
import { removed } from '../../engine/change/steps.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import type { Unit } from '../../kind.ts';
import { countOf } from '../../words.ts';
import type { ClaudeDocument } from '../document.ts';
import { ARCHIVE } from '../layout/layout.ts';
import type { SessionFile } from '../session-file.ts';
import { claudeCounts, noSession } from './counts.ts';

/** Moves a session and its companions to convo's archive beside `projects`, where neither the program's list nor its retention looks. */
export function archiveClaude(document: ClaudeDocument): UnitChange | NotChanged {
  return moveClaude(document, 'archive');
}

export function restoreClaude(document: ClaudeDocument): UnitChange | NotChanged {
  return moveClaude(document, 'restore');
}

function moveClaude(document: ClaudeDocument, verb: 'archive' | 'restore'): UnitChange | NotChanged {
  return shelve(shelvesOf(document), verb, (file, steps) => {
    if (file.part.type === 'link') return notFile(file.part);
    if (file.source === null) return refused({ reason: 'is not a file that can be read' });
    const inUse = verb === 'archive' ? refusedInUse(document, 'CL403') : null;
    if (inUse !== null) return inUse;
    if (document.scope.site.shape !== 'home')
      return refused({
        reason: 'is not in a config folder, so there is no archive beside it',
        unsafe: true,
      });
    const counts = claudeCounts(file);
    const notes = verb === 'restore' ? dueNotes(document, file.part) : [];
    return unitChange({ path: file.part.path, steps, before: counts, after: counts, notes });
  });
}

/** Warns if the program will soon delete a restored session: it goes by the file's time, which a restore keeps. */
function dueNotes({ scope }: ClaudeDocument, { mtime }: Part): string[] {
  const daysLeft = scope.daysLeft(mtime);
  if (daysLeft === null || !isDeletedSoon({ daysLeft })) return [];
  const when = daysLeft > 0 ? `in ${countOf(daysLeft, 'day')}` : 'at its next start';
  const age = daysLeft > 0 ? 'is nearly as old as' : 'is older than';
  return [
    `${age} the retention: Claude Code deletes it ${when}. A higher \`cleanupPeriodDays\` in settings.json prevents that, and so does \`convo archive\``,
  ];
}

function notFile({ type }: Part): NotChanged {
  return type === 'link' ? throughLink() : refused({ reason: 'is not a file', unsafe: true });
}

function shelvesOf(document: ClaudeDocument): Shelves<SessionFile> {
  const { unit, scope } = document;
  const copy = isNameOfCopy(document.id) ? document.misnamed : null;
  return {
    active: document.active ?? copy,
    archived: document.archived ?? document.archivedMisnamed,
    whole: ({ part }) => part,
    companions: (side) => companionsOf(unit, side),
    place: (side, { path }) => join(side === 'active' ? 'projects' : ARCHIVE, scope.name, baseName(path)),
    missing: unchanged(noSession(document)),
  };
}

function companionsOf({ parts }: Unit, side: Side): Part[] {
  const wanted = side === 'active' ? 'companions' : 'archived-companions';
  return parts.filter(({ role }) => role === wanted);
}

/** Moves a session and its companions into the journal: the active one, or the archived one if no active one has the id. */
export function deleteClaude(document: ClaudeDocument): UnitChange | NotChanged {
  const shelves = shelvesOf(document);
  if (shelves.active === null && shelves.archived === null) return deleteCompanions(document);
  return deleteShelved(shelves, ({ part, ...file }, steps, notes) => {
    if (part.type !== 'file') return notFile(part);
    const inUse = refusedInUse(document, 'CL403');
    if (inUse !== null) return inUse;
    const others = (document.unit.elsewhere ?? []).filter(({ role }) => role === 'session');
    const all = [...others.map(({ path }) => `another copy stays: ${path}`), ...notes];
    return unitChange({
      path: part.path,
      steps,
      before: claudeCounts({ part, ...file }),
      after: NO_COUNTS,
      notes: all,
    });
  });
}

function deleteCompanions(document: ClaudeDocument): UnitChange | NotChanged {
  const all = companionsOf(document.unit, 'active');
  const [first] = all;
  if (first === undefined) return unchanged(noSession(document));
  return unitChange({ path: first.path, steps: all.map(removed), before: NO_COUNTS, after: NO_COUNTS });
}
