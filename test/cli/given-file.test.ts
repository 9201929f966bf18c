import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call } from './call.ts';

const DEMO = join(import.meta.dirname, '../../fixtures/demo');

/** A folder that is no store, with a session of the demo under a name that its program does not give. */
function mailed(below: string) {
  const home = mkdtempSync(join(tmpdir(), 'convo-mailed-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const folder = join(DEMO, below);
  const [name = ''] = readdirSync(folder).sort();
  copyFileSync(join(folder, name), join(home, 'talk.jsonl'));
  return { home, file: join(home, 'talk.jsonl') };
}

const SESSIONS = [
  ['claude', 'claude/projects/-home-ben-quay'],
  ['codex', 'codex/sessions/2025/12/02'],
  ['gemini', 'gemini/tmp/pier/chats'],
  ['qwen', 'qwen/projects/-srv-ada-harbour/chats'],
  ['pi', 'pi/sessions/--srv-ada-canal--'],
  ['copilot', 'copilot/session-state/70819203-b4c5-4d6e-8f70-8192a3b4c5d6'],
] as const;

test.each(SESSIONS)('a session of %s that is given by its path is read under any name', async (kind, below) => {
  const { home, file } = mailed(below);
  const run = async (words: string) => call(`${words} ${file}`, { home });
  expect(JSON.parse((await run('list --json')).stdout).conversations).toMatchObject([{ kind, path: file }]);
  expect((await run('list')).stdout).toMatch(/^talk/);
  // Its name says nothing of it: only CL309, an info, and what the records have.
  const codes = JSON.parse((await run('verify --json')).stdout).findings.map(({ code }: { code: string }) => code);
  for (const code of ['GM302', 'QW301', 'CX306', 'CP303', 'CP208']) expect(codes).not.toContain(code);
  expect(await run('show')).toMatchObject({
    exit: kind === 'claude' || kind === 'codex' ? 0 : expect.any(Number),
    stdout: expect.stringContaining(kind),
  });
  expect(JSON.parse((await run('verify --json')).stdout).summary).toMatchObject({ conversations: 1, unjudged: 0 });
});

test.each(SESSIONS.slice(0, 3))(
  'a session of %s whose name does not end with .jsonl is told with the way to read it',
  async (kind, below) => {
    const { home, file } = mailed(below);
    const text = join(home, 'talk.txt');
    copyFileSync(file, text);
    const way = (renamed: string) => ({
      exit: 2,
      stdout: '',
      stderr: `convo: ${text} has a conversation of ${kind}, and a name that does not end with .jsonl\n  Copy it to such a name first: \`cp ${text} ${renamed}\`.\n`,
    });
    for (const words of [`show ${text}`, `list --root ${text}`, 'show talk.txt'])
      expect(await call(words, { home, cwd: home }), words).toMatchObject(way(`${text}.jsonl`));
    rmSync(file);
    expect(await call(`show ${text}`, { home })).toMatchObject(way(file));
    writeFileSync(text, 'a note\n');
    expect((await call(`list --root ${text}`, { home })).stderr).toContain('known kind');
    expect(await call(`show - --root ${join(DEMO, 'claude')}`)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('from stdin'),
    });
  },
);

test.each([
  ['of another program', '{"type":"x","sessionId":"a"}\n'],
  ['with a member of a session in its text', '{"text":"\\"sessionId\\":1,\\"parentUuid\\":2"}\n'],
  ['that is empty', ''],
])('a file %s is no session under another name', async (_, content) => {
  const { home, file } = mailed('claude/projects/-home-ben-quay');
  writeFileSync(file, content);
  expect(await call(`list ${file}`, { home })).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('known kind'),
  });
});

test.each(['talk.json', 'talk.jsonl'])('a trajectory is no conversation, as %s', async (name) => {
  const { home } = mailed('claude/projects/-home-ben-quay');
  const file = join(home, name);
  writeFileSync(file, '{"schema_version":"ATIF-v1.7","session_id":"a","agent":{"name":"x"},"messages":[]}\n');
  expect(await call(`list ${file}`, { home })).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('is a trajectory (ATIF), not a conversation\n'),
  });
});

test('a file of lines has the ending of one', async () => {
  const { home, file } = mailed('claude/projects/-home-ben-quay');
  copyFileSync(file, join(home, 'talk.txt'));
  expect((await call(`list ${join(home, 'talk.txt')}`, { home })).exit).toBe(2);
});

