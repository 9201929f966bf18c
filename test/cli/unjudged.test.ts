import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { copyTree } from '../support/folders.ts';
import { asNobody } from '../support/real-tree.ts';
import { oneIn } from '../support/sampling.ts';
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
    copyTree(join(demo, kind), join(home, kind));
    mkdirSync(join(home, kind, folder), { recursive: true });
    chmodSync(join(home, kind, folder), 0);
  }
  return home;
}

const indexOf = (kind: string) => KINDS.findIndex(([each]) => each === kind);

describe.each(KINDS)('a folder of %s that cannot be read', (kind, folder) => {
  const flags = [
    '--only ST508',
    '--ignore ST002',
    '--only ST508 --ignore ST002',
    '--severity ST002=info',
    '--fail-on ST508',
    '--exit-zero',
    '--sample 50%',
    '--changed-since 2026-01-31',
  ];
  test.each(oneIn(4, flags, indexOf(kind)))('is named, with exit 3, whatever %s leaves out', async (flags) => {
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
    for (const words of oneIn(3, ['', '--prune-baseline', '--update-baseline'], indexOf(kind))) {
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
    for (const line of oneIn(4, lines, all.indexOf(kind))) {
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
      const isFound = words.endsWith(' leeks');
      expect([exit, searched ?? conversations]).toEqual([isFound ? 0 : 3, whole]);
      expect(findings).toEqual([expect.objectContaining({ code: 'ST001', path: join(home, 'claude', closed) })]);
    },
  );
});

/** For each kind, the file of a conversation in the demo's store. */
const FILES = [
  ['claude', 'projects/-home-ben-quay/d41c6f0e-2b7a-4e93-9c58-61a0f3b7e2d4.jsonl'],
  ['codex', 'sessions/2025/12/02/rollout-2025-12-02T09-30-15-019b2f10-1a2b-7c3d-8e4f-0a1b2c3d4e5f.jsonl'],
  ['gemini', 'tmp/pier/chats/session-2026-05-04T09-30-7c1d9e20.jsonl'],
  ['qwen', 'projects/-srv-ada-harbour/chats/6f708192-a3b4-4c5d-8e6f-708192a3b4c5.jsonl'],
  ['copilot', 'session-state/70819203-b4c5-4d6e-8f70-8192a3b4c5d6/events.jsonl'],
  ['pi', 'sessions/--srv-ada-canal--/2026-03-14T09-26-53-589Z_92a3b4c5-d6e7-4f80-8a1b-2c3d4e5f6071.jsonl'],
  ['fnord', 'projects/orchard/conversations/b52e9f10-6c3a-4d7b-8e21-0f9a8b7c6d5e.json'],
  ['tenex', 'conversations/5d83d6fb816cd234a0512eb8090bde6ff0f717f0995b4750b179ce474ca55604.json'],
  ['rao', 'conversations/conversation_2/conversation_log.json'],
] as const;

describe.each(FILES)('of %s', (kind, file) => {
  test.each(
    oneIn(
      2,
      [
        ['a conversation', file, 'ST001'],
        ['a folder', dirname(file), 'ST002'],
      ],
      FILES.findIndex(([each]) => each === kind),
    ),
  )('%s that cannot be read is named by every verb that reads words, with exit 3', async (_, closed, code) => {
    const home = emptyHome();
    chmodSync(home, 0o777);
    const root = join(home, kind);
    copyTree(join(demo, kind), root);
    chmodSync(join(root, closed), 0);
    const ask = (words: readonly string[]) => asNobody(() => call([...words, '--root', root], { cwd: home }));
    const output = (name: string) => ['--output', join(home, name)];
    const verbs = [
      ['grep', 'zebra'],
      ['find', 'zebra'],
      ['secrets'],
      ['stats'],
      ['export', '--to', 'markdown', ...output('markdown')],
      ['export', '--to', 'parquet', ...output('parquet')],
    ];
    const offset = FILES.findIndex(([each]) => each === kind) + (closed === file ? 0 : 3);
    for (const words of oneIn(6, verbs, offset)) {
      const { exit, stderr } = await ask(words);
      expect([exit, stderr]).toEqual([3, expect.stringContaining(closed)]);
      const { findings, notWhole = findings, notExported = [] } = JSON.parse((await ask([...words, '--json'])).stdout);
      const isNamed = [...notWhole, ...notExported].some((each) => each.code === code || each.message.includes(closed));
      expect([words[0], isNamed]).toEqual([words[0], true]);
    }
    chmodSync(join(root, closed), 0o755);
  });
});

test.each(FILES.filter(([kind]) => kind !== 'claude'))(
  'of %s a file that gzip compressed is named, with the command that unpacks it, unless it is there unpacked too',
  async (kind, file) => {
    const home = emptyHome();
    const root = join(home, kind);
    copyTree(join(demo, kind), root);
    const path = join(root, file);
    const before = (await call(['verify', '--root', root])).exit;
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
    expect((await call(['verify', '--root', root])).exit).toBe(before);
    rmSync(path);
    for (const verb of ['verify', 'list', 'stats']) {
      const { exit, stdout, stderr } = await call([verb, '--root', root]);
      expect([verb, exit, stdout + stderr]).toEqual([verb, 3, expect.stringContaining(`${file}.gz`)]);
    }
    expect((await call(['list', '--root', root])).stderr).toContain(`\`gunzip ${path}.gz\` unpacks it`);
    const { findings } = JSON.parse((await call(['verify', '--json', '--root', root])).stdout);
    expect(findings).toContainEqual(expect.objectContaining({ code: 'ST011', path: `${path}.gz` }));
  },
);

test('a compressed transcript of a subagent of Claude Code is named', async () => {
  const root = join(emptyHome(), 'claude');
  copyTree(
    fileURLToPath(new URL('../../fixtures/claude/CL107-sidecar-subagent-cannot-be-used/before', import.meta.url)),
    root,
  );
  const [agent = ''] = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((each) =>
    /agent-\w+\.jsonl$/.test(each),
  );
  writeFileSync(join(root, `${agent}.gz`), gzipSync(readFileSync(join(root, agent))));
  rmSync(join(root, agent));
  const { exit, stdout } = await call(['verify', '--root', root]);
  expect([exit, stdout]).toEqual([3, expect.stringContaining(`${agent}.gz:1:1: warning ST011`)]);
});

test('a fork of a Codex thread that cannot be read is searched without it', async () => {
  const home = emptyHome();
  chmodSync(home, 0o755);
  const root = join(home, 'codex');
  const fork = fileURLToPath(
    new URL('../../fixtures/codex/CX208-what-a-fork-goes-on-from-cannot/before', import.meta.url),
  );
  cpSync(fork, root, { recursive: true });
  const [source = ''] = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (each) => each.endsWith('9fed9c.jsonl') === false && each.endsWith('.jsonl'),
  );
  chmodSync(join(root, source), 0);
  const verify = await asNobody(() => call(['verify', '--json', '--root', root], { cwd: home }));
  expect(JSON.parse(verify.stdout).findings).toMatchObject([{ code: 'ST001' }, { code: 'CX208' }]);
  const { exit, stdout } = await asNobody(() => call(['grep', '--json', 'e', '--root', root], { cwd: home }));
  expect([exit, JSON.parse(stdout).matches.length > 0]).toEqual([0, true]);
  const nothing = await asNobody(() => call(['grep', '--json', 'zebra', '--root', root], { cwd: home }));
  expect(nothing.exit).toBe(3);
});

/** Damage that no line feed shows. */
const DAMAGES: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'is a letter': () => Buffer.from('Dear Ada,\nplease plant the leeks deep.\n'),
  'lost its first bytes': (bytes) => bytes.subarray(50),
  'has bytes that are no text': (bytes) => {
    const copy = Buffer.from(bytes);
    return copy.fill(0xff, copy.length >> 1, (copy.length >> 1) + 30);
  },
};

