import type { ChangeItem } from '../../model/change-report.ts';
import type { Part } from '../../model/part.ts';
import type { Left, Piece, Site } from '../../stores/kind.ts';
import { itemOf } from './item.ts';
import type { Ledger } from './ledger.ts';
import { nextStep } from './next-step.ts';
import type { Scrutiny } from './scrutiny.ts';
import { stepViews } from './step-views.ts';

/** What a decision is about. */
export interface Where {
  readonly site: Site;
  readonly scope: string;
  readonly id: string | null;
  readonly path: string;
  /** Its files as read. */
  readonly parts: readonly Part[];
  /** False for leftovers and shared files: they count only when something is done about them. */
  readonly counts: boolean;
}

/** The item of what is changed. */
export function pieceItem(
  { path, codes, steps, notes, newId }: Pick<Piece, 'path' | 'codes' | 'steps' | 'notes' | 'newId'>,
  { site, scope, id, parts }: Where,
  { dryRun }: Pick<Scrutiny, 'dryRun'>,
): ChangeItem {
  return itemOf(site, scope, id, path, {
    state: 'changed',
    codes,
    ...(newId === null ? {} : { newId }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(dryRun ? { steps: stepViews(steps, (each) => bytesAt(parts, each)) } : {}),
  });
}

/** Enters what is left as it is in the ledger. */
export function leave(
  left: Left,
  { site, scope, id, path, counts }: Where,
  { ask, survey: { wants } }: Pick<Scrutiny, 'ask' | 'survey'>,
  ledger: Ledger,
): void {
  const { state, codes, reason, unsafe } = left;
  // Nobody asked for it by its id, and it is not a conversation: there is nothing to report.
  if (!counts && codes.length === 0 && (state === 'unchanged' || !wants)) return;
  if (unsafe) ledger.markUnsafe();
  const next = state === 'refused' ? nextStep(ask.verb, id, left) : null;
  const why = { ...(reason === null ? {} : { reason }), ...(next === null ? {} : { next }) };
  ledger.enter(itemOf(site, scope, id, left.path ?? path, { state, codes, ...why }));
}

/** The bytes of a file among those read; null for another. */
export function bytesAt(parts: readonly Part[], path: string): Uint8Array | null {
  return parts.find((part) => part.path === path)?.bytes ?? null;
}
