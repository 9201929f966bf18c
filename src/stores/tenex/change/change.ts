import type { Ask } from '../../kind.ts';
import type { TenexDocument } from '../document.ts';
import { isSafeId } from '../layout/layout.ts';
import { isOfLater } from '../read/later.ts';
import type { Decided } from './decided.ts';
import { remove } from './delete.ts';
import { fork } from './fork.ts';
import { heal } from './heal.ts';
import { migrate } from './migrate.ts';
import { refused, unchanged } from './outcome.ts';
import { archive, restore } from './shelve.ts';

/** What a verb comes to for one TENEX conversation: a pure decision, carried out by nobody yet. */
export function change(document: TenexDocument, ask: Ask): Decided {
  if (!isSafeId(document.id))
    return refused(document, { codes: ['TX410'], reason: 'has an id that is no file name', unsafe: true });
  const { active, scope, index } = document;
  if (active !== null && isOfLater(active, scope, index))
    return ask.verb === 'heal'
      ? unchanged(document, NOTHING)
      : refused(document, { codes: ['TX114'], reason: OF_LATER });
  return VERBS[ask.verb](document, ask);
}

const NOTHING = 'is in the keeping of a later TENEX, and needs nothing';
const OF_LATER = 'is in the keeping of a later TENEX, which has neither events nor index nor archive';

const VERBS: Readonly<Record<Ask['verb'], (document: TenexDocument, ask: Ask) => Decided>> = {
  heal,
  migrate,
  fork,
  archive,
  restore,
  delete: remove,
};
