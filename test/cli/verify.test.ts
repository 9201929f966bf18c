import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from './call.ts';
import { demoHome, emptyHome } from './demo-home.ts';
import { expectTranscript } from './transcript.ts';

describe('convo verify', () => {
  test('tells errors first, then warnings, then infos counted, and what to do next', async () => {
    await expectTranscript(
      'verify',
      ['verify', 'verify --project orchard', 'verify 8d41', 'verify c7a8 b52e --color always'],
      {
        home: demoHome(),
      },
    );
  });

  test('exits 1 from the severity asked for on, and counts only the codes asked for', async () => {
    const home = demoHome();
    const exits = async (line: string) => (await call(line, { home })).exit;
    expect(await exits('verify')).toBe(1);
    expect(await exits('verify b52e')).toBe(0);
    expect(await exits('verify b52e --fail-on warning')).toBe(1);
    expect(await exits('verify 8d41 --fail-on warning')).toBe(0);
    expect(await exits('verify 8d41 --fail-on info')).toBe(1);
    expect(await exits('verify --only FN134')).toBe(0);
    expect(await exits('verify --only fn006 --only FN134')).toBe(1);
    expect(await exits('verify c7a8 --ignore FN006')).toBe(0);
    expect(await exits('verify 8d41 --signatures')).toBe(0);
  });

  test('exits 3 when something could not be judged, and says so', async () => {
    const home = demoHome();
    const outside = emptyHome();
    symlinkSync(outside, join(home, '.fnord/projects/harbor/conversations/linked.json'));
    const { exit, stdout } = await call('verify --project harbor', { home });
    expect(exit).toBe(3);
    expect(stdout).toContain('1 not judged');
    expect((await call('list', { home })).exit).toBe(3);
  });

  test('exits 2 when there is no conversation in scope, unless that is allowed', async () => {
    const home = demoHome();
    rmSync(join(home, '.fnord/projects'), { recursive: true });
    await expectTranscript(
      'empty',
      [
        'verify',
        'verify --allow-empty',
        'list',
        'list --allow-empty',
        'list --json',
        'list --json --allow-empty',
        'verify --json',
      ],
      { home },
    );
  });

  test('exits 130 when interrupted; the JSON document is whole and says so', async () => {
    const home = demoHome();
    expect((await call('verify', { home, interrupted: true })).exit).toBe(130);
    expect((await call('list', { home, interrupted: true })).exit).toBe(130);
    const { exit, stdout } = await call('verify --json', { home, interrupted: true });
    expect(exit).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ command: 'verify', interrupted: true });
  });
});
