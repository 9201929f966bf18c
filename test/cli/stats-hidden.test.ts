import { appendFileSync, copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeOf } from './home-of-all.ts';

test('stats says how many of the conversations it counts are hidden, as list counts them', async () => {
  const { convo, at } = homeOf(['claude']);
  const folder = at('.claude/projects/-home-ben-quay');
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'));
  const counts = async () => {
    const { total } = JSON.parse((await convo('stats --json')).stdout);
    const { conversations } = JSON.parse((await convo('list --json')).stdout);
    const hidden = conversations.filter((each: { hidden: string | null }) => each.hidden !== null);
    return [total.conversations, total.hidden, conversations.length, hidden.length];
  };
  const [all = 0, hidden = 0, ...listed] = await counts();
  expect(listed).toEqual([all, hidden]);
  copyFileSync(join(folder, name), join(folder, name.replace('.jsonl', ' (conflicted copy).jsonl')));
  expect(await counts()).toEqual([all + 1, hidden + 1, all + 1, hidden + 1]);
  const { stdout } = await convo('stats');
  expect(stdout).toContain(`${all + 1} conversations with ${hidden + 1} hidden, `);
  expect(stdout).not.toContain('in all: ');
});

test('stats names no verify for lines that nothing heals and no program reads, as grep does', async () => {
  const { convo, at } = homeOf(['claude']);
  expect((await convo('heal --lossy --yes')).exit).toBe(0);
  const folder = at('.claude/projects/-home-ben-quay');
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'));
  appendFileSync(join(folder, name), 'no record\n');
  expect((await convo('verify --only CL013')).stdout).toContain('CL013');
  for (const line of ['stats', 'grep nothinglikethis'])
    expect((await convo(line)).stderr, line).not.toContain('damaged');
});
