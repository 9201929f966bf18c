import type { EntryType, LoadMode, Place } from '../kind.ts';
import type { HostEnvironment } from '../layout.ts';

export const FOLDER: Place = { type: 'folder' };
export const FOREIGN: Place = { type: 'foreign' };

export function partAt(scope: string, id: string, role: string, load: LoadMode): Place {
  return { type: 'part', scope, id, role, load };
}

/** A file of a whole scope; of the whole site if `scope` is null. */
export function sharedAt(scope: string | null, role: string, load: LoadMode): Place {
  return { type: 'shared', scope, role, load };
}

export function ownHome(
  { home, env }: Pick<HostEnvironment, 'home' | 'env'>,
  variable: string,
  folder: string,
): string[][] {
  const set = env[variable];
  if (set !== undefined && set !== '') return [[set.normalize('NFC')]];
  return home === null ? [] : [[`${home}/${folder}`.normalize('NFC')]];
}

/** A list of all that was typed in the sessions of a project: questions, commands of the program and of the shell. */
export const LOG = 'logs.json';

/** The role of a copy of a conversation that the program makes: by `/chat save`, or before a tool changes files. */
export const CHECKPOINT = 'checkpoint';

/** In the folder of a project: `checkpoint-TAG.json`, and files of a folder; null for any other name. */
export function checkpointPlace(
  scope: string,
  [first = '', ...below]: readonly string[],
  type: EntryType,
): Place | null {
  if (first === 'checkpoints' && below.length === 0) return type === 'folder' ? FOLDER : FOREIGN;
  const [name = '', ...deeper] = first === 'checkpoints' ? below : [first, ...below];
  const isOne = name.endsWith('.json') && (first === 'checkpoints' || name.startsWith('checkpoint-'));
  if (!isOne || deeper.length > 0) return null;
  return type === 'file' ? partAt(scope, name.slice(0, -'.json'.length), CHECKPOINT, 'whole') : FOREIGN;
}
