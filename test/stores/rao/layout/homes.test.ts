import { expect, test } from 'vitest';
import type { HostEnvironment } from '../../../../src/stores/kind.ts';
import { raoHomes } from '../../../../src/stores/rao/layout/layout.ts';

function at(platform: string, env: HostEnvironment['env'], home: string | null = '/home/ann'): readonly string[] {
  return raoHomes({ home, cwd: '/work', platform, env, worktrees: [] }).map(([path = '', ...more]) => {
    expect(more).toEqual([]);
    return path;
  });
}

test('on Linux, below the user data, then where older R and older pages have it', () => {
  expect(at('linux', {})).toEqual([
    '/home/ann/.local/share/R/rstudio-ai',
    '/home/ann/.local/share/rstudio-ai',
    '/home/ann/.rstudio/ai',
  ]);
});

test('on macOS, in the Library', () => {
  expect(at('darwin', {})).toEqual([
    '/home/ann/Library/Application Support/org.R-project.R/R/rstudio-ai',
    '/home/ann/Library/Application Support/rstudio-ai',
    '/home/ann/.rstudio/ai',
  ]);
});

test('on Windows, below AppData', () => {
  const env = { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' };
  expect(at('win32', env, 'C:/Users/ann')).toEqual([
    'C:/Users/ann/AppData/Roaming/R/data/R/rstudio-ai',
    'C:/Users/ann/AppData/Local/rstudio-ai',
    'C:/Users/ann/.rstudio/ai',
  ]);
});

test('a folder named for Windows has its slashes turned', () => {
  expect(at('win32', { R_USER_DATA_DIR: 'D:\\data' }, 'C:/Users/ann')[0]).toBe('D:/data/R/rstudio-ai');
});

test('R_USER_DATA_DIR wins on every platform, then XDG_DATA_HOME; empty ones do not count', () => {
  for (const platform of ['linux', 'darwin', 'win32']) {
    expect(at(platform, { R_USER_DATA_DIR: '/d', XDG_DATA_HOME: '/x' })[0]).toBe('/d/R/rstudio-ai');
    expect(at(platform, { R_USER_DATA_DIR: '', XDG_DATA_HOME: '/x' })[0]).toBe('/x/R/rstudio-ai');
  }
  expect(at('linux', { XDG_DATA_HOME: '/x' })).toEqual(['/x/R/rstudio-ai', '/x/rstudio-ai', '/home/ann/.rstudio/ai']);
});

test('a relative folder is taken from the working directory, and ~ from home', () => {
  expect(at('linux', { R_USER_DATA_DIR: 'data' })[0]).toBe('/work/data/R/rstudio-ai');
  expect(at('linux', { R_USER_DATA_DIR: '~/data' })[0]).toBe('/home/ann/data/R/rstudio-ai');
});

test('without a home there is what the environment names', () => {
  expect(at('linux', {}, null)).toEqual([]);
  expect(at('linux', { R_USER_DATA_DIR: '/d' }, null)).toEqual(['/d/R/rstudio-ai']);
});
