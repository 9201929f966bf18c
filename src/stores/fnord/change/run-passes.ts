import type { Edit } from '../../../codecs/edit.ts';
import type { Code } from '../../../model/findings.ts';
import type { Refusal } from '../../decided.ts';
import { amendFile, type FileDraft, fileDraft } from '../../engine/draft.ts';
import { runPasses as run, type Workbench } from '../../engine/passes.ts';
import { type Judgement, judge } from '../checks/judge.ts';
import { decode } from '../decode/decode.ts';
import type { Trouble } from '../decode/trouble.ts';
import type { FnordPass, Read, Stamp } from './passes/pass.ts';

/** What may be done to a file. */
export interface FileLimits {
  /** Only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  readonly stamp: Stamp;
}

/** What passes made of a file: edits on it as it was read, and what it is then. */
export interface Repaired extends Read {
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

/** Runs passes over one conversation file. */
export function runPasses(read: Read, passes: readonly FnordPass[], wish: FileLimits): Repaired | Refusal {
  const start = { draft: fileDraft(read.document.bytes), doc: read };
  const passed = run(start, BENCH, passes, { ...wish, say: ({ detail }) => detail });
  if ('reason' in passed) return passed;
  const { draft, doc, codes, notes } = passed;
  return { ...doc, edits: draft.edits, codes, notes };
}

const BENCH: Workbench<FileDraft, Read, Trouble, readonly Edit[]> = {
  amend: amendFile,
  open({ bytes }) {
    const document = decode(bytes);
    return { document, judgement: judge(document) };
  },
  findings: ({ judgement }) => judgement.troubles,
};

/** The refusal of a file that fnord cannot read, and that no pass makes readable. */
export function refusedFor({ troubles }: Judgement, first: Trouble): Refusal {
  const codes = new Set([first, ...troubles.filter(({ refuses }) => refuses)].map(({ code }) => code));
  return { codes: [...codes], reason: `${first.detail}, so fnord cannot read it` };
}
