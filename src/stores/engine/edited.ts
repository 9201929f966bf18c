import { addCounts, NO_COUNTS } from '../../model/change-report.ts';
import type { Counts } from '../../model/conversation.ts';
import type { Code } from '../../model/findings.ts';
import type { Step } from '../../model/plan.ts';

/** What a verb does to the conversation files, or folders, of one unit. */
export interface Edited {
  /** What the person knows it by; null when nothing is done. */
  readonly path: string | null;
  readonly steps: readonly Step[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
  readonly before: Counts;
  readonly after: Counts;
}

/** Nothing is done. */
export const NOTHING: Edited = { path: null, steps: [], codes: [], notes: [], before: NO_COUNTS, after: NO_COUNTS };

/** Both, one after the other. */
export function bothEdited(a: Edited, b: Edited): Edited {
  return {
    path: a.path ?? b.path,
    steps: [...a.steps, ...b.steps],
    codes: [...new Set([...a.codes, ...b.codes])],
    notes: [...a.notes, ...b.notes],
    before: addCounts(a.before, b.before),
    after: addCounts(a.after, b.after),
  };
}
