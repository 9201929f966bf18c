import { type Edit, sizeChange } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { member, quote } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addCounts } from '../../../model/change-report.ts';
import { type Part, sourceOfPart } from '../../../model/part.ts';
import { baseName, join, rebasedPath } from '../../../model/path.ts';
import {
  type AskFor,
  BLANK_TITLE,
  NOT_READABLE,
  type NotChanged,
  refused,
  throughLink,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { putBackLines } from '../../engine/change/put-back.ts';
import { type Shelves, shelfVerbs } from '../../engine/change/shelving.ts';
import { copied, copiedTo, editedAt } from '../../engine/change/steps.ts';
import { decideBy, NO_COPY } from '../../engine/change/verbs.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { type Span, valueAt } from '../../engine/records.ts';
import { bySide, mainFile } from '../../engine/session-files.ts';
import type { Verbs } from '../../kind.ts';
import type { CopilotDocument } from '../document.ts';
import { ARCHIVE, EVENTS, STATE, WORKSPACE } from '../layout/layout.ts';
import { folderOfSession, rewrittenFile, type SessionFile } from '../read/session.ts';
import { copilotCounts } from '../read/transcript.ts';
import { setWorkspaceMembers, UNCHANGEABLE } from '../read/workspace.ts';
import { healCopilot } from './heal.ts';

function forkCopilot(document: CopilotDocument, { newId, at }: AskFor<'fork'>): UnitChange | NotChanged {
  const file = mainFile(document);
  const header = file?.read().header ?? null;
  if (file?.source == null || header === null) return NOT_READABLE;
  if (document.scope.site.shape !== 'home') return NOT_AT_HOME;
  if (at !== null) return refused({ reason: 'is forked whole: the program has `/rewind` to go back inside it' });
  if (file.read().faults.some(({ type }) => type === 'broken' || type === 'faulty'))
    return refused({ reason: 'has records that the program does not load: heal it first', healFirst: true });
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

function inHeader(source: Source, header: Span, keys: readonly string[], json: string): Edit[] {
  let value = member(valueAt(source, header), 'data', 'last');
  for (const key of keys) value = member(value, key, 'last');
  if (value === null) return [];
  const edit = replaceValue(value, json);
  return [{ ...edit, at: edit.at + header.at }];
}

/** Gives a session a name as `/rename` does: in `workspace.yaml`. */
function renameCopilot(document: CopilotDocument, { title }: AskFor<'rename'>): UnitChange | NotChanged {
  const file = mainFile(document);
  const said = file?.says() ?? null;
  const name = title.trim();
  if (file?.workspace?.bytes == null || said === null || said.isBroken)
    return refused({ reason: 'has no workspace.yaml that can be read, in which the program keeps the name' });
  if (name === '') return BLANK_TITLE;
  if (file.workspace.type !== 'file') return throughLink();
  const edits = setWorkspaceMembers(file.workspace.bytes, { name, user_named: true });
  if (edits === null) return refused({ reason: UNCHANGEABLE });
  const counts = copilotCounts(file);
  const steps = editedAt(file.workspace, file.workspace.path, edits);
  const notes = [`its title becomes ${JSON.stringify(name)}`];
  return refusedInUse(document) ?? unitChange({ path: file.part.path, steps, before: counts, after: counts, notes });
}

const NOT_AT_HOME = refused({ reason: 'is not in a home of the program', unsafe: true });

/** Replaces the events of a session by the bytes of a copy that the program put aside; the copy stays. */
function restoreFromCopy(document: CopilotDocument, from: string): UnitChange | NotChanged {
  const name = baseName(from);
  for (const file of document.files) {
    const copy = file.backups.find(({ path }) => baseName(path) === name);
    if (copy !== undefined) return refusedInUse(document) ?? restoreChange(file, copy);
  }
  return NO_COPY;
}

function restoreChange(file: SessionFile, copy: Part): UnitChange | NotChanged {
  const { part } = file;
  const source = sourceOfPart(copy);
  if (part.type !== 'file' || copy.type !== 'file') return throughLink();
  if (source === null) return refused({ path: copy.path, reason: 'cannot be read' });
  if (copy.digest() === part.digest()) return unchanged('has the bytes of that copy');
  if (isOtherThan(baseName(copy.path), copy.digest()))
    return refused({ path: copy.path, reason: 'does not hold the bytes that its name says', unsafe: true });
  const steps = [{ do: 'put', path: part.path, was: part.digest(), content: copied(copy, []) }] as const;
  const [before, after] = [copilotCounts(file), copilotCounts(rewrittenFile(file, source))];
  const notes = [`has the bytes of ${copy.path}; what was there is kept with the run`];
  return unitChange({ path: part.path, steps, before, after, notes });
}

/** True if a file's name, which the program ends with a digest, has another digest. */
function isOtherThan(name: string, digest: string): boolean {
  const [said = digest] = /[0-9a-f]{64}$/.exec(name) ?? [];
  return said !== digest;
}

function rehomeCopilot(document: CopilotDocument, { moved }: AskFor<'rehome'>): UnitChange | NotChanged {
  const file = mainFile(document);
  const to = file === null ? null : movedFolder(folderOfSession(file), moved);
  if (file?.source == null || to === null) return unchanged();
  const { part, workspace, read, says } = file;
  if ([part, workspace].some((each) => each !== null && each.type !== 'file')) return throughLink();
  if (says()?.isBroken === true)
    return refused({ reason: 'has a workspace.yaml that cannot be read: heal it first', healFirst: true });
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

function movedFolder(folder: string | null, moved: AskFor<'rehome'>['moved']): string | null {
  const to = folder === null ? null : rebasedPath(folder, moved);
  return to === folder ? null : to;
}

/** Archive moves a session's folder to convo's archive, which the program does not read; delete removes it, as the program does. */
const shelveCopilot = shelfVerbs(shelvesOf, copilotCounts, whyNot);

function whyNot(document: CopilotDocument, { folder, isArchived }: SessionFile): NotChanged | null {
  if (document.scope.site.shape !== 'home' || folder === null) return NOT_AT_HOME;
  if (folder.type !== 'folder') return throughLink();
  return isArchived ? null : refusedInUse(document);
}

function shelvesOf({ id, files }: CopilotDocument): Shelves<SessionFile> {
  return {
    ...bySide(files),
    whole: ({ folder, part }) => folder ?? part,
    pathOf: ({ part }) => part.path,
    place: (side) => join(side === 'archived' ? ARCHIVE : STATE, id),
  };
}

const decideCopilot = decideBy<CopilotDocument>({
  heal: healCopilot,
  migrate: unchanged(),
  fork: forkCopilot,
  ...shelveCopilot,
  restoreFrom: restoreFromCopy,
  rename: renameCopilot,
  rehome: rehomeCopilot,
  tag: refused({ reason: 'cannot be tagged: GitHub Copilot CLI has no tags' }),
});

export const copilotVerbs: Verbs<CopilotDocument, object> = {
  decide: decideCopilot,
  putBack: putBackLines,
};
