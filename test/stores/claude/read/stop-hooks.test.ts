import { expect, test } from 'vitest';
import { call } from '../../../cli/call.ts';
import { tree } from '../../../support/real-tree.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const FEEDBACK = { role: 'user', content: 'Stop hook feedback:\n[check.sh]: the pears are not ripe' };
const STOP = { toolUseID: 'stop', hookName: 'Stop', hookEvent: 'Stop' };

/** A home with a session of these records, each of which follows the one before it. */
function homeOf(...records: readonly object[]): string {
  const question = { type: 'user', message: { role: 'user', content: 'Pick pears' } };
  const answer = {
    type: 'assistant',
    message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Done' }] },
  };
  const lines = [question, answer, ...records].map((each, n) =>
    JSON.stringify({ uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}`, sessionId: ID, cwd: '/a', ...each }),
  );
  return tree({ [`projects/-a/${ID}.jsonl`]: `${lines.join('\n')}\n` });
}

function summary(words: object): object {
  return { type: 'system', subtype: 'stop_hook_summary', toolUseID: 'stop', hookErrors: [], stopReason: '', ...words };
}

async function told(root: string, ...words: readonly string[]): Promise<string> {
  return (await call([...words, '--root', root, '--no-config'])).stdout;
}

test.each([
  [
    'a stop',
    'no pears today',
    { type: 'attachment', attachment: { type: 'hook_stopped_continuation', message: 'no pears today', ...STOP } },
    { stopReason: 'no pears today', preventedContinuation: true },
  ],
  [
    'a failure',
    'the pears fell',
    {
      type: 'attachment',
      attachment: { type: 'hook_non_blocking_error', stderr: 'the pears fell\n', exitCode: 1, ...STOP },
    },
    { hookErrors: ['the pears fell\n'] },
  ],
  [
    'feedback in a record that does not name a hook',
    'not ripe',
    { type: 'user', isMeta: true, message: FEEDBACK },
    { hookErrors: ['[check.sh]: the pears are not ripe'] },
  ],
  [
    'feedback for the model',
    'not ripe',
    { type: 'user', isMeta: true, rowSource: 'hook', message: FEEDBACK },
    { hookErrors: ['[check.sh]: the pears are not ripe'] },
  ],
])(
  'the words of a hook at the end of a turn are shown, counted and found once: %s',
  async (_, word, said, repeated) => {
    const root = homeOf(said, summary(repeated));
    for (const format of [[], ['--everything'], ['--markdown'], ['--html']])
      expect((await told(root, 'show', ...format)).split(word)).toHaveLength(2);
    const { matches } = JSON.parse(await told(root, 'grep', word, '--json'));
    expect(matches[0].messages).toHaveLength(1);
    expect(JSON.parse(await told(root, 'stats', '--json')).stores[0].messages).toBe(3);
  },
);

test.each([
  ['a notice that repeats the question above it is counted with it', 'Pick "ripe"\npéars', 3],
  ['a notice that says something else is counted', 'Pick pears', 4],
])('%s', async (_, content, count) => {
  const asked = { type: 'user', message: { role: 'user', content: 'Pick "ripe"\npéars' } };
  const root = homeOf(asked, { type: 'system', subtype: 'informational', content });
  expect(JSON.parse(await told(root, 'stats', '--json')).stores[0].messages).toBe(count);
});

test('words that a summary alone has are shown in it, beside those of another turn', async () => {
  const stopped = {
    type: 'attachment',
    attachment: { type: 'hook_stopped_continuation', message: 'no pears', ...STOP },
  };
  const root = homeOf(stopped, summary({ stopReason: 'no pears' }), summary({ stopReason: 'no pears' }));
  expect((await told(root, 'show')).split('no pears')).toHaveLength(3);
  expect(await told(homeOf(summary({ hookErrors: ['Exit code 1'] })), 'show')).toContain('Exit code 1');
});

test('a notice that repeats the record before it is shown, counted and found once, one of other words beside it', async () => {
  const stopped = 'Operation stopped by hook: no pears';
  const said = { type: 'user', isMeta: true, rowSource: 'hook', message: { role: 'user', content: stopped } };
  const notice = (content: string) => ({ type: 'system', subtype: 'informational', content });
  const root = homeOf(said, notice(stopped), notice('Other pears'));
  for (const format of [[], ['--all'], ['--markdown'], ['--html']])
    expect((await told(root, 'show', ...format)).split(stopped)).toHaveLength(2);
  expect(await told(root, 'show')).toContain('Other pears');
  expect(JSON.parse(await told(root, 'grep', 'stopped by hook', '--json')).matches[0].messages).toHaveLength(1);
  expect(JSON.parse(await told(root, 'stats', '--json')).stores[0].messages).toBe(4);
});
