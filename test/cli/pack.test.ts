import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { statOf } from '../../src/io/disk/stat-of.ts';
import { nodeDisk } from '../../src/io/disk.ts';
import { writeTar } from '../../src/io/tar.ts';
import { userFile } from '../../src/io/user-file.ts';
import { fileOf, rollout } from '../stores/codex/paginated.ts';
import { asNobody } from '../support/real-tree.ts';
import { bareHome, homeOf } from './home-of-all.ts';

const ID = 'b3f8a2d7-914e-4c06-b5e1-72c8d06a94fe';
const SESSION = `.claude/projects/-home-ben-quay/${ID}.jsonl`;

function tarOf(file: string): string[] {
  return execFileSync('tar', ['tf', file], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

/** How stores differ from a manifest, by codes. */
async function sealDifferences(convo: ReturnType<typeof homeOf>['convo'], roots: readonly string[], manifest: string) {
  const flags = roots.flatMap((root) => ['--root', root]);
  const { stdout } = await convo(['verify', ...flags, '--against', manifest, '--json']);
  const codes: string[] = JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
  return codes.filter((code) => code.startsWith('ST50'));
}

/** Takes a tar out as anyone would. */
function extracted(file: string, to: string): string {
  mkdirSync(to);
  execFileSync('tar', ['xf', file, '-C', to]);
  return to;
}

test('a pack of all stores checks with sha256sum, lists like the home, and verifies against its own manifest', async () => {
  const { convo, at } = homeOf();
  const listed = async (roots: readonly string[]) => {
    const { stdout } = await convo(['list', '--all', '--json', ...roots.flatMap((root) => ['--root', root])]);
    return JSON.parse(stdout).conversations.map(({ kind, id, title, messages, hidden }: Record<string, unknown>) => ({
      kind,
      id,
      title,
      messages,
      hidden,
    }));
  };
  const packed = await convo(`pack --all --output ${at('all.tar')}`);
  expect(packed.exit).toBe(0);
  expect(packed.stdout).toMatch(/^31 conversations, 53 files in .*all\.tar, \d+ KB\n$/);
  const out = extracted(at('all.tar'), at('out'));
  execFileSync('sha256sum', ['--quiet', '-c', 'MANIFEST'], { cwd: out });
  const roots = readdirSync(out)
    .filter((name) => name !== 'MANIFEST')
    .map((name) => join(out, name));
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect((await listed(roots)).sort(byId)).toEqual((await listed([])).sort(byId));
  expect(await sealDifferences(convo, roots, join(out, 'MANIFEST'))).toEqual([]);
});

test('a pack of one store verifies against its own manifest too', async () => {
  const { convo, at } = homeOf(['claude']);
  await convo(`pack --output ${at('a.tar')}`);
  const out = extracted(at('a.tar'), at('out'));
  const manifest = join(out, 'MANIFEST');
  expect(await sealDifferences(convo, [join(out, 'claude')], manifest)).toEqual([]);
  appendFileSync(join(out, SESSION.replace('.claude', 'claude')), '{}\n');
  expect(await sealDifferences(convo, [join(out, 'claude')], manifest)).toHaveLength(1);
});

test('the same conversations make the same bytes, whenever they are packed, and their times and modes are kept', async () => {
  const { convo, at } = homeOf();
  chmodSync(at(SESSION), 0o640);
  utimesSync(at(SESSION), 1_700_000_000.25, 1_700_000_000.25);
  const later = { over: { now: () => Date.UTC(2027, 1, 1) } };
  await convo(`pack --output ${at('a.tar')}`);
  await convo(`pack --output ${at('b.tar')}`, later);
  expect(readFileSync(at('a.tar')).equals(readFileSync(at('b.tar')))).toBe(true);
  const { mode, mtimeMs } = statSync(join(extracted(at('a.tar'), at('out')), SESSION.replace('.claude', 'claude')));
  expect({ mode: mode & 0o777, mtimeMs }).toEqual({ mode: 0o640, mtimeMs: 1_700_000_000_250 });
  expect(statSync(at('a.tar')).mode & 0o777).toBe(0o600);
});

test('of an index goes only what is about the conversations that are packed', async () => {
  const { convo, at } = homeOf(['tenex', 'rao', 'codex']);
  const thread = '019b2f10-1a2b-7c3d-8e4f-0a1b2c3d4e5f';
  const name = (id: string, text: string) =>
    `{"id":"${id}","thread_name":"${text}","updated_at":"2025-12-02T09:30:15Z"}\n`;
  writeFileSync(
    at('.codex/session_index.jsonl'),
    name('019b5a77-3c4d-7e5f-9a0b-1c2d3e4f5a6b', 'other') + name(thread, 'mine'),
  );
  writeFileSync(
    at('.local/share/R/rstudio-ai/conversation_names.csv'),
    '"conversation_id","name"\n"1","Other"\n"3","Mine"\n',
  );
  const tenex = '5d83d6fb816cd234a0512eb8090bde6ff0f717f0995b4750b179ce474ca55604';
  await convo('heal --kind tenex --yes');
  expect((await convo(`pack ${tenex} 3 ${thread} --output ${at('some.tar')}`)).exit).toBe(0);
  const out = extracted(at('some.tar'), at('out'));
  expect(readFileSync(join(out, 'codex/session_index.jsonl'), 'utf8')).toBe(name(thread, 'mine'));
  expect(readFileSync(join(out, 'rao/conversation_names.csv'), 'utf8')).toBe('"conversation_id","name"\n"3","Mine"\n');
  const { conversations } = JSON.parse(readFileSync(join(out, 'tenex/.tenex/conversations/metadata.json'), 'utf8'));
  expect(conversations.map(({ id }: { id: string }) => id)).toEqual([tenex]);
});

test('files of all conversations are named, in a store of which something is packed', async () => {
  const { convo, at } = homeOf();
  writeFileSync(at('.claude/history.jsonl'), '{"display":"x"}\n');
  writeFileSync(at('.codex/history.jsonl'), '{"text":"x"}\n');
  const { stdout } = await convo(['pack', ID, '--output', 'one.tar', '--json']);
  expect(JSON.parse(stdout).leftOut).toEqual([
    `${at('.claude/history.jsonl')} is not packed: it belongs to all conversations`,
  ]);
});

test('archived conversations are left out and counted, unless they are asked for', async () => {
  const { convo, at } = homeOf(['tenex']);
  const { stderr } = await convo(`pack --output ${at('a.tar')}`);
  expect(stderr).toContain('1 archived conversation is left out: --all packs them too');
  expect(tarOf(at('a.tar')).filter((name) => name.includes('archive'))).toEqual([]);
  await convo(`pack --all --output ${at('b.tar')}`);
  expect(tarOf(at('b.tar')).filter((name) => name.includes('archive'))).toHaveLength(1);
});

test('names that are long, not ASCII, or hold a line end are packed as they are, in both readers of tar', async () => {
  const { convo, at } = homeOf(['claude']);
  const beside = at(SESSION.replace('.jsonl', ''));
  const names = ['w'.repeat(200), 'Grüße 🚲', 'two\nlines', 'back\\slash', `${'ж'.repeat(60)}`];
  mkdirSync(join(beside, 'tool-results', 'd'.repeat(120)), { recursive: true });
  for (const name of names) writeFileSync(join(beside, 'tool-results', name), `${name}\n`);
  writeFileSync(join(beside, 'tool-results', 'd'.repeat(120), 'e'.repeat(120)), 'deep\n');
  expect((await convo(`pack --output ${at('a.tar')}`)).exit).toBe(0);
  const out = extracted(at('a.tar'), at('out'));
  const below = `${beside.replace(at('.claude'), join(out, 'claude'))}/tool-results`;
  for (const name of names) expect(readFileSync(join(below, name), 'utf8')).toBe(`${name}\n`);
  execFileSync('sha256sum', ['--quiet', '-c', 'MANIFEST'], { cwd: out });
});

test('a damaged conversation is packed as it is and named', async () => {
  const { convo, at } = homeOf(['claude']);
  appendFileSync(at(SESSION), '{"type":"user","torn');
  const { stderr, exit } = await convo(`pack ${ID} --output ${at('a.tar')}`);
  expect(exit).toBe(0);
  expect(stderr).toMatch(new RegExp(`${ID} is packed with its damage: .*CL003`));
  const out = extracted(at('a.tar'), at('out'));
  expect(readFileSync(join(out, SESSION.replace('.claude', 'claude'))).equals(readFileSync(at(SESSION)))).toBe(true);
});

test('a file that grows while it is packed is packed as it was, and one that changes leaves no pack', async () => {
  const { at } = homeOf(['claude']);
  const disk = nodeDisk();
  const from = at(SESSION);
  const { size, mode, mtimeMs } = disk.stat(from);
  const digest = execFileSync('sha256sum', [from], { encoding: 'utf8' }).slice(0, 64);
  const out = at('a.tar');
  const tar = (before: () => void) => {
    const file = userFile({ path: out, name: out, was: statOf(disk, out) });
    before();
    const files = [{ path: 'claude/session.jsonl', from, size, mode, mtimeMs, digest }];
    return writeTar(disk, file, files, async () => {}).then((grown) => {
      file.finish();
      return grown;
    });
  };
  expect(await tar(() => appendFileSync(from, '{}\n'))).toEqual([from]);
  expect(execFileSync('tar', ['xOf', out]).length).toBe(size);
  const changed = tar(() => writeFileSync(from, 'x'.repeat(size + 1)));
  await expect(changed).rejects.toMatchObject({ code: 'failed', message: `${from} changed while it was packed` });
});

test('a link in the store is packed as the file that it leads to, and one that leads nowhere is left out and named', async () => {
  const { convo, at } = homeOf(['claude']);
  const [first, second] = ['7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6', 'd41c6f0e-2b7a-4e93-9c58-61a0f3b7e2d4'];
  const path = (id: string | undefined) => at(`.claude/projects/-home-ben-quay/${id}.jsonl`);
  for (const id of [first, second]) rmSync(path(id));
  symlinkSync(`${ID}.jsonl`, path(first));
  symlinkSync('nowhere', path(second));
  const { exit, stderr } = await convo(`pack --output ${at('a.tar')}`);
  expect(exit).toBe(0);
  expect(stderr).toContain(`${path(second)} is a link that leads nowhere: it is not packed`);
  const out = extracted(at('a.tar'), at('out'));
  const linked = join(out, `claude/projects/-home-ben-quay/${first}.jsonl`);
  expect(lstatSync(linked).isFile()).toBe(true);
  expect(readFileSync(linked).equals(readFileSync(at(SESSION)))).toBe(true);
});

test('a fork of Codex CLI takes along the thread that it goes on from', async () => {
  const { convo, at } = bareHome();
  cpSync('fixtures/codex/CX206-forks-go-on-from-each-other/before', at('.codex'), { recursive: true });
  const [fork, source] = ['01a10b13-a800-74a6-80d2-ecd6020fed9c', '01a105ed-4c00-7dd2-8e89-693bdba70844'];
  expect((await convo(`pack ${fork} --output ${at('a.tar')}`)).exit).toBe(0);
  for (const id of [fork, source]) expect(tarOf(at('a.tar')).filter((name) => name.includes(id))).toHaveLength(1);
});

test('an archived thread is packed with the fork that goes on from it, and no other archived one', async () => {
  const { convo, at } = bareHome();
  const [source, fork, other] = [1, 2, 3].map((n) => `019a4e33-e458-7610-88eb-00000000000${n}`) as [
    string,
    string,
    string,
  ];
  const text = rollout(source, 0, 'How deep?');
  mkdirSync(dirname(at(`.codex/${fileOf(fork, '40')}`)), { recursive: true });
  mkdirSync(at('.codex/archived_sessions'));
  writeFileSync(at(`.codex/${fileOf(fork, '40')}`), rollout(fork, 2, 'Why?', [source, text.length]));
  for (const id of [source, other])
    writeFileSync(at(`.codex/archived_sessions/${basename(fileOf(id, '30'))}`), text.replaceAll(source, id));
  const { exit, stderr } = await convo(`pack --output ${at('a.tar')}`);
  const packed = [source, fork, other].map((id) => tarOf(at('a.tar')).filter((name) => name.includes(id)).length);
  expect([exit, packed]).toEqual([0, [1, 1, 0]]);
  expect(stderr).toContain('1 archived conversation is left out');
});

test.each([
  ['a.tar', 'pack --redact --output a.tar', 2, /a pack is not redacted: it holds the files as they are/],
  ['a.tar', 'pack', 2, /needs a file to write to/],
  ['a.tar', 'pack nobody --output a.tar', 2, /nobody/],
  ['.claude/projects/a.tar', 'pack --output ../.claude/projects/a.tar', 4, /a\.tar .*/],
  ['.claude/a.tar', 'pack --output ../.claude/a.tar', 4, /a\.tar .*/],
  ['nowhere/a.tar', 'pack --output nowhere/a.tar', 3, /nowhere\/a\.tar cannot be written: its folder does not exist/],
])('nothing is written to %s by `%s`', async (path, line, exit, reason) => {
  const { convo, at } = homeOf(['claude']);
  const answer = await convo(line);
  expect({ exit: answer.exit, stderr: answer.stderr }).toEqual({ exit, stderr: expect.stringMatching(reason) });
  expect([existsSync(at(path)), existsSync(at(`work/${path}`))]).toEqual([false, false]);
});

test('a file that convo did not write is not replaced, and a pack is', async () => {
  const { convo, work, at } = homeOf(['claude']);
  writeFileSync(join(work, 'a.tar'), 'mine');
  expect(await convo('pack --output a.tar')).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining('is not a pack of convo'),
  });
  expect(readFileSync(join(work, 'a.tar'), 'utf8')).toBe('mine');
  expect((await convo('pack --output a.tar --force')).exit).toBe(0);
  appendFileSync(at(SESSION), '\n');
  expect((await convo('pack --output a.tar')).exit).toBe(0);
});

