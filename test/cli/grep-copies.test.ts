import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '11111111-2222-4333-8444-555555555501';

/** A home with a session and copies of it, by what is behind its id in their names, each with these questions. */
function homeOf(sessions: Readonly<Record<string, readonly string[]>>): string {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  for (const [behind, questions] of Object.entries(sessions)) {
    const lines = questions.map((content, n) =>
      JSON.stringify({
        ...{ type: 'user', uuid: `${ID.slice(0, -1)}${n}`, parentUuid: n === 0 ? null : `${ID.slice(0, -1)}${n - 1}` },
        ...{
          sessionId: ID,
          timestamp: '2026-11-20T10:00:00.000Z',
          cwd: '/srv/ada',
          message: { role: 'user', content },
        },
      }),
    );
    writeFileSync(join(folder, `${ID}${behind}.jsonl`), `${lines.join('\n')}\n`);
  }
  return home;
}

const BOTH = ['Prune the quince.', 'And the quince behind the house.'];
const COPY = ' (conflicted copy)';
const OTHER = ' (conflicted copy 2)';

const heads = (stdout: string) => stdout.split('\n').filter((line) => line.includes(' · '));

test.each(['grep', 'find'])('%s folds a copy without anything of its own into one line', async (verb) => {
  const home = homeOf({ '': BOTH, [COPY]: BOTH.slice(0, 1) });
  const { stdout } = await call(`${verb} prune the quince`.replace('grep prune the', 'grep'), { home, terminal: 80 });
  expect(heads(stdout)).toHaveLength(1);
  expect(stdout).toContain('and alike in its copy 11111111 (copy)\n');
});

test('grep folds several copies into one line, and counts their conversation once', async () => {
  const home = homeOf({ '': BOTH, [COPY]: BOTH, [OTHER]: BOTH });
  const { stdout } = await call('grep quince', { home, terminal: 80 });
  expect(stdout).toContain('and alike in 2 copies of it\n');
  expect(stdout).toContain('2 messages in 1 conversation of 3');
});

test('grep shows a copy that has more, by a name that is not cut', async () => {
  const home = homeOf({ '': BOTH, [COPY]: [...BOTH, 'A third quince.'] });
  const { stdout } = await call('grep quince', { home, terminal: 60 });
  expect(stdout).not.toContain('and alike in');
  expect(
    heads(stdout)
      .map((line) => line.split(' · ')[0])
      .sort(),
  ).toEqual(['11111111', '11111111 (copy)']);
  expect(stdout).toContain('A third ');
});

test.each([['--json'], ['-l'], ['-c'], []])(
  'through a pipe and for scripts nothing is folded: %j',
  async (...flags) => {
    const home = homeOf({ '': BOTH, [COPY]: BOTH });
    const { stdout } = await call(['grep', 'quince', ...flags], { home });
    expect(stdout.split(`${ID}${COPY}`).length).toBeGreaterThan(1);
  },
);

test.each([
  [1, '; 1 more conversation: --limit all'],
  [2, '; 2 more conversations: --limit all'],
])('grep says that a list of matches is cut, by %i', async (over, said) => {
  const home = homeOf({});
  for (let n = 0; n <= over; n++) {
    const id = `11111111-2222-4333-8444-55555555551${n}`;
    const record = { type: 'user', uuid: `${id.slice(0, -1)}9`, parentUuid: null, sessionId: id, cwd: '/srv/ada' };
    const message = { role: 'user', content: 'Prune the quince.' };
    const line = JSON.stringify({ ...record, timestamp: '2026-11-20T10:00:00.000Z', message });
    writeFileSync(join(home, '.claude/projects/-srv-ada', `${id}.jsonl`), `${line}\n`);
  }
  const { stdout } = await call('grep quince --limit 1', { home, terminal: 100 });
  expect(stdout).toContain(`${said}\n`);
});
