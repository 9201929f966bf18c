import { join } from '../../../model/path.ts';
import { refused, throughLink } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { bySide } from '../../engine/session-files.ts';
import { type Shelves, shelfVerbs } from '../../engine/shelving.ts';
import type { NotChanged } from '../../kind.ts';
import type { CopilotDocument } from '../document.ts';
import { ARCHIVE, STATE } from '../layout/layout.ts';
import type { SessionFile } from '../read/session-file.ts';
import { copilotCounts } from './pass.ts';

/** Moves the folder of a session to convo's archive, where the program does not look, or removes it, as the program does. */
export const shelveCopilot = shelfVerbs(shelvesOf, copilotCounts, whyNot);

function whyNot(document: CopilotDocument, { folder, isArchived }: SessionFile): NotChanged | null {
  if (document.scope.site.shape !== 'home' || folder === null) return NOT_AT_HOME;
  if (folder.type !== 'folder') return refused(throughLink());
  return isArchived ? null : refusedInUse(document);
}

export const NOT_AT_HOME = refused({ reason: 'is not in a home of the program', unsafe: true });

function shelvesOf({ id, files }: CopilotDocument): Shelves<SessionFile> {
  return {
    ...bySide(files),
    whole: ({ folder, part }) => folder ?? part,
    pathOf: ({ part }) => part.path,
    place: (side) => join(side === 'archived' ? ARCHIVE : STATE, id),
  };
}
