import { expect, test } from 'vitest';
import { knownWord } from '../../../src/codecs/json/known-words.ts';
import { scan } from '../../../src/codecs/json/scan.ts';
import { scanBytes } from '../../../src/codecs/json/scanner.ts';
import { fieldAt, fieldsNamed, findFields } from '../../../src/codecs/json/value.ts';

const NAMES = [
  'a',
  'type',
  'sixteen-letters!',
  'seventeen-letters',
  'thirty-two-letters-in-one-word!!',
  `${'far-'.repeat(9)}too long`,
];

test('a word that is known has one number, and what cannot be known has none', () => {
  expect(knownWord('type')).toBe(knownWord('type'));
  expect(knownWord('type')).not.toBe(knownWord('a'));
  expect(['', 'a"b', 'a\\b', 'é', 'x'.repeat(33)].map(knownWord)).toEqual([0, 0, 0, 0, 0]);
});

test.each([
  ['as they are', (name: string) => JSON.stringify(name)],
  ['with an escape', (name: string) => `"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}"`],
])('names that are written %s are found at once and one by one, by numbers and by their bytes', (_, written) => {
  const others = [
    'b',
    'typ',
    'typed',
    'sixteen-letters',
    'seventeen-letterz',
    'Seventeen-letters',
    'thirty-two-letters-in-one-word!?',
  ];
  const members = [...others, ...NAMES].map((name, n) => `${written(name)}:${n}`);
  const bytes = Buffer.from(`{${members.join(',')}}`);
  const before = scan(bytes);
  const fields = fieldsNamed(...NAMES.toReversed());
  for (const tape of [before, scan(bytes), scanBytes(bytes, 0)]) {
    const found = new Int32Array(NAMES.length);
    expect(findFields({ tape, at: 0 }, fields, found)).toBe(members.length);
    const expected = NAMES.map((_, n) => 2 + 2 * (others.length + n)).toReversed();
    expect(Array.from(found)).toEqual(expected);
    expect(fieldAt(tape, 1, fields)).toBe(-1);
  }
});
