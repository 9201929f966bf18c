import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const NOW = Date.UTC(2026, 9, 21);
const DAY = 86_400;

/** A home of sessions in six projects: `folder` of each is a working directory, `age` of each its days. */
function homeOf(
  sessions: number,
  folder: (n: number) => string,
  age: (n: number) => number,
  bytes?: string | Buffer,
): string {
  const root = join(emptyHome(), '.claude');
  for (let n = 0; n < sessions; n++) {
    const cwd = folder(n % 6);
    const [id, uuid] = [n, n + 500].map((each) => `11111111-2222-4333-8444-${String(each).padStart(12, '0')}`);
    const at = NOW / 1000 - age(n) * DAY;
    const record = {
      ...{ type: 'user', uuid, parentUuid: null, sessionId: id, cwd, timestamp: new Date(at * 1000).toISOString() },
      message: { role: 'user', content: `Question ${n}` },
    };
    const answer = {
      ...{ ...record, type: 'assistant', uuid: id, parentUuid: uuid },
      message: { id: 'msg_1', role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
    };
    const path = join(root, 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, bytes ?? `${JSON.stringify(record)}\n${JSON.stringify(answer)}\n`);
    utimesSync(path, at, at);
  }
  return root;
}

async function linesOf(root: string): Promise<string[]> {
  const { stdout, stderr, exit } = await call(['verify', '--root', root], { over: { now: () => NOW } });
  expect(exit).toBe(0);
  return `${stdout}${stderr}`.trimEnd().split('\n');
}

test('a healthy home of any size prints the summary alone', async () => {
  const there = (n: number) => join(emptyHome(), `work${n}`);
  const folders = Array.from({ length: 6 }, (_, n) => there(n));
  for (const folder of folders) mkdirSync(folder);
  const lines = await linesOf(
    homeOf(
      60,
      (n) => folders[n] ?? '',
      () => 1,
    ),
  );
  expect(lines).toEqual([expect.stringContaining('60 conversations')]);
});

test('a finding on many sessions alike is one line a store, with their number', async () => {
  const lines = await linesOf(
    homeOf(
      60,
      (n) => `/srv/gone${n}`,
      (n) => (n < 20 ? 40 : n < 30 ? 25 : 1),
    ),
  );
  expect(lines.map((line) => line.replace(/^.*info /, ''))).toEqual([
    'CL310 sessions of 6 folders that are gone: /srv/gone0, /srv/gone1, /srv/gone2, /srv/gone3 and 2 more',
    'CL402 10 sessions that reach the retention of 30 days within 7 days, and 20 sessions that are older than the retention of 30 days; Claude Code will delete them',
    expect.stringContaining('60 conversations'),
  ]);
});

test('files without a byte, as 2.0.30 to 2.1.0 leave them, are one line', async () => {
  const lines = await linesOf(
    homeOf(
      60,
      (n) => `/srv/gone${n}`,
      () => 1,
      '',
    ),
  );
  expect(lines.map((line) => line.replace(/^.*info /, ''))).toEqual([
    'CL001 60 transcripts without a byte',
    expect.stringContaining('60 conversations'),
  ]);
});

test('a session that was compressed and kept its name is one finding that names the packer, whatever its bytes look like', async () => {
  const text = Array.from({ length: 400 }, (_, n) => `{"n":${(n * 7919) % 9973}}\n`).join('');
  const found = async (bytes: Buffer) => {
    const root = homeOf(
      1,
      () => '/srv/gone',
      () => 1,
      bytes,
    );
    const { stdout } = await call(['verify', '--all', '--json', '--root', root], { over: { now: () => NOW } });
    const { findings } = JSON.parse(stdout) as { findings: { code: string; message: string }[] };
    return findings.map(({ code, message }) => `${code} ${message}`);
  };
  const magic = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from('\0\n\r{"a\0')]);
  const packed = [gzipSync(text), magic('28b52ffd'), magic('fd377a585a00'), magic('425a6839'), magic('504b0304')];
  for (const [n, name] of ['gzip', 'zstd', 'xz', 'bzip2', 'zip'].entries())
    expect(await found(packed[n] ?? Buffer.alloc(0))).toEqual([
      expect.stringMatching(`^CL219 is compressed by ${name}: `),
    ]);
  expect(await found(Buffer.from('BZh is how it begins\n'))).not.toContainEqual(expect.stringContaining('compressed'));
});

