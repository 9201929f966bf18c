import { type Edit, growthOf } from '../../../codecs/edit.ts';
import { rebased } from '../../../model/path.ts';
import { refused, throughLink, unchanged, unitChange } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { giving } from '../../engine/record-edits.ts';
import { inTheWay } from '../../engine/shelving.ts';
import { editedAt, moved } from '../../engine/steps.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { projectName } from '../layout/names.ts';
import type { QwenDocument } from '../read/document.ts';
import type { SessionFile } from '../read/session-file.ts';
import { qwenCounts } from './pass.ts';

/** Writes the new folder into the first record, by which the program finds a session, and moves it to the project of that name. */
export function rehomeQwen(document: QwenDocument, { moved: ask }: AskFor<'rehome'>): UnitChange | NotChanged {
  const { files, scope } = document;
  const sides = [...document.sides, ...document.ofAgents];
  const [file] = files;
  const cwd = file?.read().first?.cwd ?? null;
  const to = cwd === null ? null : rebased(cwd, ask);
  if (file === undefined || to === null) return unchanged();
  const project = projectName(to);
  if (to === cwd && project === scope.name) return unchanged();
  if (scope.site.shape !== 'home') return refused({ reason: 'is not in a home', unsafe: true });
  const placeOf = (path: string) => path.replace(/^projects\/[^/]*\//, `projects/${project}/`);
  const all = [...sides, ...files.map(({ part }) => part)];
  if (all.some(({ type }) => type !== 'file')) return refused(throughLink());
  const taken = all.find(
    ({ path }) => project !== scope.name && scope.exists?.(`${scope.site.root}/${placeOf(path)}`) === true,
  );
  if (taken !== undefined) return refused(inTheWay([], { path: placeOf(taken.path) }));
  const steps = [
    ...(project === scope.name ? [] : sides.map((side) => moved(side, placeOf(side.path)))),
    ...files.flatMap((each) => editedAt(each.part, placeOf(each.part.path), folderEdits(each, ask))),
  ];
  const before = qwenCounts(file);
  const after = { ...before, bytes: before.bytes + growthOf(folderEdits(file, ask)) };
  const notes = [`is of ${to} now`];
  return refusedInUse(document) ?? unitChange({ path: file.part.path, steps, before, after, notes });
}

/** The folder of the first record alone counts. */
function folderEdits({ source, read }: SessionFile, ask: AskFor<'rehome'>['moved']): Edit[] {
  const { first } = read();
  const to = first?.cwd == null ? null : rebased(first.cwd, ask);
  if (source === null || first === null || to === null || to === first.cwd) return [];
  return giving(source, first, { cwd: to });
}
