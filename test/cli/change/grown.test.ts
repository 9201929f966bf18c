import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { worldOf } from './person.ts';
import { differences, snapshot } from './snapshot.ts';

const fixture = fileURLToPath(new URL('../../../fixtures/claude/store', import.meta.url));
const ID = '9a4b565d-be33-408b-819c-9606c88c2538';
const FOLDER = 'projects/-srv-ada-bakery';
const LAST = 'c0ffee00-0000-4000-8000-000000000001';

/** What the program appends when the session goes on. */
const WENT_ON = [
  { type: 'user', uuid: LAST, parentUuid: null, message: { role: 'user', content: 'And the rye?' } },
  {
    type: 'assistant',
    uuid: LAST.replace('1', '2'),
    parentUuid: LAST,
    message: { role: 'assistant', content: [{ type: 'text', text: 'Tomorrow.' }] },
  },
]
  .map((record) => `${JSON.stringify({ ...record, sessionId: ID })}\n`)
  .join('');

/** A store of Claude Code, and one session of it that nobody has written to for a while. */
function store() {
  const root = join(emptyHome(), 'claude');
  cpSync(fixture, root, { recursive: true });
  const session = join(root, FOLDER, `${ID}.jsonl`);
  const settle = (path = session) => utimesSync(path, 1_790_000_000, 1_790_000_000);
  settle();
  const world = worldOf();
  const convo = (...words: string[]) => call([...words, '--root', root], world);
  return { root, session, settle, convo };
}

