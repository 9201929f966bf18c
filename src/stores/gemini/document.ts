import { grouped } from '../../model/collections.ts';
import { once } from '../../model/once.ts';
import { NO_SOURCE, type Part } from '../../model/part.ts';
import { baseName, folderOf } from '../../model/path.ts';
import type { StatsSink } from '../../model/stats.ts';
import { openCheckpoint } from '../engine/checkpoint.ts';
import { PROMPT_LOG } from '../engine/layout.ts';
import type { LoggedPrompts } from '../engine/prompts/logged-prompts.ts';
import type { SavedFile, SavedOutputs } from '../engine/saved-outputs.ts';
import { agentNamed } from '../engine/sections.ts';
import { fileFinder, linesFinder } from '../engine/session-files.ts';
import type { OpenDocument, Scope, TypedPrompt, Unit } from '../kind.ts';
import type { DueDeletion } from './checks/due-deletion.ts';
import { AGENT, isSetAside, SESSIONS, stemOf, TMP, TOOL_OUTPUTS } from './layout/layout.ts';
import { type GeminiHidden, GeminiView } from './list/view.ts';
import { daysUntilFirstOld, deletionReason, type Keeping, lastChange } from './read/retention.ts';
import { openSession, type SessionFile } from './read/session.ts';
import { geminiAnswers, geminiTranscript } from './read/transcript.ts';

/** A project, with data that is read once for all its sessions. */
export interface GeminiScope extends Scope, Keeping {
  /** The folder that the project is about; null where nothing says it. */
  readonly folder: string | null;
  readonly logged: LoggedPrompts;
}

export function typedIn({ logged, name }: Pick<GeminiScope, 'logged' | 'name'>, id: string): readonly TypedPrompt[] {
  return logged(`${TMP}/${name}/${PROMPT_LOG}`, id);
}

export interface GeminiDocument extends OpenDocument<number> {
  readonly scope: GeminiScope;
  readonly files: readonly SessionFile[];
  readonly dueDeletions: readonly DueDeletion[];
  /** Folders (each as a whole), files in them and logs that the program deletes with a session. */
  readonly companions: readonly Part[];
  /** The program's copy of a session, for a unit that is such a copy; `files` is empty then. */
  readonly checkpoint?: Part;
}

interface Agent {
  readonly id: string;
  readonly session: string;
  readonly file: SessionFile;
}

function agentIn(part: Part): Agent {
  return { id: stemOf(baseName(part.path)), session: baseName(folderOf(part.path)), file: openSession(part) };
}

export function openGemini(scope: GeminiScope, unit: Unit): GeminiDocument {
  const isHome = scope.site.shape === 'home';
  const saved = openCheckpoint(unit, { format: 'gemini-checkpoint', cwd: scope.folder, isDue: isEmptied });
  if (saved !== null) return { ...saved, scope, files: [], dueDeletions: [], companions: [], facts: () => 0 };
  const files = bestFirst(unit.parts.filter(({ role }) => SESSIONS.includes(role)).map(openSession));
  const { companions, agents, agentsOf, savedFor } = besideSessions(unit, files);
  const dueDeletions = once((): readonly DueDeletion[] =>
    files.map((file) => ({ file, reason: isHome ? deletionReason(file, scope) : null })),
  );
  const rowOf = rowsOf(files, scope, dueDeletions);
  const conversations = files.map(
    (file) => new GeminiView(unit.id, file, () => ({ cwd: scope.folder, ...rowOf(file) })),
  );
  const fileAt = fileFinder(files, unit, scope);
  const typedFor = (file: SessionFile) => (file === files[0] ? typedIn(scope, idIn(file) ?? unit.id) : []);
  const document: GeminiDocument = {
    id: unit.id,
    scope,
    files,
    companions,
    conversations,
    get dueDeletions() {
      return dueDeletions();
    },
    facts: () => files.filter((file) => isListed(file)).length,
    transcript: (path, { agent = null, companions: wanted = false } = {}) => {
      const file = agent === null ? fileAt(path) : agentNamed(agentsOf(fileAt(path)), agent, unit.id).file;
      return geminiTranscript(file.source ?? NO_SOURCE, file.read(), {
        typed: typedFor(file),
        agents: agent === null ? agentsOf(file) : [],
        saved: savedFiles(agent === null ? savedFor(file) : []),
        wanted,
      });
    },
    tally: (into) => tallySessions(document, typedFor, into),
    subagents: (path) => agentsOf(fileAt(path)).map(({ id }) => id),
    names: (path) => fileAt(path).read().summaries,
    mayHide: () => files.some((file) => !file.read().isReadable || file.read().faults.length > 0),
    lines: linesFinder(files),
    *answers() {
      for (const { source, read } of [...files, ...agents.map(({ file }) => file)])
        if (source !== null) yield* geminiAnswers(source, read());
    },
  };
  return document;
}

/** Counts messages, without saved files. */
function tallySessions(
  { files, conversations, answers }: GeminiDocument,
  typedFor: (file: SessionFile) => readonly TypedPrompt[],
  into: StatsSink,
): void {
  for (const file of files.filter((_, n) => conversations[n]?.readable === true)) {
    const { messages } = geminiTranscript(file.source ?? NO_SOURCE, file.read(), { typed: typedFor(file) });
    for (const said of messages) into.said(said);
  }
  for (const answer of answers?.() ?? []) into.answered(answer);
}

