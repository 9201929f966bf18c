import { NO_COUNTS } from '../../../model/change-report.ts';
import { NO_CONVERSATION, piece, refused, throughLink } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { deleteShelved, inTheWay, type Shelves, shelve } from '../../engine/shelving.ts';
import type { NotChanged, UnitChange } from '../../kind.ts';
import { baseName, join } from '../../path.ts';
import { ARCHIVE, CHATS, PROJECTS } from '../layout/place.ts';
import type { QwenDocument } from '../read/document.ts';
import type { SessionFile } from '../read/session-file.ts';
import { qwenCounts } from './pass.ts';

/** Moves a session and its companions to `archive` in its `chats`, where the program does not look. */
export function archiveQwen(document: QwenDocument): UnitChange | NotChanged {
  return moveQwen(document, 'archive');
}

export function restoreQwen(document: QwenDocument): UnitChange | NotChanged {
  return moveQwen(document, 'restore');
}

function moveQwen(document: QwenDocument, verb: 'archive' | 'restore'): UnitChange | NotChanged {
  return shelve(shelvesOf(document), verb, (file, steps) => {
    const refusal = whyNot(document, file);
    const counts = qwenCounts(file);
    return refusal ?? piece({ path: file.part.path, steps, before: counts, after: counts });
  });
}

/** The program removes the session alone; its companions are of no use without it. */
export function deleteQwen(document: QwenDocument): UnitChange | NotChanged {
  return deleteShelved(shelvesOf(document), (file, steps, notes) => {
    const before = qwenCounts(file);
    return whyNot(document, file) ?? piece({ path: file.part.path, steps, before, after: NO_COUNTS, notes });
  });
}

function whyNot(document: QwenDocument, { part, isArchived }: SessionFile): NotChanged | null {
  if (part.type !== 'file') return refused(throughLink());
  return isArchived ? null : refusedInUse(document);
}

function shelvesOf({ files, sides, scope }: QwenDocument): Shelves<SessionFile> {
  const chats = scope.site.shape === 'home' ? join(PROJECTS, scope.name, CHATS) : '';
  return {
    active: files.find(({ isArchived }) => !isArchived) ?? null,
    archived: files.find(({ isArchived }) => isArchived) ?? null,
    whole: ({ part }) => part,
    companions: (side) => sides.filter(({ role }) => role.startsWith('archived') === (side === 'archived')),
    place: (side, { path }) => join(chats, side === 'archived' ? ARCHIVE : '', baseName(path)),
    missing: refused(NO_CONVERSATION),
    inTheWay: (_, { part }) => inTheWay([], part),
  };
}
