import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import { baseName, join } from '../../../model/path.ts';
import type { Step } from '../../../model/plan.ts';
import { isRefusal, type Refusal, refusalOf, refused, throughLink, unchanged, unitChange } from '../../decided.ts';
import { inTheWay } from '../../engine/shelving.ts';
import { moved, removed } from '../../engine/steps.ts';
import type { Ask, NotChanged, Part, UnitDecision } from '../../kind.ts';
import type { CodexDocument, CodexUpdate } from '../document.ts';
import { ARCHIVED_SESSIONS } from '../layout/layout.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import { codexCounts } from '../read/shown-counter.ts';
import { datedPath, descendantsOf, familyNotes, idsOf, isOpen, type RelatedThread, refusedAsHeld } from './place.ts';

type DecidedCodex = UnitDecision<CodexUpdate>;

/** Moves all rollouts of a thread, and of those it spawned, to the program's archive; never onto another file. */
export function archiveCodex(
  document: CodexDocument,
  _: Ask,
  soFar: readonly DecidedCodex[],
): DecidedCodex | NotChanged {
  const active = document.files.filter(isActive);
  if (active.length === 0) return unchanged('is archived already');
  if (active.some(({ name }) => name === null))
    return refused({ codes: ['CX306'], reason: 'has a name that the program does not archive: rename the file first' });
  return movedTo(document, soFar, isActive, ({ path }) => join(ARCHIVED_SESSIONS, baseName(path)));
}

/** Moves all rollouts of a thread, and of those it spawned, back to the folder of their day. */
export function restoreCodex(
  document: CodexDocument,
  _: Ask,
  soFar: readonly DecidedCodex[],
): DecidedCodex | NotChanged {
  const active = document.files.find(isActive);
  if (document.files.every(isActive)) return unchanged('is not archived');
  if (active !== undefined) return refused(inTheWay(['CX303'], active.part));
  return movedTo(
    document,
    soFar,
    (file) => !isActive(file),
    ({ path }) => datedPath(baseName(path)),
  );
}

function isActive({ where }: RolloutFile): boolean {
  return where !== 'archived';
}

interface Moves {
  readonly files: readonly RolloutFile[];
  readonly steps: readonly Step[];
}

function movedTo(
  document: CodexDocument,
  soFar: readonly DecidedCodex[],
  isMoved: (file: RolloutFile) => boolean,
  place: (part: Part) => string | null,
): DecidedCodex | NotChanged {
  const before = decidedBefore(document, soFar);
  if (before.with !== null) return unchanged(`goes along with ${before.with}`);
  const own = document.files.filter(isMoved);
  const stuck = whyNot(document, own);
  if (stuck !== null) return stuck;
  if (document.scope.site.shape !== 'home')
    return refused({ reason: 'is not in a home, so there is no archive beside it', unsafe: true });
  const moves = movesOf(document, own, place);
  if (isRefusal(moves)) return refused(moves);
  const along: RelatedThread[] = [];
  const all = [moves];
  // Immovable relatives stay, like a subagent that was archived alone.
  for (const member of descendantsOf(document, before.ids)) {
    const others = isOpen(document, member) ? null : movesOf(document, member.files.filter(isMoved), place);
    if (others === null || isRefusal(others) || others.steps.length === 0) continue;
    along.push(member);
    all.push(others);
  }
  const counts = sumOf(all.flatMap(({ files }) => files));
  const outcome = unitChange({
    path: own[0]?.part.path ?? '',
    steps: all.flatMap(({ steps }) => steps),
    before: counts,
    after: counts,
    notes: familyNotes(document, along),
  });
  return { id: document.id, outcome, indexUpdate: { along: along.map(({ id }) => id) } };
}

function movesOf(
  { scope }: CodexDocument,
  files: readonly RolloutFile[],
  place: (part: Part) => string | null,
): Moves | Refusal {
  const steps = [];
  for (const { part } of files) {
    const to = place(part);
    if (to === null) return refusalOf({ codes: ['CX306'], reason: 'has no name to be placed by' });
    if (scope.isThere(to)) return inTheWay(['CX303'], { path: to });
    steps.push(moved(part, to));
  }
  return { files, steps };
}

/** The thread with which this one went along, and all that were changed already; nothing of it is worked out for a thread without relatives. */
function decidedBefore({ id, files, scope }: CodexDocument, soFar: readonly DecidedCodex[]) {
  const isSpawned = files.some((file) => file.head().meta?.isSpawned === true);
  const hasSpawned = idsOf(id, files).some((each) => scope.subagentsOf(each).length > 0);
  if (!isSpawned && !hasSpawned) return { with: null, ids: new Set<string>() };
  const { ids, along } = scope.changed.upTo(soFar);
  return { with: (isSpawned ? along.get(id) : undefined) ?? null, ids };
}

function whyNot(document: CodexDocument, files: readonly RolloutFile[]): NotChanged | null {
  const odd = files.find(({ part }) => part.type !== 'file');
  if (odd === undefined) return refusedAsHeld(document);
  return refused(odd.part.type === 'link' ? throughLink() : refusalOf({ reason: 'is not a file', unsafe: true }));
}

function sumOf(files: readonly RolloutFile[]): Counts {
  return files.map((file) => codexCounts(file)).reduce(addCounts, NO_COUNTS);
}

/** Moves all rollouts of a thread, and of those it spawned, into the journal. Removes their names from the index. */
export function deleteCodex(
  document: CodexDocument,
  _: Ask,
  soFar: readonly DecidedCodex[],
): DecidedCodex | NotChanged {
  const { id, files, scope } = document;
  const before = decidedBefore(document, soFar);
  if (before.with !== null) return unchanged(`goes along with ${before.with}`);
  const family = descendantsOf(document, before.ids);
  const ids = [...idsOf(id, files), ...family.flatMap((member) => member.ids)];
  const stuck = whyNot(document, files) ?? whyKept(document, family, ids);
  if (stuck !== null) return stuck;
  const [first] = files;
  if (first === undefined) return unchanged('has no rollout');
  const hasName = ids.some((each) => scope.nameOf(each) !== null);
  const all = [...files, ...family.flatMap((member) => member.files)];
  const outcome = unitChange({
    path: first.part.path,
    steps: all.map(({ part }) => removed(part)),
    before: sumOf(all),
    after: NO_COUNTS,
    together: hasName,
    notes: familyNotes(document, family),
  });
  return { id, outcome, indexUpdate: { gone: hasName ? ids : [], along: family.map((member) => member.id) } };
}

/** Refused where a fork needs one of these threads, or a program has one open. */
function whyKept(document: CodexDocument, family: readonly RelatedThread[], ids: readonly string[]): NotChanged | null {
  const fork = ids.flatMap((each) => document.scope.forksOf(each)).find((each) => !ids.includes(each.id));
  const open = family.find((member) => isOpen(document, member));
  if (open !== undefined)
    return refused({ codes: ['CX401'], reason: `has a subagent that is open in a program: ${open.id}`, unsafe: true });
  return fork === undefined
    ? null
    : refused({ reason: `is what ${fork.id} goes on from: delete that first, or keep this`, unsafe: true });
}
