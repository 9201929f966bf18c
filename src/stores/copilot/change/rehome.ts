import { sizeChange } from '../../../codecs/edit.ts';
import { quote } from '../../../codecs/json/value.ts';
import { rebasedPath } from '../../../model/path.ts';
import { refused, throughLink, unchanged, unitChange } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { mainFile } from '../../engine/session-files.ts';
import { editedAt } from '../../engine/steps.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import type { CopilotDocument } from '../document.ts';
import { folderOfSession } from '../read/session-file.ts';
import { setWorkspaceMembers } from '../read/workspace.ts';
import { inHeader } from './fork.ts';
import { copilotCounts, UNCHANGEABLE } from './pass.ts';

/** Writes the new folder into `workspace.yaml`, and into the record that begins the session. */
export function rehomeCopilot(document: CopilotDocument, { moved }: AskFor<'rehome'>): UnitChange | NotChanged {
  const file = mainFile(document);
  const to = file === null ? null : movedFolder(folderOfSession(file), moved);
  if (file?.source == null || to === null) return unchanged();
  const { part, workspace, read, says } = file;
  if ([part, workspace].some((each) => each !== null && each.type !== 'file')) return refused(throughLink());
  if (says()?.isBroken === true) return refused({ reason: 'has a workspace.yaml that cannot be read: heal it first' });
  const { header } = read();
  const begun = movedFolder(header?.cwd ?? null, moved);
  const edits =
    header === null || begun === null ? [] : inHeader(file.source, header, ['context', 'cwd'], quote(begun));
  const beside = workspace?.bytes == null ? [] : setWorkspaceMembers(workspace.bytes, { cwd: to });
  if (beside === null) return refused({ reason: UNCHANGEABLE });
  const steps = [
    ...editedAt(part, part.path, edits),
    ...(workspace === null ? [] : editedAt(workspace, workspace.path, beside)),
  ];
  const before = copilotCounts(file);
  const after = { ...before, bytes: before.bytes + sizeChange(edits) };
  return refusedInUse(document) ?? unitChange({ path: part.path, steps, before, after, notes: [`is of ${to} now`] });
}

/** The new place of a folder; null if it did not move. */
function movedFolder(folder: string | null, moved: AskFor<'rehome'>['moved']): string | null {
  const to = folder === null ? null : rebasedPath(folder, moved);
  return to === folder ? null : to;
}
