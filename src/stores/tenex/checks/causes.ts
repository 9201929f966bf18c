import { atSameValue, causesFrom, inSameObject, inTiedFile } from '../../engine/causes.ts';

/** Which findings of TENEX's conversations follow from others. */
export const tenexCauses = causesFrom([
  // A key under another name is missed, and is one that TENEX does not know, or that is there already.
  { from: ['TX105', 'TX106', 'TX111'], follow: ['TX170', 'TX022'], at: inSameObject },
  { from: ['TX101', 'TX103', 'TX104', 'TX107'], follow: ['TX022'], at: atSameValue },
  // A number where none belongs.
  { from: ['TX107', 'TX108', 'TX109'], follow: ['TX014', 'TX015', 'TX016'], at: atSameValue },
  // What was changed in an event is no longer what its author signed, and may lead to other events.
  { from: ['TX129'], follow: ['TX126'], at: atSameValue },
  { from: ['TX121', 'TX125', 'TX126', 'TX127'], follow: ['TX123', 'TX124', 'TX128', 'TX201'], at: atSameValue },
  { from: ['TX123'], follow: ['TX124', 'TX128', 'TX201'], at: atSameValue },
  // Events that are not read are missed by those who have read them, and by the index.
  { from: ['TX120', 'TX121', 'TX106', 'TX107', 'TX109', 'TX110'], follow: ['TX203'], at: inTiedFile },
  { from: ['TX120', 'TX121'], follow: ['TX312'], at: inTiedFile },
  { from: ['TX126', 'TX123', 'TX203'], follow: ['TX312'], at: inTiedFile },
  // What makes an entry unreadable is all that has to be said of it.
]);
