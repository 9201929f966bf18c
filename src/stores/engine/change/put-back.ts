import { LF } from '../../../codecs/bytes.ts';
import { type Edit, editedSource } from '../../../codecs/edit.ts';
import { joinedSource, type Source, startsWith } from '../../../codecs/lines/source.ts';
import type { Versions, VersionsAndUndone } from '../../../model/plan.ts';
import type { Verbs } from '../../kind.ts';

/**
 * `putBack` for append-only line files: the bytes from before the run, then the later lines. An unterminated last line
 * gets its end first. Null unless the file begins as the run left it.
 */
export function putBackGrown({ earlier, ...versions }: Versions): Source | null {
  const { now, after } = versions;
  // A cut undo may have replaced the file, which may have grown again.
  if (earlier !== undefined && earlier.size > after.size) {
    const undone = withoutRun({ ...versions, now: earlier });
    if (undone !== null && startsWith(now, undone)) return now;
  }
  return withoutRun(versions);
}

function withoutRun({ before, after, now }: Versions): Source | null {
  const needsEnd = isOpen(before) && !isOpen(after);
  const isMade = startsWith(now, after);
  const isBack = startsWith(now, before) && (!needsEnd || [undefined, LF].includes(byteAt(now, before.size)));
  // A run that only removed or appended bytes leaves equal beginnings: the longer version decides.
  if (isBack && (!isMade || before.size > after.size)) return now;
  if (!isMade) return null;
  const rest = { source: now, from: after.size, to: now.size };
  const isGlued = needsEnd && now.size > after.size && byteAt(now, after.size) !== LF;
  const end = { source: NEW_LINE, from: 0, to: isGlued ? 1 : 0 };
  return joinedSource([{ source: before, from: 0, to: before.size }, end, rest]);
}

function isOpen(file: Source): boolean {
  return file.size > 0 && byteAt(file, file.size - 1) !== LF;
}

const NEW_LINE: Source = { size: 1, slice: (at, length) => Uint8Array.of(LF).subarray(at, at + length) };

function byteAt(source: Source, at: number): number | undefined {
  return source.slice(at, 1)[0];
}

export const putBackLines: NonNullable<Verbs['putBack']> = (path, versions) =>
  path.endsWith('.jsonl') ? putBackGrown(versions) : null;

/** `putBack` for small shared files: all versions are in memory, and the result is edits on the newest. */
export function putBackInMemory(
  edits: (path: string, versions: Versions<Uint8Array>) => readonly Edit[] | null,
): NonNullable<Verbs['putBack']> {
  return (path, { before, after, now }) => {
    const back = edits(path, { before: whole(before), after: whole(after), now: whole(now) });
    if (back === null) return null;
    return back.length === 0 ? now : editedSource(now, back);
  };
}

export function harmInMemory(
  harmOf: (path: string, change: Pick<VersionsAndUndone<Uint8Array>, 'now' | 'undone'>) => string | null,
): NonNullable<Verbs['harmOf']> {
  return (path, { now, undone }) => harmOf(path, { now: whole(now), undone: whole(undone) });
}

function whole(source: Source): Uint8Array {
  return source.slice(0, source.size);
}

/** A shared file's entries by id, each as one text. Ids without any are absent. */
export function writtenBy(
  ids: ReadonlySet<string>,
  entriesOf: (id: string) => readonly string[],
): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const id of ids) {
    const entries = entriesOf(id);
    if (entries.length > 0) all.set(id, entries.join('\n'));
  }
  return all;
}
