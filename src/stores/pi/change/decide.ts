import { baseName, join, rebasedPath } from '../../../model/path.ts';
import { refused, throughLink, unchanged } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { putBackLines } from '../../engine/put-back.ts';
import { bySide } from '../../engine/session-files.ts';
import { folderEdits, rehomed } from '../../engine/session-verbs.ts';
import { type Shelves, shelfVerbs } from '../../engine/shelving.ts';
import { decideBy } from '../../engine/verbs.ts';
import type { AskFor, NotChanged, UnitChange, Verbs } from '../../kind.ts';
import type { PiDocument } from '../document.ts';
import { ARCHIVE, projectName, SESSIONS } from '../layout/layout.ts';
import type { SessionFile } from '../read/session.ts';
import { piCounts } from '../read/transcript.ts';
import { forkPi, renamePi } from './fork.ts';
import { healPi } from './heal.ts';

/** Writes the new folder into the record that begins a session, and moves the session to the project of that name. */
function rehomePi(document: PiDocument, { moved }: AskFor<'rehome'>): UnitChange | NotChanged {
  const { files, scope } = document;
  const [file] = files;
  const cwd = file?.read().header?.cwd ?? null;
  const to = cwd === null ? null : rebasedPath(cwd, moved);
  if (file === undefined || to === null) return unchanged();
  const project = projectName(to);
  if (to === cwd && project === scope.name) return unchanged();
  const placeOf = (path: string) =>
    scope.site.shape === 'home' ? path.replace(/^([^/]+)\/[^/]+\//, `$1/${project.replaceAll('$', '$$$$')}/`) : path;
  const editsOf = (each: typeof file) => folderEdits(each, each.read().header, moved);
  return rehomed(document, file, { to, sides: [], placeOf, editsOf, countsOf: piCounts });
}

/** A session moves to `archive`, beside the program's `sessions`; the program deletes its file, and so does `delete`. */
const shelvePi = shelfVerbs(shelvesOf, piCounts, whyNot);

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

export const decidePi = decideBy<PiDocument>({
  heal: healPi,
  migrate: unchanged(),
  fork: forkPi,
  ...shelvePi,
  rename: renamePi,
  rehome: rehomePi,
  tag: refused({ reason: 'cannot be tagged: Pi has no tags' }),
});

export const piVerbs: Verbs<PiDocument, object> = {
  decide: decidePi,
  putBack: putBackLines,
};
