import { sentence } from '../../../model/command.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import type { OwnerLock } from '../../../model/plan.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { isWanted } from '../../engine/change/passes.ts';
import { cleared, joinUnitEdits, moved, NO_EDITS, removed, type UnitEdits } from '../../engine/change/steps.ts';
import { indexFindings, leftoverFindings, searchEntry } from '../checks/conversation-findings.ts';
import type { DecodedAndJudged } from '../conversation-file.ts';
import type { FnordDocument } from '../document.ts';
import { BLIND } from '../info.ts';
import { archivedIndexFolder, conversationLock, LOCK_STALE_AFTER } from '../layout/layout.ts';
import { addTimestampPass, duplicatesPass, leadPass, restPass, textPass, tornPass } from './passes/bytes.ts';
import { legacyPass, sectionsPass } from './passes/legacy.ts';
import {
  editFnordFiles,
  type FileLimits,
  type RepairedFnord,
  refusedFor,
  repairedOf,
  runFnordPasses,
} from './run-passes.ts';
import { entryFolder } from './shelve.ts';

/**
 * Heals the conversation files of one id, then their leftovers. Leftovers stay while a conversation cannot be healed: a
 * temporary file may hold the last good copy.
 */
export function healFnord(document: FnordDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const { scope, id } = document;
  const { only, lossy } = ask;
  let upgrades = false;
  const files = editFnordFiles(document, (read, { part }) => {
    const stamp = { seconds: ask.timestamp ?? part.mtime, isFromUser: ask.timestamp !== null };
    return healFile(read, { only, lossy, stamp }, (form) => {
      upgrades ||= form !== read.document.form;
    });
  });
  if (isRefusal(files)) return files;
  const locks = files.steps.length === 0 ? [] : [conversationLock(scope.site, scope.name, id)];
  const all = joinUnitEdits([files, clearLeftovers(document, only, locks)]);
  if (all.path === null) return unchanged();
  return unitChange({ ...all, path: all.path, locks, ...(upgrades ? { remark: UPGRADED } : {}) });
}

const UPGRADED = sentence`conversations that were v0 come out as v1, as when fnord heals them: ${BLIND}`;

/** From the outside in: each pass relies on the ones before it. */
const PASSES = [leadPass, restPass, tornPass, textPass, addTimestampPass, duplicatesPass, sectionsPass, legacyPass];

function healFile(
  read: DecodedAndJudged,
  options: FileLimits,
  comesOutAs: (form: DecodedAndJudged['document']['form']) => void,
): RepairedFnord | Refusal {
  return runFnordPasses(read, PASSES, options, (passed) => {
    const { document, judgement } = passed.doc;
    comesOutAs(document.form);
    const { finding } = judgement;
    const isLeft = finding !== null && passed.draft.edits.length === 0 && !isWanted(finding.code, options);
    return finding === null || isLeft ? repairedOf(passed) : refusedFor(judgement, finding);
  });
}

/**
 * Moves temporary files, stale locks and orphaned index entries into the journal. Does nothing while someone holds a
 * lock of this conversation.
 */
function clearLeftovers(
  document: FnordDocument,
  only: readonly string[] | null,
  locks: readonly OwnerLock[],
): UnitEdits {
  const { unit, scope } = document;
  const isLocked = unit.parts.some(({ role, mtime }) => role === 'lock' && scope.now - mtime <= LOCK_STALE_AFTER);
  if (isLocked) return NO_EDITS;
  const lockPaths = new Set(locks.map(({ path }) => path));
  const files = [...leftoverFindings(unit, scope.now)].filter(
    ({ code, path }) => HEALED.has(code) && !lockPaths.has(path),
  );
  const parts = new Map(unit.parts.map((part) => [part.path, part]));
  const clearings = [
    ...files.map((found) => clearFile(parts.get(found.path), found)),
    ...entryFindings(document).map((found) => clearEntry(document, found)),
  ];
  return joinUnitEdits(clearings.filter(({ codes }) => only === null || codes.some((code) => only.includes(code))));
}

const HEALED = new Set<string>(['FN401', 'FN403', 'FN404']);

function clearFile(part: Part | undefined, { code, path, detail }: Finding): UnitEdits {
  if (part === undefined || (part.type !== 'file' && part.type !== 'folder')) return NO_EDITS;
  return cleared(path, [removed(part)], code, `${path} ${detail}: goes into the journal`);
}

/** Findings on an index entry. One with metadata and a conversation is sound; embeddings are long, so they are not read. */
function entryFindings({ unit, scope, active, id }: FnordDocument): Finding[] {
  const entry = searchEntry(unit.parts);
  if (active !== null && entry.metadata !== null) return [];
  // Only a single archived file was isFromUser: the entry may belong to an active one that was not read.
  if (active === null && scope.site.file !== null) return [];
  return [...indexFindings(entry, id, active === null ? null : 0)];
}

/** Moves the entry of an archived conversation beside it, and any other into the journal. */
function clearEntry({ unit, scope, active, archived }: FnordDocument, { code, path, detail }: Finding): UnitEdits {
  const entry = entryFolder(unit, '');
  if (entry === null || entry.odd) return NO_EDITS;
  if (active !== null || archived === null || entryFolder(unit, 'archived-') !== null)
    return cleared(path, [removed(entry)], code, `${path} ${detail}: goes into the journal`);
  const steps = [moved(entry, archivedIndexFolder(scope.site, scope.name, unit.id))];
  return cleared(path, steps, code, `${path} goes beside its archived conversation`);
}
