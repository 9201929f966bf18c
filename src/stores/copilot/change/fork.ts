import type { Edit } from '../../../codecs/edit.ts';
import { growthOf } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { member, quote } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import { join, rebased } from '../../../model/path.ts';
import { BLANK_TITLE, NOT_READABLE, piece, refused, throughLink, unchanged } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { type Span, valueAt } from '../../engine/record-at.ts';
import { mainFile } from '../../engine/session-files.ts';
import { copiedTo, editedAt } from '../../engine/steps.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import { EVENTS, STATE, WORKSPACE } from '../layout/place.ts';
import type { CopilotDocument } from '../read/document.ts';
import { folderOfSession } from '../read/session-file.ts';
import { givingMembers } from '../read/workspace.ts';
import { copilotCounts, UNCHANGEABLE } from './pass.ts';
import { NOT_AT_HOME } from './shelve.ts';

/** Copies the events of a session and its `workspace.yaml` into a folder of another id. */
export function forkCopilot(document: CopilotDocument, { newId, at }: AskFor<'fork'>): UnitChange | NotChanged {
  const file = mainFile(document);
  const header = file?.read().header ?? null;
  if (file?.source == null || header === null) return refused(NOT_READABLE);
  if (document.scope.site.shape !== 'home') return NOT_AT_HOME;
  if (at !== null) return refused({ reason: 'is forked whole: the program has `/rewind` to go back inside it' });
  if (file.read().troubles.some(({ type }) => type === 'broken' || type === 'faulty'))
    return refused({ reason: 'has records that the program does not load: heal it first' });
  const id = newId();
  const edits = inHeader(file.source, header, ['sessionId'], quote(id));
  const { workspace } = file;
  const bytes = file.says()?.isBroken === false ? (workspace?.bytes ?? null) : null;
  const beside = bytes === null ? [] : givingMembers(bytes, { id });
  if (beside === null) return refused({ reason: UNCHANGEABLE });
  const steps = [
    ...(workspace === null || bytes === null ? [] : [copiedTo(workspace, join(STATE, id, WORKSPACE), beside)]),
    copiedTo(file.part, join(STATE, id, EVENTS), edits),
  ];
  const before = copilotCounts(file);
  const after = addCounts(before, { ...before, bytes: before.bytes + growthOf(edits) });
  return piece({ path: file.part.path, steps, before, after, newId: id });
}

/** Edits that give a member of a header's `data`, or below it, another value. */
function inHeader(source: Source, header: Span, keys: readonly string[], json: string): Edit[] {
  let value = member(valueAt(source, header), 'data', 'last');
  for (const key of keys) value = member(value, key, 'last');
  if (value === null) return [];
  const edit = replaceValue(value, json);
  return [{ ...edit, at: edit.at + header.at }];
}

/** Gives a session a name as `/rename` does: in `workspace.yaml`. */
export function renameCopilot(document: CopilotDocument, { title }: AskFor<'rename'>): UnitChange | NotChanged {
  const file = mainFile(document);
  const said = file?.says() ?? null;
  const name = title.trim();
  if (file?.workspace?.bytes == null || said === null || said.isBroken)
    return refused({ reason: 'has no workspace.yaml that can be read, in which the program keeps the name' });
  if (name === '') return refused(BLANK_TITLE);
  if (file.workspace.type !== 'file') return refused(throughLink());
  const edits = givingMembers(file.workspace.bytes, { name, user_named: true });
  if (edits === null) return refused({ reason: UNCHANGEABLE });
  const counts = copilotCounts(file);
  const steps = editedAt(file.workspace, file.workspace.path, edits);
  const notes = [`its title becomes ${JSON.stringify(name)}`];
  return refusedInUse(document) ?? piece({ path: file.part.path, steps, before: counts, after: counts, notes });
}

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
  const beside = workspace?.bytes == null ? [] : givingMembers(workspace.bytes, { cwd: to });
  if (beside === null) return refused({ reason: UNCHANGEABLE });
  const steps = [
    ...editedAt(part, part.path, edits),
    ...(workspace === null ? [] : editedAt(workspace, workspace.path, beside)),
  ];
  const before = copilotCounts(file);
  const after = { ...before, bytes: before.bytes + growthOf(edits) };
  return refusedInUse(document) ?? piece({ path: part.path, steps, before, after, notes: [`is of ${to} now`] });
}

/** Null for one that did not move. */
function movedFolder(folder: string | null, moved: AskFor<'rehome'>['moved']): string | null {
  const to = folder === null ? null : rebased(folder, moved);
  return to === folder ? null : to;
}
