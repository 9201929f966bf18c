import { sentence, withPlaceholders } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { once } from '../../model/once.ts';
import { bytesSource, FileReplaced, NO_SOURCE, type Part, type Source } from '../../model/part.ts';
import { SHOW_AGENT } from '../../model/rules/row.ts';
import type { StatsSink } from '../../model/stats.ts';
import { lifeOf, type SessionLife, type signsIn } from '../engine/in-use.ts';
import type { typedPrompts } from '../engine/prompts/typed-prompts.ts';
import { agentNamed } from '../engine/sections.ts';
import type { OpenDocument, Scope, Unit } from '../kind.ts';
import { countOf } from '../words.ts';
import { unpackedSession } from './checks/file-shape.ts';
import { ClaudeView, type DaysLeft, viewOf } from './list/file-view.ts';
import { type predecessorsIn, type Succession, successionOf } from './list/succession.ts';
import { type Agent, agentsOf } from './read/agents.ts';
import { tallyAnswers } from './read/answered.ts';
import { isGzipped } from './read/packed.ts';
import { tallyFile, weighCompanions } from './read/tally.ts';
import { claudeTranscript, type SessionCompanions, sessionNames } from './read/transcript.ts';
import { textsBeside } from './read/unheard.ts';
import { openFile, type SessionFile } from './session-file.ts';

export interface ClaudeFacts {
  readonly folders: readonly (string | null)[];
  /** Days until the program deletes the session; null without an active file with bytes. */
  readonly daysLeft: number | null;
  /** Number of transcripts without a byte. */
  readonly empty: number;
  /** Only companions are left. */
  readonly isGone: boolean;
}

export interface ClaudeDocument extends OpenDocument {
  readonly unit: Unit;
  readonly scope: ClaudeScope;
  readonly conversations: readonly ClaudeView[];
  facts(): ClaudeFacts;
  readonly active: SessionFile | null;
  readonly archived: SessionFile | null;
  /** A copy under a name that the program ignores. */
  readonly misnamed: SessionFile | null;
  readonly archivedMisnamed: SessionFile | null;
  /** A misnamed file that a person gives by its path: its name says nothing of it. */
  readonly byPath: SessionFile | null;
  /** Subagents of the active session, or of a deleted one. */
  agents(): readonly Agent[];
  /** State of the session that continues the active one; null for none. */
  succession(): Succession | null;
  life(): SessionLife | null;
}

/**
 * A project folder, with data read once for all its sessions. `daysLeft`: days until the program deletes a file of this time; null where it
 * deletes none.
 */
export interface ClaudeScope extends Scope {
  readonly signOf: ReturnType<typeof signsIn>;
  readonly predecessorsOf: ReturnType<typeof predecessorsIn>;
  readonly typedIn: ReturnType<typeof typedPrompts>;
  readonly daysLeft: DaysLeft;
}

export function openClaude(scope: ClaudeScope, unit: Unit): ClaudeDocument {
  const [active = null] = sessionsIn(unit, 'session');
  const [archived = null] = sessionsIn(unit, 'archived-session');
  const misnamed = sessionsIn(unit, 'misnamed');
  const nested = sessionsIn(unit, 'nested');
  const shelved = sessionsIn(unit, 'archived-misnamed');
  const succession = once(() => (active === null ? null : successionOf(scope, active)));
  const files = [active, archived, ...misnamed, ...shelved, ...nested];
  const views = [active, ...misnamed, ...shelved, ...nested, archived].flatMap((file) =>
    file === null ? [] : viewOf(scope, unit.id, file, succession),
  );
  const fileAt = (path: string) => files.find((each) => each?.part.path === path) ?? null;
  const { agents, agentsOfFile } = subagentsOf(unit, archived);
  const document: ClaudeDocument = {
    id: unit.id,
    unit,
    scope,
    active,
    archived,
    misnamed: misnamed[0] ?? null,
    archivedMisnamed: shelved[0] ?? null,
    byPath: givenIn(scope, misnamed),
    agents,
    succession,
    life: once(() => lifeOf(scope.signOf(unit.id), scope, active?.part ?? null)),
    conversations: views.length > 0 ? views : goneOf(unit),
    storedCount: views.length,
    facts: () => factsOf(scope, unit, active, views),
    transcript: (path, { agent = null, ...options } = {}) => {
      const file = fileAt(path);
      const own = agentsOfFile(path);
      if (agent !== null) return claudeTranscript(agentNamed(own, agent, unit.id).file, NOTHING_BESIDE, options);
      if (file?.source == null) throw unreadFailure(scope.site, unit, path, own);
      return claudeTranscript(file, filesOfSession(document, file, own), options);
    },
    names: (path) => [...agentsOfFile(path).flatMap(({ name }) => name ?? []), ...sessionNames(fileAt(path))],
    asides: (path) => textsBeside(fileAt(path), agentsOfFile(path)),
    cameFrom: () => (active === null ? [] : scope.predecessorsOf(unit.id, active.part.path)),
    subagents: (path) => [...new Set(agentsOfFile(path).map(({ id }) => id))],
    mayHide: () =>
      [active, archived, document.byPath, ...misnamed.filter(isGzipped), ...agents().map(({ file }) => file)].some(
        (file) => file !== null && isHiding(file),
      ),
    lines: (path) => fileAt(path)?.source ?? null,
    unpacked: (path) => unpackedLines(fileAt(path)),
    tally: (into) => tallyUnit(unit, { files, agents: agents() }, into),
  };
  return document;
}

