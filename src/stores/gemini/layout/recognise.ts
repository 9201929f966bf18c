import { baseName, folderOf } from '../../../model/path.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';
import { isHomeOfGemini } from '../../projects.ts';
import { ARCHIVE, TMP } from './place.ts';

/** The home that the program takes: `.gemini` in the folder that `$GEMINI_CLI_HOME` names when it is set, else in the home. */
export function geminiHomes({ home, env }: Pick<HostEnvironment, 'home' | 'env'>): string[][] {
  const { GEMINI_CLI_HOME: set = '' } = env;
  const base = set === '' ? home : set;
  return base === null ? [] : [[`${base}/.gemini`.normalize('NFC')]];
}

export function recogniseGemini(given: CandidatePath): Site | null {
  const { path, type, names, above } = given;
  if (type === 'folder' && isHomeOfGemini(given, path, names)) return site(path, 'home');
  const home = above.find((each) => isHomeOfGemini(given, each.path, each.names));
  if (home !== undefined) return within(home.path, path, type);
  if (type === 'folder') return names.some(isSession) ? site(path, 'folder') : null;
  return isSession(baseName(path)) ? site(folderOf(path), 'folder', null, baseName(path)) : null;
}

function site(root: string, shape: string, scope: string | null = null, file: string | null = null): Site {
  return { kind: 'gemini', root, shape, scope, file };
}

function within(home: string, path: string, type: CandidatePath['type']): Site | null {
  const below = path.slice(home.length + 1);
  const [first = '', slug = null] = below.split('/');
  if (first !== TMP && first !== ARCHIVE) return null;
  if (type === 'file') return isSession(baseName(path)) ? site(home, 'home', slug, below) : null;
  return site(home, 'home', slug);
}

function isSession(name: string): boolean {
  return /^session-\d{4}-\d\d-\d\dT.*-[0-9a-f]{8}\.jsonl?$/i.test(name);
}
