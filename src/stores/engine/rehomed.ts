import { type Edit, sizeChange } from '../../codecs/edit.ts';
import type { Counts } from '../../model/conversation.ts';
import { rebasedPath } from '../../model/path.ts';
import { refused, throughLink, unitChange } from '../decided.ts';
import type { AskFor, NotChanged, Part, Scope, UnitChange } from '../kind.ts';
import { type Life, refusedInUse } from './in-use.ts';
import type { Span } from './record-at.ts';
import { setMembers } from './record-edits.ts';
import type { OneSession } from './session-files.ts';
import { inTheWay } from './shelving.ts';
import { editedAt, moved } from './steps.ts';

interface Sessions<F> {
  readonly scope: Scope;
  readonly files: readonly F[];
  life(): Life | null;
}

interface Rehoming<F> {
  readonly to: string;
  /** Companions, which move too. */
  readonly sides: readonly Part[];
  placeOf(path: string): string;
  editsOf(file: F): readonly Edit[];
  countsOf(file: F): Counts;
}

/** Writes a new folder into the files of a session, and moves them and their companions to its project. */
export function rehomed<F extends OneSession>(
  document: Sessions<F>,
  file: F,
  { to, sides, placeOf, editsOf, countsOf }: Rehoming<F>,
): UnitChange | NotChanged {
  const { files, scope } = document;
  const all = [...sides, ...files.map(({ part }) => part)];
  if (all.some(({ type }) => type !== 'file')) return refused(throughLink());
  const moving = ({ path }: Part) => placeOf(path) !== path;
  const taken = all.find((each) => moving(each) && scope.exists?.(`${scope.site.root}/${placeOf(each.path)}`) === true);
  if (taken !== undefined) return refused(inTheWay([], { path: placeOf(taken.path) }));
  const steps = [
    ...sides.filter(moving).map((side) => moved(side, placeOf(side.path))),
    ...files.flatMap((each) => editedAt(each.part, placeOf(each.part.path), editsOf(each))),
  ];
  const before = countsOf(file);
  const after = { ...before, bytes: before.bytes + sizeChange(editsOf(file)) };
  const notes = [`is of ${to} now`];
  return refusedInUse(document) ?? unitChange({ path: file.part.path, steps, before, after, notes });
}

/** Gives the record that names a session's folder the new one. */
export function folderEdits(
  { source }: Pick<OneSession, 'source'>,
  record: (Span & { readonly cwd: string | null }) | null,
  ask: AskFor<'rehome'>['moved'],
): Edit[] {
  const to = record?.cwd == null ? null : rebasedPath(record.cwd, ask);
  if (source === null || record === null || to === null || to === record.cwd) return [];
  return setMembers(source, record, { cwd: to });
}
