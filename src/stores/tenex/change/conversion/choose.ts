import type { Refusal } from '../../../decided.ts';
import { compareCopies } from '../../checks/copies.ts';
import type { TenexDocument } from '../../document.ts';
import type { Opened } from '../../opened.ts';

/** The file that a conversation is taken from, and what a person should know of the choice. */
export interface Chosen {
  readonly opened: Opened;
  readonly notes: readonly string[];
}

/** Of two copies the one that holds all events of the other; null where there is no file. */
export function choose({ active, archived }: Pick<TenexDocument, 'active' | 'archived'>): Chosen | Refusal | null {
  if (active === null) return archived === null ? null : { opened: archived, notes: [ARCHIVED] };
  if (archived === null) return { opened: active, notes: [] };
  const { holds, newer, differs } = compareCopies(active, archived);
  if (holds === 'unreadable')
    return { codes: ['TX309'], reason: `${BOTH}, and one of them is no whole document: heal it first` };
  if (holds === 'neither')
    return {
      codes: ['TX309'],
      reason: `${BOTH}, and each holds events that the other lacks: move one out of the store first`,
    };
  const taken = holds === 'same' ? (newer ?? 'active') : holds;
  const apart = differs.length === 0 ? '' : `; the other one differs in ${differs.join(', ')}`;
  const note = `${BOTH}: taken from the ${taken} copy, which holds all events${apart}`;
  return { opened: taken === 'active' ? active : archived, notes: [note] };
}

const BOTH = 'lies among the active ones and in the archive';
const ARCHIVED = 'was archived: December 2025 has no archive, so it lies among the others';
