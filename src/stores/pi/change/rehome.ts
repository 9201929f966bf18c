import { growthOf } from '../../../codecs/edit.ts';
import { rebased } from '../../../model/path.ts';
import { refused, throughLink, unchanged, unitChange } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { giving } from '../../engine/record-edits.ts';
import { inTheWay } from '../../engine/shelving.ts';
import { editedAt } from '../../engine/steps.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { projectName } from '../layout/names.ts';
import type { PiDocument } from '../read/document.ts';
import type { SessionFile } from '../read/session-file.ts';
import { piCounts } from './pass.ts';

/** Writes the new folder into the record that begins a session, and moves the session to the project of that name. */
export function rehomePi(document: PiDocument, { moved: ask }: AskFor<'rehome'>): UnitChange | NotChanged {
  const { files, scope } = document;
  const [file] = files;
  const cwd = file?.read().header?.cwd ?? null;
  const to = cwd === null ? null : rebased(cwd, ask);
  if (file === undefined || to === null) return unchanged();
  const project = projectName(to);
  if (to === cwd && project === scope.name) return unchanged();
  const placeOf = (path: string) =>
    scope.site.shape === 'home' ? path.replace(/^([^/]+)\/[^/]+\//, `$1/${project.replaceAll('$', '$$$$')}/`) : path;
  if (files.some(({ part }) => part.type !== 'file')) return refused(throughLink());
  const taken = files.find(
    ({ part: { path } }) => placeOf(path) !== path && scope.exists?.(`${scope.site.root}/${placeOf(path)}`) === true,
  );
  if (taken !== undefined) return refused(inTheWay([], { path: placeOf(taken.part.path) }));
  const steps = files.flatMap((each) => editedAt(each.part, placeOf(each.part.path), folderEdits(each, ask)));
  const before = piCounts(file);
  const after = { ...before, bytes: before.bytes + growthOf(folderEdits(file, ask)) };
  return (
    refusedInUse(document) ?? unitChange({ path: file.part.path, steps, before, after, notes: [`is of ${to} now`] })
  );
}

function folderEdits({ source, read }: SessionFile, ask: AskFor<'rehome'>['moved']) {
  const { header } = read();
  const to = header?.cwd == null ? null : rebased(header.cwd, ask);
  if (source === null || header === null || to === null || to === header.cwd) return [];
  return giving(source, header, { cwd: to });
}
