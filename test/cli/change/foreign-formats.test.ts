import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { KindName } from '../../../src/model/kinds.ts';
import { oneIn } from '../../support/sampling.ts';
import { homeOf, PLACES } from '../home-of-all.ts';
import { snapshot } from './snapshot.ts';

const KINDS: readonly KindName[] = ['claude', 'codex', 'gemini', 'qwen', 'copilot', 'pi'];
const noise = Buffer.from(Array.from({ length: 900 }, (_, n) => (n * n * 31 + 7 * n) % 256));
const begun = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), noise]);

/** What other programs leave in the place of a session, and what a heal says of it. */
const FORMATS = [
  ['is compressed by gzip', gzipSync(noise)],
  ['is compressed by zip', begun('PK\x03\x04')],
  ['is encrypted by git-crypt', begun('\0GITCRYPT\0')],
  ['is encrypted by age', begun('age-encryption.org/v1\n-> X25519 a\n')],
  [
    'is a pointer of Git LFS',
    Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab\nsize 12345\n'),
  ],
  ['is a page of HTML', Buffer.from('<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>\n')],
  ['is a page of HTML', Buffer.from('<html>\n<script>\n{"status":502}\n{"type":"error"}\n</script>\n</html>\n')],
  ['is a page of HTML', Buffer.from('<html>\n<pre>\n{"id":7,"type":null}\n{"@type":"Person"}\n</pre>\n')],
] as const;

/** Sessions of one kind, each with these bytes and two days old. */
function homeWith(kind: KindName, bytes: Uint8Array) {
  const home = homeOf([kind]);
  const root = home.at(PLACES[kind]);
  const sessions = readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => /(?:^|\/)(?:rollout-|session-|events|[\dTZ_-]*[0-9a-f-]{36})[^/]*\.jsonl$/.test(name));
  for (const name of sessions) {
    writeFileSync(join(root, name), bytes);
    utimesSync(join(root, name), 1_790_000_000, 1_790_000_000);
  }
  return { ...home, root, sessions };
}

describe.each(KINDS)('in a session of %s', (kind) => {
  test.each(oneIn(2, FORMATS))('what %s is not healed to nothing', async (says, bytes) => {
    const { convo, root, sessions } = homeWith(kind, bytes);
    expect(sessions.length).toBeGreaterThan(0);
    const before = snapshot(root);
    const { stdout } = await convo('heal --lossy --yes --json --cwd /srv/ada');
    const { changed, items } = JSON.parse(stdout) as { changed: number; items: { state: string; reason?: string }[] };
    expect(changed).toBe(0);
    expect(JSON.stringify(items)).toContain(says);
    expect(JSON.stringify(items)).not.toContain('inflate');
    expect(snapshot(root)).toEqual(before);
  });
});

test('a record behind a page of HTML is kept, and the page goes with --lossy', async () => {
  const record = (more: object) => `${JSON.stringify({ timestamp: '2026-10-01T10:00:00.000Z', ...more })}\n`;
  const header = record({ type: 'session', version: 3, id: '92a3b4c5-d6e7-4f80-8a1b-2c3d4e5f6071', cwd: '/srv/ada' });
  const question = record({
    type: 'message',
    id: 'a1b2c3d4',
    parentId: null,
    message: { role: 'user', content: 'Why?' },
  });
  for (const page of ['<html>\n', '<html>', '<html>\n{"type":"error"}\n']) {
    const { convo } = homeWith('pi', Buffer.from(`${page}${header}${question}`));
    const { stdout } = await convo('heal --lossy --yes --json');
    expect(JSON.parse(stdout)).toMatchObject({ changed: 1 });
    expect((await convo('show 92a3')).stdout).toContain('Why?');
  }
});
