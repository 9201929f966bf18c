import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from './call.ts';
import { personWith } from './change/person.ts';
import { snapshot } from './change/snapshot.ts';
import { demoHome, emptyHome } from './demo-home.ts';

const TORN = '.fnord/projects/orchard/conversations/c7a8d3e2-91b4-4e6f-a05c-3d2b1c0f9e8d.json';

describe('which conversations are meant', () => {
  test('whatever verify prints can be given back: paths, with the place in them or without', async () => {
    const home = demoHome();
    const { stdout } = await call('verify --only FN006', { home, cwd: home });
    const [place = ''] = stdout.split(': ');
    expect(place).toBe(`${TORN}:1:439`);
    for (const word of [place, TORN, join(home, TORN), `./${TORN}:1`])
      expect((await call(['verify', word, '--only', 'FN006'], { home, cwd: home })).stdout, word).toBe(stdout);
    const shown = await call(['show', TORN], { home, cwd: home });
    expect(shown.stdout).toBe((await call('show c7a8', { home })).stdout);
    const folder = join(home, '.fnord/projects/orchard/conversations');
    expect((await call('show c7a8d3e2-91b4-4e6f-a05c-3d2b1c0f9e8d.json', { home, cwd: folder })).exit).toBe(1);
  });

  test('a path of no conversation, or of several, is refused with a way out', async () => {
    const home = demoHome();
    const none = await call('show no/such.json', { home, cwd: home });
    expect(none).toMatchObject({ exit: 2, stdout: '' });
    expect(none.stderr).toContain('no conversation in scope has the file no/such.json');
    const many = await call('show .fnord/projects/orchard', { home, cwd: home });
    expect(many.exit).toBe(2);
    expect(many.stderr).toContain('holds 4 conversations');
  });

  test('show needs no id where there is one conversation in scope', async () => {
    const home = demoHome();
    const shown = await call(['--root', join(home, TORN), 'show'], { home });
    expect(shown).toMatchObject({ exit: 1, stdout: (await call('show c7a8', { home })).stdout });
    expect((await call('show', { home })).stderr).toContain("missing required argument 'ID'");
  });

  test('an id is not looked up in a list where there is nothing to list', async () => {
    const home = emptyHome();
    mkdirSync(join(home, '.fnord/projects/orchard/conversations'), { recursive: true });
    expect((await call('show 3f0c', { home })).stderr).toContain('There is no conversation in scope at all.');
  });

  test('reading takes any unique beginning of an id, a change takes four characters, and a whole id always counts', async () => {
    const home = demoHome();
    expect((await call('show 8', { home })).exit).toBe(0);
    const ann = personWith('store');
    const before = snapshot(ann.home);
    const { conversations } = JSON.parse((await ann.convo('list --json')).stdout);
    // One that fnord cannot read is not forked.
    const [{ id, path }] = conversations.filter(({ readable }: { readable: boolean }) => readable);
    const short = await ann.convo(`heal ${id.slice(0, 3)}`);
    expect(short.exit).toBe(2);
    expect(short.stderr).toContain(`Give 4 characters or more of ${id}`);
    expect(snapshot(ann.home)).toEqual(before);
    expect((await ann.convo(`fork ${id.slice(0, 4)} --dry-run`)).exit).toBe(0);
    expect((await ann.convo(['fork', path, '--dry-run'])).exit).toBe(0);
  });

  test('since, until and older-than share one grammar', async () => {
    const home = demoHome();
    const count = async (line: string) =>
      JSON.parse((await call(`list --json ${line}`.trim(), { home })).stdout).conversations.length;
    expect(await count('--since 26w')).toBe(await count('--since 2026-05-23T12:00:00Z'));
    expect(await count('--until 2026-05-23')).toBeGreaterThan(0);
    expect(await count('--since yesterday')).toBe(0);
    expect(await count('--older-than 2100-01-01')).toBe(await count('--since 1971-01-01'));
  });
});
