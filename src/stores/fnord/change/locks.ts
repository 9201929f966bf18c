import type { OwnerLock } from '../../../model/plan.ts';
import type { FnordDocument } from '../document.ts';
import { conversationPath, indexFolder, LOCK_STALE_AFTER, lockPath } from '../layout/layout.ts';

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
