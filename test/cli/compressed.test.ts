import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesBelow } from '../support/folders.ts';
import { isThorough } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '3a000000-0000-4000-8000-000000000001';
const LONG_AGO = new Date('2026-01-05T00:00:00.000Z');

interface Place {
  readonly home: string;
  readonly file: string;
  readonly bytes: Buffer;
}

function homeWith(): Place {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-app');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${ID}.jsonl`);
  const about = { sessionId: ID, cwd: '/srv/app', timestamp: '2026-01-05T00:00:00.000Z' };
  const record = {
    type: 'user',
    message: { role: 'user', content: 'Is the orchard wet?' },
    uuid: 'u',
    parentUuid: null,
  };
  const content = [{ type: 'text', text: 'The password is PwOrch4rd77.' }];
  const answer = { type: 'assistant', message: { role: 'assistant', content }, uuid: 'a', parentUuid: 'u' };
  const bytes = Buffer.from([record, answer].map((each) => `${JSON.stringify({ ...each, ...about })}\n`).join(''));
  put(file, bytes);
  return { home, file, bytes };
}

function put(file: string, bytes: Uint8Array): void {
  writeFileSync(file, bytes, { mode: 0o600 });
  utimesSync(file, LONG_AGO, LONG_AGO);
}

function packed(name: 'ID.jsonl.gz' | 'ID.jsonl', pack: (bytes: Buffer) => Uint8Array = gzipSync): Place {
  const place = homeWith();
  rmSync(place.file);
  put(name === 'ID.jsonl' ? place.file : `${place.file}.gz`, pack(place.bytes));
  return place;
}

test.each(['ID.jsonl.gz', 'ID.jsonl'] as const)(
  'a session that gzip compressed as %s is read, and said',
  async (name) => {
    const { home } = packed(name);
    const shown = await call(`show ${ID}`, { home });
    expect(shown.stdout).toContain('Is the orchard wet?');
    expect((await call('grep orchard', { home })).stdout).toContain('Is the orchard wet?');
    expect((await call('find orchard', { home })).stdout).toContain('Is the orchard wet?');
    expect((await call(`show ${ID} --markdown --redact`, { home })).stdout).not.toContain('PwOrch4rd77');
    expect((await call('list --hidden', { home })).stdout + (await call('list', { home })).stdout).toContain('orchard');
    const { exit, stdout } = await call('verify', { home, terminal: 200 });
    expect([exit, stdout]).toEqual([1, expect.stringMatching(/CL028[\s\S]*compressed by gzip[\s\S]*convo heal/)]);
  },
);

test.each(['ID.jsonl.gz', 'ID.jsonl'] as const)('a heal unpacks %s, and undo brings it back', async (name) => {
  const { home, file, bytes } = packed(name);
  const before = bytesBelow(join(home, '.claude'));
  const { exit, stdout } = await call('heal --yes', { home });
  expect([exit, stdout]).toEqual([0, expect.stringContaining('2 more messages can be read now')]);
  expect(stdout).not.toContain('words that go');
  expect(readFileSync(file)).toEqual(bytes);
  expect(existsSync(`${file}.gz`)).toBe(false);
  expect((await call('verify --fail-on warning', { home })).exit).toBe(0);
  expect((await call('undo --yes', { home })).exit).toBe(0);
  for (const [path, was] of before) expect(bytesBelow(join(home, '.claude')).get(path)).toEqual(was);
});

test('beside the session it is a copy, which no heal touches', async () => {
  const { home, file, bytes } = homeWith();
  put(`${file}.gz`, gzipSync(bytes));
  const { stdout } = await call('verify --all', { home });
  expect(stdout).toContain('CL309');
  expect(stdout).not.toMatch(/CL219|CL028/);
  expect((await call('heal --yes', { home })).stdout).toContain('0 changed');
});

test('subagents of it alone are no copy', async () => {
  const { home, file } = packed('ID.jsonl.gz');
  mkdirSync(file.replace('.jsonl', '/subagents'), { recursive: true });
  writeFileSync(file.replace('.jsonl', '/subagents/agent-a1.meta.json'), '{}', { mode: 0o600 });
  expect((await call('verify', { home })).stdout).toContain('CL028');
});