test('a pack with one id of two projects is not replaced by one with that of one project', async () => {
  const { convo, at, work } = homeOf(['claude']);
  const other = at(`.claude/projects/-home-ben-other/${ID}.jsonl`);
  mkdirSync(dirname(other), { recursive: true });
  cpSync(at(SESSION), other);
  expect((await convo('pack --all --output a.tar')).exit).toBe(0);
  const before = readFileSync(join(work, 'a.tar'));
  rmSync(dirname(other), { recursive: true });
  expect(await convo('pack --all --output a.tar')).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining(`a.tar is a pack with ${ID}, which this one would not have`),
  });
  expect(readFileSync(join(work, 'a.tar'))).toEqual(before);
  expect((await convo('pack --all --output b.tar')).exit).toBe(0);
  mkdirSync(dirname(other));
  renameSync(at(SESSION), other);
  expect((await convo('pack --all --output b.tar')).exit).toBe(0);
});

test('a pack with a conversation that the new one lacks is replaced by force alone', async () => {
  const { convo, work } = homeOf(['claude']);
  await convo('pack --output a.tar');
  const before = readFileSync(join(work, 'a.tar'));
  expect(await convo(['pack', ID, '--output', 'a.tar'])).toMatchObject({
    exit: 4,
    stderr: expect.stringMatching(
      /a\.tar is a pack with \S{36} and \d+ more conversations, which this one would not have/,
    ),
  });
  expect(readFileSync(join(work, 'a.tar'))).toEqual(before);
  expect((await convo(['pack', ID, '--output', 'a.tar', '--force'])).exit).toBe(0);
  expect((await convo('pack --output a.tar')).exit).toBe(0);
  expect(readFileSync(join(work, 'a.tar'))).toEqual(before);
  writeFileSync(join(work, 'a.tar'), before.subarray(0, 700));
  expect((await convo(['pack', ID, '--output', 'a.tar'])).exit).toBe(0);
});

