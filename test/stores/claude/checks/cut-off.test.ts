import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { hiddenRecord } from '../../../../src/stores/claude/checks/line-checks.ts';
import { runs } from '../../../support/sampling.ts';
import { lineFiles, linesOf } from '../../fixture-lines.ts';

const lines = linesOf(lineFiles('claude'));

test('a torn line that is sound up to its end is told at once as it is told by looking for records in it', () => {
  const odd = [
    '',
    '',
    '"',
    '\\',
    '}',
    '{',
    '\0',
    '\x01',
    ' ',
    '\t',
    'NaN',
    '-Infinity',
    '\xef\xbb\xbf',
    '{"type":"user"}',
  ];
  const piece = fc.tuple(
    fc.nat(lines.length - 1),
    fc.nat(),
    fc.nat(),
    fc.constantFrom(...odd),
    fc.constantFrom(...odd),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 2 }), (pieces) => {
      const text = pieces.map(([n, cut, where, inside, behind]) => {
        const line = lines[n] as string;
        const kept = line.slice(0, cut % (line.length + 1));
        const at = where % (kept.length + 1);
        return kept.slice(0, at) + inside + kept.slice(at) + behind;
      });
      const bytes = Buffer.from(text.join(''), 'latin1');
      const tape = scan(bytes);
      // Only lines that are not JSON are asked about.
      if (tape.fault !== null) expect(hiddenRecord(bytes, tape)).toEqual(hiddenRecord(bytes, null));
    }),
    runs(30000),
  );
});
