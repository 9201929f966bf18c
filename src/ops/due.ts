import { SOON } from '../model/conversation.ts';
import type { KindName } from '../model/kinds.ts';

interface Dated {
  readonly kind: KindName;
  readonly root: string;
  readonly project: string | null;
  readonly id: string;
  readonly daysLeft?: number | null | undefined;
}

/** True for a file that its program deletes within `SOON` days. */
export function goesSoon({ daysLeft = null }: Pick<Dated, 'daysLeft'>): boolean {
  return daysLeft !== null && daysLeft <= SOON;
}

/** Equal for the files of one conversation, which are deleted together. */
export function dueKey({ kind, root, project, id }: Dated): string {
  return JSON.stringify([kind, root, project, id]);
}
