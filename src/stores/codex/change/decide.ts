import { NO_BYTES } from '../../../codecs/bytes.ts';
import { quote } from '../../../codecs/json/value.ts';
import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import type { Code } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { baseName, join, rebasedPath } from '../../../model/path.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type Ask,
  type AskFor,
  BLANK_TITLE,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  type SharedChange,
  throughLink,
  type UnitChange,
  type UnitDecision,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { putBackLines } from '../../engine/change/put-back.ts';
import { inTheWay } from '../../engine/change/shelving.ts';
import { moved, removed, withEdits } from '../../engine/change/steps.ts';
import { decideBy } from '../../engine/change/verbs.ts';
import { appendedLines, withoutLine } from '../../engine/range-edits.ts';
import type { Judged, Verbs } from '../../kind.ts';
import { countOf } from '../../words.ts';
import type { CodexDocument } from '../document.ts';
import { descendantsOf, idsOf, type RelatedThread } from '../family.ts';
import { ARCHIVED_SESSIONS, NAMES_INDEX } from '../layout/layout.ts';
import { nameLines } from '../read/names.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import { codexCounts } from '../read/shown-counter.ts';
import type { CodexUpdate } from './changed-threads.ts';
import { forkCodex } from './fork.ts';
import { healCodex } from './heal.ts';
import { migrateCodex } from './migrate.ts';
import { NAMELESS } from './passes.ts';
import { datedPath, familyNotes, isOpen, refusedAsOpen } from './place.ts';

type DecidedCodex = UnitDecision<CodexUpdate>;

/** Moves all rollouts of a thread, and of the threads it spawned, to the program's archive; it never replaces a file. */
function archiveCodex(document: CodexDocument, _: Ask, soFar: readonly DecidedCodex[]): DecidedCodex | NotChanged {
  const active = document.files.filter(isActive);
  if (active.length === 0) return unchanged('is archived already');
  if (!document.scope.isCopy && active.some(({ name }) => name === null))
    return refused({ codes: ['CX306'], reason: 'has a name that the program does not archive: rename the file first' });
  return movedTo(document, soFar, isActive, ({ path }) => join(ARCHIVED_SESSIONS, baseName(path)));
}

/** Moves all rollouts of a thread, and of the threads it spawned, back to the folder of their day. */
function restoreCodex(document: CodexDocument, _: Ask, soFar: readonly DecidedCodex[]): DecidedCodex | NotChanged {
  const active = document.files.find(isActive);
  if (document.files.every(isActive)) return unchanged('is not archived');
  if (active !== undefined) return inTheWay(['CX303'], active.part);
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
  const filled = new Set<string>();
  const moves = movesOf(document, own, place, filled);
  if (isRefusal(moves)) return moves;
  const along: RelatedThread[] = [];
  const all = [moves];
  // Relatives that cannot be moved stay archived, as one does that was archived alone.
  for (const member of descendantsOf(document, before.ids)) {
    const others = isOpen(document, member) ? null : movesOf(document, member.files.filter(isMoved), place, filled);
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

/** Moves files to `place`; no target may be in `filled`, to which all targets are added. */
function movesOf(
  { scope }: CodexDocument,
  files: readonly RolloutFile[],
  place: (part: Part) => string | null,
  filled: Set<string>,
): Moves | Refusal {
  const steps = [];
  for (const { part } of files) {
    const to = place(part);
    if (to === null) return refused({ codes: ['CX306'], reason: 'has no name to be placed by' });
    if (scope.isThere(to)) return inTheWay(['CX303'], { path: to });
    if (filled.has(to)) return refused({ codes: ['CX302'], reason: `has two files that would both become ${to}` });
    filled.add(to);
    steps.push(moved(part, to));
  }
  return { files, steps };
}

/** The ids changed so far, and the thread that this one was moved along with. Empty for a thread without relatives. */
function decidedBefore({ id, files, scope }: CodexDocument, soFar: readonly DecidedCodex[]) {
  const isSpawned = files.some((file) => file.head().meta?.isSpawned === true);
  const hasSpawned = idsOf(id, files).some((each) => scope.ofThread.subagents(each).length > 0);
  if (!isSpawned && !hasSpawned) return { with: null, ids: new Set<string>() };
  const { ids, along } = scope.changed.upTo(soFar);
  return { with: (isSpawned ? along.get(id) : undefined) ?? null, ids };
}

function whyNot(document: CodexDocument, files: readonly RolloutFile[]): NotChanged | null {
  const odd = files.find(({ part }) => part.type !== 'file');
  if (odd === undefined) return refusedAsOpen(document);
  return odd.part.type === 'link' ? throughLink() : refused({ reason: 'is not a file', unsafe: true });
}

function sumOf(files: readonly RolloutFile[]): Counts {
  return files.map((file) => codexCounts(file)).reduce(addCounts, NO_COUNTS);
}

/** Moves all rollouts of a thread, and of the threads it spawned, into the journal, and removes their names from the index. */
function deleteCodex(document: CodexDocument, _: Ask, soFar: readonly DecidedCodex[]): DecidedCodex | NotChanged {
  const { id, files, scope } = document;
  const before = decidedBefore(document, soFar);
  if (before.with !== null) return unchanged(`goes along with ${before.with}`);
  const family = descendantsOf(document, before.ids);
  const own = scope.isCopy ? [] : idsOf(id, files);
  const ids = [...own, ...family.flatMap((member) => member.ids)];
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
    isJoint: hasName,
    notes: familyNotes(document, family),
  });
  return { id, outcome, indexUpdate: { gone: hasName ? ids : [], along: family.map((member) => member.id) } };
}