/** Subagents and saved files, each with its session; a unit may have several sessions. */
function besideSessions({ parts }: Unit, files: readonly SessionFile[]) {
  const companions = parts.filter(({ role }) => /companions?$/.test(role));
  const agents = parts.filter(({ role }) => role === AGENT).map(agentIn);
  const isFirstOf = (file: SessionFile, id: string | null) => file === files.find((each) => idIn(each) === id);
  return {
    companions,
    agents,
    agentsOf: (file: SessionFile) => {
      const id = idIn(file);
      return isFirstOf(file, id) ? agents.filter(({ session }) => session === id) : [];
    },
    // Files of an id that no session has are shown with the first one.
    savedFor: (file: SessionFile) =>
      companions.filter((part) => {
        const id = sessionBeside(part);
        const isOwned = files.some((each) => idIn(each) === id);
        return part.type === 'file' && (isOwned ? isFirstOf(file, id) : file === files[0]);
      }),
  };
}

function bestFirst(files: readonly SessionFile[]): readonly SessionFile[] {
  if (files.length < 2) return files;
  const rank = (file: SessionFile) => (file.read().isReadable ? 0 : 2) + (file.read().hasContent ? 0 : 1);
  return [...files].sort((a, b) => rank(a) - rank(b));
}

/** What `list` says of each file beside its records. Files that the program deletes together have the days of the first. */
function rowsOf(
  files: readonly SessionFile[],
  { site, retention, now }: GeminiScope,
  due: () => readonly DueDeletion[],
) {
  const isDeletable = ({ isArchived, name }: SessionFile) => site.shape === 'home' && !isArchived && name !== null;
  const daysLeft = once(() => {
    if (due().some(({ reason }) => reason !== null)) return 0;
    return daysUntilFirstOld(files.filter(isDeletable), retention, now);
  });
  const newerFiles = once(() => newerFilesIn(files));
  return (file: SessionFile) => {
    const earlier = newerFiles().get(file);
    return {
      daysLeft: isDeletable(file) ? daysLeft() : undefined,
      hidden: hiddenBy(file, earlier ?? 0, daysLeft() === 0),
      earlier,
    };
  };
}

function isListed({ name, isArchived, read }: SessionFile): boolean {
  return name !== null && !isArchived && read().isReadable && read().hasContent;
}

/** A session about to be deleted is shown if it has questions that were taken back. */
function hiddenBy(file: SessionFile, newer: number, isDue: boolean): GeminiHidden | null {
  const { isReadable, hasContent, meta, gone } = file.read();
  if (file.isArchived) return null;
  if (file.name === null) return 'misnamed';
  if (!isReadable) return null;
  if (meta.kind === 'subagent') return 'subagent';
  if (isSetAside(baseName(file.part.path))) return 'older';
  if (!hasContent) return isDue && gone.some(({ use }) => use === 'sent') ? null : 'no-content';
  return newer > 0 ? 'older' : null;
}

/** For files of one session: how many of them were changed later. The program lists the one that was changed last. */
function newerFilesIn(files: readonly SessionFile[]): ReadonlyMap<SessionFile, number> {
  const listed = files.filter(({ read }) => read().isReadable && read().hasContent);
  const sessions = grouped(listed.map((file) => [`${file.isArchived} ${idIn(file)}`, file] as const));
  const shared = [...sessions.values()].filter(({ length }) => length > 1);
  return new Map(shared.flatMap((same) => [...same].sort(lastUpdatedFirst).map((file, n) => [file, n] as const)));
}

function lastUpdatedFirst(a: SessionFile, b: SessionFile): number {
  return lastChange(b.read().meta) - lastChange(a.read().meta) || 0;
}

function idIn({ read }: Pick<SessionFile, 'read'>): string | null {
  return read().meta.sessionId;
}

/** True for the folder of copies that the program makes before tools run; it empties that folder at each start and each list. */
function isEmptied(path: string): boolean {
  return path.startsWith(`${TMP}/`) && baseName(folderOf(path)) === 'checkpoints';
}

const OUTPUT_NAMES = /tool-outputs[/\\]+session-[^/\\]+[/\\]+([^\s/\\<>"'\])]+)/g;
const FILE =
  /(?:^|\/)(tool-outputs\/session-|logs\/session-|chats\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(.*)$/i;

/** Whole id of the session to which a file beside sessions belongs. */
function sessionBeside({ path }: Pick<Part, 'path'>): string {
  return FILE.exec(path)?.[2] ?? '';
}

/** Files that the program saved beside a session: outputs of tools that were too long to be sent, plans, tasks, a log. */
function savedFiles(parts: readonly Part[]): SavedOutputs {
  const files = new Map<string, SavedFile>();
  for (const part of parts) {
    const [, before = '', , rest = ''] = FILE.exec(part.path) ?? [];
    const isOutput = before.startsWith(TOOL_OUTPUTS);
    const below = before.startsWith('logs') ? 'log' : rest.slice(1);
    const name = isOutput ? below : `/${below}`;
    const mark = `saved ${isOutput ? 'output' : 'file'} ${below}`;
    // Files of several folders, or of several sessions that are gone, may have one name.
    files.set(files.has(name) ? part.path : name, { part, mark });
  }
  return { files, naming: OUTPUT_NAMES };
}
