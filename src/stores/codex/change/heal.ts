import { type Edit, shifted } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { lexemeOf } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/finding.ts';
import { baseName } from '../../../model/path.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  refused,
  throughLink,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { movedPlaces } from '../../engine/change/moved-places.ts';
import { isMeant, runRangePasses } from '../../engine/change/passes.ts';
import { editedAt, joinUnitEdits, type UnitEdits, withEdits } from '../../engine/change/steps.ts';
import { lastValue } from '../../engine/text-at.ts';
import { contentFindings, placeFindings } from '../checks/judge.ts';
import type { CodexDocument, CodexFork } from '../document.ts';
import { idsOf } from '../family.ts';
import { rolloutNameOf } from '../layout/layout.ts';
import { sourcePath } from '../read/lineage.ts';
import { endsLine, lastOrdinal, metaEntry } from '../read/record.ts';
import { type RolloutFile, rewrittenRollout } from '../read/rollout-file.ts';
import { codexCounts } from '../read/shown-counter.ts';
import { beforeFirstPass, firstRecordPass } from './first-record-passes.ts';
import {
  type CodexPass,
  encodingPass,
  eventsPass,
  type HealingRollout,
  ordinalsPass,
  repeatedMetaPass,
  rolloutLinePass,
  strayBytesPass,
  strayPass,
  swappedPass,
  utf8Pass,
} from './passes.ts';
import { isOpen, PLACE_CODES, placeFor, refusedAsOpen } from './place.ts';

/** Passes in order: bytes, lines, the first record, ordinals, events. */
const PASSES: readonly CodexPass[] = [
  encodingPass,
  strayBytesPass,
  strayPass,
  utf8Pass,
  beforeFirstPass,
  rolloutLinePass,
  // Bytes that are not UTF-8, seen only after NUL bytes were removed.
  strayPass,
  rolloutLinePass,
  firstRecordPass,
  // Faults before a first record that an earlier pass found.
  beforeFirstPass,
  repeatedMetaPass,
  swappedPass,
  ordinalsPass,
  eventsPass,
];

export function healCodex(document: CodexDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  let refusal: NotChanged | null = null;
  const healed: HealedFile[] = [];
  const filled = new Set<string>();
  for (const file of document.files) {
    const one = healedFile(document, file, ask, filled);
    if (!('state' in one)) healed.push(one);
    else if (one.state === 'refused') refusal ??= one;
  }
  if (healed.length === 0) return refusal ?? unchanged();
  const { path, notes, before, after, ...all } = joinUnitEdits(healed);
  return unitChange({
    ...all,
    newId: idAfter(document, healed),
    path: path ?? '',
    notes: [...new Set(notes)],
    before: { ...before, conversations: 1 },
    after: { ...after, conversations: 1 },
  });
}

interface HealedFile extends UnitEdits {
  /** The rollout's path after the heal. */
  readonly to: string;
}

/** The new id of a thread whose only file gets another name; null if it keeps its id. */
function idAfter({ id, files }: CodexDocument, [only]: readonly HealedFile[]): string | null {
  if (only === undefined || files.length > 1) return null;
  const thread = rolloutNameOf(baseName(only.to))?.thread ?? id;
  return thread === id ? null : thread;
}

