import type { Finding } from '../../../model/finding.ts';
import type { Refusal } from '../../decided.ts';
import { amendFolder, type FolderDraft, type FolderEdits, folderDraft } from '../../engine/draft.ts';
import { type Passed, runPasses as run, type Workbench } from '../../engine/passes.ts';
import type { Files } from './passes/files.ts';
import type { Judged, Judgement, RaoPass } from './passes/pass.ts';

/** What may be done to a folder, and what judges the result. */
export interface FolderLimits {
  /** Only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  judge(files: Files): Judgement;
}

/** What passes made of a folder. */
export type Repaired = Passed<FolderDraft<Files>, Judged>;

/** Runs passes over one folder. */
export function runPasses(start: Judged, passes: readonly RaoPass[], wish: FolderLimits): Repaired | Refusal {
  const { only, lossy } = wish;
  const bench: Workbench<FolderDraft<Files>, Judged, Finding, FolderEdits> = {
    amend: amendFolder,
    open: ({ files }) => ({ files, judgement: wish.judge(files) }),
    findings: ({ judgement }) => judgement.findings,
  };
  const say = (found: Finding) => named(start.files, found);
  return run({ draft: folderDraft(start.files), doc: start }, bench, passes, { only, lossy, say });
}

/** A finding to be read after the folder's name: its file, and what is wrong with it. */
export function named({ path }: Pick<Files, 'path'>, finding: Finding): string {
  const name = finding.path.slice(path.length + 1);
  return name === '' ? finding.detail : `${name} ${finding.detail}`;
}
