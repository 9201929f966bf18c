import type { Process } from '../../model/process.ts';
import type { Site } from '../kind.ts';
import { baseName } from '../path.ts';
import { homes } from './layout/homes.ts';

/**
 * Is this a session of Rao, or an Erdos, at work on this base: by its own environment that is where it keeps its
 * conversations, or it was started in there.
 */
export function isOwner(at: Pick<Process, 'command' | 'cwd' | 'env'>, { root }: Pick<Site, 'root'>): boolean {
  const name = programOf(at.command);
  if (isBelow(at.cwd, root)) return RAO.test(name) || ERDOS.test(name);
  if (RAO.test(name)) return basesOf(at).includes(root);
  return ERDOS.test(name) && erdosFolders(at).some((folder) => isBelow(root, folder));
}

/** `rsession` serves RStudio and its server; the window itself, and the names it goes by elsewhere. */
const RAO = /^(?:rsession(?:-.+)?|rstudio(?:-.+)?|rao(?:-.+)?)$/i;
/** Its window, and the kernel that runs R for it. */
const ERDOS = /^(?:erdos(?:-.+)?|ark)$/i;

function programOf(command: readonly string[]): string {
  // Some programs write their whole title into the first argument.
  const [program = ''] = command.length === 1 ? (command[0] ?? '').split(' ') : command;
  return baseName(program.replaceAll('\\', '/')).replace(/\.exe$/i, '');
}

/** Sessions run where /proc tells of them: as R has it on Linux, and not on a Mac. */
function basesOf({ env, cwd }: Pick<Process, 'env' | 'cwd'>): readonly string[] {
  if (env === null) return [];
  const around = { home: env['HOME'] ?? null, cwd: cwd ?? '/', platform: 'linux', env, worktrees: [] };
  return homes(around).flat();
}

/** Erdos keeps a base for each workspace below its settings. */
function erdosFolders({ command, env }: Pick<Process, 'command' | 'env'>): string[] {
  const given = command[command.indexOf('--user-data-dir') + 1];
  const asked = command.flatMap((each) => /^--user-data-dir=(.+)$/s.exec(each)?.[1] ?? []);
  const config = env?.['XDG_CONFIG_HOME'] || (env?.['HOME'] ? `${env['HOME']}/.config` : null);
  return [
    ...asked,
    ...(command.includes('--user-data-dir') && given !== undefined ? [given] : []),
    ...(config === null ? [] : [`${config}/Erdos`, `${config}/erdos`]),
  ];
}

function isBelow(path: string | null, folder: string): boolean {
  return path !== null && `${path}/`.startsWith(`${folder}/`);
}
