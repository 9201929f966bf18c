import type { Ask, Face } from '../kind.ts';
import { ERAS } from './decode/era.ts';
import { homes } from './layout/homes.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { isOwner } from './owner.ts';
import { LATER } from './read/later.ts';

const ONE_WAY =
  'what is written keeps no signatures, tags and kinds, and cannot become events again; the store stays as it is';

/** TENEX, the FileSystemAdapter of August 2025 and the shapes before and after it: docs/formats/tenex.md. */
export const face: Face = {
  name: 'tenex',
  formats: ERAS,
  targets: ['tenex-e5'],
  outputs: [LATER],
  layout: { homes, recognise, place },
  writes: 'inside',
  remarks,
  isOwner,
  // A unit that is not opened would look as if the index named what is not there.
  skips: () => false,
};

/** What a person should know before a whole run, beyond its items. */
export function remarks(ask: Ask, changed: number): readonly string[] {
  if (changed === 0) return [];
  if (ask.verb === 'delete') return ['what was deleted stays in the journal, text and all, until `convo runs prune`'];
  if (ask.verb === 'migrate' && ask.to === LATER) return [ONE_WAY];
  return [];
}
