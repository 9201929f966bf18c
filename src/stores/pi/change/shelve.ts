import { baseName, join } from '../../../model/path.ts';
import { type NotChanged, refused, throughLink } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { bySide } from '../../engine/session-files.ts';
import { type Shelves, shelfVerbs } from '../../engine/shelving.ts';
import type { PiDocument } from '../document.ts';
import { ARCHIVE, SESSIONS } from '../layout/layout.ts';
import type { SessionFile } from '../read/session-file.ts';
import { piCounts } from './pass.ts';

/** A session moves to `archive`, beside the program's `sessions`; the program deletes its file, and so does `delete`. */
export const shelvePi = shelfVerbs(shelvesOf, piCounts, whyNot);

function whyNot(document: PiDocument, { part, isArchived }: SessionFile): NotChanged | null {
  if (document.files.filter((file) => file.isArchived === isArchived).length > 1)
    return refused({ reason: 'is there in several files: heal or rename one first' });
  if (part.type !== 'file') return refused(throughLink());
  return isArchived ? null : refusedInUse(document);
}

function shelvesOf({ files, scope }: PiDocument): Shelves<SessionFile> {
  const isHome = scope.site.shape === 'home';
  const folders = isHome
    ? { active: join(SESSIONS, scope.name), archived: join(ARCHIVE, scope.name) }
    : { active: '', archived: ARCHIVE };
  return {
    ...bySide(files),
    whole: ({ part }) => part,
    place: (side, { path }) => join(folders[side], baseName(path)),
  };
}
