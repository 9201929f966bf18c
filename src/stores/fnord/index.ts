import type { Kind } from '../kind.ts';
import { change } from './change/change.ts';
import { settled } from './change/settled.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { remarks } from './remarks.ts';
import { begin } from './session.ts';

/** fnord 0.9.x: docs/formats/fnord.md. */
export const fnord: Kind = {
  name: 'fnord',
  formats: ['v0', 'v1'],
  targets: ['v1', 'v0'],
  homes: ({ home }) => (home === null ? [] : [[`${home}/.fnord`]]),
  recognise,
  place,
  remarks,
  settled,
  begin: (scope) => begin(scope, change),
};