function unpackedLines(file: SessionFile | null): Source | null {
  const unpacked = file?.shape() === 'gzip' ? file.unpacked() : null;
  return unpacked === null ? null : bytesSource(unpacked);
}

/** Subagents of the active session, and of the one of its files at a path. */
function subagentsOf(unit: Unit, archived: SessionFile | null) {
  const agents = once(() => agentsOf(unit));
  const ofArchived = once(() => agentsOf(unit, 'archived-'));
  return { agents, agentsOfFile: (path: string) => (path === archived?.part.path ? ofArchived() : agents()) };
}

/** The list's row of a session with one file, apart from companions. */
export function rowOf(scope: ClaudeScope, id: string, part: Part): ClaudeView {
  const file = openSession(id, part);
  return viewOf(scope, id, file, () => successionOf(scope, file));
}

function sessionsIn({ id, parts }: Unit, role: string): SessionFile[] {
  return parts.filter((each) => each.role === role).map((part) => openSession(id, part));
}

/** Opens a session's file; one such as `ID.jsonl.gz` is unpacked, because its name says that it is compressed. */
function openSession(id: string, part: Part): SessionFile {
  const unpacked = isGzipped({ part }) ? unpackedSession(part.source ?? NO_SOURCE) : null;
  return openFile(part, { id, role: 'session' }, unpacked === null ? part.source : bytesSource(unpacked));
}

function givenIn({ site: { shape, file } }: ClaudeScope, misnamed: readonly SessionFile[]): SessionFile | null {
  return shape === 'folder' ? (misnamed.find(({ part }) => part.path === file) ?? null) : null;
}

function tallyUnit(
  unit: Unit,
  { files, agents }: { readonly files: readonly (SessionFile | null)[]; readonly agents: readonly Agent[] },
  into: StatsSink,
): void {
  weighCompanions(unit.parts, into.contents);
  for (const file of files) if (file !== null) tallyFile(file, into);
  for (const { file } of [...agents, ...agentsOf(unit, 'archived-')]) tallyAnswers(file, into);
}

/** Companions of a session's file; a copy under another name has none. */
export function filesOfSession(
  { unit: { id, parts }, scope }: Pick<ClaudeDocument, 'unit' | 'scope'>,
  { part: { role } }: SessionFile,
  agents: readonly Agent[],
): SessionCompanions {
  const isNamed = role === 'session' || role === 'archived-session';
  const archived = role === 'archived-session' ? 'archived-' : '';
  return { agents, parts: isNamed ? parts : [], archived, typed: isNamed ? scope.typedIn(id) : [] };
}

const NOTHING_BESIDE: SessionCompanions = { agents: [], parts: [], archived: '', typed: [] };

function factsOf(
  { daysLeft }: ClaudeScope,
  { parts }: Unit,
  active: SessionFile | null,
  views: readonly ClaudeView[],
): ClaudeFacts {
  return {
    folders: views.map(folderOf),
    daysLeft: active === null || active.part.size === 0 ? null : daysLeft(active.part.mtime),
    empty: parts.filter(({ role, type, size }) => TRANSCRIPTS.has(role) && type === 'file' && size === 0).length,
    isGone: active === null && parts.some(({ role }) => role === 'companions'),
  };
}

function isHiding(file: SessionFile): boolean {
  if (file.source === null || file.part.size === 0) return false;
  return file.shape() !== null || file.records().hasUnread();
}

const TRANSCRIPTS: ReadonlySet<string> = new Set(['session', 'agent']);

/** The failure of a session that cannot be read; if its file is gone, it names subagents that can be shown. */
function unreadFailure({ root }: Scope['site'], { id, parts }: Unit, path: string, agents: readonly Agent[]): Failure {
  const isGone = parts.every((part) => part.path !== path);
  if (!isGone) return new Failure('failed', `${root}/${path} is not a file that can be read`);
  const [first] = agents;
  if (first === undefined) return new Failure('no-match', `${id} has no session file, only companions`);
  const way = sentence`${withPlaceholders(SHOW_AGENT, { ID: id, NAME: first.id })} shows one.`;
  return new Failure(
    'no-match',
    `${id} has no session file, only companions: ${countOf(agents.length, 'subagent')}`,
    way,
  );
}

/** The row of a session with only companions: the path that its file had, and no content. */
function goneOf({ id, parts }: Unit): ClaudeView[] {
  const companions = parts.find(({ role }) => role === 'companions');
  if (companions === undefined) return [];
  const file = openFile({ ...companions, path: `${companions.path}.jsonl`, source: null }, { id, role: 'session' });
  return [new ClaudeView({ id, file, state: 'active', hidden: () => 'companion-without-session' })];
}

/** The session's folder; null if the file changes while it is read, which the next reader reports. */
function folderOf(view: ClaudeView): string | null {
  try {
    return view.cwd;
  } catch (error) {
    if (error instanceof FileReplaced) return null;
    throw error;
  }
}
