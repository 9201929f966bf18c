import { baseName, folderOf } from '../../../model/path.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';
import { isHomeOfQwen, isOfQwen } from '../../projects.ts';
import { isSessionName } from './names.ts';
import { PROJECTS } from './place.ts';

/** The folder that `$QWEN_RUNTIME_DIR` names, else `$QWEN_HOME`, else `.qwen` in the home. */
export function qwenHomes({ home, env }: Pick<HostEnvironment, 'home' | 'env'>): string[][] {
  const { QWEN_RUNTIME_DIR: runtime, QWEN_HOME: own } = env;
  const set = runtime || own || (home === null ? '' : `${home}/.qwen`);
  return set === '' ? [] : [[set.normalize('NFC')]];
}

export function recogniseQwen(given: CandidatePath): Site | null {
  const { path, type, names, above } = given;
  if (type === 'folder' && isHomeOfQwen(given, path, names)) return site(path, 'home');
  const home = above.find((each) => isHomeOfQwen(given, each.path, each.names));
  if (home !== undefined) return within(home.path, path, type);
  if (!isOfQwen(given)) return null;
  if (type === 'folder') return site(path, 'folder');
  return isSessionName(baseName(path)) ? site(folderOf(path), 'folder', null, baseName(path)) : null;
}

function site(root: string, shape: string, scope: string | null = null, file: string | null = null): Site {
  return { kind: 'qwen', root, shape, scope, file };
}

function within(home: string, path: string, type: CandidatePath['type']): Site | null {
  const below = path.slice(home.length + 1);
  const [first = '', project = null] = below.split('/');
  if (first !== PROJECTS) return null;
  if (type === 'file') return isSessionName(baseName(path)) ? site(home, 'home', project, below) : null;
  return site(home, 'home', project);
}
