import { NO_SOURCE, type Part } from '../../model/part.ts';
import { baseName, folderOf, join } from '../../model/path.ts';
import { lifeOf, type SessionLife } from '../engine/in-use.ts';
import { bySide, fileFinder, headOf, linesFinder } from '../engine/session-files.ts';
import type { OpenDocument, Scope, Unit } from '../kind.ts';
import { EVENTS, pidIn, WORKSPACE } from './layout/layout.ts';
import { CopilotView } from './list/view.ts';
import { readSession, type SessionFile, sessionsIn } from './read/session.ts';
import { copilotAnswers, copilotTranscript } from './read/transcript.ts';
import { readWorkspace } from './read/workspace.ts';

export interface CopilotDocument extends OpenDocument<null> {
  readonly scope: Scope;
  readonly files: readonly SessionFile[];
  readonly parts: readonly Part[];
  life(): SessionLife | null;
}

export function openCopilot(scope: Scope, unit: Unit): CopilotDocument {
  const files = sessionsIn(unit.parts);
  const fileAt = fileFinder(files, unit, scope);
  const views = files.map((file) => new CopilotView(unit.id, file));
  const document: CopilotDocument = {
    id: unit.id,
    scope,
    files,
    parts: unit.parts,
    conversations: views,
    life: () => lifeOfSession(scope, bySide(files).active),
    facts: () => null,
    transcript: (path) => {
      const file = fileAt(path);
      const title = views.find((view) => view.path === path)?.title ?? null;
      const copies = file.backups.map((copy) => copy.path);
      return copilotTranscript(file.source ?? NO_SOURCE, file.read(), title, copies);
    },
    names: (path) => [fileAt(path).says()?.name ?? []].flat(),
    mayHide: () => files.some((file) => file.read().faults.length > 0 || file.backups.length > 0),
    lines: linesFinder(files),
    *answers() {
      for (const file of files) if (file.source !== null) yield* copilotAnswers(file.source, file.read());
    },
  };
  return document;
}

/** Judged by the lock files of running programs (a killed program leaves its lock); without locks, by the age of the file. */
function lifeOfSession(scope: Scope, file: SessionFile | null): SessionLife | null {
  const pids = (file?.locks ?? []).flatMap(({ path }) => pidIn(baseName(path)) ?? []);
  if (pids.length === 0 || scope.alive === undefined) return lifeOf('unknown', scope, file?.part ?? null);
  return pids.some((pid) => scope.alive?.(pid) === true) ? 'open' : null;
}

/** The folder of a session, by the path of its events: from `workspace.yaml`, else from the first record. */
export function folderNamedAt(scope: Scope, path: string): string | null {
  if (baseName(path) !== EVENTS) return null;
  const beside = scope.sourceAt?.(join(folderOf(path), WORKSPACE)) ?? null;
  const said = beside === null ? null : readWorkspace(beside.slice(0, beside.size)).cwd;
  return said ?? headOf(scope, path, (head) => readSession(head).header?.cwd ?? null);
}
