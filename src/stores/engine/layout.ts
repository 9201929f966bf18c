import type { Load, Place } from '../kind.ts';
import type { Surroundings } from '../layout.ts';

export const FOLDER: Place = { type: 'folder' };
export const FOREIGN: Place = { type: 'foreign' };

/** A file, or a folder in its place, of a unit. */
export function partAt(scope: string, id: string, role: string, load: Load): Place {
  return { type: 'part', scope, id, role, load };
}

/** A file of a whole scope; of the whole site if `scope` is null. */
export function sharedAt(scope: string | null, role: string, load: Load): Place {
  return { type: 'shared', scope, role, load };
}

/** A program's home: the folder in its variable, else one in the user's home. */
export function ownHome(
  { home, env }: Pick<Surroundings, 'home' | 'env'>,
  variable: string,
  folder: string,
): string[][] {
  const set = env[variable];
  if (set !== undefined && set !== '') return [[set.normalize('NFC')]];
  return home === null ? [] : [[`${home}/${folder}`.normalize('NFC')]];
}
