import { wholeValue } from '../../codecs/json/scan.ts';
import { NO_SOURCE, type Part } from '../../model/part.ts';
import { baseName } from '../../model/path.ts';
import { openCheckpoint } from '../engine/checkpoint.ts';
import { lifeOf, type OwnerSign, type SessionLife } from '../engine/in-use.ts';
import { folderHash, PROMPT_LOG } from '../engine/layout.ts';
import type { LoggedPrompts } from '../engine/prompts/logged-prompts.ts';
import { agentNamed } from '../engine/sections.ts';
import { bySide, fileFinder, headOf, linesFinder } from '../engine/session-files.ts';
import { textAt } from '../engine/text-at.ts';
import type { OpenDocument, Scope, TypedPrompt, Unit } from '../kind.ts';
import { AGENT, CHATS, isOfAgent, PROJECTS, projectName, SESSIONS, stemOf, TMP } from './layout/layout.ts';
import { type QwenHidden, QwenView } from './list/view.ts';
import { openSession, readSession, type SessionFile } from './read/session.ts';
import { qwenAnswers, qwenTranscript } from './read/transcript.ts';

export interface QwenScope extends Scope {
  readonly signOf: (id: string) => OwnerSign;
  readonly logged: LoggedPrompts;
  folder(): string | null;
}

export function typedIn(
  { logged }: Pick<QwenScope, 'logged'>,
  folder: string | null | undefined,
  id: string,
): readonly TypedPrompt[] {
  return folder == null ? [] : logged(logOf(folder), id);
}

export function logOf(folder: string): string {
  return `${TMP}/${folderHash(folder)}/${PROMPT_LOG}`;
}

export interface QwenDocument extends OpenDocument<string | null> {
  readonly scope: QwenScope;
  readonly files: readonly SessionFile[];
  /** The program's copy of a session, for a unit that is such a copy; `files` is empty then. */
  readonly checkpoint?: Part;
  /** Side files of the program, such as `<id>.runtime.json`. */
  readonly sides: readonly Part[];
  readonly ofAgents: readonly Part[];
  life(): SessionLife | null;
}

/** The folder in the first record of a session, whose file is read for that. */
export function firstFolderOf(scope: QwenScope, id: string): string | null {
  const path = `${PROJECTS}/${scope.name}/${CHATS}/${id}.jsonl`;
  return headOf(scope, path, (head) => readSession(head).begin?.cwd ?? null);
}

export function openQwen(scope: QwenScope, unit: Unit): QwenDocument {
  const saved = openCheckpoint(unit, { format: 'qwen-checkpoint', cwd: scope.folder() });
  if (saved !== null)
    return { ...saved, scope, files: [], sides: [], ofAgents: [], life: () => null, facts: () => null };
  const files = unit.parts.filter(({ role }) => SESSIONS.includes(role)).map(openSession);
  const sides = unit.parts.filter((part) => !SESSIONS.includes(part.role) && !isOfAgent(part));
  const ofAgents = unit.parts.filter(isOfAgent);
  const agents = ofAgents
    .filter(({ role }) => role === AGENT)
    .map((part) => ({ id: stemOf(baseName(part.path)).replace(/^agent-/, ''), file: openSession(part) }));
  const fileAt = fileFinder(files, unit, scope);
  const document: QwenDocument = {
    id: unit.id,
    scope,
    files,
    sides,
    ofAgents,
    conversations: files.map((file) => new QwenView(unit.id, file, () => hiddenBy(document, file))),
    life: () => lifeOf(scope.signOf(unit.id), scope, bySide(files).active?.part ?? null),
    facts: () => listedFolder(document),
    transcript: (path, { agent = null } = {}) => {
      if (agent !== null) {
        const { source, read } = agentNamed(agents, agent, unit.id).file;
        return qwenTranscript(source ?? NO_SOURCE, read());
      }
      const file = fileAt(path);
      return qwenTranscript(file.source ?? NO_SOURCE, file.read(), {
        typed: typedIn(scope, file.read().begin?.cwd, unit.id),
        agents,
      });
    },
    subagents: () => agents.map(({ id }) => id),
    names: (path) => fileAt(path).read().titles,
    mayHide: () => files.some((file) => file.read().faults.length > 0),
    lines: linesFinder(files),
    *answers() {
      for (const file of [...files, ...agents.map((agent) => agent.file)])
        if (file.source !== null) yield* qwenAnswers(file.source, file.read());
    },
  };
  return document;
}

function hiddenBy({ sides }: QwenDocument, file: SessionFile): QwenHidden | null {
  const { first, begin, question, titles, endsList } = file.read();
  if (file.isArchived) return null;
  if (file.named === null) return 'misnamed';
  if (begin === null) return 'empty';
  if (!isOfFolder(file, sides)) return 'other-folder';
  if (first === null) return 'late';
  if (first.sessionId === null) return 'unnamed';
  if (first.sessionId !== file.named) return 'other-id';
  if (endsList !== null) return 'unlistable';
  return question === null && titles.length === 0 ? 'untitled' : null;
}

function listedFolder(document: QwenDocument): string | null {
  const listed = document.files.find((file) => !file.isArchived && isOfFolder(file, document.sides));
  return listed?.read().begin?.cwd ?? null;
}

/** Name of the project folder with the file; null outside of a home. */
export function projectOf({ part }: Pick<SessionFile, 'part'>): string | null {
  const [first, project = null] = part.path.split('/');
  return first === PROJECTS ? project : null;
}

/** True if the file belongs to the project that it is in: by the folder of its first record or its last run, or as a worktree. */
export function isOfFolder(file: SessionFile, sides: readonly Part[]): boolean {
  const [project, cwd] = [projectOf(file), file.read().begin?.cwd ?? null];
  if (project === null || cwd === null) return true;
  const [main = cwd] = cwd.split('/.qwen/worktrees/');
  return [cwd, main, ...sides.map(runFolder)].some((folder) => folder !== null && projectName(folder) === project);
}

/** The folder of the last run, in a side file that remains after it. */
function runFolder({ role, bytes }: Part): string | null {
  return role === 'runtime' ? textAt(wholeValue(bytes), 'work_dir') : null;
}
