import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { demoHome } from '../demo-home.ts';

test.each(['talk.txt', 'talk', 'talk.'])(
  'one conversation is not exported to %s, whose name says no format',
  async (name) => {
    const home = demoHome();
    const before = readdirSync(home);
    const { exit, stderr } = await call(['export', '4b6d8f0a', '--output', name], { home, cwd: home });
    expect(exit).toBe(2);
    expect(stderr).toContain(`${name} says no format`);
    expect(stderr).toContain('ends in .html, .md or .jsonl');
    expect(readdirSync(home)).toEqual(before);
  },
);
