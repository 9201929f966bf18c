import { expect, test } from 'vitest';
import { ON_DEMAND } from '../../src/stores/on-demand.ts';
import { KINDS } from '../kinds.ts';

test('the kinds that load on demand are those that are loaded at once, but for what they load', () => {
  const light = KINDS.map(({ begin: _begin, putBack: _putBack, harmOf: _harmOf, ...info }) => info);
  expect(ON_DEMAND.map(({ begin: _begin, ...info }) => info)).toEqual(light);
});
