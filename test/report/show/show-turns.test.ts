import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/model/conversation.ts';
import { paint } from '../../../src/report/paint.ts';
import { pictureText } from '../../../src/report/show/call.ts';
import { type TranscriptView, turnEntries } from '../../../src/report/show/entries.ts';
import { PlacedFindings } from '../../../src/report/show/placed.ts';
import { noSpeaker } from '../../../src/report/show/speaker.ts';
import { styled } from '../../../src/report/show/styled.ts';
import { messagesText } from '../../../src/report/show/transcript.ts';

const PAGE: TranscriptView = {
  all: false,
  full: false,
  verbose: false,
  prompts: false,
  everything: false,
  part: null,
  follow: false,
  paint: paint(false),
  width: 60,
  clock: null,
  cwd: '/home/ann/app',
  version: () => '',
  command: (agent) => `convo show 3f0c${agent === undefined ? '' : ` --agent ${agent}`}`,
};

function said(messages: readonly Partial<Message>[], page: Partial<TranscriptView> = {}): string {
  const whole = messages.map((each, index) => {
    const message: Message = {
      index,
      at: `/${index}`,
      role: 'assistant',
      type: 'text',
      text: null,
      hidden: false,
      ...each,
    };
    return message;
  });
  const nothing = { source: '{}' };
  const transcript = { messages: whole, metadata: nothing, memory: nothing, tasks: nothing };
  return [
    ...messagesText(
      transcript,
      { spoken: noSpeaker(), placed: new PlacedFindings([], [], { path: '', root: '' }) },
      { ...PAGE, ...page },
    ),
  ].join('\n');
}

const QUESTION = { role: 'user', text: 'Why?', time: 0 } as const;
const call = (callId: string, name: string, given: unknown) =>
  ({ type: 'tool_call', callId, name, arguments: JSON.stringify(given) }) as const;
const result = (callId: string, text: string, more: Partial<Message> = {}) =>
  ({ role: 'tool', type: 'tool_output', callId, text, ...more }) as const;

