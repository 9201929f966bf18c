import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import { piece, refused, throughLink, unchanged } from '../../decided.ts';
import { inTheWay } from '../../engine/shelving.ts';
import { moved, removed } from '../../engine/steps.ts';
import type { Decided, Left, Part, Piece } from '../../kind.ts';
import { baseName, join } from '../../path.ts';
import { some } from '../../some.ts';
import type { CodexDocument } from '../document.ts';
import { ARCHIVED_SESSIONS } from '../layout/place.ts';
import type { RolloutFile } from '../rollout-file.ts';
import { codexCounts } from './counts.ts';
import { refusedAsHeld } from './guards.ts';
import { datedPath } from './place.ts';

/** Moves all rollouts of a thread where the program archives them, never onto another file. */
export function archiveCodex(document: CodexDocument): Piece | Left {
  const active = document.files.filter(({ where }) => where !== 'archived');
  if (active.length === 0) return unchanged('is archived already');
  if (active.some(({ name }) => name === null))
    return refused({ codes: ['CX306'], reason: 'has a name that the program does not archive: rename the file first' });
  return movedTo(document, active, ({ path }) => join(ARCHIVED_SESSIONS, baseName(path)));
}

/** Moves all rollouts of a thread back to the folder of their day. */
export function restoreCodex(document: CodexDocument): Piece | Left {
  const archived = document.files.filter(({ where }) => where === 'archived');
  const [active] = document.files.filter(({ where }) => where !== 'archived');
  if (archived.length === 0) return unchanged('is not archived');
  if (active !== undefined) return refused(inTheWay(['CX303'], active.part));
  return movedTo(document, archived, ({ path }) => datedPath(baseName(path)));
}

function movedTo(
  document: CodexDocument,
  files: readonly RolloutFile[],
  place: (part: Part) => string | null,
): Piece | Left {
  const stuck = whyNot(document, files);
  if (stuck !== null) return stuck;
  if (document.scope.site.shape !== 'home')
    return refused({ reason: 'is not in a home, so there is no archive beside it', unsafe: true });
  const steps = [];
  for (const { part } of files) {
    const to = place(part);
    if (to === null) return refused({ codes: ['CX306'], reason: 'has no name to be placed by' });
    if (document.scope.isThere(to)) return refused(inTheWay(['CX303'], { path: to }));
    steps.push(moved(part, to));
  }
  const counts = sumOf(files);
  return piece({
    path: files[0]?.part.path ?? '',
    steps,
    before: counts,
    after: counts,
    notes: subagentNotes(document),
  });
}

/** The program takes subagents along; here each thread is asked for by its id. */
function subagentNotes({ id, scope }: CodexDocument): string[] {
  const subagents = scope.subagentsOf(id);
  return subagents.length === 0 ? [] : [`the threads of its subagents stay where they are: ${some(subagents)}`];
}

/** A link, or a thread that a program has open, is not moved. */
function whyNot(document: CodexDocument, files: readonly RolloutFile[]): Left | null {
  const odd = files.find(({ part }) => part.type !== 'file');
  if (odd === undefined) return refusedAsHeld(document);
  return refused(odd.part.type === 'link' ? throughLink() : { reason: 'is not a file', unsafe: true });
}

function sumOf(files: readonly RolloutFile[]): Counts {
  return files.map(countsOf).reduce(addCounts, NO_COUNTS);
}

function countsOf(file: RolloutFile): Counts {
  return file.source === null ? { ...NO_COUNTS, conversations: 1, bytes: file.part.size } : codexCounts(file);
}

/** The threads whose names leave the index. */
export interface GoneNames {
  readonly gone: readonly string[];
}

/** Moves all rollouts of a thread into the journal, and its names out of the index. */
export function deleteCodex(document: CodexDocument): Decided<GoneNames> {
  const { id, files, scope } = document;
  const ids = [...new Set([id, ...files.flatMap((file) => file.head().meta?.id ?? [])])];
  const fork = ids.flatMap((each) => scope.forksOf(each)).find((each) => !ids.includes(each.id));
  const stuck = whyNot(document, files);
  if (stuck !== null) return { id, outcome: stuck };
  if (fork !== undefined) {
    const reason = `is what ${fork.id} goes on from: delete that first, or keep this`;
    return { id, outcome: refused({ reason, unsafe: true }) };
  }
  const [first] = files;
  if (first === undefined) return { id, outcome: unchanged('has no rollout') };
  const hasName = ids.some((each) => scope.nameOf(each) !== null);
  const notes = [...(hasName ? ['its name leaves session_index.jsonl'] : []), ...subagentNotes(document)];
  const steps = files.map(({ part }) => removed(part));
  const outcome = piece({
    path: first.part.path,
    steps,
    before: sumOf(files),
    after: NO_COUNTS,
    together: hasName,
    notes,
  });
  return hasName ? { id, outcome, indexUpdate: { gone: ids } } : { id, outcome };
}
