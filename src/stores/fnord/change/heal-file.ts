import type { Refusal } from '../../decided.ts';
import { isWanted } from '../../engine/passes.ts';
import { duplicates } from './passes/duplicates.ts';
import { lead } from './passes/lead.ts';
import { legacy } from './passes/legacy.ts';
import type { Read } from './passes/pass.ts';
import { rest } from './passes/rest.ts';
import { sections } from './passes/sections.ts';
import { stamp } from './passes/stamp.ts';
import { text } from './passes/text.ts';
import { torn } from './passes/torn.ts';
import { type FileLimits, type Repaired, refusedFor, runPasses } from './run-passes.ts';

/** From the outside in: each pass finds a document that the ones before it have made a document. */
const PASSES = [lead, rest, torn, text, stamp, duplicates, sections, legacy];

/** Heals one conversation file; without edits there was nothing to heal. What is healed, fnord can read afterwards. */
export function healFile(read: Read, wish: FileLimits): Repaired | Refusal {
  const passed = runPasses(read, PASSES, wish);
  if ('reason' in passed) return passed;
  const { trouble } = passed.judgement;
  if (trouble === null || (passed.edits.length === 0 && !isWanted(trouble.code, wish))) return passed;
  return refusedFor(passed.judgement, trouble);
}
