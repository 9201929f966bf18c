import type { Ask } from '../../kind.ts';

/**
 * True when the first bytes of a file already show that a migration has nothing to do with it. Only diffs, buttons and the history of
 * scripts have older shapes; other files are never touched.
 */
export function skips({ verb }: Pick<Ask, 'verb'>, role: string, head: Uint8Array): boolean {
  if (verb !== 'migrate') return false;
  const isPresent = PRESENT[role];
  return isPresent === undefined || isPresent(Buffer.from(head).toString('latin1'));
}

const PRESENT: Readonly<Record<string, (start: string) => boolean>> = {
  // What follows the first 4 KiB may be an older key, unless nothing does.
  diffs: (start) => /^\s*\{[\s\S]*\}\s*$/.test(start) && start.length < 4096 && !start.includes('diffs_by_msg_id'),
  buttons: (start) => /^"?message_id"?,"?buttons_run"?\r?(?:\n|$)/.test(start),
  history: (start) => /^filename\torder(?:\tconversation_index\r?\n|\r?\n?$)/.test(start),
};
