import { type Edit, sizeChange } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { member, quote } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import { join } from '../../../model/path.ts';
import { BLANK_TITLE, NOT_READABLE, refused, throughLink, unitChange } from '../../decided.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { type Span, valueAt } from '../../engine/record-at.ts';
import { mainFile } from '../../engine/session-files.ts';
import { copiedTo, editedAt } from '../../engine/steps.ts';
import type { AskFor, NotChanged, UnitChange } from '../../kind.ts';
import type { CopilotDocument } from '../document.ts';
import { EVENTS, STATE, WORKSPACE } from '../layout/layout.ts';
import { copilotCounts } from '../read/transcript.ts';
import { setWorkspaceMembers, UNCHANGEABLE } from '../read/workspace.ts';

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
  const beside = bytes === null ? [] : setWorkspaceMembers(bytes, { id });
  if (beside === null) return refused({ reason: UNCHANGEABLE });
  const steps = [
    ...(workspace === null || bytes === null ? [] : [copiedTo(workspace, join(STATE, id, WORKSPACE), beside)]),
    copiedTo(file.part, join(STATE, id, EVENTS), edits),
  ];
  const before = copilotCounts(file);
  const after = addCounts(before, { ...before, bytes: before.bytes + sizeChange(edits) });
  return unitChange({ path: file.part.path, steps, before, after, newId: id });
}

/** Edits that give a member of a header's `data`, or below it, another value. */
export function inHeader(source: Source, header: Span, keys: readonly string[], json: string): Edit[] {
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
  const edits = setWorkspaceMembers(file.workspace.bytes, { name, user_named: true });
  if (edits === null) return refused({ reason: UNCHANGEABLE });
  const counts = copilotCounts(file);
  const steps = editedAt(file.workspace, file.workspace.path, edits);
  const notes = [`its title becomes ${JSON.stringify(name)}`];
  return refusedInUse(document) ?? unitChange({ path: file.part.path, steps, before: counts, after: counts, notes });
}

export const NOT_AT_HOME = refused({ reason: 'is not in a home of the program', unsafe: true });
