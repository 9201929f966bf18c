import type { FolderFiles } from '../../../engine/draft.ts';
import type { Part } from '../../../kind.ts';

/** One conversation folder while it is healed: its files by their names below it, as the passes so far left them. */
export interface Files extends FolderFiles {
  /** Where Rao looks for it, absolute: an archived one is elsewhere until it is restored. */
  readonly home: string;
  /** As R counts the folder. */
  readonly number: number;
}

/** The part of this name, below the folder. */
export function partOf({ path, parts }: Files, name: string): Part | null {
  return parts.find((part) => part.path === `${path}/${name}`) ?? null;
}

/** A file's name below the folder. */
export function nameOf({ path }: Files, part: Part): string {
  return part.path.slice(path.length + 1);
}

/** The bytes of a file, null where it is not there or was not read. */
export function bytesOf(files: Files, name: string): Uint8Array | null {
  return partOf(files, name)?.bytes ?? null;
}

export const LOG = 'conversation_log.json';
