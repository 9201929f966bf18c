import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { buildFirst } from '../../support/built.ts';
import { bytesBelow } from '../../support/folders.ts';
import { isThorough, oneIn } from '../../support/sampling.ts';
import { demoHome } from '../demo-home.ts';
import { onReal } from './on-real.ts';
import { type Deed, onTerminal } from './terminal.ts';

/** A file of `transcripts/` with what was on the screen. */
async function expectScreen(name: string, screen: string, home: string): Promise<void> {
  const text = screen
    .replaceAll(home, '/home/ann')
    .replaceAll(/\b\d{8}T\d{9}Z-[0-9a-f]{4}\b/g, 'RUN')
    .replaceAll(/(\brun |undo |redo )[0-9a-f]{4}\b|^( +)[0-9a-f]{4}(?= {2})/gm, '$1$2b1ce');
  await expect(text).toMatchFileSnapshot(`transcripts/${name}.txt`);
}

// Texts are wrapped: paths must be as long on every machine.
vi.stubEnv('TMPDIR', '/tmp');
afterAll(() => vi.unstubAllEnvs());

/** For what the check shows elsewhere: both ways to leave by scenes of `questions.test.ts`, widths by screens of this process. */
const onRealIfThorough = isThorough ? onReal : () => {};

describe('on a real terminal', () => {
  beforeAll(buildFirst);

  for (const columns of oneIn(3, [40, 80, 120]))
    onReal(`lists, shows and verifies at ${columns} columns`, async () => {
      const home = demoHome();
      const lines = ['list --project lantern --utc', 'show 60fb --utc', 'verify --project orchard', 'explain FN006'];
      const { screen, exit } = await onTerminal(lines, { home, columns });
      expect(exit).toBe(0);
      for (const row of screen.split('\n')) expect(row.length).toBeLessThanOrEqual(columns);
      await expectScreen(`screens-${columns}`, screen, home);
    });

  for (const columns of oneIn(3, [40, 80, 120], 1))
    onReal(`heals, lists and shows the run, undoes and redoes it at ${columns} columns`, async () => {
      const home = demoHome();
      const lines = ['--project orchard heal --lossy --yes', 'runs', 'runs show 1', 'undo', 'redo', 'runs', 'undo 7'];
      const { screen } = await onTerminal(lines, { home, columns });
      for (const row of screen.split('\n')) expect(row.length).toBeLessThanOrEqual(columns);
      await expectScreen(`changes-${columns}`, screen.replaceAll(/\(\d{4}-[-\d]+ [\d:]+ [+-][\d:]+\)/g, '(NOW)'), home);
    });

  for (const columns of oneIn(2, [40, 80]))
    onRealIfThorough(`greets, explains and says what is wrong at ${columns} columns`, async () => {
      const lines = [
        '--utc',
        'help exit-codes',
        'heal --help',
        'explain',
        'lst',
        'list --kind fnrd',
        'stats',
        'why 60fb',
      ];
      const home = demoHome();
      const { screen } = await onTerminal(lines, { home, columns });
      for (const row of screen.split('\n')) expect(row.length).toBeLessThanOrEqual(columns);
      await expectScreen(`words-${columns}`, screen, home);
    });

  onReal('lets a conversation be chosen by typing, and shows it', async () => {
    const home = demoHome();
    const deeds: Deed[] = [
      [/navigate/, 'sluice'],
      [/^(?!.*oil).*navigate/s, '\r'],
    ];
    const { screen, exit } = await onTerminal(['show --utc'], { home, deeds });
    expect(exit).toBe(0);
    await expectScreen('picker', screen, home);
  });

  onRealIfThorough('has titles in the place of times to choose by where it is narrow', async () => {
    const deeds: Deed[] = [[/4b6d8f0a {2}Draw the tide table[\s\S]*navigate/, '\u001b']];
    const { exit } = await onTerminal(['show --utc'], { home: demoHome(), deeds, columns: 40 });
    expect(exit).toBe(130);
  });

  onRealIfThorough('leaves secrets out of the rows with --redact', async () => {
    const home = demoHome();
    const token = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ'.repeat(2).slice(0, 36)}`;
    const folder = join(home, '.claude/projects/-srv-ada');
    mkdirSync(folder, { recursive: true });
    const sessionId = '5ec7e700-0000-4000-8000-000000000001';
    const about = {
      parentUuid: null,
      type: 'user',
      uuid: 'a',
      sessionId,
      cwd: '/srv/ada',
      timestamp: '2026-11-20T09:00:00Z',
    };
    const message = { role: 'user', content: `Use ${token} now` };
    writeFileSync(join(folder, `${sessionId}.jsonl`), `${JSON.stringify({ ...about, message })}\n`);
    const deeds: Deed[] = [[/^(?!.*ghp_).*Use \[secret 1: github-pat\] now.*navigate/s, '\u001b']];
    expect((await onTerminal(['show --redact'], { home, deeds })).exit).toBe(130);
  });

  onReal('keeps what is typed before the list is there, but for Enter', async () => {
    const deeds: Deed[] = [
      [/convo show/, 'tide\r'],
      [/show\? tide\n.*Draw the tide/s, '\r'],
    ];
    const { screen, exit } = await onTerminal(['show --utc'], { home: demoHome(), deeds });
    expect(exit).toBe(0);
    expect(screen).toContain('Draw the tide table');
    expect(screen).not.toContain('navigate');
  });

  onRealIfThorough('takes letters that come at once with an Enter, and chooses at the next one', async () => {
    const deeds: Deed[] = [
      [/navigate/, 'sluice\r'],
      [/show\? sluice\n(?!.*oil).*navigate/s, '\r'],
    ];
    const { screen, exit } = await onTerminal(['show --utc'], { home: demoHome(), deeds });
    expect(exit).toBe(0);
    expect(screen).toContain('sluice');
    expect(screen).not.toMatch(/navigate|No results/);
  });

  onReal('leaves at an Escape that is typed before the list is there', async () => {
    const { screen, exit } = await onTerminal(['show'], { home: demoHome(), deeds: [[/convo show/, '\u001b']] });
    expect([exit, screen]).toEqual([130, expect.stringContaining('nothing was chosen')]);
    expect(screen).not.toContain('navigate');
  });

  onReal('takes no answer that was typed before its question', async () => {
    const home = demoHome();
    const before = bytesBelow(home);
    const deeds: Deed[] = [
      [/convo heal/, 'y\r'],
      [/\[y\/N\/d\] \(d shows the edits\)$/, 'n\r'],
    ];
    const { screen, exit } = await onTerminal(['heal'], { home, deeds });
    expect([exit, screen]).toEqual([2, expect.stringContaining('declined: nothing was changed')]);
    expect(bytesBelow(home)).toEqual(before);
  });

  onRealIfThorough('opens the match that is chosen, in its conversation', async () => {
    const home = demoHome();
    const { screen, exit } = await onTerminal(['grep the --open --utc'], { home, deeds: [[/navigate/, '\r']] });
    expect(exit).toBe(0);
    await expectScreen('grep-open', screen, home);
  });

  onRealIfThorough('leaves everything as it was when the choice is left with Ctrl-C', async () => {
    const home = demoHome();
    const before = bytesBelow(home);
    const { exit } = await onTerminal(['delete'], { home, deeds: [[/navigate/, '\u0003']] });
    expect(exit).toBe(130);
    expect(bytesBelow(home)).toEqual(before);
  });

  onReal('leaves a choice with Escape alone, and searches for q', async () => {
    const home = demoHome();
    const deeds: Deed[] = [
      [/navigate, .*esc leave/s, '\u001b[B'],
      [/navigate/, 'q'],
      [/show\? q/, '\u001b'],
    ];
    const { exit, screen } = await onTerminal(['show'], { home, deeds });
    expect([exit, screen]).toEqual([130, expect.stringContaining('nothing was chosen')]);
  });

  onReal('asks before it heals: N changes nothing; d shows the edits, y makes them', async () => {
    const home = demoHome();
    const before = bytesBelow(home);
    const refused = await onTerminal(['--project orchard --utc heal --lossy'], {
      home,
      deeds: [[/d shows the edits\)$/, 'N\r']],
    });
    expect(refused.exit).toBe(2);
    expect(bytesBelow(home)).toEqual(before);
    await expectScreen('prompt-no', refused.screen, home);
    const deeds: Deed[] = [
      [/d shows the edits\)$/, 'd\r'],
      [/d shows the edits\)$/, 'y\r'],
    ];
    const agreed = await onTerminal(['--project orchard --utc heal --lossy'], { home, deeds });
    expect(agreed.exit).toBe(0);
    expect(existsSync(join(home, '.fnord/.convo/runs'))).toBe(true);
    await expectScreen('prompt-details-yes', agreed.screen, home);
  });

  onRealIfThorough('leaves nothing behind when the terminal goes at the question', async () => {
    const home = demoHome();
    const before = bytesBelow(home);
    const { exit } = await onTerminal(['--project orchard --utc heal --lossy'], {
      home,
      deeds: [[/d shows the edits\)$/, 'hang up']],
    });
    expect(exit).toBe(129);
    expect(bytesBelow(home)).toEqual(before);
  });
});
