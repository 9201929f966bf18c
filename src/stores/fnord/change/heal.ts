import type { Finding } from '../../../model/finding.ts';
import type { OwnerLock } from '../../../model/plan.ts';
import { sentence } from '../../../model/sentence.ts';
import { piece, type Refusal, refused, unchanged } from '../../decided.ts';
import { isWanted } from '../../engine/passes.ts';
import { moved, removed } from '../../engine/steps.ts';
import { cleared, joinUnitEdits, NOTHING, type UnitEdits } from '../../engine/unit-edits.ts';
import type { AskFor, NotChanged, Part, UnitChange } from '../../kind.ts';
import { leftoverFindings } from '../checks/conversation-findings.ts';
import { indexFindings, searchEntry } from '../checks/index-entry.ts';
import { BLIND } from '../info.ts';
import { archivedIndexFolder, conversationLock, LOCK_STALE_AFTER } from '../layout/layout.ts';
import type { FnordDocument } from '../read/document.ts';
import type { Read } from '../read/opened.ts';
import { editFnordFiles } from './edit-files.ts';
import { legacy } from './passes/legacy.ts';
import { sections } from './passes/sections.ts';
import { duplicates, lead, rest, text } from './passes/text.ts';
import { stamp, torn } from './passes/torn.ts';
import { type FileLimits, type RepairedFnord, refusedFor, repairedOf, runFnordPasses } from './run-passes.ts';
import { entryFolder } from './shelve.ts';

/**
 * Heals what fnord has of one id: its conversation files, then what was left behind beside them. While a conversation cannot be
 * healed its leftovers stay too, because a temporary file may hold the last good copy.
 */
export function healFnord(document: FnordDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  const { scope, id } = document;
  const { only, lossy } = ask;
  let upgrades = false;
  const files = editFnordFiles(document, (read, { part }) => {
    const stamp = { seconds: ask.timestamp ?? part.mtime, given: ask.timestamp !== null };
    return healFile(read, { only, lossy, stamp }, (form) => {
      upgrades ||= form !== read.document.form;
    });
  });
  if ('reason' in files) return refused(files);
  const locks = files.steps.length === 0 ? [] : [conversationLock(scope.site, scope.name, id)];
  const all = joinUnitEdits([files, clearLeftovers(document, only, locks)]);
  if (all.path === null) return unchanged();
  return piece({ ...all, path: all.path, locks, ...(upgrades ? { remark: UPGRADED } : {}) });
}

const UPGRADED = sentence`conversations that were v0 come out as v1, as when fnord heals them: ${BLIND}`;

/** From the outside in: each pass finds a document that the ones before it have made a document. */
const PASSES = [lead, rest, torn, text, stamp, duplicates, sections, legacy];

/**
 * Heals one conversation file, and says which format it has then; without edits there was nothing to heal. What is healed, fnord
 * can read afterwards.
 */
function healFile(
  read: Read,
  options: FileLimits,
  comesOutAs: (form: Read['document']['form']) => void,
): RepairedFnord | Refusal {
  return runFnordPasses(read, PASSES, options, (passed) => {
    const { document, judgement } = passed.doc;
    comesOutAs(document.form);
    const { trouble } = judgement;
    const isLeft = trouble !== null && passed.draft.edits.length === 0 && !isWanted(trouble.code, options);
    return trouble === null || isLeft ? repairedOf(passed) : refusedFor(judgement, trouble);
  });
}

/**
 * Moves temporary files, stale locks, the rests of locks and index entries without a conversation into the journal. Nothing is
 * touched while someone holds a lock of this conversation, and a lock that the Change itself takes is left to the taking.
 */
function clearLeftovers(
  document: FnordDocument,
  only: readonly string[] | null,
  locks: readonly OwnerLock[],
): UnitEdits {
  const { unit, scope } = document;
  const held = unit.parts.some(({ role, mtime }) => role === 'lock' && scope.now - mtime <= LOCK_STALE_AFTER);
  if (held) return NOTHING;
  const taken = new Set(locks.map(({ path }) => path));
  const files = [...leftoverFindings(unit, scope.now)].filter(({ code, path }) => HEALED.has(code) && !taken.has(path));
  const parts = new Map(unit.parts.map((part) => [part.path, part]));
  const clearings = [
    ...files.map((found) => clearFile(parts.get(found.path), found)),
    ...entryFindings(document).map((found) => clearEntry(document, found)),
  ];
  return joinUnitEdits(clearings.filter(({ codes }) => only === null || codes.some((code) => only.includes(code))));
}

const HEALED = new Set<string>(['FN401', 'FN403', 'FN404']);

function clearFile(part: Part | undefined, { code, path, detail }: Finding): UnitEdits {
  if (part === undefined || (part.type !== 'file' && part.type !== 'folder')) return NOTHING;
  return cleared(path, [removed(part)], code, `${path} ${detail}: goes into the journal`);
}

/** Of an entry with metadata and a conversation there is nothing to look for, and its embeddings are long. */
function entryFindings({ unit, scope, active, id }: FnordDocument): Finding[] {
  const entry = searchEntry(unit.parts);
  if (active !== null && entry.metadata !== null) return [];
  // Where one archived file was given, an active one of the same id is out of sight, and the entry may be its own.
  if (active === null && scope.site.file !== null) return [];
  return [...indexFindings(entry, id, active === null ? null : 0)];
}

/** The entry of an archived conversation belongs beside it; any other goes. */
function clearEntry({ unit, scope, active, archived }: FnordDocument, { code, path, detail }: Finding): UnitEdits {
  const entry = entryFolder(unit, '');
  if (entry === null || entry.odd) return NOTHING;
  if (active !== null || archived === null || entryFolder(unit, 'archived-') !== null)
    return cleared(path, [removed(entry)], code, `${path} ${detail}: goes into the journal`);
  const steps = [moved(entry, archivedIndexFolder(scope.site, scope.name, unit.id))];
  return cleared(path, steps, code, `${path} goes beside its archived conversation`);
}
