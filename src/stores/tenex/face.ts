import type { Face } from '../kind.ts';
import { ERAS } from './decode/era.ts';
import { homes } from './layout/homes.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { isOwner } from './owner.ts';
import { LATER } from './read/later.ts';
import { remarks } from './remarks.ts';

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
