import { appendFileSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from './call.ts';
import { personWith } from './change/person.ts';
import { expectTranscript } from './transcript.ts';

/** Whole Unix seconds: git keeps no times. */
const MTIME = 1_772_700_000;
const BEDS = '019cb8a1-0a58-7c31-9e60-4d1c5a8fe201';
const FROST = 'sessions/2026/03/04/rollout-2026-03-04T09-35-53-019cb8a6-3040-7b70-8c55-d2a0f9b14e04.jsonl';
const INDEX = 'session_index.jsonl';

function someone() {
  return personWith('../codex/family', '.codex', MTIME);
}

describe('a home of Codex CLI', () => {
  test('is listed with what its program hides, judged, explained and shown', async () => {
    const { home } = someone();
    const lines = [
      'list',
      'list --hidden',
      'why 019b2f10',
      'why 019cb8a1-3168',
      'verify',
      'show 019cb8a1-0a58',
      'show 019b2f10',
      'heal --dry-run',
      'grep worms',
    ];
    await expectTranscript('codex', lines, { home, cwd: home });
  });

  test('is listed on a terminal with a heading for threads whose folder nothing names', async () => {
    const { home } = someone();
    const { stdout } = await call('list --hidden', { home, cwd: home, terminal: 120, vars: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/\n\n\(no folder\)\n019b2f10/);
    expect(stdout).toMatch(/\n\/home\/ada\/orchard \(gone\)\n019cb8a1/);
  });

  test('is changed as its program would, and everything is undone', async () => {
    const { home } = someone();
    const lines = [
      'heal --lossy --yes',
      'migrate --yes',
      'migrate --cwd /home/ann/beds --yes',
      'rename 019cb8a6 Hoarfrost',
      'archive 019cb8a1-0a58',
      'restore 019cb8a1-0a58',
      'delete 019cb8a1-0a58 --yes',
      'list',
      ...['6', '5', '4', '3', '2', '1'].map((run) => `undo ${run} --yes`),
      'list',
    ];
    await expectTranscript('codex-change', lines, { home, cwd: home });
  });
});

describe('undo, once the program has gone on', () => {
  const later = '{"timestamp":"2026-03-05T07:00:00.000Z","type":"event_msg","payload":{"type":"token_count"}}\n';
  const named = `{"id":"${BEDS}","thread_name":"Leaf mould","updated_at":"2026-03-05T07:00:00.000Z"}\n`;

  test.each([
    ['heal of a thread', 'heal 019cb8a6 --lossy --yes', FROST, later],
    ['rename', `rename ${BEDS} Mulch`, INDEX, named],
  ])('takes a %s back, and keeps every byte that was appended', async (_, words, path, more) => {
    const { store, convo } = someone();
    const file = join(store, path);
    const before = readFileSync(file, 'utf8');
    expect((await convo(words)).exit).toBe(0);
    appendFileSync(file, more);
    utimesSync(file, MTIME, MTIME);
    expect((await convo('undo --yes')).exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(`${before}${before.endsWith('\n') ? '' : '\n'}${more}`);
  });
});
