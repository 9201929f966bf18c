import { baseName, join, rebasedPath } from '../../../model/path.ts';
import { refused, throughLink, unchanged } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { putBackLines } from '../../engine/put-back.ts';
import { bySide } from '../../engine/session-files.ts';
import { folderEdits, rehomed } from '../../engine/session-verbs.ts';
import { type Shelves, shelfVerbs } from '../../engine/shelving.ts';
import { besideCheckpoints, decideBy } from '../../engine/verbs.ts';
import type { AskFor, NotChanged, UnitChange, Verbs } from '../../kind.ts';
import type { QwenDocument } from '../document.ts';
import { ARCHIVE, CHATS, PROJECTS, projectName } from '../layout/layout.ts';
import type { SessionFile } from '../read/session.ts';
import { qwenCounts } from '../read/transcript.ts';
import { forkQwen, renameQwen } from './fork.ts';
import { healQwen } from './heal.ts';

/** Writes the new folder into the first record, by which the program finds a session, and moves it to the project of that name. */
function rehomeQwen(document: QwenDocument, { moved }: AskFor<'rehome'>): UnitChange | NotChanged {
  const { files, scope } = document;
  const [file] = files;
  const cwd = file?.read().first?.cwd ?? null;
  const to = cwd === null ? null : rebasedPath(cwd, moved);
  if (file === undefined || to === null) return unchanged();
  const project = projectName(to);
  if (to === cwd && project === scope.name) return unchanged();
  if (scope.site.shape !== 'home') return refused({ reason: 'is not in a home', unsafe: true });
  return rehomed(document, file, {
    to,
    sides: [...document.sides, ...document.ofAgents],
    placeOf: (path) => path.replace(/^projects\/[^/]*\//, `projects/${project}/`),
    // The folder of the first record alone counts.
    editsOf: (each) => folderEdits(each, each.read().first, moved),
    countsOf: qwenCounts,
  });
}

/**
 * A session and its companions move to `archive` in its `chats`, where the program does not look. The program deletes
 * the session alone; its companions are of no use without it.
 */
const shelveQwen = shelfVerbs(shelvesOf, qwenCounts, whyNot);

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

export const decideQwen = decideBy<QwenDocument>({
  heal: healQwen,
  migrate: unchanged(),
  fork: forkQwen,
  ...shelveQwen,
  rename: renameQwen,
  rehome: rehomeQwen,
  tag: refused({ reason: 'cannot be tagged: Qwen Code has no tags' }),
});

export const qwenVerbs: Verbs<QwenDocument, object> = {
  decide: besideCheckpoints(decideQwen),
  putBack: putBackLines,
};
