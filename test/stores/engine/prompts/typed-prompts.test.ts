import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { claudePrompts } from '../../../../src/stores/claude/read/prompts.ts';
import { codexPrompts } from '../../../../src/stores/codex/read/prompts.ts';
import { typedPrompts, unrecordedPrompts } from '../../../../src/stores/engine/prompts/typed-prompts.ts';
import type { Scope } from '../../../../src/stores/kind.ts';
import { costOf } from '../../../growth/cost.ts';
import { oneIn } from '../../../support/sampling.ts';

/** The prompts of these that no message of the user has. */
function untold(typed: readonly string[], said: readonly string[]): string[] {
  const prompts = typed.map((text) => ({ id: 'a', text, folder: null, time: null, isCommand: text.startsWith('/') }));
  return unrecordedPrompts(prompts, () => said.map((text) => ({ role: 'user', text }))).map(({ text }) => text);
}

const LINES = Array.from({ length: 200 }, (_, n) => `line ${n}`).join('\n');

test.each([
  ['a picture before few words', '[Image #1] hm', '[Image #1] hm'],
  ['a picture alone', '[Image #1]', '(a picture)'],
  ['a picture that has another number in the message', 'look [Image #1]', 'look [Image #2]'],
  ['a picture that the message names nowhere', '[Image #1] hm', 'hm'],
  ['a pasted text whose contents are kept elsewhere', '[Pasted text #1 +200 lines] fix', `${LINES} fix`],
  ['two of them', 'a [Pasted text #1 +2 lines] b [Pasted text #2 +2 lines] c', 'a 1\n2 b 3\n4 c'],
  ['two of them at its ends', '[Pasted text #1] b [Pasted text #2]', '1 b 2'],
  ['a shortened prompt', 'see [...Truncated text #1 +200 lines...] end', `see ${LINES} end`],
  ['a goal', '/goal make it pass', 'make it pass'],
  ['words behind an unknown command', '/nosuch words', 'words'],
  ['an alias of a command', '/review 12', '/code-review 12'],
  ['a shell command', '!ls', '! ls'],
  ['other white space', ' two\n\nlines ', 'two\r\nlines'],
])('a message tells a prompt with %s', (_, typed, said) => {
  expect(untold([typed], ['before', said, 'behind'])).toEqual([]);
});

test.each([
  ['few words beside a picture, which stand inside a message', '[Image #1] hm', 'ahm'],
  ['short pieces in different messages', 'a [Pasted text #1] b', 'a 1 c', 'c 1 b'],
  ['short pieces in another order', 'a [Pasted text #1] b', 'b 1 a'],
  ['pieces that overlap', 'aba [Pasted text #1] ba', 'aba'],
  ['short pieces inside a message', 'a [Pasted text #1] b', 'x a 1 b y'],
  ['pasted texts side by side, behind other words', 'b [Pasted text #1][Pasted text #2]', 'a 1 2'],
  [
    'pasted texts side by side, behind words that are nowhere',
    '[Pasted text #1]b[Pasted text #2][Pasted text #3]',
    'a 1 2',
  ],
  ['a side question, whatever a message asks', '/btw why', 'why'],
  ['a command that nothing was said of', '/rename Orchard', 'orchards'],
  ['a prompt that was edited before it was sent', 'fix a.txt', 'fix b.txt'],
])('a prompt with %s is only in the history', (_, typed, ...said) => {
  expect(untold([typed], said)).toEqual([typed]);
});

describe.each(
  oneIn(2, [
    ['side questions', (n: number) => `/btw what would be the number ${n} of them all`],
    ['prompts with pasted texts', (n: number) => `look [Pasted text #1 +2 lines] at ${n} and go`],
  ]),
)('%s that no message has', (_, prompt) => {
  test('cost in proportion to their number and that of messages', { retry: 3 }, async () => {
    const [small = 0, large = 0] = [await costOfAll(1_500, prompt), await costOfAll(6_000, prompt)];
    expect(large).toBeLessThan(9 * Math.max(small, 40));
  });
});

