import { composeEdits } from '../../../../codecs/compose-edits.ts';
import { applyEdits, type Edit } from '../../../../codecs/edit.ts';
import { type Code, row } from '../../../../model/findings.ts';
import type { Refusal } from '../../../decided.ts';
import { type Decoded, decode } from '../../decode/decoded.ts';
import type { Hints, Pass } from './pass.ts';

/** What may be done to a file. */
export interface Leave {
  /** Only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
}

/** What passes came to: edits on the file as it was read, and what they make of it. */
export interface Passed {
  readonly document: Decoded;
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

/** Runs passes one after the other, each on what the ones before it left; one that refuses refuses the file. */
export function runPasses(document: Decoded, passes: readonly Pass[], hints: Hints, leave: Leave): Passed | Refusal {
  let passed: Passed = { document, edits: [], codes: [], notes: [] };
  for (const pass of passes) {
    const next = runPass(passed, pass, hints, leave);
    if ('reason' in next) return next;
    passed = next;
  }
  return passed;
}

function runPass(before: Passed, pass: Pass, hints: Hints, { only, lossy }: Leave): Passed | Refusal {
  const repair = pass(before.document, hints);
  if (repair === null || !repair.codes.some((code) => only?.includes(code) ?? true)) return before;
  if ('reason' in repair) return repair;
  const { codes, edits, notes } = repair;
  if (!lossy && codes.some((code) => row(code).healing === 'lossy'))
    return { codes, reason: `${notes[0] ?? 'would lose something'}: needs --lossy` };
  return {
    document: decode(applyEdits(before.document.bytes, edits)),
    edits: composeEdits(sizeBefore(before), before.edits, edits),
    codes: [...new Set([...before.codes, ...codes])],
    notes: [...before.notes, ...notes],
  };
}

/** The size of the file before any pass. */
function sizeBefore({ document, edits }: Passed): number {
  return edits.reduce((size, { remove, insert }) => size + remove - insert.length, document.bytes.length);
}
