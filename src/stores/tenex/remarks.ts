import type { Ask } from '../kind.ts';
import { LATER } from './read/later.ts';

/** What a person should know before a whole run, beyond its items. */
export function remarks(ask: Ask, changed: number): readonly string[] {
  if (changed === 0) return [];
  if (ask.verb === 'delete') return ['what was deleted stays in the journal, text and all, until `convo runs prune`'];
  if (ask.verb === 'migrate' && ask.to === LATER) return [ONE_WAY];
  return [];
}

const ONE_WAY =
  'what is written keeps no signatures, tags and kinds, and cannot become events again; the store stays as it is';
