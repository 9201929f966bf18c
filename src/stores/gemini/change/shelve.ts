import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import { baseName, join } from '../../../model/path.ts';
import type { Step } from '../../../model/plan.ts';
import { refused, throughLink, unchanged, unitChange } from '../../decided.ts';
import { inTheWay } from '../../engine/shelving.ts';
import { moved, removed } from '../../engine/steps.ts';
import type { NotChanged, UnitChange } from '../../kind.ts';
import type { GeminiDocument } from '../document.ts';
import { ARCHIVE, CHATS, TMP } from '../layout/layout.ts';
import { doomOf } from '../read/retention.ts';
import type { SessionFile } from '../read/session-file.ts';
import { geminiCounts } from './pass.ts';

/** Moves all files of the same eight characters where the program does not look. */
export function archiveGemini(document: GeminiDocument): UnitChange | NotChanged {
  return movedTo(document, false, 'is archived already', ({ name }) => join(ARCHIVE, name));
}

/** Restores files, with a note on those the program would delete at once. */
export function restoreGemini(document: GeminiDocument): UnitChange | NotChanged {
  const change = movedTo(document, true, 'is not archived', ({ slug, file }) => join(TMP, slug, CHATS, file));
  const { retention, now } = document.scope;
  const isDoomed = document.files.some((file) => doomOf({ ...file, isArchived: false }, retention, now) !== null);
  if (change.state !== 'changed' || !isDoomed) return change;
  const why = `\`convo verify ${document.id}\` says why, and what prevents that`;
  return { ...change, notes: [`the program deletes it at its next start: ${why}`] };
}

/** Deletes them, as the program does with all files of the same eight characters; those in the archive where no others are. */
export function deleteGemini({ files }: GeminiDocument): UnitChange | NotChanged {
  const active = files.filter(({ isArchived }) => !isArchived);
  const gone = active.length === 0 ? files : active;
  return changed(
    gone,
    gone.map(({ part }) => removed(part)),
    NO_COUNTS,
  );
}

function movedTo(
  { files, scope }: GeminiDocument,
  isArchived: boolean,
  done: string,
  place: (of: { readonly slug: string; readonly file: string; readonly name: string }) => string,
): UnitChange | NotChanged {
  const mine = files.filter((file) => file.isArchived === isArchived);
  if (mine.length === 0) return unchanged(done);
  if (scope.site.shape !== 'home')
    return refused({ reason: 'is not in a home, so there is no archive beside it', unsafe: true });
  const steps: Step[] = [];
  for (const { part } of mine) {
    const file = baseName(part.path);
    const to = place({ slug: scope.name, file, name: join(scope.name, file) });
    if (files.some((each) => each.part.path === to)) return refused(inTheWay([], { path: to }));
    steps.push(moved(part, to));
  }
  return changed(mine, steps, null);
}

function changed(
  files: readonly SessionFile[],
  steps: readonly Step[],
  after: typeof NO_COUNTS | null,
): UnitChange | NotChanged {
  const odd = files.find(({ part }) => part.type !== 'file');
  if (odd !== undefined) return refused(throughLink());
  const before = files.map(geminiCounts).reduce(addCounts, NO_COUNTS);
  return unitChange({ path: files[0]?.part.path ?? '', steps, before, after: after ?? before });
}