describe('the turns of a transcript', () => {
  test('a call that passes several questions or tasks is told by what each of them is about', () => {
    const text = said([
      QUESTION,
      call('a', 'AskUserQuestion', { questions: [{ question: 'Which?', options: ['A'] }, { question: 'And then?' }] }),
      call('b', 'TodoWrite', { todos: [{ content: 'Mow', status: 'pending' }, { id: 7 }, 8] }),
    ]);
    expect(text).toContain('AskUserQuestion  Which? · And then?');
    expect(text).toContain('TodoWrite  Mow · {"id":7} · 8');
  });

  test('the output of a tool is shown without the colours that it asked a terminal for, and with all else that acts on one', () => {
    const text = said([
      QUESTION,
      call('a', 'Bash', { command: 'npm test' }),
      result('a', '\u001b[1;32mok\u001b[0m \u001b[2Jend'),
    ]);
    expect(text).toContain('      ok \\u001b[2Jend');
  });

  test('a single text that was passed is whole with --full, without quotes and escapes', () => {
    const text = said([QUESTION, call('a', 'exec', 'say "plums"\nand pears')], { full: true });
    expect(text).toContain('      say "plums"\n      and pears');
  });

  test('a thought of which only a mark is left says so in its own line', () => {
    expect(said([QUESTION, { type: 'reasoning', marks: ['redacted'] }])).toContain('\n  thinking · redacted');
  });

  test('a call is one line with what came back below it, also where calls ran side by side', () => {
    const lines = Array.from({ length: 214 }, (_, i) => `line ${i}`).join('\n');
    const text = said([
      QUESTION,
      call('a', 'Bash', { command: 'npm test', description: 'Run' }),
      call('b', 'Read', { file_path: '/home/ann/app/src/a.ts' }),
      result('b', 'x'),
      result('a', lines, { duration: 3100 }),
      { text: 'Done.' },
    ]);
    expect(text).toBe(`
user · 1970-01-01 00:00:00 UTC
  Why?

assistant
  Bash  npm test  description=Run   ✓ 214 lines, 3.1 s
      line 0
      line 1
      line 2
      line 3
      … 210 more lines (--full)
  Read  src/a.ts   ✓ 1 line
      x

  Done.`);
  });

  test('an edit is a diff, and a failure is shown longer than a success', () => {
    const failure = Array.from({ length: 10 }, (_, i) => `why ${i}`).join('\n');
    const text = said([
      call('a', 'Edit', { file_path: 'a.ts', old_string: 'a\nb\nc', new_string: 'a\nx\nc' }),
      result('a', 'edited'),
      call('b', 'Bash', { command: 'false' }),
      result('b', failure, { failed: true }),
    ]);
    expect(text).toContain('  Edit  a.ts   ✓ 1 line (--full)\n        a\n      - b\n      + x\n        c\n');
    expect(text).toContain('  Bash  false   ✗ 10 lines\n      why 0\n');
    expect(text).toContain('why 9');
  });

  test('interruptions, branches and another model are rules across', () => {
    const text = said([
      { text: 'a', model: 'one' },
      { role: 'user', text: '[Request interrupted by user]', source: 'interruption' },
      {
        text: 'b',
        model: 'two',
        before: ['2 messages of another branch left aside'],
        marks: ['2 messages of another branch left aside'],
      },
    ]);
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('──'))
        .map((line) => line.replace(/ ─+$/, '')),
    ).toEqual(['── Request interrupted by user', '── 2 messages of another branch left aside', '── model: two']);
  });

  test('a subagent is named where it was called, with the command that shows it', () => {
    const text = said([{ ...call('a', 'Task', { description: 'Look' }), agent: 'x1' }, result('a', 'found')]);
    expect(text).toContain('its transcript: convo show 3f0c --agent x1');
  });

  test('numbers and ids are for -v, and --prompts has the questions alone', () => {
    const messages = [{ ...QUESTION, id: 'u1' }, call('c1', 'Bash', { command: 'ls' }), result('c1', 'a')];
    expect(said(messages)).not.toMatch(/u1|c1|\[/);
    expect(said(messages, { verbose: true })).toMatch(/\[0\] u1[\s\S]*\[1, 2\] c1/);
    expect(said(messages, { prompts: true })).toBe('\nuser · 1970-01-01 00:00:00 UTC\n  Why?');
  });

  test('a result that comes after the next question is shown by itself, with the name of its tool', () => {
    const text = said([call('a', 'Bash', { command: 'ls' }), QUESTION, result('a', 'late')]);
    expect(text).toContain('Bash  ls   no result');
    expect(text).toContain('output of Bash  ls   ✓ 1 line\n      late');
  });

  test('a followed call at the end has no result yet, and one before a question has none', () => {
    const calls = [call('a', 'Bash', { command: 'ls' }), QUESTION, call('b', 'Bash', { command: 'pwd' })];
    expect(said(calls, { follow: true })).toMatch(/Bash {2}ls {3}no result\n[\s\S]*Bash {2}pwd {3}no result yet$/);
    expect(said(calls)).not.toContain('yet');
    expect(said([...calls, result('b', '/')], { follow: true })).not.toContain('yet');
  });

  test('in a range, results are in their own order, and a question between ends the wait for them', () => {
    const calls = [call('a', 'Bash', { command: 'ls' }), call('b', 'Read', { path: 'a.c' })];
    const messages = [...calls, result('b', 'second'), result('a', 'first'), QUESTION, call('c', 'Bash', {}), QUESTION];
    const part = (from: number, to: number) => said(messages, { part: { from, to, around: 0 } });
    expect(part(2, 3)).toMatch(
      /\[2\]\n {2}output of Read, called in \[1\][\s\S]*\[3\]\n {2}output of Bash, called in \[0\]/,
    );
    expect(part(1, 2)).toMatch(/\[1\] \[2\]\n {2}Read {2}a\.c {3}✓ 1 line/);
    expect(part(0, 0)).toContain('Bash  ls   result in [3]');
    expect(part(5, 5)).toContain('Bash   no result');
  });

  test('calls that nothing answers hold no more than a few messages', () => {
    let made = 0;
    const messages = (function* (): Generator<Message> {
      for (; made < 5000; made++)
        yield { index: made, at: '', role: 'assistant', hidden: false, text: null, ...call(`c${made}`, 'Bash', {}) };
    })();
    turnEntries(messages).next();
    expect(made).toBeLessThan(500);
  });

  test('no line is wider than a terminal of 20 columns, whatever is in it', () => {
    const odd = `👩‍👩‍👧‍👦 שלום עולם 漢字漢字漢字漢字 ${'x'.repeat(10_000)}`;
    const text = said(
      [{ role: 'user', text: odd }, call('a', 'Bash', { command: odd }), result('a', odd), { text: odd }],
      { width: 20 },
    );
    expect(text.split('\n').filter((line) => !/\p{L}{3}/u.test(line) && line.length > 60)).toEqual([]);
    expect(text).not.toContain('x'.repeat(21));
  });

  test('a picture is a line', () => {
    expect(pictureText({ type: 'image/png', width: 1280, height: 720, bytes: 214_000 })).toBe(
      'image, PNG 1,280 x 720, 214 KB',
    );
    expect(pictureText({ type: 'application/pdf', width: null, height: null, bytes: 12 })).toBe(
      'document, PDF, 12 bytes',
    );
  });
});

test('lines of code between fences stay whole', () => {
  const long = `${'const value = 1; '.repeat(10)}end`;
  const lines = [...styled(['before '.repeat(20), '```ts', long, '```', 'after '.repeat(20)], 40, paint(false))];
  expect(lines).toContain(long);
  expect(lines.filter((line) => line.startsWith('after')).length).toBeGreaterThan(1);
});
