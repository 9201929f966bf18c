import type { Ask, Closing } from '../../kind.ts';
import type { ToClose } from '../session.ts';
import type { Decided } from './decided.ts';
import { healIndex } from './heal-index.ts';
import { join } from './joining/join.ts';

/** The Changes that wait for the end of a scope: those that touch the index, which all its conversations share. */
export function close(all: ToClose<Decided>): Iterable<Closing> {
  return CLOSINGS[all.ask.verb](all);
}

const CLOSINGS: Readonly<Record<Ask['verb'], (all: ToClose<Decided>) => Iterable<Closing>>> = {
  heal: healIndex,
  migrate: healIndex,
  fork: join,
  archive: join,
  restore: join,
  delete: join,
};
