import { elements, isString, lexemeOf, textOf } from '../../../../codecs/json/value.ts';
import type { Refusal } from '../../../decided.ts';
import { compareCopies } from '../../checks/copies.ts';
import type { Decoded } from '../../decode/decoded.ts';
import type { TenexDocument } from '../../document.ts';
import type { Opened } from '../../opened.ts';
import type { Copies } from '../copies.ts';

/** One of two copies is enough: all that happened in the other is in it. */
export interface Enough {
  readonly keep: Opened;
  readonly drop: Opened;
  /** Where the one that is kept is to lie. */
  readonly to: 'active' | 'archived';
  readonly note: string;
}

/** Which of two copies holds the other; where it goes is told by the index, and where that says nothing by the newer file. */
export function chooseCopy(copies: Copies, document: TenexDocument, lossy: boolean): Enough | Refusal {
  const { active, archived } = copies;
  const { holds, newer, differs, more } = compareCopies(active, archived);
  const to = flagged(document) ?? newer ?? 'active';
  const whole = holds === 'unreadable' ? longer(copies) : holds === 'same' ? (newer ?? to) : holds;
  if (whole === 'neither') return { codes: ['TX309'], reason: divergent(newer ?? 'active', more) };
  const [keep, drop] = whole === 'active' ? [active, archived] : [archived, active];
  if (holds === 'unreadable' && !lossy) return { codes: ['TX309'], reason: torn(keep, drop) };
  const rest = differs.length === 0 ? '' : `; what it has otherwise as ${differs.slice(0, 4).join(', ')} stays there`;
  const note = `${drop.part.path} goes into the journal: the ${keep.state} copy holds all of its events${rest}`;
  return { keep, drop, to, note };
}

function flagged({ entries }: TenexDocument): Opened['state'] | null {
  const flag = entries[0]?.archived ?? null;
  return flag === null ? null : flag ? 'archived' : 'active';
}

/** Of two copies one of which is no whole document: the whole one, if it holds whatever is whole of the other. */
function longer({ active, archived }: Copies): Opened['state'] | 'neither' {
  const [events, others] = [textsOf(active.decoded()), textsOf(archived.decoded())];
  if (events === null || others === null) return 'neither';
  if (active.decoded()?.whole === true) return begins(events, others) ? 'active' : 'neither';
  if (archived.decoded()?.whole === true) return begins(others, events) ? 'archived' : 'neither';
  return 'neither';
}

/** The texts of a history, as far as it is whole; null for a file that may hold something else. */
function textsOf(decoded: Decoded | null): string[] | null {
  if (decoded === null) return null;
  const { history, body, bytes } = decoded;
  if (history !== null) return elements(history).map((each) => (isString(each) ? textOf(each) : lexemeOf(each)));
  return body === null && bytes.every((byte) => byte <= 0x20) ? [] : null;
}

function begins(whole: readonly string[], start: readonly string[]): boolean {
  return start.length <= whole.length && start.every((text, i) => text === whole[i]);
}

function torn(keep: Opened, drop: Opened): string {
  return `lies in both places, and the ${drop.state} copy is no whole document; the ${keep.state} one holds all of its events: needs --lossy`;
}

function divergent(newer: Opened['state'], more: Readonly<Record<Opened['state'], number>>): string {
  return [
    `lies in both places, and each copy holds what the other lacks (${more.active} events in the active one, ${more.archived} in`,
    `the archived one); the ${newer} one is newer: to choose, move the file of the other one out of the store,`,
    'or `convo fork` the active one first and keep both',
  ].join(' ');
}