describe('undo, once the session went on', () => {
  test.each([
    ['rename', ['rename', ID, 'Beds and valves']],
    ['tag', ['tag', ID, 'rye']],
  ])('takes a %s back, and keeps every byte that was appended', async (_, words) => {
    const { session, settle, convo } = store();
    const before = readFileSync(session, 'utf8');
    expect((await convo(...words)).exit).toBe(0);
    appendFileSync(session, WENT_ON);
    settle();
    expect(await convo('undo', '--dry-run')).toMatchObject({ exit: 0, stdout: expect.stringContaining('would undo') });
    expect((await convo('undo')).exit).toBe(0);
    expect(readFileSync(session, 'utf8')).toBe(before + WENT_ON);
    expect((await convo('runs')).stdout).toContain('undone');
  });

  test('takes a heal back, of a torn last line too', async () => {
    const { session, settle, convo } = store();
    const torn = '{"type":"user","uuid":"c0ffee00-0000-4000-8000-00000000000f","mess';
    appendFileSync(session, torn);
    settle();
    const before = readFileSync(session, 'utf8');
    expect(await convo('heal', ID, '--lossy', '--only', 'CL003')).toMatchObject({ exit: 0 });
    expect(readFileSync(session, 'utf8')).not.toBe(before);
    appendFileSync(session, WENT_ON);
    settle();
    const none = { conversations: 0, messages: 0, bytes: 0 };
    const items = [{ notes: ['lines that were added later stay, so it is not counted'] }];
    const would = JSON.parse((await convo('undo', '--dry-run', '--json')).stdout);
    expect(would).toMatchObject({ changed: 1, before: none, after: none, items });
    const { exit, stdout } = await convo('undo');
    expect([exit, stdout]).toEqual([0, expect.stringContaining('lines that were added later stay')]);
    expect(stdout).not.toContain('still:');
    expect(readFileSync(session, 'utf8')).toBe(`${before}\n${WENT_ON}`);
    expect(statSync(session).mtimeMs).toBe(1_790_000_000_000);
  });

  test.each([
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['a list', (text: string) => Buffer.from(`[${text.trim().split('\n').join(',')}]`)],
  ])('refuses to put %s back before lines that nothing could read behind it', async (_, odd) => {
    const { session, settle, convo } = store();
    const before = odd(readFileSync(session, 'utf8'));
    writeFileSync(session, before);
    settle();
    expect((await convo('heal', ID)).exit).toBe(0);
    appendFileSync(session, WENT_ON);
    settle();
    const after = readFileSync(session);
    const { exit, stdout } = await convo('undo');
    expect([exit, stdout]).toEqual([4, expect.stringContaining('could not be read behind what was there before')]);
    expect(readFileSync(session)).toEqual(after);
    expect((await convo('undo', '--force')).exit).toBe(0);
    expect(readFileSync(session).subarray(0, before.length)).toEqual(before);
  });

  test('says what to do where the program has written the title again, and takes its own line back with --force', async () => {
    const { session, settle, convo } = store();
    const before = readFileSync(session, 'utf8');
    await convo('rename', ID, 'Beds');
    const renamed = readFileSync(session, 'utf8');
    const again = `{"type":"custom-title","customTitle":"Beds","sessionId":"${ID}"}\n`;
    appendFileSync(session, WENT_ON + again);
    settle();
    const { exit, stdout } = await convo('undo');
    expect(exit).toBe(4);
    expect(stdout).toMatch(
      /because the same title was written again since: `convo --root \S+ rename` gives the session another/,
    );
    expect(readFileSync(session, 'utf8')).toBe(`${renamed}${WENT_ON}${again}`);
    expect((await convo('undo', '--force')).exit).toBe(0);
    expect(readFileSync(session, 'utf8')).toBe(before + WENT_ON + again);
  });

  test.each([
    ['written anew', (session: string) => writeFileSync(session, WENT_ON)],
    ['cut short', (session: string) => truncateSync(session, 300)],
  ])('leaves a session that was %s as it is, and names what shows the run', async (_, change) => {
    const { session, settle, convo } = store();
    await convo('rename', ID, 'Beds');
    change(session);
    settle();
    const after = readFileSync(session, 'utf8');
    const { exit, stdout } = await convo('undo');
    expect(exit).toBe(4);
    expect(stdout).toMatch(/is no longer as the run left it; the original is kept as \S+\n/);
    expect(stdout).toContain(`/kept/0.0 ${session}\` compares the two\n`);
    expect(stdout).toMatch(/next: convo --root \S+ runs show 0001\n/);
    expect(readFileSync(session, 'utf8')).toBe(after);
  });

  test('takes a project that was moved back to its old folder, with what was appended to one of its sessions', async () => {
    const { root, session, settle, convo } = store();
    const other = join(root, FOLDER, `${ID.slice(0, -1)}0.jsonl`);
    writeFileSync(other, readFileSync(session, 'utf8').replaceAll(ID, `${ID.slice(0, -1)}0`));
    settle(other);
    const before = snapshot(root);
    const move = ['rehome', '/srv/ada/bakery', '/srv/ada/mill', '--force', '--yes'];
    expect((await convo(...move)).exit).toBe(0);
    const moved = join(root, 'projects/-srv-ada-mill', `${ID}.jsonl`);
    appendFileSync(moved, WENT_ON);
    for (const how of ['--dry-run', '--yes']) {
      const { exit, stdout } = await convo('undo', how, '--json');
      const grown = JSON.parse(stdout).items.filter(({ notes = [] }: { notes?: string[] }) =>
        notes.some((note) => note.startsWith('lines that were added later stay')),
      );
      expect([exit, grown.map(({ id }: { id: string }) => id)]).toEqual([0, [ID]]);
    }
    expect(existsSync(moved)).toBe(false);
    const text = readFileSync(session, 'utf8');
    expect(text.endsWith(WENT_ON)).toBe(true);
    writeFileSync(session, text.slice(0, -WENT_ON.length));
    settle();
    expect(differences(before, snapshot(root))).toEqual([]);
  });

  test('leaves a whole project where it was moved to when one session of it was changed, and names that one', async () => {
    const { root, session, settle, convo } = store();
    const history = join(root, 'history.jsonl');
    writeFileSync(history, '{"display":"And the rye?","project":"/srv/ada/bakery"}\n');
    await convo('rehome', '/srv/ada/bakery', '/srv/ada/mill', '--force', '--yes');
    const moved = join(root, 'projects/-srv-ada-mill', `${ID}.jsonl`);
    writeFileSync(moved, WENT_ON);
    const before = snapshot(root);
    for (const more of [['--dry-run'], ['--yes'], ['--yes', '--json']]) {
      const { exit, stdout } = await convo('undo', ...more);
      expect({ exit, isLeft: stdout.includes('is left as it is, because projects/-srv-ada-mill/') }).toEqual({
        exit: 4,
        isLeft: true,
      });
      expect(stdout).not.toContain('delete');
      expect(stdout.match(/is no longer as the run left it; the original is kept as /g)).toHaveLength(1);
    }
    expect(snapshot(root)).toEqual(before);
    const back = ['rehome', '/srv/ada/mill', '/srv/ada/bakery'];
    expect((await convo('undo', '--dry-run')).stdout).toContain(
      ` ${back.join(' ')}\` moves all of it back as it is now`,
    );
    expect((await convo('runs')).stdout).toMatch(/ rehome +done /);
    expect((await convo('verify')).stdout).not.toContain('ST406');
    settle(moved);
    expect((await convo(...back, '--force', '--yes')).exit).toBe(0);
    expect(readFileSync(session, 'utf8')).toBe(WENT_ON);
  });

  test('leaves a fork that went on, and names the command that takes it away', async () => {
    const { root, convo } = store();
    const before = readdirSync(join(root, FOLDER));
    await convo('fork', ID);
    const fork = readdirSync(join(root, FOLDER)).find((name) => !before.includes(name)) ?? '';
    appendFileSync(join(root, FOLDER, fork), WENT_ON);
    const { exit, stdout } = await convo('undo');
    expect(exit).toBe(4);
    expect(stdout).toContain(`delete ${fork.replace('.jsonl', '')} --dry-run\n`);
    expect(readFileSync(join(root, FOLDER, fork), 'utf8')).toContain(WENT_ON);
  });
});
