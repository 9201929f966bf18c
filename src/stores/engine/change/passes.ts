import { composeEdits, type Edit, editedSource } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Code, codesOf, ruleOf } from '../../../model/finding.ts';
import { once } from '../../../model/once.ts';
import { type AskFor, isRefusal, lossRefused, type Refusal, refused } from '../../decision.ts';
import { countOf } from '../../words.ts';
import { editDraft, type FileDraft, fileDraft, scratchEdits } from './draft.ts';

export interface PassFinding {
  readonly code: Code;
  readonly detail: string;
}

export interface PassState<Doc, F extends PassFinding> {
  readonly doc: Doc;
  findings(): readonly F[];
  readonly changed: boolean;
}

export interface PassOptions<F extends PassFinding> extends Pick<AskFor<'heal'>, 'only' | 'lossy'> {
  /** A clause read after the unit's name. Missing: the detail. */
  say?(found: F): string;
}

/** A pass's result. `E`: the edits of a file, or of a folder's files. */
export interface Repair<E> {
  readonly codes: readonly Code[];
  readonly edits: E;
  /** Losses, and choices made. */
  readonly notes: readonly string[];
  /** Nothing is lost this time, although its codes are lossy. */
  readonly lossless?: true;
  /** A loss, although its codes are safe. */
  readonly loses?: string;
}

export type FileRepair = Omit<Repair<readonly Edit[]>, 'codes'>;

/** Edits on the previous pass's result; null for none. */
export type Pass<Doc, F extends PassFinding, O, E> = (now: PassState<Doc, F>, options: O) => Repair<E> | Refusal | null;

/** Changes and inspects a unit; `draft` holds its files with their edits. */
export interface Workbench<Draft, Doc, F extends PassFinding, E> {
  applyEdits(draft: Draft, edits: E): Draft;
  open(draft: Draft): Doc;
  findings(doc: Doc): readonly F[];
}

export interface PassResult<Draft, Doc> {
  readonly draft: Draft;
  readonly doc: Doc;
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

/**
 * Runs passes in order, each on the result of the one before. A unit is repaired whole or not at all. It is refused by
 * a pass, by a loss without permission, or by a finding left after its repair.
 */
export function runPasses<Draft, Doc, F extends PassFinding, O extends PassOptions<F>, E>(
  start: Pick<PassResult<Draft, Doc>, 'draft' | 'doc'>,
  bench: Workbench<Draft, Doc, F, E>,
  passes: readonly Pass<Doc, F, O, E>[],
  options: O,
): PassResult<Draft, Doc> | Refusal {
  const { draft, doc } = start;
  const findings = once(() => bench.findings(doc));
  let at: Stage<Draft, Doc, F> = { draft, doc, codes: [], notes: [], findings, changed: false };
  for (const pass of passes) {
    const next = runOut(pass, at, bench, options);
    if (isRefusal(next)) return next;
    at = next;
  }
  return at;
}

interface Stage<Draft, Doc, F extends PassFinding> extends PassResult<Draft, Doc>, PassState<Doc, F> {}

/** Most rounds of a pass: a repair can uncover further findings, as in a line that another fault hid. */
const MAX_ROUNDS = 4;

function runOut<Draft, Doc, F extends PassFinding, O extends PassOptions<F>, E>(
  pass: Pass<Doc, F, O, E>,
  from: Stage<Draft, Doc, F>,
  bench: Workbench<Draft, Doc, F, E>,
  options: O,
): Stage<Draft, Doc, F> | Refusal {
  let at = from;
  let refusal: Refusal | null = null;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const repair = pass(at, options);
    if (repair === null) break;
    if (isRefusal(repair)) return repair;
    const loss = lossIn(repair, options);
    if (loss !== null) return loss;
    at = repairedBy(repair, at, bench);
    const remaining = at.findings().find(({ code }) => repair.codes.includes(code));
    const reason = remaining === undefined ? null : `${clauseOf(remaining, options)}, and that cannot be healed here`;
    refusal = reason === null ? null : refused({ codes: repair.codes, reason });
  }
  return refusal ?? at;
}

function repairedBy<Draft, Doc, F extends PassFinding, E>(
  repair: Repair<E>,
  at: Stage<Draft, Doc, F>,
  bench: Workbench<Draft, Doc, F, E>,
): Stage<Draft, Doc, F> {
  const draft = bench.applyEdits(at.draft, repair.edits);
  const doc = bench.open(draft);
  const codes = [...new Set([...at.codes, ...repair.codes])];
  const notes = [...at.notes, ...repair.notes];
  return { draft, doc, codes, notes, findings: once(() => bench.findings(doc)), changed: true };
}

export function ifWanted<Doc, F extends PassFinding, O extends PassOptions<F>, E>(
  pass: Pass<Doc, F, O, E>,
): Pass<Doc, F, O, E> {
  return (now, options) => {
    const repair = pass(now, options);
    return repair?.codes?.some((code) => isWanted(code, options)) ? repair : null;
  };
}

/** A pass for findings: runs if any of its codes is present and wanted. `repair` returns a sentence for a refusal. */
export function onCodes<Doc, F extends PassFinding, O extends PassOptions<F>, E>(
  codes: readonly Code[],
  repair: (doc: Doc, found: readonly F[], options: O) => Omit<Repair<E>, 'codes'> | string,
): Pass<Doc, F, O, E> {
  return (now, options) => {
    const found = now.findings().filter(({ code }) => codes.includes(code) && isWanted(code, options));
    if (found.length === 0) return null;
    const loss = lossOf(found, options);
    if (loss !== null) return loss;
    const done = repair(now.doc, found, options);
    return typeof done === 'string'
      ? refused({ codes: codesOf(found), reason: done })
      : { codes: codesOf(found), ...done };
  };
}

