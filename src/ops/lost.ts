import { join } from 'node:path';
import { nullOn, orNull, readReasonOf } from '../io/disk/error-code.ts';
import { fileSource } from '../io/disk/file-source.ts';
import { statOf } from '../io/disk/stat-of.ts';
import { storeView } from '../io/disk/store-view.ts';
import type { World } from '../io/world.ts';
import { addTo, compareText } from '../model/collections.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Covered } from '../model/finding.ts';
import type { LostConversation, Trace } from '../model/lost.ts';
import { FileReplaced } from '../model/part.ts';
import {
  type CompanionDamage,
  type Kind,
  MAX_STUB_BYTES,
  type PromptFile,
  type Site,
  type Traces,
  type TypedPrompt,
} from '../stores/kind.ts';
import { innerIds } from './list.ts';
import { originalsIn } from './originals.ts';
import { kindOfSite, type ReadContext } from './reading.ts';
import { isNamedBy, listStoredIds, type StoredId } from './resolve-ids.ts';
import { Coverage } from './survey/coverage.ts';
import { openScope } from './survey/open-scope.ts';
import {
  isIdWanted,
  isScopeWanted,
  type SurveyOptions,
  type SurveyRun,
  type SurveySelection,
  withSelection,
} from './survey/survey-options.ts';

export interface LostResult {
  readonly lost: readonly LostConversation[];
  readonly coverage: Covered;
  readonly unreadablePaths: readonly UnreadablePath[];
}

interface UnreadablePath {
  readonly path: string;
  readonly reason: string;
}

/**
 * Conversations of missing files that left traces, newest trace first, and ways to restore them. Reads only the prompt
 * history and the journals.
 */
export async function findLost({ disk }: World, reading: ReadContext, ask: SurveyOptions): Promise<LostResult> {
  const found: LostConversation[] = [];
  const unreadablePaths: UnreadablePath[] = [];
  const coverage = new Coverage(ask.run.now);
  for (const site of reading.sites) {
    const traces = await tracesOf(reading, site);
    if (traces === null) continue;
    const gone = await lostConversations(reading, { site, traces, unreadablePaths }, ask);
    for (const damage of await companionDamage(reading, { site, traces }, ask.run))
      coverage.addCompanionDamage(site, '', damage);
    const ids = new Set(gone.map(({ id }) => id));
    const { layout } = kindOfSite(reading.kinds, site);
    const idOf = (path: string) => {
      const place = layout.place(site, path, 'file');
      const isIt = place.type === 'part' && traces.roles.itself.includes(place.role) && ids.has(place.id);
      return isIt ? place.id : null;
    };
    const originals = ids.size === 0 ? new Map() : originalsIn(disk, site.root, idOf, unreadablePaths);
    for (const each of gone) found.push({ ...each, originals: originals.get(each.id) ?? [] });
  }
  return {
    lost: found.sort((a, b) => (b.until ?? 0) - (a.until ?? 0) || compareText(a.id, b.id)),
    unreadablePaths,
    coverage,
  };
}

async function companionDamage(
  { disk, kinds }: ReadContext,
  { site, traces }: Pick<SiteTraces, 'site' | 'traces'>,
  { now }: SurveyRun,
): Promise<(CompanionDamage | null)[]> {
  const scope = { name: '', site, shared: [], now, signatures: false };
  const opened = await openScope(disk, kindOfSite(kinds, site), scope, 'judge');
  const paths = promptFilesOf({ disk }, site, traces).map(({ path }) => path);
  const ofPrompts = traces.companionFiles?.({ ...storeView(disk, site.root), site, now }, paths) ?? [];
  return [...(opened.companions?.() ?? []), ...ofPrompts].map((file) => file.damage());
}

/** Traces of a site; null for a single file, and for kinds without traces. */
export async function tracesOf({ kinds }: ReadContext, site: Site): Promise<Traces | null> {
  return site.file === null ? ((await kindOfSite(kinds, site).traces?.()) ?? null) : null;
}