test('messages that follow a record with a copy of which the conversation ends are reported as not sent, and those that come again are not', async () => {
  const own = { sessionId: '11111111-2222-4333-8444-000000000000', cwd: '/srv/gone' };
  const record = (n: number, type: string, more: object) =>
    JSON.stringify({
      type,
      uuid: `u${n}`,
      parentUuid: n === 0 ? null : `u${n - 1}`,
      ...own,
      timestamp: `2026-10-20T10:0${n}:00.000Z`,
      ...more,
    });
  const said = (n: number, role: string) =>
    record(n, role, { message: { role, content: [{ type: 'text', text: `Sentence ${n}` }] } });
  const [a, b, c, d, e, f] = [
    said(0, 'user'),
    said(1, 'assistant'),
    said(2, 'user'),
    record(3, 'attachment', { attachment: { type: 'command_permissions', allowedTools: [] } }),
    said(4, 'assistant'),
    said(5, 'user'),
  ];
  const noted = JSON.stringify({ type: 'last-prompt', lastPrompt: 'Sentence 0', leafUuid: 'u1', ...own });
  const found = async (...lines: (string | undefined)[]) => {
    const root = homeOf(
      1,
      () => '/srv/gone',
      () => 1,
      lines.map((line) => `${line}\n`).join(''),
    );
    const { stdout } = await call(['verify', '--json', '--root', root], { over: { now: () => NOW } });
    const { findings } = JSON.parse(stdout) as { findings: { code: string; line: number; message: string }[] };
    return findings.filter(({ code }) => code === 'CL228').map(({ line, message }) => `${line} ${message}`);
  };
  const detail = 'follows a record that is repeated where the conversation ends: ';
  // Claude Code 2.1.330 was asked about the first two: it sends three sentences.
  expect(await found(a, b, noted, c, d, e, f, c)).toEqual([`6 ${detail}2 messages from here on are not sent`]);
  expect(await found(a, b, noted, c, d, e, c)).toEqual([`6 ${detail}it is not sent`]);
  expect(await found(a, b, noted, c, d, e, f, c, d)).toEqual([`6 ${detail}2 messages from here on are not sent`]);
  expect(await found(a, b, noted, c, d, e, f, f)).toEqual([]);
  expect(await found(a, b, noted, c, d, e, f, a, b, c, d, e, f)).toEqual([]);
});

test('a copy of any record of a parallel call at the end, with the end that was noted there, is one finding, and never two programs', async () => {
  const fixture = new URL(
    '../../fixtures/claude/CL228-conversation-ends-with-copy/after/projects/-srv-ada-orchard/',
    import.meta.url,
  );
  const sound = readFileSync(new URL('20100228-0000-4ddd-8ddd-000000000000.jsonl', fixture), 'utf8')
    .trimEnd()
    .split('\n');
  const found = async (...lines: string[]) => {
    const text = lines.map((line) => `${line}\n`).join('');
    const root = homeOf(
      1,
      () => '/srv/gone',
      () => 1,
      text,
    );
    const { stdout } = await call(['verify', '--json', '--root', root], { over: { now: () => NOW } });
    const { findings } = JSON.parse(stdout) as { findings: { code: string; severity: string; line: number }[] };
    return findings.flatMap(({ code, severity, line }) => (severity === 'info' ? [] : [`${code} ${line}`]));
  };
  const copied = (...places: number[]) => {
    const copies = places.map((place) => sound[place] as string);
    const leafUuid = JSON.parse(copies.at(-1) as string).uuid;
    return [...sound, ...copies, JSON.stringify({ type: 'last-prompt', lastPrompt: 'Count', leafUuid })];
  };
  // Claude Code 2.1.332 was asked about each of these in a recorded session of parallel calls.
  const [call1, call2, result1, result2] = [2, 3, 5, 6];
  for (const place of [call1, call2, result1, result2]) expect(await found(...copied(place))).toEqual(['CL228 8']);
  expect(await found(...copied(result1, result2))).toEqual(['CL228 8']);
  expect(await found(...copied(sound.length - 2))).toEqual([]);
  expect(await found(...sound, ...sound)).toEqual([]);
  // Where an end is noted at a result beside the chain, it sends all that there is.
  const noted = JSON.stringify({
    type: 'last-prompt',
    lastPrompt: 'Count',
    leafUuid: JSON.parse(sound[result1] ?? '').uuid,
  });
  expect(await found(...sound, noted)).toEqual([]);
});
