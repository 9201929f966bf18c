import type { Face } from '../kind.ts';
import { skips } from './change/skips.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { remarks } from './remarks.ts';

/** fnord 0.9.x: docs/formats/fnord.md. */
export const face: Face = {
  name: 'fnord',
  formats: ['v0', 'v1'],
  targets: ['v1', 'v0'],
  layout: { homes: ({ home }) => (home === null ? [] : [[`${home}/.fnord`]]), recognise, place },
  writes: 'over',
  remarks,
  skips,
};
