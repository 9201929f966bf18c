import type { Ask, Face } from '../kind.ts';
import { homes } from './layout/homes.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { isOwner } from './owner.ts';

const PRESENT: Readonly<Record<string, (start: string) => boolean>> = {
  // What follows the first 4 KiB may be an older key, unless nothing does.
  diffs: (start) => /^\s*\{[\s\S]*\}\s*$/.test(start) && start.length < 4096 && !start.includes('diffs_by_msg_id'),
  buttons: (start) => /^"?message_id"?,"?buttons_run"?\r?(?:\n|$)/.test(start),
  history: (start) => /^filename\torder(?:\tconversation_index\r?\n|\r?\n?$)/.test(start),
};

const CLOSED =
  'RStudio (Rao) must be closed: it keeps the number of its conversation, message ids and names in memory, and would write over this';

const KEPT = 'what was deleted stays in the journal, text and all, until `convo runs prune`';

/** Rao, the fork of RStudio, and Erdos after it: docs/formats/rao.md. */
export const face: Face = {
  name: 'rao',
  formats: ['rao', 'erdos'],
  targets: ['rao'],
  layout: { homes, recognise, place },
  writes: 'inside',
  // What Rao does for a new conversation hangs on the highest number alone.
  hangsTogether: true,
  remarks,
  isOwner,
  skips,
};

/** What a person should know before a whole run, beyond its items (docs/formats/rao.md, "Life cycle"). */
export function remarks({ verb }: Pick<Ask, 'verb'>, changed: number): readonly string[] {
  if (changed === 0) return [];
  return verb === 'delete' ? [CLOSED, KEPT] : [CLOSED];
}

/**
 * True when the first bytes of a file already show that a migration has nothing to do with it. Only diffs, buttons and the history of
 * scripts have older shapes; other files are never touched.
 */
export function skips({ verb }: Pick<Ask, 'verb'>, role: string, head: Uint8Array): boolean {
  if (verb !== 'migrate') return false;
  const isPresent = PRESENT[role];
  return isPresent === undefined || isPresent(Buffer.from(head).toString('latin1'));
}