interface SiteTraces {
  readonly site: Site;
  readonly traces: Traces;
  readonly unreadablePaths: UnreadablePath[];
}

/** Conversations of a site whose files are gone, without `originals`. */
export async function lostConversations(
  { disk, kinds }: ReadContext,
  { site, traces, unreadablePaths }: SiteTraces,
  ask: SurveyOptions,
): Promise<LostConversation[]> {
  const wide = { disk, kinds, sites: [{ ...site, scope: null }] };
  const known = await listStoredIds(wide, withSelection(ask, { hasId: null, projects: [] }));
  const scopes = [...new Set(known.map(({ scope }) => scope))];
  const search: LostSearch = {
    disk,
    kind: kindOfSite(kinds, site),
    site,
    traces,
    known,
    scopes,
    unreadablePaths,
    byId: new Map(),
  };
  searchAll(search, (id) => isIdWanted(ask.select, id));
  const begun = [...search.byId].filter(([, own]) => wasBegun(own, ask.run.now));
  const there = begun.length === 0 ? new Map() : await innerIds(wide, ask);
  return begun
    .filter(([id]) => !there.has(id))
    .map(([id, own]) => lostOf(search, id, own))
    .filter(({ scope }) => isAsked(site, scope, ask.select));
}

export async function lostIds(word: string, reading: ReadContext, ask: SurveyOptions): Promise<string[]> {
  const ids: string[] = [];
  for (const site of reading.sites) {
    const traces = await tracesOf(reading, site);
    if (traces === null) continue;
    const ofWord = withSelection(ask, { hasId: (id) => isNamedBy(id, word) });
    for (const { id } of await lostConversations(reading, { site, traces, unreadablePaths: [] }, ofWord)) ids.push(id);
  }
  return ids;
}

export function lostConversation(lost: LostConversation): Conversation {
  const { kind, root, scope, id, path, folder, prompts, since, until, traces } = lost;
  const { text = null } = prompts.find((prompt) => !prompt.text.startsWith('/')) ?? {};
  const times = { timestamp: until, createdAt: since, updatedAt: until };
  const place = { kind, root, project: scope, id, path: path ?? traces[0]?.path ?? root, title: text, cwd: folder };
  return { ...place, ...times, ...NO_FILE, hidden: 'lost' };
}

export const NO_FILE = {
  format: null,
  state: 'active',
  readable: false,
  hidden: null,
  messages: null,
  bytes: 0,
} as const;

function isAsked(site: Site, scope: string | null, select: SurveySelection): boolean {
  return (site.scope === null || site.scope === scope) && isScopeWanted(select, scope ?? '');
}

interface LostSearch {
  readonly disk: ReadContext['disk'];
  readonly kind: Kind;
  readonly site: Site;
  readonly traces: Traces;
  readonly known: readonly StoredId[];
  readonly scopes: readonly string[];
  readonly unreadablePaths: UnreadablePath[];
  readonly byId: Map<string, KnownTraces>;
}

interface KnownTraces {
  readonly traces: Trace[];
  readonly prompts: TypedPrompt[];
  readonly promptFiles: Map<string, number>;
  readonly agents: string[];
  /** Times of its prompts. */
  readonly typed: number[];
  /** Times of its other traces, which are last changes and may be altered by copying. */
  readonly times: number[];
  scope: string | null;
  folder: string | null;
  /** Its file without messages; null for none. */
  stub: string | null;
}

function knownTraces({ byId }: LostSearch, id: string): KnownTraces {
  const lists = { traces: [], prompts: [], agents: [], typed: [], times: [] };
  const one = byId.get(id) ?? { ...lists, promptFiles: new Map(), scope: null, folder: null, stub: null };
  byId.set(id, one);
  return one;
}