test('a torn one is judged, searched and healed, and undo puts every byte back', async () => {
  const { home, file } = mailed('claude/projects/-home-ben-quay');
  const whole = readFileSync(join(DEMO, 'claude/projects/-home-ben-quay/d41c6f0e-2b7a-4e93-9c58-61a0f3b7e2d4.jsonl'));
  const torn = whole.subarray(0, 700);
  writeFileSync(file, torn);
  utimesSync(file, 1_790_000_000, 1_790_000_000);
  expect(await call(`verify ${file}`, { home })).toMatchObject({ stdout: expect.stringContaining('warning CL003') });
  expect((await call(['grep', 'into the bookings', file], { home })).stdout).toContain('damaged line 2');
  const { exit, stdout } = await call(`heal ${file} --lossy --yes`, { home });
  expect([exit, stdout]).toEqual([0, expect.stringContaining('healed  talk.jsonl')]);
  expect(stdout).not.toContain('resume');
  expect((await call(`verify ${file} --all`, { home })).stdout).not.toContain('CL003');
  expect((await call(`undo --root ${file}`, { home })).exit).toBe(0);
  expect(readFileSync(file).equals(torn)).toBe(true);
});

test('a copy in a home is none of its sessions, and its records are not judged', async () => {
  const { home, file } = mailed('claude/projects/-home-ben-quay');
  const folder = join(home, '.claude/projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'talk.jsonl'), readFileSync(file).subarray(0, -9));
  const { findings } = JSON.parse((await call('verify --json', { home })).stdout);
  expect(findings.map(({ code }: { code: string }) => code)).not.toContain('CL003');
});

test('one of several programs in a folder is shown and exported by its path', async () => {
  const { home, file } = mailed('codex/sessions/2025/12/02');
  for (const below of ['claude/projects/-home-ben-quay', 'codex/sessions/2025/12/10']) {
    const [name = ''] = readdirSync(join(DEMO, below)).sort();
    copyFileSync(join(DEMO, below, name), join(home, name));
  }
  expect((await call(`show ${file}`, { home })).stdout).toMatch(/^codex /m);
  const page = join(mkdtempSync(join(home, 'out-')), 'page.md');
  expect(await call(`export ${file} --output ${page}`, { home })).toMatchObject({ exit: 0 });
  expect(readFileSync(page, 'utf8')).toContain('codex');
});

test('show shows the only conversation that is not hidden, and no other command takes it', async () => {
  const { home, file } = mailed('claude/projects/-home-ben-quay');
  const id = /"sessionId":"([^"]+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const folder = join(home, 'solo');
  mkdirSync(folder);
  for (const name of [id, `${id} (copy)`]) copyFileSync(file, join(folder, `${name}.jsonl`));
  expect(await call(`show --root ${folder}`, { home })).toMatchObject({ exit: 0, stdout: expect.stringContaining(id) });
  expect(await call(`fork --root ${folder}`, { home })).toMatchObject({ exit: 2, stdout: '' });
});

test('a lone file that --root names is exported to a file', async () => {
  const { home, file } = mailed('claude/projects/-home-ben-quay');
  const page = join(mkdtempSync(join(home, 'out-')), 'page.md');
  expect(await call(`export --root ${file} --output ${page}`, { home })).toMatchObject({ exit: 0 });
  expect(readFileSync(page, 'utf8')).toContain('claude');
  expect(await call(`export --root ${join(DEMO, 'claude')} --output ${page} --force`, { home })).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('is one file'),
  });
});

describe('a file that is no conversation', () => {
  test('is called what it is where convo wrote it', async () => {
    const { home, file } = mailed('claude/projects/-home-ben-quay');
    const out = mkdtempSync(join(home, 'out-'));
    for (const words of [`export ${file} --output ${out}/page.html`, `seal --root ${file} --output ${out}/old.seal`])
      await call(words, { home });
    const wrong = async (words: string) => (await call(words, { home, cwd: out })).stderr;
    expect(await wrong('show page.html')).toMatch(/page\.html is a page that convo wrote, not a conversation\n/);
    expect(await wrong(`list ${out}/old.seal`)).toMatch(
      /is a seal, not a conversation\n.*verify --against \S+old\.seal/,
    );
  });

  test.each([
    ['gz', gzipSync, 'gunzip -k'],
    ['zst', () => Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0), 'zstd -d'],
  ])('is called compressed where it is: .%s, also beside files of several programs', async (ending, pack, command) => {
    const { home, file } = mailed('claude/projects/-home-ben-quay');
    copyFileSync(
      join(DEMO, 'gemini/tmp/pier/chats', readdirSync(join(DEMO, 'gemini/tmp/pier/chats'))[0] ?? ''),
      `${home}/g.jsonl`,
    );
    const packed = `${file}.${ending}`;
    writeFileSync(packed, pack(readFileSync(file)));
    expect(await call(`grep boats ${packed}`, { home })).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(new RegExp(`is compressed.*\n.*${command} talk.jsonl.${ending}`)),
    });
  });

  test('is of no kind where it is neither', async () => {
    const { home } = mailed('claude/projects/-home-ben-quay');
    writeFileSync(join(home, 'notes.txt'), 'boats\n');
    expect((await call(`list ${join(home, 'notes.txt')}`, { home })).stderr).toContain(
      'not a conversation file of a known',
    );
  });
});