test('its place in a list, why and fork say how it is compressed', async () => {
  const { home } = packed('ID.jsonl.gz');
  expect((await call('list --hidden', { home, terminal: 120, vars: { NO_COLOR: '1' } })).stdout).toContain(
    '[hidden: compressed] [gzip of 3a000000]',
  );
  expect((await call('show 3a000000', { home })).stdout).toMatch(/ messages? once unpacked · /);
  const why = (await call('why 3a000000', { home })).stdout;
  expect(why).toContain('gzip compressed it');
  expect(why).toContain('convo heal');
  expect((await call('fork 3a000000 --dry-run', { home })).stdout).toContain(
    'is compressed by gzip: `convo heal` unpacks',
  );
});

test('a heal of one with a torn record inside names the session by its new id', async () => {
  const { home } = packed('ID.jsonl.gz', (bytes) => gzipSync(bytes.subarray(0, -9)));
  expect((await call('heal --yes', { home })).stdout).toMatch(new RegExp(`next: convo heal ${ID} --lossy`));
});

test('one with a torn record inside is searched in part', async () => {
  const { home } = packed('ID.jsonl.gz', (bytes) => gzipSync(bytes.subarray(0, -9)));
  const { exit, stderr } = await call('grep nowhere', { home });
  expect([exit, stderr]).toEqual([3, expect.stringContaining('1 searched only in part')]);
  expect(stderr).not.toContain('not searched');
});

test('one that would not have the name of a session is read, and no heal is named', async () => {
  const { home, file } = packed('ID.jsonl.gz');
  renameSync(`${file}.gz`, join(dirname(file), 'notes.jsonl.gz'));
  expect((await call('grep orchard', { home })).stdout).toContain('Is the orchard wet?');
  const { exit, stdout } = await call('verify --all', { home });
  expect([exit, stdout]).toEqual([0, expect.stringContaining('info CL309')]);
  expect((await call('heal --yes', { home })).exit).toBe(0);
  expect((await call('why notes', { home })).stdout).not.toContain('convo heal');
  expect((await call('fork notes --dry-run', { home })).stdout).toContain('`gunzip` unpacks it');
});

test.each([
  ['is cut off', (bytes: Buffer) => gzipSync(bytes).subarray(0, -20), 'its bytes are cut off or changed'],
  ['has bytes behind it', (bytes: Buffer) => Buffer.concat([gzipSync(bytes), Buffer.alloc(9)]), 'cut off or changed'],
  ['has no record', () => gzipSync('no record\n'), 'no conversation in it until it is unpacked'],
])('one that %s is not unpacked, and gunzip is named', async (_, pack, reason) => {
  const { home } = packed('ID.jsonl', pack);
  const { exit, stdout } = await call('verify', { home, terminal: 300 });
  expect([exit, stdout]).toEqual([1, expect.stringMatching(/CL219[\s\S]*gunzip -c .*\.jsonl/)]);
  expect(stdout).toContain(reason);
  expect(stdout).not.toContain('show ');
  expect((await call('heal --yes', { home })).stdout).toContain('0 changed');
  const alone = packed('ID.jsonl.gz', pack);
  expect((await call('verify', { home: alone.home, terminal: 300 })).stdout).toMatch(/CL219[\s\S]*gunzip [^-].*\.gz/);
  expect((await call('heal --yes', { home: alone.home })).stdout).toContain('0 changed');
});

// The check shows it by what Codex compressed (`test/faults/codex-bad-input.test.ts`).
test.runIf(isThorough)('one that becomes more than 128 MiB is refused with a sentence', async () => {
  const { home } = packed('ID.jsonl', (bytes) => gzipSync(Buffer.concat([bytes, Buffer.alloc(2 ** 27, '\n')])));
  expect((await call('verify', { home, terminal: 300 })).stdout).toContain(
    'more than 128 MiB, which convo does not unpack',
  );
});
