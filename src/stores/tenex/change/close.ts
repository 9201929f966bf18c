import type { Around, Left } from '../../kind.ts';
import type { ToClose } from '../session.ts';
import { followIndex } from './follow-index.ts';
import { healIndex } from './heal-index.ts';

/** What waits for the end of a scope: what becomes of the index, which all its conversations share. */
export function close(all: ToClose): Around | Left {
  const { verb } = all.ask;
  return verb === 'heal' || verb === 'migrate' ? healIndex(all) : followIndex(all);
}
