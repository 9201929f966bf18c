import { describe, expect, test } from 'vitest';
import { call } from './call.ts';
import { demoHome } from './demo-home.ts';
import { expectTranscript } from './transcript.ts';

async function idsOf(line: string): Promise<string[]> {
  const { stdout } = await call(`list --json ${line}`.trim(), { home: demoHome() });
  return JSON.parse(stdout).conversations.map(({ id }: { id: string }) => id.slice(0, 4));
}

describe('convo list', () => {
  test('groups by project, each in the order of its owner', async () => {
    await expectTranscript('list', ['list', 'list --project harbor --reverse', 'list --title PUMP', 'list --limit 3'], {
      home: demoHome(),
    });
  });

  test('draws tables on a terminal, with ids as short as they stay unique', async () => {
    await expectTranscript('list-terminal', ['list --project lantern', 'list --project lantern --color never'], {
      home: demoHome(),
      terminal: 90,
    });
  });

  test('sorts everything as one list, unknown values last', async () => {
    expect(await idsOf('--sort timestamp --reverse')).toEqual(
      '4b6d 8d41 3f0c a1f3 b52e c7a8 60fb 15e7 9a4d e0b9'.split(' '),
    );
    expect(await idsOf('--sort title --limit 2')).toEqual(['4b6d', '60fb']);
    expect(await idsOf('--sort messages --reverse --limit 1')).toEqual(['3f0c']);
    expect(await idsOf('--sort bytes --limit 1')).toEqual(['e0b9']);
  });

  test('sifts by time, both ends included and in UTC', async () => {
    expect(await idsOf('--since 2026-06-18 --until 2026-07-02')).toEqual(['3f0c', '8d41']);
    expect(await idsOf('--since 2026-06-18T14:03:11Z --until 2026-06-18T14:03:11Z')).toEqual(['3f0c']);
    expect(await idsOf('--since 2026-06-18T16:03:12+02:00 --until 2026-07-01')).toEqual([]);
    expect(await idsOf('--older-than 365d')).toEqual(['15e7', '60fb']);
  });

  test('sifts by format and state', async () => {
    expect(await idsOf('--format v0')).toEqual(['15e7', '60fb', 'c7a8', 'b52e']);
    expect(await idsOf('--archived')).toEqual([]);
    expect(await idsOf('--all')).toHaveLength(10);
    expect(await idsOf('--phase review')).toEqual([]);
  });
});
