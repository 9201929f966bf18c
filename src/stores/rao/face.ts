import type { Face } from '../kind.ts';
import { skips } from './change/skips.ts';
import { homes } from './layout/homes.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { isOwner } from './owner.ts';
import { remarks } from './remarks.ts';

/** Rao, the fork of RStudio, and Erdos after it: docs/formats/rao.md. */
export const face: Face = {
  name: 'rao',
  formats: ['rao', 'erdos'],
  targets: ['rao'],
  layout: { homes, recognise, place },
  writes: 'inside',
  remarks,
  isOwner,
  skips,
};
