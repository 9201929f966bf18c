import { describe, expect, test } from 'vitest';
import { tornWords, wordsAt, wordsBesideRecords, wordsGone } from '../../../src/ops/search/torn-lines.ts';

const CLAUDE = {
  parentUuid: '0c1d2e3f-0000-4000-8000-000000000001',
  cwd: '/srv/my orchard',
  type: 'assistant',
  timestamp: '2026-11-01T10:00:00.000Z',
  message: { model: 'claude-opus-5-5', role: 'assistant', content: [{ type: 'text', text: 'Four "ripe"\nquinces' }] },
};
const CODEX = {
  timestamp: '2026-11-01T10:00:00.000Z',
  type: 'response_item',
  payload: { type: 'function_call', name: 'shell', arguments: '{"command":"ls quinces"}', call_id: 'call_1' },
};
const GEMINI = { id: 'a1', type: 'gemini', content: 'Yes', thoughts: [{ subject: 'Fruit', description: 'a damson' }] };

describe('words of a line that is torn', () => {
  test.each([
    ['Claude Code', CLAUDE, ['Four "ripe"\nquinces']],
    ['Codex', CODEX, ['{"command":"ls quinces"}']],
    ['Gemini CLI', GEMINI, ['Yes', 'Fruit', 'a damson']],
  ])('%s: cut at its end', (_, record, words) => {
    expect(tornWords(JSON.stringify(record).slice(0, -1))).toEqual(words);
    expect(tornWords(JSON.stringify(record))).toEqual([]);
  });

  test.each([
    ['in a text', '{"type":"text","text":"Four ripe qui', ['Four ripe qui…']],
    ['behind an escape', '{"text":"Four \\', ['Four…']],
    ['at its beginning', 'ripe quinces"}],"model":"a-b"}}', ['…ripe quinces']],
    ['at its beginning, behind a quote', 'ripe \\"quinces\\" here"}]}', ['…ripe "quinces" here']],
    [
      'where another record follows',
      '{"text":"Four ri{"parentUuid":null,"text":"Five pears"}',
      ['Four ri{…', 'Five pears'],
    ],
    ['with NUL bytes', '{"text":"Four \0\0ripe', ['Four ripe…']],
    ['in a key behind a text', '{"text":"Four quinces","sta', ['Four quinces']],
    ['in a list of texts', '{"summary":["Four","ripe', ['Four', 'ripe…']],
    ['and is no JSON', 'Dear Ada, plant the leeks', ['Dear Ada, plant the leeks']],
    ['and has names alone', '{"uuid":"0c1d2e3f","cwd":"/srv/my orchard","version":"2.1.0","type":"us', []],
    ['and is a mark of version control', '<<<<<<< HEAD of mine', []],
    ['and is blank', ' \0 ', []],
  ])('%s', (_, line, words) => {
    expect(tornWords(line)).toEqual(words);
  });

  test('many open quotes cost in proportion to their number', () => {
    const line = '{"text":"a b'.repeat(50_000);
    const before = performance.now();
    expect(tornWords(line)).toHaveLength(50_000);
    expect(performance.now() - before).toBeLessThan(3000);
  });

  test('a text of 9 MB is one of them', () => {
    const text = 'a pear'.padEnd(9_000_000, 's');
    expect(tornWords(`{"text":"${text}`)).toEqual([`${text}…`]);
    expect(tornWords(`${text}"}`)).toEqual([`…${text}`]);
  });

  test('are those around an offset, and in the bytes that do not come back', () => {
    const bytes = Buffer.from(`{"text":"one pear"}\n{"text":"two pears\n{"text":"three pears"}\n`);
    const source = { size: bytes.length, slice: (at: number, length: number) => bytes.subarray(at, at + length) };
    for (const at of [20, 25, 38]) expect(wordsAt(source as Parameters<typeof wordsAt>[0], at)).toEqual(['two pears…']);
    expect(wordsGone(bytes, Buffer.from(''))).toEqual(['two pears…']);
    const glued = Buffer.from('{"text":"half a {"text":"whole pear"}');
    expect(wordsGone(glued, Buffer.from('{"text":"whole pear"}'))).toEqual(['half a {…']);
  });

  const WHOLE = '{"text":"whole pear"}';
  test.each([
    ['one', '', WHOLE],
    ['several with a comma between them', '', `${WHOLE},${WHOLE}`],
    ['one, and another before', WHOLE, WHOLE],
  ])('are those beside whole records on the line: %s', (_, before, behind) => {
    const bytes = Buffer.from(`${WHOLE}\n${before}{"text":"half a ${behind}\n${WHOLE}\n`);
    const source = { size: bytes.length, slice: (at: number, length: number) => bytes.subarray(at, at + length) };
    const words = wordsBesideRecords(source as Parameters<typeof wordsAt>[0], WHOLE.length + 1);
    expect(words).toEqual(['half a…']);
  });
});
