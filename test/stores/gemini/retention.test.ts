import { expect, test } from 'vitest';
import { retentionOf } from '../../../src/stores/gemini/read/retention.ts';

const of = (sessionRetention: unknown) =>
  retentionOf({ bytes: Buffer.from(JSON.stringify({ general: { sessionRetention } })) });

/** As it stands in the settings, such as `${NAME:-3d}`. */
const variable = (inner: string) => `$\{${inner}}`;

/** As Gemini CLI 0.61.0 took them. */
test.each([
  [{}, { days: 30, max: null }],
  [{ maxAge: '10d' }, { days: 10, max: null }],
  [
    { enabled: true, maxAge: '3w' },
    { days: 21, max: null },
  ],
  [
    { enabled: true, maxAge: '2m' },
    { days: 60, max: null },
  ],
  [
    { enabled: true, maxAge: '36500d' },
    { days: 36500, max: null },
  ],
  [
    { enabled: true, maxCount: 2 },
    { days: 30, max: 2 },
  ],
  [
    { enabled: true, maxAge: '24h' },
    { days: 1, max: null },
  ],
  [
    { enabled: 'off', maxCount: '2' },
    { days: 30, max: 2 },
  ],
  [
    { enabled: 1, maxCount: true },
    { days: 30, max: 1 },
  ],
  [{ maxCount: 'few' }, { days: 30, max: null }],
  [{ maxAge: variable('KEEP_FOR:-3d') }, { days: 3, max: null }],
  [{ maxAge: variable('N.o:-3') + variable('UNIT:-w') + variable('END:-') }, { days: 21, max: null }],
  [{ maxCount: variable('N:-2') }, { days: 30, max: 2 }],
  [{ enabled: variable('KEEP:-true') }, { days: 30, max: null }],
])('keeps sessions by %j', (settings, kept) => {
  expect(of(settings)).toEqual(kept);
});

test.each([
  [{ enabled: false }],
  [{ enabled: 'false' }],
  [{ enabled: 'FALSE' }],
  [{ enabled: '' }],
  [{ enabled: 0 }],
  [{ enabled: null }],
  [true],
  [{ enabled: true, maxAge: 'often' }],
  [{ enabled: true, maxAge: '12h' }],
  [{ enabled: true, maxAge: '3d', minRetention: '7d' }],
  [{ enabled: true, maxAge: 10 }],
  [{ enabled: true, maxAge: '0d' }],
  [{ enabled: true, maxCount: 0 }],
  [{ enabled: true, maxCount: '0' }],
  [{ enabled: true, maxCount: null }],
  [{ enabled: variable('KEEP:-false') }],
  [{ enabled: variable('KEEP:-') }],
  [{ maxAge: '3d', minRetention: variable('LEAST:-4d') }],
  [{ maxAge: variable('KEEP_FOR-3d') }],
  [{ maxAge: variable(`KEEP_FOR:-${variable('OTHER:-3d')}`) }],
])('deletes nothing by %j', (settings) => {
  expect(of(settings)).toBeNull();
});

test('reads settings with comments, and no text for one', () => {
  const settings = '{ // mine\n "general": {"sessionRetention": {"maxAge": /* not 30d */ "2d"}}, "x": "\\"// 1d" }';
  expect(retentionOf({ bytes: Buffer.from(settings) })).toEqual({ days: 2, max: null });
});

test.each([
  ...[['{"general": null}'], ['{"general": []}']],
  // The program ends at these before it deletes.
  ...[['{'], ['[]'], [''], ['{"ui": {},}'], ['\ufeff{}']],
])('deletes nothing where %j is all there is', (text) => {
  expect(retentionOf({ bytes: Buffer.from(text) })).toBeNull();
});

test('goes by the default without settings, and with some of other things', () => {
  expect(retentionOf({ bytes: Buffer.from('{"ui": {}}') })).toEqual({ days: 30, max: null });
  expect(retentionOf(undefined)).toEqual({ days: 30, max: null });
});
