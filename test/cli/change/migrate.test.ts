import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectTranscript } from '../transcript.ts';
import { personWith, worldOf } from './person.ts';
import { snapshot } from './snapshot.ts';

describe('convo migrate', () => {
  test('tells what older builds would no longer see and the way back, and a second run changes nothing', async () => {
    const { home } = personWith('store');
    const lines = ['migrate --dry-run --project lantern', 'migrate --yes', 'migrate --yes', 'migrate d70b', 'runs'];
    await expectTranscript('migrate', lines, { home, ...worldOf() });
  });

  test('loses nothing that is counted, and no index entry becomes stale', async () => {
    const ann = personWith('store');
    const stale = async () => (await ann.json('verify --only FN302')).document.findings;
    const list = async () =>
      (await ann.json('list --all')).document.conversations.map(
        ({ format, bytes, ...rest }: { format: string; bytes: number }) => rest,
      );
    const before = { stale: await stale(), list: await list() };
    const { document } = await ann.json('migrate --yes');
    const { bytes: was, ...counted } = document.before;
    const { bytes: current, ...still } = document.after;
    expect(still).toEqual(counted);
    expect(current).toBeGreaterThan(was);
    expect({ stale: await stale(), list: await list() }).toEqual(before);
  });

  test('goes to v0 and back by the same bytes', async () => {
    const ann = personWith('store');
    const file = join(ann.store, 'projects/lantern/conversations/d70bbd8c-f340-43a2-bfb9-0617f4804d0b.json');
    const before = readFileSync(file, 'utf8');
    expect((await ann.convo('migrate d70b')).exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"version":1,"timestamp":1760000000,/);
    const back = await ann.convo('migrate d70b --to v0');
    expect(back).toMatchObject({ exit: 0, stderr: expect.stringContaining('fnord writes v1 again') });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await ann.convo('migrate d70b --to v0')).stdout).toContain('0 changed, 1 unchanged');
    expect((await ann.convo('migrate d70b --to v2')).exit).toBe(2);
  });

  test('is undone run by run, the newest first', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    await ann.convo('migrate --yes');
    const migrated = snapshot(ann.store);
    await ann.convo('migrate --to v0 --yes');
    await ann.convo('undo');
    expect(snapshot(ann.store)).toEqual(migrated);
    await ann.convo('undo');
    expect(snapshot(ann.store)).toEqual(before);
    const nothing = await ann.convo('undo');
    expect(nothing).toMatchObject({ exit: 0, stderr: expect.stringContaining('there is no run to undo') });
  });
});
