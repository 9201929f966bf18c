import { describe, expect, test } from 'vitest';
import { isRaoAt, raoRemarks } from '../../../src/stores/rao/info.ts';

const ROOT = '/home/ann/.local/share/R/rstudio-ai';
const owns = (
  command: readonly string[],
  env: Readonly<Record<string, string>> | null,
  cwd: string | null = '/home/ann/project',
  root = ROOT,
) => isRaoAt({ command, env, cwd }, { root });

describe('isOwner', () => {
  const HOME = { HOME: '/home/ann' };

  test.each([
    [['/usr/lib/rstudio/bin/rsession', '--config-file', 'none']],
    [['/usr/lib/rstudio/rstudio']],
    [['/Applications/RStudio.app/Contents/MacOS/RStudio']],
    [['rsession-utf8 --x']],
  ])('knows %j by the base of its environment', (command) => {
    expect(owns(command, HOME)).toBe(true);
    expect(owns(command, { HOME: '/home/bob' })).toBe(false);
  });

  test('goes by the folders that R goes by', () => {
    expect(owns(['rsession'], { ...HOME, XDG_DATA_HOME: '/data' }, null, '/data/R/rstudio-ai')).toBe(true);
    expect(owns(['rsession'], { ...HOME, XDG_DATA_HOME: '/data' }, null)).toBe(false);
    expect(
      owns(['rsession'], { ...HOME, R_USER_DATA_DIR: '/r', XDG_DATA_HOME: '/data' }, null, '/r/R/rstudio-ai'),
    ).toBe(true);
  });

  test('goes by where it runs when its environment is not told', () => {
    expect(owns(['rsession'], null)).toBe(false);
    expect(owns(['rsession'], null, `${ROOT}/conversations`)).toBe(true);
    expect(owns(['rsession'], null, `${ROOT}-copy`)).toBe(false);
  });

  test('minds no other program', () => {
    for (const command of [['R'], ['/usr/bin/vim', 'rsession'], ['node', 'convo'], [], ['rsessionx']])
      expect(owns(command, HOME, ROOT)).toBe(false);
  });

  test('knows an Erdos by its settings', () => {
    const root = '/home/ann/.config/Erdos/User/workspaceStorage/1f/erdosAi';
    expect(owns(['/opt/erdos/erdos'], HOME, null, root)).toBe(true);
    expect(owns(['/opt/erdos/erdos'], { HOME: '/home/bob' }, null, root)).toBe(false);
    expect(owns(['/opt/erdos/erdos', '--user-data-dir=/u'], HOME, null, '/u/User/emptyWindowErdosAi')).toBe(true);
    expect(owns(['/opt/erdos/erdos', '--user-data-dir', '/u'], HOME, null, '/u/User/emptyWindowErdosAi')).toBe(true);
    expect(owns(['rsession'], HOME, null, root)).toBe(false);
  });
});

describe('remarks', () => {
  test('say that Rao must be closed, once for a run that changes something', () => {
    for (const verb of ['heal', 'migrate', 'fork', 'archive', 'restore'] as const)
      expect(raoRemarks({ verb })).toEqual([expect.stringContaining('must be closed')]);
    expect(raoRemarks({ verb: 'delete' })).toHaveLength(2);
  });
});
