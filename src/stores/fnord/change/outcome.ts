import type { Counts } from '../../../model/conversation.ts';
import type { Change, OwnerLock, Step } from '../../../model/plan.ts';
import type { Outcome } from '../../kind.ts';
import type { Refusal } from '../../outcome.ts';
import type { FnordDocument } from '../document.ts';
import { conversationPath, indexFolder, LOCK_STALE_AFTER, lockPath } from '../layout/layout.ts';

/** What a verb decided to do to one unit. */
export interface Decision {
  /** The file the person knows it by. */
  readonly path: string;
  readonly steps: readonly Step[];
  readonly locks: readonly OwnerLock[];
  readonly before: Counts;
  readonly after: Counts;
  readonly codes?: readonly string[];
  readonly notes?: readonly string[];
  readonly newId?: string;
}

/** The outcome of a decision: one Change, whole. */
export function changed({ unit, scope }: FnordDocument, decision: Decision): Outcome {
  const { path, steps, locks, before, after, codes = [], notes = [], newId } = decision;
  const ids = newId === undefined ? [unit.id] : [unit.id, newId];
  const project = scope.name === '' ? null : scope.name;
  // fnord replaces conversations by rename, so a kept link is never written through.
  const change: Change = {
    kind: 'fnord',
    project,
    ids,
    path,
    codes,
    steps,
    locks,
    keep: 'link',
    counts: { before, after },
  };
  return { state: 'changed', change, before, after, notes, ...(newId === undefined ? {} : { newId }) };
}

export function refused({ codes, reason, unsafe = false }: Refusal): Outcome {
  return { state: 'refused', codes, reason, unsafe };
}

/** The lock that fnord's own indexer takes for a conversation while it reads and writes it. */
export function conversationLock({ scope, unit }: FnordDocument): OwnerLock {
  return lockOf(conversationPath(scope.site, scope.name, unit.id));
}

/** The lock that `fnord index` takes for an index entry. */
export function indexLock({ scope, unit }: FnordDocument): OwnerLock {
  return lockOf(indexFolder(scope.site, scope.name, unit.id));
}

function lockOf(path: string): OwnerLock {
  return { path: lockPath(path), staleAfter: LOCK_STALE_AFTER };
}
