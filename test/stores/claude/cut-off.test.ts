import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../../src/codecs/json/scan.ts';
import { hiddenRecord } from '../../../src/stores/claude/checks/line-troubles.ts';
import { runs } from '../../faults/support/thorough.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/claude', import.meta.url));
const lines = readdirSync(fixtures, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
  .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1').split('\n'))
  .filter((line) => line.length > 2);

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