describe.each(oneIn(2, FILES))('of %s', (kind, file) => {
  test.each(
    oneIn(
      3,
      Object.entries(DAMAGES),
      FILES.findIndex(([each]) => each === kind),
    ),
  )('a conversation that %s is named alike by all that search', async (name, damaged) => {
    const root = join(emptyHome(), kind);
    copyTree(join(demo, kind), root);
    writeFileSync(join(root, file), damaged(readFileSync(join(root, file))));
    utimesSync(join(root, file), 1e9, 1e9);
    const codes = async (words: string) => {
      const { exit, stdout } = await call(`${words} --json --root ${root}`);
      const { findings } = JSON.parse(stdout) as { findings: { path: string; code: string }[] };
      const own = findings.filter(({ path }) => path === join(root, file)).map(({ code }) => code);
      return { isUnread: exit === 3, codes: [...new Set(own)].sort() };
    };
    const all = await codes('secrets');
    const found = await codes('grep zebra');
    // The bytes of a single damaged record are searched for secrets.
    expect(found).toEqual({ ...all, isUnread: all.isUnread || found.isUnread });
    expect(await codes('find zebra')).toEqual(found);
    // TENEX reads such bytes as signs of their own.
    if (kind !== 'tenex' || name !== 'has bytes that are no text') expect(all.codes).not.toEqual([]);
  });
});
