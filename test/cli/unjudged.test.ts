import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { asNobody } from '../io/support/tree.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const demo = fileURLToPath(new URL('../../fixtures/demo', import.meta.url));

/** For each kind, a folder of the demo's store, and an id that is not in it. */
const KINDS = [
  ['fnord', 'projects/harbor/conversations', '60fb'],
  ['tenex', 'conversations/archive', '5d83'],
  ['rao', 'conversations/conversation_2', '3'],
  ['claude', 'projects/-home-ben-other', '7e90'],
  ['codex', 'sessions/2025/12/03', '019b2'],
] as const;

/** A home with the demo's store of each of these kinds, in which the folder above cannot be read. */
function closedHome(...names: readonly (typeof KINDS)[number][0][]): string {
  const home = emptyHome();
  chmodSync(home, 0o755);
  for (const [kind, folder] of KINDS) {
    if (!names.includes(kind)) continue;
    cpSync(join(demo, kind), join(home, kind), { recursive: true });
    mkdirSync(join(home, kind, folder), { recursive: true });
    chmodSync(join(home, kind, folder), 0);
  }
  return home;
}

describe.each(KINDS)('a folder of %s that cannot be read', (kind, folder) => {
  test.each([
    '--only ST508',
    '--ignore ST002',
    '--only ST508 --ignore ST002',
    '--severity ST002=info',
    '--fail-on ST508',
    '--exit-zero',
    '--sample 50%',
    '--changed-since 2026-01-31',
  ])('is named, with exit 3, whatever %s leaves out', async (flags) => {
    const home = closedHome(kind);
    const { exit, stdout, stderr } = await asNobody(() =>
      call(`verify --root ${join(home, kind)} ${flags}`, { cwd: home }),
    );
    expect(exit).toBe(3);
    expect(stdout).toContain(`${kind}/${folder}:1:1: ${flags.includes('info') ? 'info' : 'error'} ST002`);
    expect(stderr).toContain('1 not judged');
  });

  test('is named where a baseline knows everything, and takes nothing out of the baseline', async () => {
    const home = closedHome(kind);
    const path = join(home, kind, folder);
    chmodSync(path, 0o755);
    const known = join(home, 'known.json');
    const verify = (words: string) =>
      asNobody(() => call(`verify --root ${join(home, kind)} --baseline ${known} ${words}`.trim()));
    chmodSync(home, 0o777);
    await verify('--update-baseline');
    const before = JSON.parse(readFileSync(known, 'utf8'));
    chmodSync(path, 0);
    for (const words of ['', '--prune-baseline', '--update-baseline']) {
      const { exit, stderr } = await verify(words);
      expect({ exit, stderr }).toMatchObject({ exit: 3, stderr: expect.stringContaining('1 not judged') });
      expect(stderr).not.toContain('any more');
      const { findings, stores } = JSON.parse(readFileSync(known, 'utf8'));
      expect(printsOf(findings)).toEqual(expect.arrayContaining(printsOf(before.findings)));
      expect(stores).toEqual(before.stores);
    }
  });
});

const printsOf = (findings: readonly { readonly fingerprint: string; readonly count: number }[]) =>
  findings.map(({ fingerprint, count }) => `${count} of ${fingerprint}`);

/** `--root` for the stores of these kinds. */
const rootsIn = (home: string, kinds: readonly string[]) => kinds.flatMap((kind) => ['--root', join(home, kind)]);

test('convo keep fails on a folder of sessions that cannot be read, and passes over stores where nothing is deleted', async () => {
  const home = closedHome('claude', 'fnord');
  const roots = rootsIn(home, ['claude', 'fnord']);
  const { exit, stdout } = await asNobody(() => call(['keep', join(home, 'copies'), '--dry-run', ...roots]));
  expect(exit).toBe(3);
  expect(stdout).toContain('failed  projects/-home-ben-other: cannot be read: permission denied [ST002]');
  expect(stdout).not.toContain('harbor');
});

describe('a verb with the id of one store', () => {
  const all = KINDS.map(([kind]) => kind);
  test.each(KINDS)('of %s says and counts nothing about another store', async (kind, _, id) => {
    const home = closedHome(...all);
    const lines = [`heal ${id} --dry-run`, `archive ${id} --dry-run`, `delete ${id} --dry-run`, `verify ${id}`];
    for (const line of lines) {
      const answer = (kinds: readonly string[]) =>
        asNobody(() => call([...line.split(' '), '--json', ...rootsIn(home, kinds)], { cwd: home }));
      const [alone, among] = [await answer([kind]), await answer(all)];
      // What leads back names the roots that were given.
      const plain = (text: string) => text.replaceAll(/ --root [^ `]+/g, '');
      expect(plain(among.stdout)).toBe(plain(alone.stdout));
      expect(among.exit).toBe(alone.exit);
    }
  });
});

/** Two sessions of one project and a history of prompts; a file of them cannot be read. */
function homeWithClosed(closed: string): string {
  const home = emptyHome();
  chmodSync(home, 0o755);
  const root = join(home, 'claude');
  mkdirSync(join(root, 'projects', '-srv-ada'), { recursive: true });
  const files = ['0', '1'].map((n) => {
    const sessionId = `11111111-2222-4333-8444-55555555555${n}`;
    const message = { role: 'user', content: `How deep do leeks go, ${n}?` };
    const record = { type: 'user', uuid: `${sessionId}-a`, parentUuid: null, sessionId, message };
    return [`projects/-srv-ada/${sessionId}.jsonl`, record] as const;
  });
  const prompt = { display: 'Leeks?', timestamp: 1_790_000_000_000, project: '/srv/ada', sessionId: 'gone' };
  for (const [path, record] of [...files, ['history.jsonl', prompt] as const])
    writeFileSync(join(root, path), `${JSON.stringify(record)}\n`);
  chmodSync(join(root, closed), 0);
  return home;
}

describe.each([
  ['a session', 'projects/-srv-ada/11111111-2222-4333-8444-555555555550.jsonl', 1],
  ['the history of prompts', 'history.jsonl', 2],
])('%s that cannot be read', (_, closed, whole) => {
  test.each(['grep leeks', 'grep zebra', 'find leeks', 'secrets'])(
    'is named by %s, and all others are searched',
    async (words) => {
      const home = homeWithClosed(closed);
      const asked = `${words} --json --root ${join(home, 'claude')}`;
      const { exit, stdout } = await asNobody(() => call(asked, { cwd: home }));
      const { searched, conversations, findings } = JSON.parse(stdout);
      expect([exit, searched ?? conversations]).toEqual([3, whole]);
      expect(findings).toEqual([expect.objectContaining({ code: 'ST001', path: join(home, 'claude', closed) })]);
    },
  );
});
