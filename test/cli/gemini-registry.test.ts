import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { call } from './call.ts';

const STORE = new URL('../../fixtures/gemini/scenes/typed/store/', import.meta.url).pathname;
const top = mkdtempSync(join(tmpdir(), 'convo-registry-'));
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** A home whose registry says this. */
function home(projects: Readonly<Record<string, string>>, mark: string | null): string {
  const root = join(top, '.gemini');
  cpSync(STORE, root, { recursive: true });
  writeFileSync(join(root, 'projects.json'), JSON.stringify({ projects }));
  if (mark === null) rmSync(join(root, 'tmp/app/.project_root'));
  else writeFileSync(join(root, 'tmp/app/.project_root'), mark);
  return root;
}

const rehomed = (root: string, from: string) =>
  call(['rehome', from, join(top, 'lily'), '--force', '--yes', '--root', root]);

test('a name of a project that leads outside of the home is not followed, by reading or by a rehome', async () => {
  const root = home({ '/srv/ada/rose': '../../outside' }, null);
  const chats = join(top, 'outside/chats');
  mkdirSync(chats, { recursive: true });
  const name = 'session-2026-11-29T06-24-a0000001.jsonl';
  cpSync(join(root, 'tmp/app/chats', name), join(chats, name));
  const before = readFileSync(join(chats, name), 'utf8');
  const { conversations } = JSON.parse((await call(['list', '--all', '--json', '--root', root])).stdout);
  expect(conversations.map(({ path }: { path: string }) => path.startsWith(root))).toEqual([true]);
  await rehomed(root, '/srv/ada/rose');
  expect(readdirSync(join(top, 'outside'), { recursive: true })).toHaveLength(2);
  expect(readFileSync(join(chats, name), 'utf8')).toBe(before);
});

test('of two folders with one name the one that the mark names has the sessions, and a rehome of the other leaves the mark', async () => {
  const both = { '/srv/ada/rose': 'app', '/srv/ada/tulip': 'app' };
  const root = home(both, '/srv/ada/rose');
  const mark = join(root, 'tmp/app/.project_root');
  const listed = await call(['list', '--all', '--json', '--root', root]);
  expect(JSON.parse(listed.stdout).conversations).toMatchObject([{ cwd: '/srv/ada/rose' }]);
  expect((await rehomed(root, '/srv/ada/tulip')).exit).toBe(0);
  expect(readFileSync(mark, 'utf8')).toBe('/srv/ada/rose');
  expect(readFileSync(join(root, 'projects.json'), 'utf8')).toBe(
    JSON.stringify({ projects: { '/srv/ada/rose': 'app', [join(top, 'lily')]: 'app' } }),
  );
});

test('a rehome to the folder of another project is refused, and says why', async () => {
  const lily = join(top, 'lily');
  const root = home({ '/srv/ada/rose': 'app', [lily]: 'other' }, '/srv/ada/rose');
  const { exit, stdout } = await rehomed(root, '/srv/ada/rose');
  expect(exit).toBe(4);
  expect(stdout).toContain(`names ${lily} already, so /srv/ada/rose stays as it is\n`);
  expect(stdout).toContain(`tmp/app/.project_root: stays as it is: ${lily} is another project\n`);
  expect(readFileSync(join(root, 'tmp/app/.project_root'), 'utf8')).toBe('/srv/ada/rose');
});