function healedFile(
  document: CodexDocument,
  file: RolloutFile,
  ask: AskFor<'heal'>,
  filled: Set<string>,
): HealedFile | NotChanged {
  const { part } = file;
  const found = [...contentFindings(file, document.isOpen())].map(({ code }) => code);
  const meant = found.filter((code) => isMeant(code, ask));
  const mended = mendedBytes(
    document,
    file,
    ask,
    meant.filter((code) => CODES.includes(code)),
  );
  if ('state' in mended) return mended;
  const misplaced = [...meant, ...[...placeFindings(document, mended.file)].map(({ code }) => code)];
  const targets = misplaced.filter((code) => PLACE_CODES.includes(code) && isMeant(code, ask));
  const place = placeFor(document, mended.file, targets, filled);
  if (mended.edits.length === 0 && typeof place !== 'string') return place;
  const to = typeof place === 'string' ? place : part.path;
  const isMoved = to !== part.path;
  if (!isMoved && mended.edits.length === 0) return unchanged();
  filled.add(to);
  return {
    path: part.path,
    to,
    steps: [...editedAt(part, to, mended.edits), ...mended.steps],
    codes: [...mended.codes, ...(isMoved ? new Set(targets) : [])],
    before: codexCounts(file),
    after: codexCounts(mended.file),
    notes: [...mended.notes, ...(isMoved ? [`is moved to ${to}`] : [])],
  };
}

interface MendedRollout extends FollowingSteps {
  /** The rollout as edited. */
  readonly file: RolloutFile;
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
}

function mendedBytes(
  document: CodexDocument,
  file: RolloutFile,
  ask: AskFor<'heal'>,
  meant: readonly Code[],
): MendedRollout | NotChanged {
  const { part } = file;
  const asItIs = { file, edits: [], codes: [], steps: [], notes: [] };
  if (part.source == null || meant.length === 0) return asItIs;
  if (part.type !== 'file') return throughLink(meant);
  const open = ask.isForReading === true ? null : refusedAsOpen(document);
  if (open !== null) return open;
  const passed = runCodexPasses({ file, source: part.source, cwd: ask.cwd ?? null }, ask);
  if (isRefusal(passed)) return passed;
  const { draft: edits, doc, codes, notes } = passed;
  if (edits.length === 0) return asItIs;
  if (doc.file.summary().lines === 0)
    return refused({ codes, reason: 'has no whole record, so that nothing would be left of it' });
  if (file.head().fault === null && doc.file.head().fault !== null)
    return refused({
      codes,
      reason: 'would take the thread out of the list: its first question would be below line 210',
    });
  const followed = forksFollow(
    document,
    { file, healed: doc.file, before: part.source, after: doc.source, edits },
    ask,
  );
  if ('state' in followed) return followed;
  const more = [...followed.notes, ...cacheNotes(document, file)];
  return { file: doc.file, edits, codes, steps: followed.steps, notes: [...notes, ...more] };
}

/** A note if the heal makes the program's cache of turns stale. */
function cacheNotes({ id, scope }: CodexDocument, file: RolloutFile): string[] {
  const table = file.head().meta?.mode === 'paginated' ? scope.ofThread.turnCache() : null;
  if (table === null || (table.fault === null && !table.rows.has(id))) return [];
  return [
    `the program shows the turns of its cache: remove ${table.path} while no program runs, and it reads them anew`,
  ];
}

const CODES = PASSES.flatMap(({ codes }) => codes);

function runCodexPasses(rollout: HealingRollout, ask: AskFor<'heal'>) {
  const reader = {
    open: (source: Source) => ({ ...rollout, file: rewrittenRollout(rollout.file, source), source }),
    findings: ({ file }: HealingRollout) => [...contentFindings(file, false)],
    isAsked: (code: Code) => isMeant(code, ask),
  };
  return runRangePasses(rollout, reader, PASSES, ask);
}

interface HealedRollout {
  readonly file: RolloutFile;
  readonly healed: RolloutFile;
  readonly before: Source;
  readonly after: Source;
  readonly edits: readonly Edit[];
}

interface FollowingSteps {
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
}

