import type { Surroundings } from '../../kind.ts';

/**
 * Where Rao keeps its base: the folder that R makes for user data (docs/formats/rao.md, "Base folder"), then where R before 4.0
 * did, and last where the older pages say it is.
 */
export function homes({ home, cwd, platform, env }: Surroundings): readonly (readonly string[])[] {
  const at = (path: string): string => absolute(platform === 'win32' ? slashes(path) : path, home, cwd);
  const places = [dataFolder(platform, env, home), oldFolder(platform, env, home), home && `${home}/.rstudio/ai`];
  return [...new Set(places.flatMap((path) => (path === null || path === '' ? [] : at(path))))].map((path) => [path]);
}

type Env = Surroundings['env'];

/** `tools::R_user_dir("rstudio-ai", "data")`. */
function dataFolder(platform: string, env: Env, home: string | null): string | null {
  const above = env['R_USER_DATA_DIR'] || env['XDG_DATA_HOME'] || platformFolder(platform, env, home);
  return above === null ? null : `${above}/R/rstudio-ai`;
}

function platformFolder(platform: string, env: Env, home: string | null): string | null {
  if (platform === 'win32') return env['APPDATA'] ? `${env['APPDATA']}/R/data` : null;
  if (home === null) return null;
  return platform === 'darwin' ? `${home}/Library/Application Support/org.R-project.R` : `${home}/.local/share`;
}

/** What Rao falls back on where R has no such function. */
function oldFolder(platform: string, env: Env, home: string | null): string | null {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? env['APPDATA'];
    return local ? `${local}/rstudio-ai` : null;
  }
  if (platform === 'darwin') return home === null ? null : `${home}/Library/Application Support/rstudio-ai`;
  const above = env['XDG_DATA_HOME'] || (home === null ? null : `${home}/.local/share`);
  return above === null ? null : `${above}/rstudio-ai`;
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** R expands a leading `~`, and takes all else from where it runs. */
function absolute(path: string, home: string | null, cwd: string): string {
  if (home !== null && (path === '~' || path.startsWith('~/'))) return `${home}${path.slice(1)}`;
  return path.startsWith('/') || /^[a-z]:/i.test(path) ? path : `${cwd}/${path}`;
}
