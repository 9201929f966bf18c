import { once } from '../../model/once.ts';
import { NO_SOURCE, type Part } from '../../model/part.ts';
import { baseName, folderOf } from '../../model/path.ts';
import { openCheckpoint } from '../engine/checkpoint.ts';
import { LOG } from '../engine/layout.ts';
import type { LoggedPrompts } from '../engine/prompts/logged-prompts.ts';
import { agentNamed } from '../engine/sections.ts';
import { fileFinder } from '../engine/session-files.ts';
import type { OpenDocument, Scope, TypedPrompt, Unit } from '../kind.ts';
import type { DueDeletion } from './checks/due-deletion.ts';
import { AGENT, stemOf, TMP } from './layout/layout.ts';
import { type GeminiHidden, GeminiView } from './list/view.ts';
import { daysUntilOld, deletionReason, type Retention } from './read/retention.ts';
import { openSession, type SessionFile } from './read/session.ts';
import { geminiAnswers, geminiTranscript } from './read/transcript.ts';

/** A project, with data that is read once for all its sessions. */
export interface GeminiScope extends Scope {
  readonly retention: Retention;
  /** The folder that it is about; null where nothing says it. */
  readonly folder: string | null;
  readonly logged: LoggedPrompts;
}

export function typedIn({ logged, name }: Pick<GeminiScope, 'logged' | 'name'>, id: string): readonly TypedPrompt[] {
  return logged(`${TMP}/${name}/${LOG}`, id);
}

/** All files of the same eight characters. */
export interface GeminiDocument extends OpenDocument<number> {
  readonly scope: GeminiScope;
  readonly files: readonly SessionFile[];
  readonly dueDeletions: readonly DueDeletion[];
  /** A copy that the program made, in the place of all files. */
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
  const saved = openCheckpoint(unit, { format: 'gemini-checkpoint', cwd: scope.folder });
  if (saved !== null) return { ...saved, scope, files: [], dueDeletions: [], facts: () => 0 };
  const files = bestFirst(unit.parts.filter(({ role }) => role !== AGENT).map(openSession));
  const agents = unit.parts.filter(({ role }) => role === AGENT).map(agentIn);
  const agentsOf = (file: SessionFile) => {
    const { sessionId } = file.read().meta;
    const isFirst = file === files.find((each) => each.read().meta.sessionId === sessionId);
    return isFirst ? agents.filter(({ session }) => session === sessionId) : [];
  };
  const isHome = scope.site.shape === 'home';
  const dueDeletions = once((): readonly DueDeletion[] =>
    files.map((file) => ({ file, reason: isHome ? deletionReason(file, scope.retention, scope.now) : null })),
  );
  const conversations = files.map(
    (file) => new GeminiView(unit.id, file, () => ({ cwd: scope.folder, ...rowOf(file) })),
  );
  const rowOf = (file: SessionFile) => {
    const isKept = !isHome || file.isArchived || file.name === null;
    const isDue = !file.isArchived && dueDeletions().some(({ reason }) => reason !== null);
    const days = isDue ? 0 : daysUntilOld(file, scope.retention, scope.now);
    return { daysLeft: isKept ? undefined : days, hidden: hiddenBy(file, files), earlier: earlierOf(file, files) };
  };
  const fileAt = fileFinder(files, unit, scope);
  const document: GeminiDocument = {
    id: unit.id,
    scope,
    files,
    conversations,
    get dueDeletions() {
      return dueDeletions();
    },
    facts: () => files.filter((file) => isListed(file)).length,
    transcript: (path, { agent = null } = {}) => {
      const file = agent === null ? fileAt(path) : agentNamed(agentsOf(fileAt(path)), agent, unit.id).file;
      return geminiTranscript(file.source ?? NO_SOURCE, file.read(), {
        typed: file === files[0] ? typedIn(scope, file.read().meta.sessionId ?? unit.id) : [],
        agents: agent === null ? agentsOf(file) : [],
      });
    },
    subagents: (path) => agentsOf(fileAt(path)).map(({ id }) => id),
    names: (path) => fileAt(path).read().summaries,
    mayHide: () => files.some((file) => !file.read().isReadable || file.read().faults.length > 0),
    lines: (path) => fileAt(path).source,
    *answers() {
      for (const file of [...files, ...agents.map((agent) => agent.file)])
        if (file.source !== null) yield* geminiAnswers(file.source, file.read());
    },
  };
  return document;
}

function bestFirst(files: readonly SessionFile[]): readonly SessionFile[] {
  if (files.length < 2) return files;
  const rank = (file: SessionFile) => (file.read().isReadable ? 0 : 2) + (file.read().hasContent ? 0 : 1);
  return [...files].sort((a, b) => rank(a) - rank(b));
}

function isListed({ name, isArchived, read }: SessionFile): boolean {
  return name !== null && !isArchived && read().isReadable && read().hasContent;
}

function hiddenBy(file: SessionFile, files: readonly SessionFile[]): GeminiHidden | null {
  const { isReadable, hasContent, meta, gone } = file.read();
  if (file.isArchived) return null;
  if (file.name === null) return 'misnamed';
  if (!isReadable) return null;
  if (meta.kind === 'subagent') return 'subagent';
  if (!hasContent) return gone.some(({ use }) => use === 'sent') ? null : 'no-content';
  return (earlierOf(file, files) ?? 0) > 0 ? 'older' : null;
}

/** The program lists the file of a session that was changed last. */
function earlierOf(file: SessionFile, files: readonly SessionFile[]): number | undefined {
  const { sessionId } = file.read().meta;
  const same = files.filter((each) => {
    const { isReadable, hasContent, meta } = each.read();
    return isReadable && hasContent && meta.sessionId === sessionId && each.isArchived === file.isArchived;
  });
  if (same.length < 2 || !same.includes(file)) return undefined;
  const later = (a: SessionFile, b: SessionFile) =>
    Date.parse(b.read().meta.lastUpdated ?? '') - Date.parse(a.read().meta.lastUpdated ?? '') || 0;
  return [...same].sort(later).indexOf(file);
}
