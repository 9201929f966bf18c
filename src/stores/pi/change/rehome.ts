import { rebasedPath } from '../../../model/path.ts';
import { unchanged } from '../../decided.ts';
import { folderEdits, rehomed } from '../../engine/rehomed.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import type { PiDocument } from '../document.ts';
import { projectName } from '../layout/layout.ts';
import { piCounts } from './pass.ts';

/** Writes the new folder into the record that begins a session, and moves the session to the project of that name. */
export function rehomePi(document: PiDocument, { moved }: AskFor<'rehome'>): UnitChange | NotChanged {
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