function costOfAll(n: number, prompt: (n: number) => string): Promise<number> {
  const all = Array.from({ length: n }, (_, i) => i);
  const said = all.map((i) => `message ${i}, the number ${i} of them all, and what else there is`);
  return costOf(async () => expect(untold(all.map(prompt), said)).toHaveLength(n));
}

test.each([
  ['claude', claudePrompts, 'sessionId', 'display'],
  ['codex', codexPrompts, 'session_id', 'text'],
] as const)(
  '%s: prompts of a conversation are answered alike, whichever is asked for first',
  (_, promptsIn, id, text) => {
    const line = (whose: string, said: string) => JSON.stringify({ [text]: said, [id]: whose });
    const history = [
      line('a-1', 'one'),
      `{"torn": ${line('a-1', 'torn')}`,
      line('b-2', 'names a-1'),
      JSON.stringify({ [text]: 'of none, a-1' }),
      line('é', 'odd'),
      '',
      line('a-1', '/status'),
      line('a-1', 'two'),
    ].join('\n');
    const scope = { site: { shape: 'home' }, sourceAt: () => bytesSource(Buffer.from(history)) } as unknown as Scope;
    const expected = { 'a-1': ['one', 'torn', 'two'], 'b-2': ['names a-1'], é: ['odd'], none: [] };
    for (const first of Object.keys(expected)) {
      const typedIn = typedPrompts(scope, promptsIn);
      for (const [whose, texts] of [[first, expected[first as 'a-1']] as const, ...Object.entries(expected)])
        expect(typedIn(whose).map((each) => each.text)).toEqual(texts);
    }
  },
);

describe('prompts of a damaged history', () => {
  const record = (text: string) => JSON.stringify({ session_id: 'a', ts: 1, text });
  const [one, two] = [record('one \u00e9'), record('two')];
  const utf16 = Buffer.from(`\ufeff${one}\n${two}\n`, 'utf16le');
  const swapped = Buffer.from(utf16).swap16();
  test.each([
    ['in UTF-16', utf16, 2],
    ['in UTF-16 with the high byte first', swapped, 2],
    ['in UTF-16, torn', utf16.subarray(0, -9), 1],
    ['in UTF-16, with one in UTF-8 behind them', Buffer.concat([utf16, Buffer.from(`${two}\n`)]), 3],
    ['in one list', Buffer.from(`[${one},${two}]`), 2],
    ['in one list over several lines', Buffer.from(JSON.stringify([JSON.parse(one), JSON.parse(two)], null, 2)), 2],
    ['in one list of a record a line', Buffer.from(`[${one},\n${two}\n]`), 2],
    ['in one list that is torn in a record', Buffer.from(`[${one},\n${two},\n${one.slice(0, 20)}`), 2],
    ['in one list that is torn within', Buffer.from(`[${one},${one.slice(0, 20)},\n${two}]`), 2],
    ['in a list, with a record behind it', Buffer.from(`[${one}]\n${two}\n`), 2],
    ['on one line', Buffer.from(one + two), 2],
    ['before one that is torn, on its line', Buffer.from(one + two.slice(0, -4)), 1],
    ['behind NUL bytes', Buffer.from(`${'\0'.repeat(9)}${one}\n${two}\n`), 2],
    ['behind a torn one, on its line', Buffer.from(`${one.slice(0, 20)}${two}\n${one}\n`), 2],
    ['as they are', Buffer.from(`${one}\n${two}\n`), 2],
  ])('are read %s', (_, bytes, count) => {
    const prompts = [...codexPrompts(bytesSource(bytes), () => true)];
    expect(prompts.map(({ text }) => text)).toHaveLength(count);
    const scope = { site: { shape: 'home' }, sourceAt: () => bytesSource(bytes) } as unknown as Scope;
    expect(typedPrompts(scope, codexPrompts)('a')).toHaveLength(count);
  });
});
