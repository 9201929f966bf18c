import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Step } from '../../../model/plan.ts';
import { piece, refused, unchanged } from '../../decided.ts';
import type { Left, Part, Piece } from '../../kind.ts';
import { join } from '../../path.ts';
import { isLiving } from '../checks/living.ts';
import type { ClaudeDocument } from '../document.ts';
import { ARCHIVE } from '../layout/place.ts';
import { claudeCounts } from './counts.ts';

/** Moves a session and its companions to our archive beside `projects`: out of the list, and out of the program's retention. */
export function archiveClaude(document: ClaudeDocument): Piece | Left {
  if (document.active === null && document.archived !== null) return unchanged('is archived already');
  return shelve(document, '', 'archived-');
}

/** Moves a session and its companions back to their project. */
export function restoreClaude(document: ClaudeDocument): Piece | Left {
  if (document.archived === null && document.active !== null) return unchanged('is not archived');
  return shelve(document, 'archived-', '');
}

type Side = 'archived-' | '';

function shelve(document: ClaudeDocument, from: Side, to: Side): Piece | Left {
  const { unit, scope } = document;
  const file = from === '' ? document.active : document.archived;
  if (file === null) return unchanged('has no session file');
  if (file.source === null) return refused({ codes: [], reason: 'is not a file that can be read' });
  if (from === '' && isLiving(document))
    return refused({ codes: ['CL403'], reason: 'is in use by a running program', unsafe: true });
  if (scope.site.shape !== 'home')
    return refused({ codes: [], reason: 'is not in a config folder, so there is no archive beside it', unsafe: true });
  const there = unit.parts.find(({ role }) => role === `${to}session` || role === `${to}companions`);
  if (there !== undefined)
    return refused({ codes: [], reason: `cannot be moved: ${there.path} is in the way`, unsafe: true });
  const counts = claudeCounts(file);
  const steps = partsToMove(unit.parts, from).map((part) => moveOf(part, scope.name, to));
  return piece({ path: file.part.path, steps, before: counts, after: counts });
}

/** The session last: companions without it are nothing to the program, and a session without them reads the same. */
function partsToMove(parts: readonly Part[], side: Side): Part[] {
  return [`${side}companions`, `${side}session`].flatMap((role) => parts.filter((part) => part.role === role));
}

function moveOf(part: Part, scope: string, to: Side): Step {
  const name = part.path.slice(part.path.lastIndexOf('/') + 1);
  const path = join(to === '' ? 'projects' : ARCHIVE, scope, name);
  return { do: 'move', what: part.type === 'folder' ? 'folder' : 'file', from: part.path, to: path, was: part.print() };
}

/** Moves a session and its companions into the journal: the active one, or the archived one where no other has the id. */
export function deleteClaude(document: ClaudeDocument): Piece | Left {
  const { unit, active, archived } = document;
  const file = active ?? archived;
  if (file === null) return removeCompanions(document);
  if (file.part.type !== 'file') return refused({ codes: [], reason: 'is not a file', unsafe: true });
  if (isLiving(document)) return refused({ codes: ['CL403'], reason: 'is in use by a running program', unsafe: true });
  const steps = partsToMove(unit.parts, active === null ? 'archived-' : '').map((part): Step => {
    return { do: 'remove', what: part.type === 'folder' ? 'folder' : 'file', path: part.path, was: part.print() };
  });
  const others = [...(unit.elsewhere ?? []).filter(({ role }) => role === 'session').map(({ path }) => path)];
  if (active !== null && archived !== null) others.push(archived.part.path);
  const notes = others.map((path) => `another copy stays: ${path}`);
  return piece({ path: file.part.path, steps, before: claudeCounts(file), after: NO_COUNTS, notes });
}

/** What is left of a session whose file is gone. */
function removeCompanions({ unit }: ClaudeDocument): Piece | Left {
  const steps = partsToMove(unit.parts, '').map((part): Step => {
    return { do: 'remove', what: 'folder', path: part.path, was: part.print() };
  });
  const [first] = steps;
  if (first?.do !== 'remove') return unchanged('has no session file');
  return piece({ path: first.path, steps, before: NO_COUNTS, after: NO_COUNTS });
}
