import { mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectTranscript } from '../transcript.ts';
import { personWith, worldOf } from './person.ts';
import { differences, snapshot } from './snapshot.ts';

describe('convo heal', () => {
  test('shows each edit beforehand, tells what it did, and is taken back whole', async () => {
    const { home } = personWith('store');
    const lines = ['heal --dry-run', 'heal', 'heal --yes', 'heal --yes', 'undo', 'undo', 'runs', 'undo 2026'];
    await expectTranscript('heal', lines, { home, ...worldOf() });
  });

  test('changes nothing on a dry run, and nothing but what it says otherwise', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    const dry = await ann.json('heal --dry-run');
    expect(dry).toMatchObject({ exit: 1, document: { dryRun: true, run: null, changed: 3, refused: 3 } });
    expect(snapshot(ann.store)).toEqual(before);
    const wet = await ann.json('heal --yes');
    expect(wet).toMatchObject({ exit: 1, document: { dryRun: false, changed: 3, refused: 3 } });
    expect(differences(before, snapshot(ann.store))).toEqual([
      'projects/orchard/conversations/40fd1d2b-c237-4656-84be-659759dba5a2.json.tmp.48213.642',
      'projects/orchard/conversations/d9aa70b1-4cda-4a88-af9a-feb9bea8ffa3.json',
      'projects/orchard/conversations/index/8993d2f4-7968-4a83-97e4-dcaaec4eca35',
      'projects/orchard/conversations/index/8993d2f4-7968-4a83-97e4-dcaaec4eca35/embeddings.json',
      'projects/orchard/conversations/index/8993d2f4-7968-4a83-97e4-dcaaec4eca35/metadata.json',
    ]);
    expect((await ann.convo('undo')).exit).toBe(0);
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('heals only what it is asked to', async () => {
    const ann = personWith('store');
    const { document } = await ann.json('heal --only FN401 --yes');
    expect(document.items.filter(({ state }: { state: string }) => state === 'changed')).toMatchObject([
      { id: '40fd1d2b-c237-4656-84be-659759dba5a2', codes: ['FN401'] },
    ]);
    expect((await ann.convo('heal --only FN999 --yes')).exit).toBe(2);
  });

  test('says what comes out as v1 only where something does', async () => {
    const ann = personWith('store');
    const isSaid = async (line: string) =>
      (await ann.json(`heal --dry-run ${line}`)).document.remarks.join().includes('fnord before 0.9.34');
    expect(await isSaid('--lossy')).toBe(true);
    expect(await isSaid('--only FN112')).toBe(true);
    expect(await isSaid('--only FN401')).toBe(false);
  });

  test('says the next step of what it refuses, and takes it with --lossy', async () => {
    const ann = personWith('FN006-torn/before', 'conversations');
    const before = snapshot(ann.store);
    const refused = await ann.convo('heal one --root conversations');
    expect(refused.exit).toBe(1);
    expect(refused.stdout).toContain('next: convo --root conversations heal one --lossy --dry-run');
    expect(snapshot(ann.store)).toEqual(before);
    const dry = await ann.convo('heal one --root conversations --lossy --dry-run');
    expect(dry).toMatchObject({ exit: 0, stdout: expect.stringContaining('keeps') });
    expect((await ann.convo('heal one --root conversations --lossy')).exit).toBe(0);
    expect((await ann.convo('verify --root conversations')).exit).toBe(0);
    await ann.convo('undo --root conversations');
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('gives a conversation that never had a time the one that it is told, or lossy that of the file', async () => {
    const told = personWith('FN015-bare-object-2024/before', 'conversations');
    expect((await told.convo('heal one --root conversations')).stdout).toContain('--timestamp T');
    expect((await told.convo('heal one --root conversations --timestamp 2024-12-17')).exit).toBe(0);
    expect(readFileSync(join(told.store, 'one.json'), 'utf8')).toContain('"timestamp":1734393600');
    const lossy = personWith('FN015-bare-object-2024/before', 'conversations');
    utimesSync(join(lossy.store, 'one.json'), 1734400000, 1734400000);
    expect((await lossy.convo('heal one --root conversations --lossy')).exit).toBe(0);
    expect(readFileSync(join(lossy.store, 'one.json'), 'utf8')).toContain('"timestamp":1734400000');
    expect((await lossy.convo('heal one --root conversations --timestamp yesterday')).exit).toBe(2);
  });

  test('leaves a conversation alone while its owner holds the lock, and exits 4', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    const file = join(ann.store, 'projects/orchard/conversations/d9aa70b1-4cda-4a88-af9a-feb9bea8ffa3.json');
    mkdirSync(`${file}.lock`);
    // A dry run sees the lock too.
    for (const flag of ['--dry-run', '--yes']) {
      const { exit, document } = await ann.json(`heal --project orchard ${flag}`, { over: { now: Date.now } });
      expect(exit).toBe(4);
      expect(document).toMatchObject({ changed: 2, refused: 3 });
      const refused = document.items.find(({ path }: { path: string }) => path === file);
      expect(refused).toMatchObject({ state: 'refused', reason: expect.stringContaining('locked') });
      expect(refused).not.toHaveProperty('next');
    }
    expect(differences(before, snapshot(ann.store))).not.toContain(file.slice(ann.store.length + 1));
  });
});
