import { isUtf8 } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../../src/codecs/json/scan.ts';
import { quote, textOf } from '../../../src/codecs/json/value.ts';

test('any text, unpaired surrogates too, comes back from its literal', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)) }), (text) => {
      const bytes = Buffer.from(quote(text));
      expect(isUtf8(bytes)).toBe(true);
      expect(textOf({ tape: scan(bytes), at: 0 })).toBe(text);
    }),
  );
});
