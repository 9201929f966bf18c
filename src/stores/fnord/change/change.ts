import { refusePath } from '../../../model/plan-path.ts';
import type { Ask, Outcome } from '../../kind.ts';
import type { FnordDocument } from '../document.ts';
import { remove } from './delete.ts';
import { fork } from './fork.ts';
import { heal } from './heal.ts';
import { migrate } from './migrate.ts';
import { refused } from './outcome.ts';
import { archive, restore } from './shelve.ts';

/** What a verb comes to for one fnord conversation: a pure decision, carried out by nobody yet. */
export function change(document: FnordDocument, ask: Ask): Outcome {
  const { id } = document;
  if (id.includes('/') || refusePath(id) !== null)
    return refused({ codes: [], reason: 'has an id that is no file name' });
  return VERBS[ask.verb](document, ask);
}

const VERBS: Readonly<Record<Ask['verb'], (document: FnordDocument, ask: Ask) => Outcome>> = {
  heal,
  migrate,
  fork,
  archive,
  restore,
  delete: remove,
};
