import { composeEdits } from '../../../codecs/compose-edits.ts';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import { type Code, row } from '../../../model/findings.ts';
import type { Refusal } from '../../decided.ts';
import { type Judgement, judge } from '../checks/judge.ts';
import { type Decoded, decode } from '../decode/decode.ts';
import type { Trouble } from '../decode/trouble.ts';
import type { Pass, Stamp } from './passes/pass.ts';

/** What may be done to a file. */
export interface Wish {
  /** Only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  readonly stamp: Stamp;
}

/** A file as read, or as some passes left it. */
export interface Read {
  readonly document: Decoded;
  readonly judgement: Judgement;
}

/** What passes came to: edits on the file as it was read, and what they make of it. */
export interface Passed extends Read {
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

/**
 * Runs the passes whose codes the file has, one after the other. A file is repaired whole or not at all: one trouble
 * that needs `--lossy` and is not to be had without it refuses the file.
 */
export function runPasses(read: Read, passes: readonly Pass[], wish: Wish): Passed | Refusal {
  let passed: Passed = { ...read, edits: [], codes: [], notes: [] };
  for (const pass of passes) {
    const found = due(pass, passed, wish);
    if (found === null) continue;
    const next = runPass(passed, pass, found, wish);
    if ('reason' in next) return next;
    passed = next;
  }
  return passed;
}

/** The troubles that call for a pass; null when nothing does. */
function due(pass: Pass, { judgement, document, edits }: Passed, { only }: Wish): readonly Trouble[] | null {
  const mine = judgement.troubles.filter(({ code }) => pass.codes.includes(code));
  const wanted = mine.filter(({ code }) => only?.includes(code) ?? true);
  if (wanted.length > 0) return pass.whole ? mine : wanted;
  return (pass.always?.(document, { changed: edits.length > 0, only }) ?? false) ? [] : null;
}

function runPass(before: Passed, pass: Pass, found: readonly Trouble[], wish: Wish): Passed | Refusal {
  const codes = [...new Set(found.map(({ code }) => code))];
  const lossy = found.filter(({ code }) => needsLossy(code, wish));
  if (lossy.length > 0) return needs(lossy);
  const blocked = before.judgement.trouble;
  if (pass.whole && blocked !== null) return refusedFor(before.judgement, blocked);
  const repair = pass.repair(before.document, found, wish.stamp);
  if (typeof repair === 'string') return { codes, reason: repair };
  const document = decode(applyEdits(before.document.bytes, repair.edits));
  return {
    document,
    judgement: judge(document),
    edits: composeEdits(originalSize(before), before.edits, repair.edits),
    codes: [...before.codes, ...codes],
    notes: [...before.notes, ...repair.notes],
  };
}

/** The size of the file before any pass. */
function originalSize({ document, edits }: Passed): number {
  return edits.reduce((size, { remove, insert }) => size + remove - insert.length, document.bytes.length);
}

function needsLossy(code: Code, { lossy, stamp }: Wish): boolean {
  // A person who says the time loses nothing.
  const free = code === 'FN015' && stamp.given;
  return row(code).healing === 'lossy' && !lossy && !free;
}

function needs(lossy: readonly Trouble[]): Refusal {
  const codes = [...new Set(lossy.map(({ code }) => code))];
  const how = codes.includes('FN015') ? '--timestamp T, or --lossy for the time of the file' : '--lossy';
  return { codes, reason: `${lossy[0]?.detail ?? 'would lose something'}: needs ${how}` };
}

/** The refusal of a file that fnord cannot read, and that no pass makes readable. */
export function refusedFor({ troubles }: Judgement, first: Trouble): Refusal {
  const codes = new Set([first, ...troubles.filter(({ refuses }) => refuses)].map(({ code }) => code));
  return { codes: [...codes], reason: `${first.detail}, so fnord cannot read it` };
}