/** A refusal where a fork needs one of these threads, or a program has one open; null otherwise. */
function whyKept(document: CodexDocument, family: readonly RelatedThread[], ids: readonly string[]): NotChanged | null {
  const fork = ids.flatMap((each) => document.scope.ofThread.forks(each)).find((each) => !ids.includes(each.id));
  const open = family.find((member) => isOpen(document, member));
  if (open !== undefined)
    return refused({ codes: ['CX401'], reason: `has a subagent that is open in a program: ${open.id}`, unsafe: true });
  return fork === undefined
    ? null
    : refused({ reason: `is what ${fork.id} goes on from: delete that first, or keep this`, unsafe: true });
}

const CODES: readonly Code[] = ['CX307', 'CX308'];

/** Removes lines of the index of names that the program ignores, or that keep it from deleting. */
function healCodexIndex(index: Part | undefined, { only }: AskFor<'heal'>): SharedChange | NotChanged {
  const wanted = (code: Code) => only?.includes(code) ?? true;
  const lines = [...nameLines(index?.bytes ?? NO_BYTES)];
  const codeOf = ({ isUtf8 }: { readonly isUtf8: boolean }): Code => (isUtf8 ? 'CX308' : 'CX307');
  const nameless = lines.filter((line) => line.named === null && wanted(codeOf(line)));
  const codes = CODES.filter((code) => nameless.some((line) => codeOf(line) === code));
  return withoutEntries(index, nameless, codes, 'which the program passes over');
}

function withoutNames(
  index: Part | undefined,
  decided: readonly UnitDecision<CodexUpdate>[],
): SharedChange | NotChanged {
  const gone = new Set(decided.flatMap(({ indexUpdate }) => indexUpdate?.gone ?? []));
  const lines = [...nameLines(index?.bytes ?? NO_BYTES)];
  const ofGone = lines.filter(({ named }) => named !== null && gone.has(named.id));
  const stuck = ofGone.length === 0 ? null : whyNoName(index);
  if (stuck !== null) return stuck;
  return withoutEntries(index, ofGone, [], 'which named the threads');
}

function withoutEntries(
  index: Part | undefined,
  lines: readonly { readonly at: number; readonly length: number; readonly isEnded: boolean }[],
  codes: readonly Code[],
  what: string,
): SharedChange | NotChanged {
  if (index === undefined || lines.length === 0) return unchanged();
  if (index.type !== 'file') return refused({ path: index.path, ...throughLink(codes) });
  const edits = lines.map(withoutLine);
  const notes = [`${countOf(lines.length, 'line')} of the index left out, ${what}`];
  return { state: 'changed', path: index.path, first: [], last: [withEdits(index, edits)], codes, notes };
}

