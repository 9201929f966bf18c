import type { Ask, Outcome } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import { heal } from './heal.ts';
import { remove } from './joined/delete.ts';
import { fork } from './joined/fork.ts';
import { archive, restore } from './joined/shelve.ts';
import { migrate } from './migrate.ts';

/** What a verb comes to for one number: a pure decision, carried out by nobody yet. */
export function change(document: RaoDocument, ask: Ask): Outcome {
  return VERBS[ask.verb](document, ask);
}

const VERBS: Readonly<Record<Ask['verb'], (document: RaoDocument, ask: Ask) => Outcome>> = {
  heal,
  migrate,
  fork,
  archive,
  restore,
  delete: remove,
};
