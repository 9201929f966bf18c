import { describe, expect, test } from 'vitest';
import type { Part } from '../../../src/model/part.ts';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { readDepthFor } from '../../../src/ops/secrets/read-depth.ts';

const SITE = { kind: 'claude', root: '/srv/ada/.claude', shape: 'home', scope: null, file: null } as const;
const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const SOUND = `${JSON.stringify({ type: 'user', message: 'The password is written down elsewhere.' })}\n`;

function file(content: string | Buffer, path = 'projects/-srv/a.jsonl', role = 'session'): Part {
  const bytes = Buffer.from(content as string);
  const { length: size } = bytes;
  return { path, role, type: 'file', bytes, size, mtime: 0, mode: 0o600, digest: () => '' };
}

async function look(parts: readonly Part[], { names = [] as string[], isReadable = true, listed = ['session'] } = {}) {
  const unit = { site: SITE, parts, names: () => [names], isReadable: () => isReadable };
  return readDepthFor(listed.length === 0 ? unit : { ...unit, listed }, await secretFinder());
}

describe('units that are opened for secrets', () => {
  test('is nothing without a mark in its bytes, its path and its names', async () => {
    expect(await look([file(SOUND)])).toBe('none');
    expect(await look([file(SOUND), file('plain words', 'projects/-srv/a/tool-results/b.txt', 'result')])).toBe('none');
    expect(await look([file(SOUND)], { names: [`the token ${TOKEN}`] })).toBe('texts');
    expect(await look([file(SOUND, `projects/-srv-${TOKEN}/a.jsonl`)])).toBe('texts');
    expect(await look([file(SOUND), file(TOKEN, 'projects/-srv/a/tool-results/b.txt', 'result')])).toBe('texts');
  });

  test('is whatever has a secret behind escapes, dressing and base64', async () => {
    const dressed = [
      TOKEN,
      `\u001b[31m${TOKEN.slice(0, 9)}\u001b[0m${TOKEN.slice(9)}`,
      TOKEN.replace('_', '\\_'),
      TOKEN.replace('_', '&lowbar;'),
      `${TOKEN.slice(0, 9)}\u200b${TOKEN.slice(9)}`,
      Buffer.from(`my token: ${TOKEN} of today`).toString('base64'),
      JSON.stringify({ token: JSON.stringify({ token: TOKEN }) }),
      `[database]\npassword = ${'leekwater'}soup\n`,
    ];
    for (const text of dressed) expect(await look([file(`${JSON.stringify({ text })}\n`)]), text).toBe('texts');
  });

  test('is for its damage alone what is torn, and has several conversations or none', async () => {
    expect(await look([file(`${SOUND}{"type":"us`)])).toBe('damage');
    expect(await look([file(`${SOUND}{"type":"us\n${SOUND}`)])).toBe('damage');
    expect(await look([file(`{"type":"us${SOUND}`)])).toBe('damage');
    expect(await look([file(`${SOUND}{"text":"\\q"}\n`)])).toBe('damage');
    expect(await look([file(SOUND), file(SOUND, 'projects/-srv/b.jsonl')])).toBe('damage');
    expect(await look([file(SOUND, 'projects/-srv/a/subagents/b.jsonl', 'agent')])).toBe('damage');
    expect(await look([file(SOUND)], { listed: [], isReadable: false })).toBe('damage');
    expect(await look([file(SOUND)], { listed: [] })).toBe('none');
  });

  test('is whatever bytes do not tell: UTF-16, NUL bytes, other formats, a file that was not read whole', async () => {
    expect(await look([file(Buffer.from(SOUND, 'utf16le'))])).toBe('texts');
    expect(await look([file(`${SOUND}\0\0`)])).toBe('texts');
    expect(await look([file(SOUND), file('{}', 'projects/-srv/a/state.json', 'state')])).toBe('texts');
    expect(await look([{ ...file(SOUND), size: 1 << 20 }])).toBe('texts');
    expect(await look([{ ...file(SOUND), bytes: null, source: null }])).toBe('texts');
  });
});
