import type { Edit } from '../../../../codecs/edit.ts';
import type { Code } from '../../../../model/findings.ts';
import type { Refusal } from '../../../decided.ts';
import { amendFile, type FileDraft, fileDraft } from '../../../engine/draft.ts';
import { asked, runPasses as run, type Workbench } from '../../../engine/passes.ts';
import type { Trouble } from '../../../trouble.ts';
import { judge } from '../../checks/document/judge.ts';
import { type Decoded, decode } from '../../decode/decoded.ts';
import type { Hints, TenexPass } from './pass.ts';

/** What passes made of a file: edits on it as it was read, and what it is then. */
export interface Repaired {
  readonly document: Decoded;
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

/** Runs passes over one conversation file. */
export function runPasses(document: Decoded, passes: readonly TenexPass[], hints: Hints): Repaired | Refusal {
  const bench: Workbench<FileDraft, Decoded, Trouble, readonly Edit[]> = {
    amend: amendFile,
    open: ({ bytes }) => decode(bytes),
    findings: (now) => judge(now, { ...hints, signatures: false }).troubles,
  };
  const steps = passes.map((pass) => asked(({ doc }: { readonly doc: Decoded }, more: Hints) => pass(doc, more)));
  const passed = run({ draft: fileDraft(document.bytes), doc: document }, bench, steps, hints);
  if ('reason' in passed) return passed;
  const { draft, doc, codes, notes } = passed;
  return { document: doc, edits: draft.edits, codes, notes };
}