function searchAll(search: LostSearch, wanted: (id: string) => boolean): void {
  const { site, traces, known } = search;
  const there = withFiles(search);
  const isGone = goneAmong(search, there, wanted);
  const mayHave = ({ id, paths }: StoredId) => !there.has(id) || paths.length > 1;
  for (const each of known) if (mayHave(each) && isGone(each.id)) addCompanions(search, each);
  for (const [name, what] of Object.entries(traces.folders)) addFolders(search, join(site.root, name), what, isGone);
  addPrompts(search, isGone);
  for (const [id, own] of search.byId) addStub(search, there.get(id) ?? [], own);
}

function withFiles(search: LostSearch): ReadonlyMap<string, readonly StoredId[]> {
  const there = new Map<string, StoredId[]>();
  for (const each of search.known) if (hasFile(search, each)) addTo(there, each.id, each);
  return there;
}

function addStub(search: LostSearch, files: readonly StoredId[], own: KnownTraces): void {
  const [first] = files;
  if (first === undefined) return;
  own.scope ??= first.scope;
  const [path] = filesItself(search, first.paths);
  own.stub = path === undefined ? null : join(search.site.root, path);
}

/** Ids without a file, or whose file has no messages. Opens a file once, and only for ids with traces. */
function goneAmong(
  search: LostSearch,
  there: ReadonlyMap<string, readonly StoredId[]>,
  wanted: (id: string) => boolean,
) {
  const stubs = new Map<string, boolean>();
  return (id: string): boolean => {
    const files = there.get(id);
    if (files === undefined || !wanted(id)) return wanted(id);
    const isStub = stubs.get(id) ?? files.every((each) => isStubAt(search, each));
    stubs.set(id, isStub);
    return isStub;
  };
}

function isStubAt(search: LostSearch, { paths }: StoredId): boolean {
  const { disk, site, traces } = search;
  return filesItself(search, paths).every((path) => {
    const at = join(site.root, path);
    const stat = statOf(disk, at);
    if (stat?.type !== 'file' || stat.size > MAX_STUB_BYTES) return false;
    return orUnread(search, at, () => traces.isStub?.(fileSource(disk, at, stat, () => new FileReplaced(at)))) ?? false;
  });
}

function filesItself(search: LostSearch, paths: readonly string[]): string[] {
  return paths.filter((path) => search.traces.roles.itself.includes(roleAt(search, path)));
}

function hasFile(search: LostSearch, { paths }: StoredId): boolean {
  return filesItself(search, paths).length > 0;
}

function roleAt({ kind, site }: LostSearch, path: string): string {
  const place = kind.layout.place(site, path, 'file');
  return place.type === 'part' ? place.role : '';
}

/** Adds companions of a missing file: files beside it, or in the folder of its name. */
function addCompanions(search: LostSearch, { id, scope, paths }: StoredId): void {
  const { site } = search;
  const itself = filesItself(search, paths);
  const [first, ...others] = paths.filter((path) => !itself.includes(path));
  if (first === undefined) return;
  const own = knownTraces(search, id);
  own.scope = scope;
  const isFolder = statOf(search.disk, join(site.root, first))?.type === 'folder';
  own.traces.push({ what: 'companions', path: join(site.root, first), count: others.length + (isFolder ? 0 : 1) });
  for (const path of others) {
    const agent = search.traces.roles.agent.includes(roleAt(search, path)) ? search.traces.agentAt(path) : null;
    if (agent !== null) own.agents.push(agent);
    noteTime(search, own, join(site.root, path));
  }
  if (others.length === 0) noteTime(search, own, join(site.root, first));
}

function addFolders(search: LostSearch, folder: string, what: Trace['what'], isGone: (id: string) => boolean): void {
  for (const { name, type } of namesIn(search, folder)) {
    if (name === null || type !== 'folder' || !isGone(name) || !search.traces.isId(name)) continue;
    const path = join(folder, name);
    knownTraces(search, name).traces.push({ what, path, count: namesIn(search, path).length });
    noteTime(search, knownTraces(search, name), path);
  }
}

