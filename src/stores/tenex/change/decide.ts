import { refused, unchanged } from '../../decided.ts';
import type { Ask, Decided } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import { isSafeId } from '../layout/layout.ts';
import { isOfLater, LATER } from '../read/later.ts';
import { convert } from './conversion/convert.ts';
import { remove } from './delete.ts';
import { fork } from './fork.ts';
import { heal } from './heal.ts';
import { migrate } from './migrate.ts';
import { decidedFor, type Owed } from './outcome.ts';
import { archive, restore } from './shelve.ts';

/** What a verb does to one TENEX conversation. */
export function decide(document: TenexDocument, ask: Ask): Decided<Owed> {
  if (!isSafeId(document.id))
    return decidedFor(document, refused({ codes: ['TX410'], reason: 'has an id that is no file name', unsafe: true }));
  if (ask.verb === 'migrate' && ask.to === LATER) return { id: document.id, outcome: convert(document, ask) };
  const { active, scope, index } = document;
  if (active !== null && isOfLater(active, scope, index))
    return decidedFor(
      document,
      ask.verb === 'heal' ? unchanged(NOTHING) : refused({ codes: ['TX114'], reason: OF_LATER }),
    );
  switch (ask.verb) {
    case 'heal':
      return heal(document, ask);
    case 'migrate':
      return migrate(document, ask);
    case 'fork':
      return fork(document, ask);
    case 'archive':
      return archive(document);
    case 'restore':
      return restore(document);
    case 'delete':
      return remove(document);
  }
}

const NOTHING = 'is in the keeping of a later TENEX, and needs nothing';
const OF_LATER = 'is in the keeping of a later TENEX, which has neither events nor index nor archive';
