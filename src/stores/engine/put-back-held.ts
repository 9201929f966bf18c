import { type Edit, editedSource } from '../../codecs/edit.ts';
import type { Source } from '../../codecs/lines/source.ts';
import type { SavedOver, Versions, WholeKind } from '../kind.ts';

/** `putBack` of a kind whose shared files are small: it gets all bytes of each version, and answers edits on the newest. */
export function putBackHeld(
  edits: (path: string, versions: Versions<Uint8Array>) => readonly Edit[] | null,
): NonNullable<WholeKind['putBack']> {
  return (path, { before, after, now }) => {
    const back = edits(path, { before: whole(before), after: whole(after), now: whole(now) });
    if (back === null) return null;
    return back.length === 0 ? now : editedSource(now, back);
  };
}

/** `harmOf` of such a kind. */
export function harmOfHeld(
  harmOf: (path: string, change: Pick<SavedOver<Uint8Array>, 'now' | 'undone'>) => string | null,
): NonNullable<WholeKind['harmOf']> {
  return (path, { now, undone }) => harmOf(path, { now: whole(now), undone: whole(undone) });
}

function whole(source: Source): Uint8Array {
  return source.slice(0, source.size);
}