function addPrompts(search: LostSearch, isGone: (id: string) => boolean): void {
  for (const file of promptFilesOf(search, search.site, search.traces)) addPromptsOf(search, file, isGone);
}

export function promptFilesOf(
  { disk }: Pick<ReadContext, 'disk'>,
  { root }: Site,
  traces: Traces,
): readonly PromptFile[] {
  return traces.promptFiles(storeView(disk, root).namesAt, (path) => orNull(() => disk.read(join(root, path))));
}

function addPromptsOf(search: LostSearch, { path, scope, folder }: PromptFile, isGone: (id: string) => boolean): void {
  const { disk, site, traces } = search;
  const at = join(site.root, path);
  const stat = statOf(disk, at);
  if (stat?.type !== 'file') return;
  const source = fileSource(disk, at, stat, () => new FileReplaced(at));
  orUnread(search, at, () => {
    for (const prompt of traces.promptsIn(source, isGone, storeView(disk, site.root).sourceAt)) {
      const own = knownTraces(search, prompt.id);
      own.prompts.push(prompt);
      own.promptFiles.set(path, (own.promptFiles.get(path) ?? 0) + 1);
      own.scope ??= scope;
      own.folder ??= folder;
      if (prompt.time !== null) own.typed.push(prompt.time);
    }
  });
}

function namesIn(search: LostSearch, folder: string) {
  return orUnread(search, folder, () => nullOn(['ENOENT', 'ENOTDIR'], () => search.disk.list(folder))) ?? [];
}

function noteTime({ disk }: LostSearch, own: KnownTraces, path: string): void {
  const stat = statOf(disk, path);
  if (stat !== null) own.times.push(Math.floor(stat.mtimeMs / 1000));
}

/** Seconds after its first prompt in which a file may not exist yet. */
const START_UP_SECONDS = 60;

/** True if a file existed: commands alone make none, and a first prompt only later. */
function wasBegun({ traces, prompts, agents, typed, stub }: KnownTraces, now: number): boolean {
  if (agents.length > 0 || (stub === null && traces.length > 0)) return true;
  return prompts.some(({ isCommand }) => !isCommand) && typed.every((time) => now - time >= START_UP_SECONDS);
}

function locationOf(
  { site, traces, scopes }: LostSearch,
  id: string,
  own: KnownTraces,
): Pick<LostConversation, 'scope' | 'folder' | 'path'> {
  const folder = own.prompts.findLast((prompt) => prompt.folder !== null)?.folder ?? own.folder;
  const scope = own.scope ?? (folder === null ? null : traces.scopeOf(folder, scopes));
  return { folder, scope, path: scope === null ? null : join(site.root, traces.pathOf(scope, id)) };
}

function lostOf(search: LostSearch, id: string, own: KnownTraces): LostConversation {
  const { kind, root } = search.site;
  const { prompts, traces, agents, typed: when } = own;
  const times = (when.length > 0 ? when : own.times).toSorted((a, b) => a - b);
  const [since = null, until = since] = [times[0], times.at(-1)];
  const typed = Array.from(
    own.promptFiles,
    ([path, count]): Trace => ({ what: 'prompts', path: join(root, path), count }),
  );
  return {
    kind,
    root,
    ...locationOf(search, id, own),
    id,
    prompts: prompts.map(({ text, time }) => ({ text, time })),
    since,
    until,
    traces: [...typed, ...traces],
    agents,
    ...(own.stub === null ? {} : { stub: own.stub }),
    originals: [],
  };
}

function orUnread<T>({ unreadablePaths }: LostSearch, path: string, call: () => T): T | null {
  try {
    return call();
  } catch (error) {
    unreadablePaths.push({ path, reason: readReasonOf(error) });
    return null;
  }
}
