import { rebasedPath } from '../../../model/path.ts';
import { refused, unchanged } from '../../decided.ts';
import { folderEdits, rehomed } from '../../engine/rehomed.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import type { QwenDocument } from '../document.ts';
import { projectName } from '../layout/layout.ts';
import { qwenCounts } from './pass.ts';

/** Writes the new folder into the first record, by which the program finds a session, and moves it to the project of that name. */
export function rehomeQwen(document: QwenDocument, { moved }: AskFor<'rehome'>): UnitChange | NotChanged {
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
