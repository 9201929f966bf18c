import type { Kind } from '../kind.ts';
import { decide } from './change/decide.ts';
import { skips } from './change/skips.ts';
import { place } from './layout/place.ts';
import { recognise } from './layout/recognise.ts';
import { planRules } from './plan-rules.ts';
import { remarks } from './remarks.ts';
import { begin } from './session.ts';

/** fnord 0.9.x: docs/formats/fnord.md. */
export const fnord: Kind = {
  name: 'fnord',
  formats: ['v0', 'v1'],
  targets: ['v1', 'v0'],
  layout: { homes: ({ home }) => (home === null ? [] : [[`${home}/.fnord`]]), recognise, place },
  writes: 'over',
  planRules,
  remarks,
  skips,
  begin: async (scope) => begin(scope, decide),
};