export function isWanted(code: string, { only }: Pick<PassOptions<PassFinding>, 'only'>): boolean {
  return only?.includes(code) ?? true;
}

export function lossOf<F extends PassFinding>(found: readonly F[], options: PassOptions<F>): Refusal | null {
  const lost = options.lossy ? [] : found.filter(({ code }) => ruleOf(code).healing === 'lossy');
  const [first] = lost;
  return first === undefined ? null : lossRefused(codesOf(lost), clauseOf(first, options));
}

function clauseOf<F extends PassFinding>(found: F, { say }: PassOptions<F>): string {
  return say?.(found) ?? found.detail;
}

function lossIn<E>(
  { codes, notes, lossless }: Repair<E>,
  { lossy }: Pick<PassOptions<PassFinding>, 'lossy'>,
): Refusal | null {
  if (lossy || lossless === true || !codes.some((code) => ruleOf(code).healing === 'lossy')) return null;
  return lossRefused(codes, notes[0] ?? 'would lose something');
}

/** Reads and judges one file. `large`: the size in bytes from which it is never held twice. */
interface FileReader<Doc, F extends PassFinding> {
  open(bytes: Uint8Array): Doc;
  findings(doc: Doc): readonly F[];
  readonly large?: number | undefined;
}

/** Runs passes over a file and inspects the result. The returned value must not keep it, unless the file is held twice. */
export function runFilePasses<Doc, F extends PassFinding, O extends PassOptions<F>, T>(
  { bytes, doc }: { readonly bytes: Uint8Array; readonly doc: Doc },
  { open, findings, large }: FileReader<Doc, F>,
  passes: readonly Pass<Doc, F, O, readonly Edit[]>[],
  options: O,
  finish: (passed: PassResult<FileDraft, Doc>) => T | Refusal,
): T | Refusal {
  const { scratch, release } = scratchEdits(large);
  try {
    const bench = {
      applyEdits: (draft: FileDraft, more: readonly Edit[]) => editDraft(draft, more, scratch),
      open: (draft: FileDraft) => open(draft.bytes),
      findings,
    };
    const passed = runPasses({ draft: fileDraft(bytes), doc }, bench, passes, options);
    return isRefusal(passed) ? passed : finish(passed);
  } finally {
    release();
  }
}

/** Heals codes of a file read by ranges, all at once; a sentence is a refusal. `targets`: findings to heal. */
export interface RangePass<Doc, F extends PassFinding, Answer = FileRepair | string> {
  readonly codes: readonly Code[];
  repair(doc: Doc & { readonly targets: readonly F[] }): Answer;
}

interface RangeReader<Doc, F extends PassFinding> {
  open(source: Source): Doc;
  findings(doc: Doc): readonly F[];
  isAsked(code: Code): boolean;
}

export function runRangePasses<Doc extends { readonly source: Source }, F extends PassFinding>(
  doc: Doc,
  { open, findings, isAsked }: RangeReader<Doc, F>,
  passes: readonly RangePass<Doc, F, FileRepair | Refusal | string>[],
  { only, lossy }: Pick<AskFor<'heal'>, 'only' | 'lossy'>,
): PassResult<readonly Edit[], Doc> | Refusal {
  const bench = {
    applyEdits: (edits: readonly Edit[], more: readonly Edit[]) => composeEdits(doc.source.size, edits, more),
    open: (edits: readonly Edit[]) => open(editedSource(doc.source, edits)),
    findings,
  };
  const steps = passes.map(({ codes, repair }) => (now: { readonly doc: Doc; findings(): readonly F[] }) => {
    const targets = now.findings().filter(({ code }) => codes.includes(code) && isAsked(code));
    if (targets.length === 0) return null;
    const done = madeOrRefused(repair({ ...now.doc, targets }), codesOf(targets), lossy);
    if (isRefusal(done)) return done;
    return done.edits.length === 0 ? null : { ...done, codes: codesOf(targets) };
  });
  return runPasses({ draft: [], doc }, bench, steps, { only, lossy });
}

function madeOrRefused(
  made: FileRepair | Refusal | string,
  codes: readonly Code[],
  lossy: boolean,
): FileRepair | Refusal {
  if (typeof made === 'string') return refused({ codes, reason: made });
  if (isRefusal(made)) return made.codes.length > 0 ? made : { ...made, codes };
  return made.loses === undefined || lossy ? made : lossRefused(codes, made.loses);
}

/** Halves of characters in UTF-16 need `--lossy`, though the code of their heal is safe. */
export function halvesLost(halves: number): Pick<FileRepair, 'notes' | 'loses'> {
  if (halves === 0) return { notes: [] };
  const counted = countOf(halves, 'half character');
  return { notes: [`${counted} of UTF-16 lost`], loses: `has ${counted} in UTF-16` };
}

/** `only` selects codes, but allows no loss: a lossy code needs `--lossy`. A manual code has to be named. */
export function isMeant(code: Code, { only, lossy }: Pick<AskFor<'heal'>, 'only' | 'lossy'>): boolean {
  const { healing } = ruleOf(code);
  return (healing !== 'lossy' || lossy) && (only?.includes(code) ?? healing !== 'manual');
}