/** Steps for forks of a healed rollout. A fork names bytes of its source: if these move, its end moves with them, or nothing is changed. */
function forksFollow(document: CodexDocument, healed: HealedRollout, ask: AskFor<'heal'>): FollowingSteps | NotChanged {
  const { file, edits } = healed;
  const first = edits.reduce((min, { at }) => Math.min(min, at), Number.POSITIVE_INFINITY);
  const window = file.name?.window ?? null;
  const ids = window === null ? idsOf(document.id, [file]) : [window];
  const [steps, notes]: [Step[], string[]] = [[], []];
  const { ofThread, otherRollouts } = document.scope;
  // A thread may have several rollouts of one name.
  const isItsSource = ({ path, id }: CodexFork) => sourcePath(path, id, otherRollouts) === file.part.path;
  for (const fork of ids.flatMap(ofThread.forks).filter(isItsSource)) {
    if (first >= fork.bytes || isMended(fork, healed)) continue;
    const step = stepFor(document, fork, healed, ask);
    const name = fork.id === document.id ? 'a later rollout of the same thread' : fork.id;
    if (typeof step === 'string')
      return refused({ reason: `is what ${name} goes on from, up to byte ${fork.bytes}: ${step}`, unsafe: true });
    if (step === null) continue;
    steps.push(step);
    notes.push(`${name} goes on from what is healed, as before`);
  }
  return { steps, notes };
}

const HEALED_FIRST = 'it has to be healed first, and a run writes a file once: heal this one in the next run';
const LEGACY = 'it would become a legacy thread, and none goes on from one';
const WOULD_DAMAGE = 'a change before that would damage it';

/** Null if the fork stays as it is; a sentence if it could not go on from its present records. */
function stepFor(
  document: CodexDocument,
  fork: CodexFork,
  healed: HealedRollout,
  ask: AskFor<'heal'>,
): Step | string | null {
  const { file: source, before, after, edits } = healed;
  const [was, becomes] = [source, healed.healed].map((each) => each.head().meta?.mode);
  if (was === 'paginated' && becomes !== was) return LEGACY;
  const cuts = edits.map((edit) => ({ ...edit, insert: edit.insert.length }));
  const [end = null] = movedPlaces([fork.bytes], cuts, 'ends');
  const isSame = end !== null && endsLine(after, end) && lastOrdinal(after, end) === lastOrdinal(before, fork.bytes);
  if (!isSame) return WOULD_DAMAGE;
  if (end === fork.bytes) return null;
  const own = fork.id === document.id ? document.files : document.scope.filesOf(fork.id);
  const file = own.find(({ part }) => part.path === fork.path);
  if (file?.part.type !== 'file' || file.part.source == null) return WOULD_DAMAGE;
  if (isOpen(document, { ids: idsOf(fork.id, own) })) return 'that thread is open in a program, close it there first';
  const targets = [
    ...placeFindings({ id: fork.id, files: own, scope: document.scope }, file),
    ...contentFindings(file, false),
  ];
  // A run writes a file once, so the fork has to be healed before. CX110 does not count: no heal makes the items of a paginated thread.
  if (targets.some(({ code }) => code !== 'CX110' && isMeant(code, ask))) return HEALED_FIRST;
  const edit = endEdit(file.part.source, end);
  return edit === null ? WOULD_DAMAGE : { ...withEdits(file.part, [edit]), keepTime: true };
}

/** True if a source was damaged after the fork was made, and the heal restores the bytes it names. */
function isMended(fork: CodexFork, { before, after }: HealedRollout): boolean {
  return !isItsEnd(before, fork) && isItsEnd(after, fork);
}

/** True if the bytes that a fork names end with the record before its own first one. */
function isItsEnd(source: Source, { bytes, ordinal }: CodexFork): boolean {
  return bytes <= source.size && endsLine(source, bytes) && lastOrdinal(source, bytes) === ordinal - 1;
}

/** Sets the end that a fork names, with as many digits as before, so that continuations of the fork do not move. */
function endEdit(source: Source, end: number): Edit | null {
  const { line, payload = null } = metaEntry(source) ?? {};
  const value = lastValue(lastValue(payload, 'history_base'), 'end_byte_offset');
  if (line === undefined || value === null) return null;
  const text = String(end).padEnd(lexemeOf(value).length);
  if (text.length > lexemeOf(value).length) return null;
  return shifted(replaceValue(value, text), line.at);
}