/** Names a thread as the program does: by one more line in the index of names. */
function renameCodex(document: CodexDocument, { title, now }: AskFor<'rename'>): UnitChange | NotChanged {
  const [file] = document.files;
  const name = title.trim();
  const meta = file?.head().meta ?? null;
  if (name === '') return BLANK_TITLE;
  if (document.scope.isCopy) return refused({ reason: 'is a copy, and has the name of its thread' });
  if (file === undefined || meta === null) return refused({ reason: NAMELESS });
  if (meta.mode === 'paginated')
    return refused({ reason: `keeps its name in a database of the program: ${renameThere(meta.id)}` });
  if (document.scope.rowOf(meta.id)?.title != null)
    return refused({
      reason: `has a name in the database of the program, which counts before the index: ${renameThere(meta.id)}`,
    });
  const stuck = whyNoName(document.scope.index);
  if (stuck !== null) return stuck;
  const open = refusedAsOpen(document);
  if (open !== null) return open;
  const counts = codexCounts(file);
  const steps = [appendStep(document.scope.index, nameLine({ id: meta.id, name }, now))];
  return unitChange({
    path: file.part.path,
    steps,
    before: counts,
    after: counts,
    notes: [
      `its name becomes ${quote(name)}`,
      ...(document.scope.isUnread()
        ? ['a name in the database of the program counts before it, and that is not read']
        : []),
    ],
  });
}

/** Why no name can be written to the index; null if one can. */
function whyNoName(index: Part | undefined): Refusal | null {
  if (index === undefined || (index.type === 'file' && index.bytes !== null)) return null;
  const why = index.type === 'link' ? 'is a link, and nothing is changed through a link' : 'cannot be read';
  return refused({ reason: `has its name in ${index.path}, which ${why}`, unsafe: true });
}

/** The command with which a person renames the thread: convo does not write databases. */
function renameThere(id: string): string {
  return `\`codex resume ${id}\`, then \`/rename NAME\` in it`;
}

function withNames(
  index: Part | undefined,
  decided: readonly UnitDecision<CodexUpdate>[],
  now: number,
): SharedChange | NotChanged {
  const lines = decided.flatMap(({ indexUpdate: { named } = {} }) => (named === undefined ? [] : nameLine(named, now)));
  if (lines.length === 0) return unchanged();
  const stuck = whyNoName(index);
  if (stuck !== null) return stuck;
  const notes = [`${countOf(lines.length, 'line')} of the index added, with the name of the source`];
  const last = [appendStep(index, lines.join(''))];
  return { state: 'changed', path: index?.path ?? NAMES_INDEX, first: [], last, codes: [], notes };
}

function nameLine({ id, name }: { readonly id: string; readonly name: string }, now: number): string {
  const time = new Date(now * 1000).toISOString();
  return `{"id":${quote(id)},"thread_name":${quote(name)},"updated_at":${quote(time)}}\n`;
}

function appendStep(index: Part | undefined, line: string): Step {
  const bytes = Buffer.from(line);
  if (index?.bytes == null) return { do: 'put', path: NAMES_INDEX, was: 'absent', content: { from: 'bytes', bytes } };
  return withEdits(index, [appendedLines(index.bytes, bytes)]);
}

/** Changes nothing; says so for a thread of a moved folder. */
function rehomeCodex({ conversations }: CodexDocument, { moved }: AskFor<'rehome'>): NotChanged {
  const isOfIt = conversations.some(({ cwd }) => cwd != null && rebasedPath(cwd, moved) !== null);
  return unchanged(
    isOfIt ? 'notes the old folder in each of its turns: `codex -C FOLDER resume ID` goes on in another one' : null,
  );
}

const decideCodex = decideBy<CodexDocument & Judged, CodexUpdate>({
  heal: healCodex,
  migrate: migrateCodex,
  fork: forkCodex,
  archive: archiveCodex,
  restore: restoreCodex,
  delete: deleteCodex,
  rename: renameCodex,
  rehome: rehomeCodex,
  tag: refused({ reason: 'cannot be tagged: Codex CLI has no tags' }),
});

export const codexVerbs: Verbs<CodexDocument & Judged, { readonly index: Part | undefined }, CodexUpdate> = {
  decide: decideCodex,
  close: ({ index }, ask, decided) => closeCodex(index, ask, decided),
  putBack: putBackLines,
};

function closeCodex(
  index: Part | undefined,
  ask: Ask,
  decided: readonly UnitDecision<CodexUpdate>[],
): SharedChange | NotChanged {
  if (ask.verb === 'heal') return healCodexIndex(index, ask);
  if (ask.verb === 'fork') return withNames(index, decided, ask.now);
  return ask.verb === 'delete' ? withoutNames(index, decided) : unchanged();
}
