import { compareText } from '../../../model/collections.ts';
import type { View } from '../../../model/conversation.ts';
import { totalSize } from '../../../model/part.ts';
import { type NamesFiles, namesOf } from '../checks/facts.ts';
import { isReached, numberOf } from '../layout/layout.ts';
import type { RaoFolder } from '../read/folder.ts';

export function raoView(folder: RaoFolder, tables: NamesFiles): View {
  const { id, path, state, self, parts } = folder;
  const isFolder = self.type === 'folder';
  return {
    id,
    path,
    main: `${path}/conversation_log.json`,
    state,
    timestamp: null,
    createdAt: null,
    get format() {
      return folder.format();
    },
    get readable() {
      return isFolder && isReached(id) && folder.log().error === null;
    },
    get hidden() {
      return state === 'archived' ? null : hiddenBy(folder);
    },
    get updatedAt() {
      const times = parts.flatMap(({ type, mtime }) => (type === 'folder' ? [] : mtime));
      return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
    },
    // Rao shows this name for an unnamed conversation.
    get title() {
      return namesOf(tables, folder).find((name) => name !== null) ?? 'New conversation';
    },
    // Links to folders are not followed.
    get messages() {
      return isFolder ? folder.log().length : null;
    },
    get bytes() {
      return totalSize(folder.parts);
    },
  };
}

function hiddenBy({ id, self }: RaoFolder): string | null {
  if (self.type === 'file') return 'not-a-folder';
  if (numberOf(id) === null) return 'number-too-large';
  return isReached(id) ? null : 'number-with-zeros';
}

/** Compares views in Rao's order: by number, then by name. */
export function raoOrder(a: View, b: View): number {
  return Number(a.id) - Number(b.id) || a.id.length - b.id.length || compareText(a.path, b.path);
}
