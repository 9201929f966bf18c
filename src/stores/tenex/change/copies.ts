import { elements, isString, lexemeOf, textOf } from '../../../codecs/json/value.ts';
import type { Refusal } from '../../decided.ts';
import type { Decoded } from '../decode/decoded.ts';
import type { Opened } from '../opened.ts';

/** Two copies of one conversation. */
export interface Copies {
  readonly active: Opened;
  readonly archived: Opened;
}

/** Why one of two copies is never moved onto the other: which is newer, what differs, and how to choose. */
export function refuseCopies(copies: Copies, inTheWay: Opened): Refusal {
  const [active, archived] = [copies.active.decoded(), copies.archived.decoded()];
  const told = (codes: Refusal['codes'], difference: string): Refusal => ({
    codes,
    reason: `cannot be moved: ${inTheWay.part.path} is in the way, and ${difference}`,
    unsafe: true,
  });
  if (active === null || archived === null || !active.whole || !archived.whole)
    return told(
      [],
      `${active?.whole === true ? 'the archived' : 'the active'} copy is no whole document: heal it first`,
    );
  const ahead = { active: missing(archived, active), archived: missing(active, archived) };
  if (ahead.active > 0 && ahead.archived > 0) return told(['TX309'], `${divergent(ahead, newer(active, archived))}`);
  if (ahead.active + ahead.archived === 0) return told(['TX310'], `both hold the same events: ${HEAL} one of them`);
  const longer = ahead.active > 0 ? 'active' : 'archived';
  return told(['TX310'], `the ${longer} copy is newer by ${events(ahead[longer])}: ${HEAL} that one`);
}

const HEAL = '`convo heal` keeps';

function divergent({ active, archived }: Ahead, later: string): string {
  return [
    `each copy holds events that the other lacks (${active} in the active one, ${archived} in the archived one; ${later}):`,
    '`convo delete` takes both; to keep one, move the file of the other out of the store, or `convo fork` the active one first',
  ].join(' ');
}

interface Ahead {
  readonly active: number;
  readonly archived: number;
}

function newer(active: Decoded, archived: Decoded): string {
  const [one, other] = [active.counts().last, archived.counts().last];
  if (one === null || other === null || one === other) return 'neither has the later event';
  return `the ${one > other ? 'active' : 'archived'} one has the later event`;
}

/** Events of `other` that `one` lacks. */
function missing(one: Decoded, other: Decoded): number {
  const here = new Set(textsOf(one));
  return textsOf(other).filter((each) => !here.has(each)).length;
}

function textsOf({ history }: Decoded): string[] {
  const all = history === null ? [] : elements(history);
  return all.map((each) => (isString(each) ? textOf(each) : lexemeOf(each)));
}

function events(count: number): string {
  return count === 1 ? '1 event' : `${count} events`;
}