test('an interrupted pack, and one of files that may not be read, leave nothing', async () => {
  const { convo, work, at } = homeOf(['claude']);
  expect((await convo('pack --output a.tar', { interrupted: true })).exit).toBe(130);
  expect(readdirSync(work)).toEqual([]);
  chmodSync(at('.'), 0o755);
  chmodSync(at(SESSION), 0);
  const answer = await asNobody(() => convo('pack --output a.tar'));
  expect(answer).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(/nothing was packed: .*b3f8a2d7.* cannot be read/),
  });
  expect(readdirSync(work)).toEqual([]);
});

test('with --skip-unreadable the others are packed, what is not is named, and the exit code is 3', async () => {
  const { convo, at } = homeOf(['claude']);
  const before = tarOf((await convo(`pack --output ${at('all.tar')}`)).exit === 0 ? at('all.tar') : '');
  rmSync(at(SESSION));
  execFileSync('mkfifo', [at(SESSION)]);
  const refused = await convo(`pack --output ${at('a.tar')}`);
  expect(refused).toMatchObject({ exit: 3, stderr: expect.stringContaining('--skip-unreadable') });
  expect(existsSync(at('a.tar'))).toBe(false);
  const { exit, stderr } = await convo(`pack --skip-unreadable --output ${at('a.tar')}`);
  expect([exit, stderr]).toEqual([3, expect.stringMatching(/not looked into: \S*b3f8a2d7\S* is a named pipe/)]);
  expect(stderr.match(/b3f8a2d7/g)).toHaveLength(1);
  const { stdout } = await convo(`pack --skip-unreadable --output ${at('a.tar')} --json`);
  expect(JSON.parse(stdout)).toMatchObject({ conversations: 3 });
  expect(await convo(`pack ${ID} --skip-unreadable --output ${at('b.tar')}`)).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('nothing was packed'),
  });
  const left = before.filter((name) => !tarOf(at('a.tar')).includes(name));
  expect(left).toEqual([expect.stringContaining(ID)]);
});

