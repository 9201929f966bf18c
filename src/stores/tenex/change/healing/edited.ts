import { piece, type Refusal, refused, unchanged } from '../../../decided.ts';
import type { Ask, Decided } from '../../../kind.ts';
import type { TenexDocument } from '../../document.ts';
import { decidedFor } from '../outcome.ts';
import type { Owed } from '../owed.ts';
import { recentNotes } from '../recent.ts';
import { leftAlone, type Settled } from './edit-files.ts';
import { factOf } from './heal-fact.ts';

/** A unit whose files are edited in place; the index is repaired from what it leaves. */
export function edited(
  document: TenexDocument,
  { path, left, ...decision }: Settled,
  { now }: Pick<Ask, 'now'>,
  otherwise: string | null = null,
): Decided<Owed> {
  const fact = factOf(document, left);
  if (path === null) return decidedFor(document, unchanged(otherwise), { fact });
  const notes = [...decision.notes, ...recentNotes([left], { now })];
  return decidedFor(document, piece({ ...decision, path, notes }), { fact });
}

/** A unit that is refused; the index is repaired from how it is. */
export function leftAsItLies(document: TenexDocument, refusal: Refusal): Decided<Owed> {
  const fact = factOf(document, leftAlone(document).left);
  return decidedFor(document, refused(refusal), { fact });
}
