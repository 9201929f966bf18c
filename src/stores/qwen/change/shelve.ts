import { baseName, join } from '../../../model/path.ts';
import { type NotChanged, refused, throughLink } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { bySide } from '../../engine/session-files.ts';
import { type Shelves, shelfVerbs } from '../../engine/shelving.ts';
import type { QwenDocument } from '../document.ts';
import { ARCHIVE, CHATS, PROJECTS } from '../layout/layout.ts';
import type { SessionFile } from '../read/session-file.ts';
import { qwenCounts } from './pass.ts';

/**
 * A session and its companions move to `archive` in its `chats`, where the program does not look. The program deletes
 * the session alone; its companions are of no use without it.
 */
export const shelveQwen = shelfVerbs(shelvesOf, qwenCounts, whyNot);

function whyNot(document: QwenDocument, { part, isArchived }: SessionFile): NotChanged | null {
  if (part.type !== 'file') return refused(throughLink());
  return isArchived ? null : refusedInUse(document);
}

function shelvesOf({ files, sides, scope }: QwenDocument): Shelves<SessionFile> {
  const chats = scope.site.shape === 'home' ? join(PROJECTS, scope.name, CHATS) : '';
  return {
    ...bySide(files),
    whole: ({ part }) => part,
    companions: (side) => sides.filter(({ role }) => role.startsWith('archived') === (side === 'archived')),
    place: (side, { path }) => join(chats, side === 'archived' ? ARCHIVE : '', baseName(path)),
  };
}
