import type { Edit } from '../../codecs/edit.ts';
import type { Refusal } from '../decided.ts';
import { amendFile, type FileDraft, fileDraft, scratchEdits } from './draft.ts';
import { type Pass, type Passed, type PassFinding, type PassHints, runPasses } from './passes.ts';

/** How a kind reads and judges one file, and the size from which it is never held twice, where that is not the usual one. */
interface FileReader<Doc, F extends PassFinding> {
  open(bytes: Uint8Array): Doc;
  findings(doc: Doc): readonly F[];
  readonly large?: number | undefined;
}

/** Runs passes over one file, and has a look at the result; nothing of that may be in the answer unless the file is held twice. */
export function runFilePasses<Doc, F extends PassFinding, H extends PassHints<F>, T>(
  { bytes, doc }: { readonly bytes: Uint8Array; readonly doc: Doc },
  { open, findings, large }: FileReader<Doc, F>,
  passes: readonly Pass<Doc, F, H, readonly Edit[]>[],
  hints: H,
  look: (passed: Passed<FileDraft, Doc>) => T | Refusal,
): T | Refusal {
  const { scratch, release } = scratchEdits(large);
  try {
    const bench = {
      amend: (draft: FileDraft, more: readonly Edit[]) => amendFile(draft, more, scratch),
      open: (draft: FileDraft) => open(draft.bytes),
      findings,
    };
    const passed = runPasses({ draft: fileDraft(bytes), doc }, bench, passes, hints);
    return 'reason' in passed ? passed : look(passed);
  } finally {
    release();
  }
}
