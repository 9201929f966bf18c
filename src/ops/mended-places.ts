import { digestSource } from '../io/disk/file-source.ts';
import type { Digest } from '../model/plan.ts';
import { messagesAt } from '../stores/engine/messages-at.ts';
import { begunBy, movedPlaces, type SizedEdit } from '../stores/engine/moved-places.ts';
import { lineColumns, type Ranges } from './survey/line-column.ts';

/** A file that was edited. */
export interface MendedFile {
  readonly was: Digest | 'absent';
  readonly becomes: Digest;
  /** Bytes that it had then. */
  readonly size: number;
  readonly edits: readonly SizedEdit[];
}

/** The largest document whose messages are looked for. */
const HELD = 1 << 26;

/**
 * The records or messages of a file that each of these changes edited, in their order; null for a change of other files. They
 * are known where the file still begins as the last one left it, and from one to the one before where nobody wrote between them.
 */
export function mendedPlaces(path: string, file: Ranges | null, all: readonly (MendedFile | null)[]): string[][] {
  const places: string[][] = all.map(() => []);
  const later: MendedFile[] = [];
  for (let n = all.length - 1; n >= 0 && file !== null; n--) {
    const change = all[n] ?? null;
    if (change === null) continue;
    const [next] = later;
    if (next === undefined ? !beginsAs(file, change) : next.was !== change.becomes) break;
    const starts = (at: readonly number[], edits: readonly SizedEdit[]) =>
      movedPlaces(at, edits, 'starts').filter((place) => place !== null);
    const offsets = later.reduce((at, { edits }) => starts(at, edits), begunBy(change.edits));
    places[n] = recordsAt(path, file, offsets);
    later.unshift(change);
  }
  return places;
}

function beginsAs(file: Ranges, { size, becomes }: MendedFile): boolean {
  if (size > file.size) return false;
  const slice: Ranges['slice'] = (at, length) => file.slice(at, Math.max(Math.min(length, size - at), 0));
  return digestSource({ size, slice }) === becomes;
}

function recordsAt(path: string, file: Ranges, offsets: readonly number[]): string[] {
  if (path.endsWith('.jsonl')) {
    const position = lineColumns(file);
    return [...new Set(offsets.map((offset) => `/${position(offset).line - 1}`))];
  }
  return file.size > HELD ? [] : messagesAt(file.slice(0, file.size), offsets);
}
