import { dirname, join } from 'node:path';
import { isThere, textIfThere } from '../io/config-file.ts';
import { Failure } from '../model/failure.ts';

/** Settings as they were read from a file, not checked yet. */
export interface ConfigFile {
  readonly path: string;
  readonly json: unknown;
}

/** The person's own settings; null where there are none. Throws Failure `usage` for a file that is not JSON. */
export function userConfig(vars: Readonly<Record<string, string | undefined>>): ConfigFile | null {
  const { XDG_CONFIG_HOME: config = '', HOME: home = '' } = vars;
  if (config === '' && home === '') return null;
  return configAt(join(config || join(home, '.config'), 'convostore', 'config.json'));
}

/**
 * The settings of the project that a folder is in: those of the nearest folder that has some, up to the top of its repository
 * and below the home. Throws Failure `usage` for a file that is not JSON.
 */
export function projectConfig(cwd: string, home: string | null): ConfigFile | null {
  for (let folder = cwd; folder !== home; folder = dirname(folder)) {
    const found = configAt(join(folder, 'convostore.config.json')) ?? configInPackage(join(folder, 'package.json'));
    if (found !== null) return found;
    if (dirname(folder) === folder || isThere(join(folder, '.git'))) break;
  }
  return null;
}

function configAt(path: string): ConfigFile | null {
  const text = textIfThere(path);
  return text === null ? null : { path, json: parsed(path, text) };
}

function configInPackage(path: string): ConfigFile | null {
  const text = textIfThere(path);
  if (text === null || !text.includes('"convostore"')) return null;
  const json: unknown = parsed(path, text);
  if (typeof json !== 'object' || json === null || !('convostore' in json)) return null;
  return { path, json: json.convostore };
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure('usage', `${path} is not JSON`, 'Repair it, or leave it out with --no-config.', { cause: error });
  }
}
