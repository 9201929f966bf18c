import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const FIXTURE = '../../fixtures/gemini/GM311-files-left-of-a-session-that-is-gone/before';

function store(): string {
  const root = join(emptyHome(), 'gemini');
  cpSync(fileURLToPath(new URL(FIXTURE, import.meta.url)), root, { recursive: true });
  return root;
}

test.each(['grep', 'find'])('%s does not count files that are left of a session as a conversation', async (verb) => {
  const root = store();
  const searched = async (word: string) =>
    JSON.parse((await call(['--root', root, '--json', verb, word])).stdout).searched;
  expect([await searched('zebra'), await searched('pears')]).toEqual([1, 1]);
  rmSync(join(root, 'tmp/orchard/chats'), { recursive: true });
  expect(await call(['--root', root, '--allow-empty', '--json', verb, 'zebra'])).toMatchObject({ exit: 1 });
});

test('list --lost does not speak of prompts where files alone are left', async () => {
  const { stdout } = await call(['--root', store(), 'list', '--lost']);
  expect(stdout).toContain('4 files beside it\n');
  expect(stdout).not.toContain('prompts');
  expect(stdout).toContain('where no command is named, no answers are left here; a copy that');
});

test.each([false, true])(
  'why says that no conversation is there (with the folder of the project gone: %s)',
  async (isGone) => {
    const root = store();
    const registry = JSON.stringify({ projects: { [join(root, 'gone')]: 'orchard' } });
    if (isGone) writeFileSync(join(root, 'projects.json'), registry);
    const asked = (id: string) => call(['--root', root, 'why', id]);
    expect(await asked('9f8e7d6c')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('9f8e7d6c has no conversation file\n'),
    });
    const { stdout } = await asked('1a2b3c4d');
    expect(stdout.includes('project-moved')).toBe(isGone);
  },
);
