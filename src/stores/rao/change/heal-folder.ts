import type { Finding } from '../../../model/finding.ts';
import { row } from '../../../model/findings.ts';
import type { Refusal } from '../../decided.ts';
import { isWanted } from '../../engine/passes.ts';
import { DECODING, TABLES } from './passes/decoding.ts';
import { type Files, LOG } from './passes/files.ts';
import { LEFTOVERS } from './passes/leftovers.ts';
import { MESSAGES } from './passes/log.ts';
import type { Judged, RaoPass } from './passes/pass.ts';
import { PLACE } from './passes/place.ts';
import { renumber } from './passes/renumber.ts';
import { type FolderLimits, named, type Repaired, runPasses } from './run-passes.ts';

/** From the outside in: each pass finds files that the ones before it have made readable. */
const PASSES: readonly RaoPass[] = [...DECODING, ...TABLES, ...MESSAGES, renumber, ...PLACE, ...LEFTOVERS];

/** Heals one conversation folder; without changes there was nothing to heal. What is healed, Rao can read afterwards. */
export function healFolder(start: Judged, wish: FolderLimits): Repaired | Refusal {
  const { files } = start;
  const passed = runPasses(start, PASSES, wish);
  if ('reason' in passed || passed.doc.judgement.readable) return passed;
  const blocking = passed.doc.judgement.findings.find((found) => blocks(files, found));
  if (blocking === undefined) return passed;
  if (passed.codes.length === 0 && !isWanted(blocking.code, wish)) return passed;
  return { codes: [blocking.code], reason: `${named(files, blocking)}, so Rao cannot read it` };
}

function blocks({ path }: Files, { path: file, code, owner }: Finding): boolean {
  return file === `${path}/${LOG}` && row(code).severity === 'error' && owner !== 'reads';
}
