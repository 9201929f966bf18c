import { NO_COUNTS } from '../../../model/change-report.ts';
import { piece, type Refusal, refused, unchanged } from '../../decided.ts';
import { isWanted } from '../../engine/passes.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import type { FnordDocument } from '../document.ts';
import { conversationLock } from '../layout/layout.ts';
import { editFnordFiles } from './edit-files.ts';
import { clearLeftovers } from './leftovers.ts';
import { duplicates } from './passes/duplicates.ts';
import { lead, rest } from './passes/ends.ts';
import { legacy } from './passes/legacy.ts';
import { sections } from './passes/sections.ts';
import { text } from './passes/text.ts';
import { stamp, torn } from './passes/torn.ts';
import { type FileLimits, type Read, type RepairedFnord, refusedFor, runFnordPasses } from './run-passes.ts';

/**
 * Heals what fnord has of one id: its conversation files, then what was left behind beside them. While a conversation cannot be
 * healed its leftovers stay too, because a temporary file may hold the last good copy.
 */
export function healFnord(document: FnordDocument, ask: AskFor<'heal'>): Piece | Left {
  const { scope, id } = document;
  const { only, lossy } = ask;
  const files = editFnordFiles(document, (read, { part }) => {
    const stamp = { seconds: ask.timestamp ?? part.mtime, given: ask.timestamp !== null };
    return healFile(read, { only, lossy, stamp });
  });
  if ('reason' in files) return refused(files);
  const locks = files.steps.length === 0 ? [] : [conversationLock(scope.site, scope.name, id)];
  const rest = clearLeftovers(document, only, locks);
  const path = files.path ?? rest.path;
  if (path === null) return unchanged();
  return piece({
    path,
    steps: [...files.steps, ...rest.steps],
    locks,
    codes: [...files.codes, ...rest.codes],
    notes: [...files.notes, ...rest.notes],
    before: files.path === null ? NO_COUNTS : files.before,
    after: files.path === null ? NO_COUNTS : files.after,
  });
}

/** From the outside in: each pass finds a document that the ones before it have made a document. */
const PASSES = [lead, rest, torn, text, stamp, duplicates, sections, legacy];

/** Heals one conversation file; without edits there was nothing to heal. What is healed, fnord can read afterwards. */
function healFile(read: Read, wish: FileLimits): RepairedFnord | Refusal {
  const passed = runFnordPasses(read, PASSES, wish);
  if ('reason' in passed) return passed;
  const { trouble } = passed.judgement;
  if (trouble === null || (passed.edits.length === 0 && !isWanted(trouble.code, wish))) return passed;
  return refusedFor(passed.judgement, trouble);
}
