import { composeEdits, type Edit, editedSource } from '../../codecs/edit.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { type Code, ruleOf } from '../../model/findings.ts';
import { type Refusal, refusalOf } from '../decided.ts';
import type { AskFor } from '../kind.ts';
import { codesOf, type FileRepair, type Passed, type PassFinding, runPasses } from './passes.ts';

/** Heals codes of a file read by ranges, all at once; a sentence is a refusal. `due`: findings to heal. */
export interface RangePass<Doc, F extends PassFinding> {
  readonly codes: readonly Code[];
  repair(doc: Doc & { readonly due: readonly F[] }): FileRepair | string;
}

/** How a kind reads and judges such a file, and which of its codes are to be healed. */
interface RangeReader<Doc, F extends PassFinding> {
  open(source: Source): Doc;
  findings(doc: Doc): readonly F[];
  isAsked(code: Code): boolean;
}

/** Runs passes over a file whose bytes are read when they are asked for, and never held. */
export function runRangePasses<Doc extends { readonly source: Source }, F extends PassFinding>(
  doc: Doc,
  { open, findings, isAsked }: RangeReader<Doc, F>,
  passes: readonly RangePass<Doc, F>[],
  { only, lossy }: Pick<AskFor<'heal'>, 'only' | 'lossy'>,
): Passed<readonly Edit[], Doc> | Refusal {
  const bench = {
    amend: (edits: readonly Edit[], more: readonly Edit[]) => composeEdits(doc.source.size, edits, more),
    open: (edits: readonly Edit[]) => open(editedSource(doc.source, edits)),
    findings,
  };
  const steps = passes.map(({ codes, repair }) => (now: { readonly doc: Doc; findings(): readonly F[] }) => {
    const due = now.findings().filter(({ code }) => codes.includes(code) && isAsked(code));
    if (due.length === 0) return null;
    const done = repair({ ...now.doc, due });
    if (typeof done === 'string') return refusalOf({ codes: codesOf(due), reason: done });
    // A lossy code that is named with `--only` needs no `--lossy`.
    return done.edits.length === 0 ? null : { ...done, codes: codesOf(due), lossless: true as const };
  });
  return runPasses({ draft: [], doc }, bench, steps, { only, lossy });
}

/** Safe codes are healed always, lossy ones with `--lossy`, and any by its name. */
export function isMeant(code: Code, { only, lossy }: Pick<AskFor<'heal'>, 'only' | 'lossy'>): boolean {
  const { healing } = ruleOf(code);
  return only?.includes(code) ?? (healing === 'safe' || (healing === 'lossy' && lossy));
}
