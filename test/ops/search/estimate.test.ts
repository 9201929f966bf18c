import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { type Estimate, estimatorOf } from '../../../src/ops/search/estimate.ts';
import { stemsOf, tellingWords, wordsIn } from '../../../src/ops/search/words.ts';

const FILE = { role: 'session', type: 'file', mtime: 0, mode: 0o600, digest: () => '' } as const;

/** The words of a question in a file of these texts, a record each. */
function estimate(question: string, texts: readonly unknown[], names: readonly string[] = []): Estimate | null {
  return estimateBytes(question, Buffer.from(texts.map((text) => `${JSON.stringify({ text })}\n`).join('')), names);
}

function estimateBytes(question: string, bytes: Buffer, names: readonly string[] = []): Estimate | null {
  const part = { ...FILE, path: 'a.jsonl', bytes: null, source: bytesSource(bytes), size: bytes.length };
  const estimator = estimatorOf(stemsOf(tellingWords(question)), []);
  if (estimator === null) throw new Error('there is no WebAssembly here');
  return estimator([part], [names]);
}

describe('the estimate of a unit', () => {
  const word = fc.constantFrom(
    'key',
    'Days',
    'valve',
    'Valves',
    'happy',
    'happiness',
    'tokens',
    'broken',
    'port',
    'report',
    'x',
    '水',
  );
  const glue = fc.constantFrom(' ', '\n', '\t', '\u001b[1m ', '"', '\\', '-', '_', '水', '. ');
  const text = fc.array(fc.tuple(word, glue), { minLength: 1, maxLength: 8 }).map((all) => all.flat().join(''));

  test('passes over no word that decoding finds', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), word, (texts, asked) => {
        fc.pre(/^[a-z]{2,}$/i.test(asked));
        const [stem = ''] = stemsOf(tellingWords(asked));
        const has = texts.filter((each) =>
          [...wordsIn(each)].some((found) => stemsOf(tellingWords(found.word)).includes(stem)),
        );
        const found = estimate(asked, texts)?.found;
        expect(found?.in[0]).toBeGreaterThanOrEqual(has.length);
        if (has.length === 0) expect(found?.turns).toEqual([]);
      }),
    );
  });

  test('counts how often a word is in a record, and how near words are', () => {
    const found = estimate('valve harbour', ['a valve in the harbour, a valve', 'harbour', 'nothing'])?.found;
    expect(found?.turns.map(({ times }) => times)).toEqual([
      [2, 1],
      [0, 1],
    ]);
    expect(found?.in).toEqual([1, 2]);
    expect(found?.turns[0]?.span).toBeGreaterThan(1);
    expect(found?.turns[1]?.span).toBe(0);
  });

  test('places what is of a tool behind what was said', () => {
    const output = [{ type: 'tool_result', tool_use_id: 'a', content: 'valve' }];
    const found = estimate('valve', [output, 'the "tool_use_id" of a valve'])?.found;
    expect(found?.turns.map(({ isOfTool }) => isOfTool)).toEqual([false, true]);
  });

  test('finds a word in a name, and across the ends of windows', () => {
    expect(estimate('valve', ['x'], ['the valve'])?.found.turns).toHaveLength(1);
    for (const before of [(1 << 18) - 14, (1 << 18) - 12, (1 << 18) - 3]) {
      const texts = [`${'-'.repeat(before)} valve ${'-'.repeat(100)}`];
      expect(estimate('valve', texts)?.found.turns.length).toBeGreaterThan(0);
    }
  });

  test('finds a word that a window cuts off behind its stem', () => {
    for (const before of Array.from({ length: 16 }, (_, n) => (1 << 18) - 8 - n)) {
      const texts = [`${'-'.repeat(before)} configurations ${'-'.repeat(100)}`];
      expect(estimate('configuration', texts)?.found.turns.length, String(before)).toBeGreaterThan(0);
    }
  });

  test('counts words behind colours, and those that colours part, as they are shown', () => {
    const texts = [
      '\u001b[31mvalve\u001b[0m',
      'a \u001b[1mval\u001b[0mve',
      'val\u001b[2Kve',
      '\u001b[1mval\u001b[0m ve',
    ];
    const found = estimate('valve', texts)?.found;
    expect(found?.in).toEqual([2]);
  });

  test('leaves words that are longer than it looks at to decoding', () => {
    expect(estimatorOf(['5e'.repeat(64)], [])).toBeNull();
    expect(estimate('valve', [`${'5e'.repeat(64)} valve`])?.found.turns).toHaveLength(1);
  });

  test('says that a file is damaged, or that decoding alone tells', () => {
    const bytes = Buffer.from('{"text":"valve"}\n{"text":"val');
    expect(estimateBytes('valve', bytes)?.isDamaged).toBe(true);
    expect(estimate('valve', ['valve'])?.isDamaged).toBe(false);
    expect(estimateBytes('valve', Buffer.from('{"text":"valve"}\n', 'utf16le'))).toBeNull();
    expect(estimateBytes('valve', Buffer.from('{"text":"valve"}\n\0\0\0\0'))).toBeNull();
    expect(estimate('token', ['to\u212aen'])).toBeNull();
    expect(estimate('valve', ['to\u212aen'])).not.toBeNull();
  });
});
