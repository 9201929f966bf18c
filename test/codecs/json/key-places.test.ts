import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyPlaces, type SoughtKey } from '../../../src/codecs/json/key-places.ts';
import { runs } from '../../support/sampling.ts';

const SOUGHT: readonly SoughtKey[] = [
  { key: 'a' },
  { key: 'fifteen-letters' },
  { key: 'isIt', value: true },
  { key: 'type', value: 'user' },
  { key: 'type', value: 'text of more than sixteen bytes' },
  { key: 'kind', value: 'a' },
];
const MOST = 500;

const byKernel = new KeyPlaces(SOUGHT, MOST);
const plain = new KeyPlaces(SOUGHT, MOST, null);

/** Where each of the keys has its values, as one who searches the text finds them. */
function placesIn(text: string): number[][] {
  return SOUGHT.map(({ key, value }) => {
    const behind = value === undefined ? '' : `(?=${value === true ? 'true' : `"${value}"`})`;
    const all = text.matchAll(new RegExp(`(?<="${key}":) ?${behind === '' ? '' : behind}`, 'g'));
    return Array.from(all, ({ 0: blank, index }) => index + blank.length);
  });
}

function chain(places: KeyPlaces, sought: number): number[] {
  const forward: number[] = [];
  for (let n = places.first(sought); n >= 0; n = places.next(n)) forward.push(places.at(n));
  const backward: number[] = [];
  for (let n = places.last(sought); n >= 0; n = places.before(n)) backward.push(places.at(n));
  expect(backward.toReversed()).toEqual(forward);
  return forward;
}

test('keys are found in any text, with the kernel and without it', () => {
  const pieces = fc.constantFrom(
    ...[
      '"a":',
      '"a"',
      ':',
      '"',
      '\\"',
      ' ',
      '  ',
      '\n',
      'a',
      '"fifteen-letters":',
      '"sixteen-letters-":',
      '{',
      'é',
      '\0',
    ],
    ...['"isIt":true', '"isIt": true', '"isIt":"true"', '"isIt":', '"type":"user"', '"type": "user"', '"type":"users"'],
    ...['"type":', '"text of more than sixteen bytes"', '"kind":"user"', '"kind":"a"', '"":', 'true'],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (all) => {
      // Bytes, so that places are those of the text.
      const text = all.join('').slice(0, MOST);
      const window = Buffer.from(text, 'latin1');
      const expected = placesIn(text);
      for (const places of [byKernel, plain]) {
        places.look(window);
        expect(SOUGHT.map((_, n) => chain(places, n))).toEqual(expected);
      }
    }),
    runs(12_000),
  );
});

test('as many keys are found as a window holds', () => {
  const window = Buffer.from('"a":'.repeat(MOST / 4));
  for (const places of [byKernel, plain]) {
    places.look(window);
    expect(chain(places, 0)).toHaveLength(MOST / 4);
    expect(() => places.look(Buffer.alloc(MOST + 1))).toThrow('a window of 501 bytes');
  }
});