test('a disk that is full at half leaves nothing', async () => {
  const { convo, work, at } = homeOf(['claude']);
  writeFileSync(
    at(SESSION),
    `${readFileSync(at(SESSION), 'utf8')}${JSON.stringify({ type: 'system', content: 'x'.repeat(3 << 20) })}\n`,
  );
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', work]);
  if (status !== 0) throw new Error('this test needs the right to mount');
  try {
    expect(await convo('pack --output a.tar')).toMatchObject({
      exit: 3,
      stderr: expect.stringMatching(/a\.tar .*(space|room|full)/i),
    });
    expect(readdirSync(work)).toEqual([]);
  } finally {
    spawnSync('umount', [work]);
  }
});

test('missing files of a pack are named before damaged ones, however many those are', async () => {
  const { at, convo } = bareHome();
  const ids = Array.from({ length: 26 }, (_, n) => `${n}`.padStart(64, '0'));
  mkdirSync(at('store/.tenex/conversations'), { recursive: true });
  writeFileSync(at('store/.tenex/conversations/metadata.json'), '{');
  for (const id of ids) writeFileSync(at(`store/.tenex/conversations/${id}.json`), '{"id":');
  const { exit, stderr } = await convo([
    ...['--root', at('store/.tenex'), 'pack', '--output', at('p.tar')],
    ...ids.slice(1),
  ]);
  const [first, ...others] = stderr.trimEnd().split('\n');
  expect({ exit, first }).toEqual({
    exit: 0,
    first: expect.stringContaining(
      'metadata.json cannot be understood: what it says of these conversations is not packed',
    ),
  });
  expect(others[0]).toMatch(/^convo: 25 conversations are packed with their damage: TX\d+ 25 times/);
});

test.each([
  ['all.tar.gz', 'all.tar'],
  ['ALL.TGZ', 'ALL.tar'],
  ['a.b.tar.zst', 'a.b.tar'],
  ['all.zip', 'all.tar'],
])('a pack is never compressed, and %s is answered with %s', async (typed, plain) => {
  const { convo, at } = homeOf(['claude']);
  const { exit, stderr } = await convo(['pack', '--output', at(typed)]);
  expect([exit, stderr]).toEqual([2, expect.stringContaining(`a pack is not compressed: name it ${at(plain)}\n`)]);
  expect(existsSync(at(typed))).toBe(false);
  expect((await convo(['pack', '--output', at('gz.tar')])).exit).toBe(0);
});
