import type { Change } from '../../../../model/plan.ts';
import type { Ask } from '../../../kind.ts';
import type { Refusal } from '../../../outcome.ts';
import type { TenexDocument } from '../../document.ts';
import type { Decided } from '../decided.ts';
import { decided } from '../outcome.ts';
import { recentNotes } from '../recent.ts';
import { leftAlone, type Settled } from './edit-files.ts';
import { factOf } from './heal-fact.ts';

/** A unit whose files are edited in place, a Change of its own; the index is repaired from what it leaves. */
export function edited(
  document: TenexDocument,
  { path, left, ...decision }: Settled,
  { now }: Pick<Ask, 'now'>,
  otherwise?: string,
): Decided {
  const fact = factOf(document, left);
  const reason = otherwise === undefined ? {} : { reason: otherwise };
  if (path === null) return { ...decided(document, { state: 'unchanged', ...reason }), fact };
  const { steps, codes, before, after } = decision;
  const notes = [...decision.notes, ...recentNotes([left], { now })];
  const change: Change = {
    kind: 'tenex',
    project: null,
    ids: [document.id],
    path,
    codes,
    steps,
    locks: [],
    // TENEX writes in place: it could write through a kept link.
    keep: 'copy',
    counts: { before, after },
  };
  return { ...decided(document, { state: 'changed', change, before, after, notes }), fact };
}

/** A unit that is refused; the index is repaired from how it lies. */
export function leftAsItLies(document: TenexDocument, refusal: Refusal): Decided {
  const fact = factOf(document, leftAlone(document).left);
  return { ...decided(document, { state: 'refused', ...refusal }), fact };
}
