import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import type { Part } from '../../../../src/model/part.ts';
import { shapePass } from '../../../../src/stores/claude/change/passes/lines.ts';
import { openFile } from '../../../../src/stores/claude/session-file.ts';
import { anyText } from '../../../codecs/any-text.ts';

/** What a heal makes of a file, as a text, and what it says of it. */
function healed(bytes: Buffer): { readonly text: string; readonly notes: readonly string[] } {
  const source = { size: bytes.length, slice: (from: number, length: number) => bytes.subarray(from, from + length) };
  const repaired = shapePass.repair({
    source,
    targets: [],
    file: openFile({ source } as unknown as Part, { id: 'a', role: 'session' }),
  });
  if (typeof repaired === 'string') throw new Error(repaired);
  return { text: Buffer.from(applyEdits(bytes, repaired.edits)).toString(), notes: repaired.notes };
}

const records = fc.array(fc.record({ sessionId: anyText(), more: fc.jsonValue() }), {
  minLength: 1,
});

test('a list of records becomes a line for each, and no byte of a record changes', () => {
  fc.assert(
    fc.property(
      records,
      fc.constantFrom('', '\ufeff', ' \n'),
      fc.constantFrom(',', ' ,\n', '\t,'),
      (all, start, comma) => {
        const sources = all.map((each) => JSON.stringify(each));
        const { text } = healed(Buffer.from(`${start}[ ${sources.join(comma)}\n]\n`));
        expect(text.replace('\ufeff', '')).toBe(`${sources.join('\n')}\n`);
      },
    ),
  );
});

test('a list that was cut keeps what is there', () => {
  expect(healed(Buffer.from('[{"sessionId":"a"},{"sessionId":"b","x":[1,')).text).toBe(
    '{"sessionId":"a"}\n{"sessionId":"b","x":[1,\n',
  );
});

test('the first of the list may be empty, and lines of lists are no list of records', () => {
  expect(healed(Buffer.from('[{},{"sessionId":"a"}]')).text).toBe('{}\n{"sessionId":"a"}\n');
  expect(healed(Buffer.from('[1]\n{"sessionId":"a"}\n')).text).toBe('[1]\n{"sessionId":"a"}\n');
});

describe('UTF-16', () => {
  test('becomes UTF-8, whatever it begins with', () => {
    const text = '{"sessionId":"a \u00e9 \u{1f56f}"}\r\n';
    const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'utf16le'), big, big.subarray(2)])
      expect(healed(bytes)).toEqual({ text, notes: ['the file becomes UTF-8'] });
  });

  test('is not split within a character where it is read in pieces', () => {
    const text = `{${' '.repeat((1 << 21) - 2)}\u{1f56f}}`;
    expect(healed(Buffer.from(text, 'utf16le')).text === text).toBe(true);
  });

  test('says where half of a character is lost', () => {
    const { text, notes } = healed(Buffer.concat([Buffer.from('{\ud83d}', 'utf16le'), Buffer.from('x')]));
    expect([text, notes.length]).toEqual(['{\ufffd}', 2]);
  });

  test('is not taken for UTF-32', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]);
    expect(healed(bytes).notes).toEqual([]);
  });
});
