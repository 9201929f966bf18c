import type { Finding } from '../../../model/finding.ts';
import { type Code, row } from '../../../model/findings.ts';
import type { Refusal } from '../../decided.ts';
import { amend, begin, type Draft } from './draft.ts';
import type { Files } from './passes/files.ts';
import type { Pass } from './passes/pass.ts';

/** What Rao makes of a folder. */
export interface Judgement {
  /** All findings about the files of this folder. */
  readonly findings: readonly Finding[];
  readonly readable: boolean;
}

/** What may be done to a folder, and what judges the result. */
export interface Wish {
  /** Only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  judge(files: Files): Judgement;
}

/** What passes came to. */
export interface Passed {
  readonly draft: Draft;
  readonly judgement: Judgement;
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

/**
 * Runs the passes whose codes the folder has, one after the other. A folder is repaired whole or not at all: one finding that
 * needs `--lossy` and is not to be had without it refuses the folder.
 */
export function runPasses(files: Files, judgement: Judgement, passes: readonly Pass[], wish: Wish): Passed | Refusal {
  let passed: Passed = { draft: begin(files), judgement, codes: [], notes: [] };
  for (const pass of passes) {
    const found = passed.judgement.findings.filter(({ code }) => pass.codes.includes(code) && isWanted(code, wish));
    if (found.length === 0) continue;
    const next = runPass(passed, pass, found, wish);
    if ('reason' in next) return next;
    passed = next;
  }
  return passed;
}

/** Whether a code is to be healed at all. */
export function isWanted(code: string, { only }: Pick<Wish, 'only'>): boolean {
  return only?.includes(code) ?? true;
}

function runPass(before: Passed, pass: Pass, found: readonly Finding[], wish: Wish): Passed | Refusal {
  const codes = [...new Set(found.map(({ code }) => code))];
  const lossy = found.filter(({ code }) => row(code).healing === 'lossy' && !wish.lossy);
  if (lossy.length > 0) return needsLossy(before.draft.files, lossy);
  const repair = pass.repair(before.draft.files, found);
  if (typeof repair === 'string') return { codes, reason: repair };
  const draft = amend(before.draft, repair);
  const judgement = wish.judge(draft.files);
  const left = judgement.findings.find(({ code }) => codes.includes(code));
  if (left !== undefined) return { codes, reason: `${named(draft.files, left)}, and that cannot be healed here` };
  return {
    draft,
    judgement,
    codes: [...new Set([...before.codes, ...codes])],
    notes: [...before.notes, ...repair.notes],
  };
}

function needsLossy(files: Files, found: readonly Finding[]): Refusal {
  const codes = [...new Set(found.map(({ code }) => code))];
  const [first] = found;
  return { codes, reason: `${first === undefined ? 'would lose something' : named(files, first)}: needs --lossy` };
}

/** A finding to be read after the folder's name: its file, and what is wrong with it. */
export function named({ path }: Files, finding: Finding): string {
  const name = finding.path.slice(path.length + 1);
  return name === '' ? finding.detail : `${name} ${finding.detail}`;
}
