import { atSameValue, causesFrom, inSameObject, inTiedFile } from '../../engine/causes.ts';

export const tenexCauses = causesFrom([
  // A misnamed key is missing, and also unknown or repeated.
  { from: ['TX105', 'TX106', 'TX111'], follow: ['TX170', 'TX022'], at: inSameObject },
  { from: ['TX101', 'TX103', 'TX104', 'TX107'], follow: ['TX022'], at: atSameValue },
  // A number where none belongs.
  { from: ['TX107', 'TX108', 'TX109'], follow: ['TX014', 'TX015', 'TX016'], at: atSameValue },
  // A changed event no longer fits its signature, and may refer to other events.
  { from: ['TX129'], follow: ['TX126'], at: atSameValue },
  { from: ['TX121', 'TX125', 'TX126', 'TX127'], follow: ['TX123', 'TX124', 'TX128', 'TX201'], at: atSameValue },
  { from: ['TX123'], follow: ['TX124', 'TX128', 'TX201'], at: atSameValue },
  // Unread events are missing for agents that have read them, and for the index.
  { from: ['TX120', 'TX121', 'TX106', 'TX107', 'TX109', 'TX110'], follow: ['TX203'], at: inTiedFile },
  { from: ['TX120', 'TX121'], follow: ['TX312'], at: inTiedFile },
  { from: ['TX126', 'TX123', 'TX203'], follow: ['TX312'], at: inTiedFile },
  // Nothing else of an unreadable entry matters.
]);
