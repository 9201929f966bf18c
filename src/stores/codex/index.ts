import { createHash } from 'node:crypto';
import { NO_BYTES } from '../../codecs/bytes.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { addAll, addTo, grouped } from '../../model/collections.ts';
import type { Code } from '../../model/finding.ts';
import { originalOf } from '../../model/ids.ts';
import { once } from '../../model/once.ts';
import { isRefusedBySystem, type Part } from '../../model/part.ts';
import { baseName } from '../../model/path.ts';
import { defineKind } from '../define-kind.ts';
import { companionFiles, damageFindings } from '../engine/prompts/companion-files.ts';
import { historyDamage } from '../engine/prompts/history-damage.ts';
import { HISTORY, typedPrompts } from '../engine/prompts/typed-prompts.ts';
import { isCopyBeside } from '../file-finding.ts';
import type { NameList, Scope, ScopeTable } from '../kind.ts';
import { ChangedThreads } from './change/changed-threads.ts';
import { codexIndexFindings, databaseFindings, indexAsCompanion, unreadCache } from './checks/home-findings.ts';
import { judgeCodex, wholeFinding } from './checks/judge.ts';
import {
  type CodexDocument,
  type CodexFacts,
  type CodexFork,
  type CodexScope,
  type CodexSubagent,
  openCodex,
  type ThreadData,
} from './document.ts';
import { filesTakenAlong } from './family.ts';
import { codexInfo } from './info.ts';
import { LOCKS, placeCodex, rolloutNameOf } from './layout/layout.ts';
import { byFolderAndName } from './list/listing.ts';
import { type ThreadRow, threadIndex, turnCache } from './read/databases.ts';
import { isRefusedHead, rolloutHead } from './read/head.ts';
import {
  isCompressed,
  type KnownMeta,
  type RolloutFacts,
  type Sources,
  sourcesAmong,
  sourcesIn,
} from './read/lineage.ts';
import { namesIn } from './read/names.ts';
import { codexPrompts } from './read/prompts.ts';
import { metaEntry } from './read/record.ts';
import { type Inflate, openRollout, type RolloutFile } from './read/rollout-file.ts';

export const codex = defineKind({
  ...codexInfo,
  begin: async (scope) => {
    const isPlain = scope.roles !== undefined && ![...scope.roles].some((role) => role.endsWith('-zst'));
    const inflate: Inflate = isPlain ? () => 'not-zstd' : await (await import('./read/inflate.ts')).zstdInflater();
    return beginCodex(scope, inflate);
  },
  judge: judgeCodex,
  verbs: async () => (await import('./change/decide.ts')).codexVerbs,
});

/** Findings about a source that is missing or unreadable; a heal of the source clears them. */
const SOURCE_CODES: readonly Code[] = ['CX204', 'CX208'];

/** Names of a thread, its prompts in the history, and the question that the program lists for a fork without one. */
function namesInHome({ namesOf, ofThread, rowOf }: CodexScope, id: string): NameList[] {
  return [namesOf(id), ofThread.prompts(id).map(({ text }) => text), [rowOf(id)?.preview ?? '']];
}

export interface OpenCodex extends ScopeTable<CodexDocument, CodexFacts> {
  readonly index: Part | undefined;
}

export function beginCodex(scope: Scope, inflate: Inflate): OpenCodex {
  const { index, names, threads, metaAt, opened } = openHome(scope, inflate);
  const known = new HomeFacts();
  const unclaimed = once(() => [...names().all].flatMap(([id, each]) => (scope.units?.has(id) === true ? [] : each)));
  const history = companionFiles(scope, [HISTORY], 'CX311', historyDamage);
  return {
    index,
    open: (unit) => openCodex(scopeFor(unit.id, opened), unit),
    takenAlong: filesTakenAlong,
    // A thread may have another id than its file's name.
    namesFor: (id) => [...namesInHome(opened, id), ...(names().all.has(id) ? [] : [unclaimed()])],
    companions: () => [...history, ...indexAsCompanion(scope, index)],
    addFacts: (facts) => known.add(facts),
    isOver: ({ code, path }) => SOURCE_CODES.includes(code) && known.hasSource(path),
    *findings() {
      const hasThread = (id: string) => known.all.has(id);
      const isPartial = scope.hasUnreadFolder === true;
      yield* damageFindings(history);
      yield* codexIndexFindings(index, isPartial ? null : hasThread);
      const home = { hasThread, exists: scope.exists ?? (() => true), read: known.listed, isPartial };
      yield* databaseFindings(threads(), home, known.hasPaginated);
      if (known.hasPaginated) yield* unreadCache(opened.ofThread.turnCache());
    },
    order: byFolderAndName,
    folderAt: (path) => metaAt(path).meta?.cwd ?? null,
  };
}

/** Facts of a home, read once for all its threads, each on first use. */
export function openHome(scope: Scope, inflate: Inflate) {
  const index = scope.shared.find(({ role }) => role === 'index');
  const names = once(() => namesIn(index?.bytes ?? NO_BYTES));
  const threads = once(() => threadIndex(scope));
  const sources = sourcesIn(scope, inflate);
  const metaAt = metaReader(sources, scope.isWrittenByConvo !== undefined);
  const relatives = once(() => relativesIn(scope, metaAt));
  const copies = once(() => copiesIn(scope.units));
  const opened: CodexScope = {
    ...scope,
    index,
    ofThread: {
      forks: (thread) => relatives().forks.get(thread) ?? [],
      subagents: (thread) => relatives().subagents.get(thread) ?? [],
      copies: (thread) => copies().get(thread) ?? [],
      prompts: typedPrompts(scope, codexPrompts),
      isLocked: (thread) => scope.isFlocked?.(`${LOCKS}/${thread}.lock`) === true,
      turnCache: once(() => turnCache(scope)),
    },
    filesOf: (thread) => filesOf(scope, inflate, thread),
    isThere: (path: string) => scope.exists?.(`${scope.site.root}/${path}`) ?? false,
    inflate,
    changed: new ChangedThreads(),
    nameOf: (id) => names().current.get(id) ?? null,
    namesOf: (id) => [...(names().all.get(id) ?? []), ...rowNames(threads()?.rows.get(id))],
    rowOf: (id) => threads()?.rows.get(id) ?? null,
    isIndexed: (id) => threads()?.rows.has(id) === true || threads()?.fault === 'no-engine',
    isUnread: () => (threads()?.fault ?? null) !== null || (threads()?.lacks ?? []).length > 0,
    otherRollouts: othersIn(scope, sources, metaAt),
    isCopy: false,
  };
  return { index, names, threads, metaAt, opened };
}

/** The facts of a home about one thread. */
export function scopeFor(id: string, opened: CodexScope): CodexScope {
  return isCopyBeside(id, opened.units) ? { ...opened, isCopy: true, ofThread: OF_COPY } : opened;
}

function relativesIn({ units }: Scope, metaAt: (path: string) => KnownMeta) {
  const forks = new Map<string, CodexFork[]>();
  const subagents = new Map<string, CodexSubagent[]>();
  for (const { id, path } of rolloutsOf(units)) {
    const { meta, base } = metaAt(path);
    const { parent = null, isSpawned = false } = meta ?? {};
    if (base !== null) addTo(forks, base.thread, { id, path, bytes: base.bytes, ordinal: base.ordinal });
    if (parent !== null && subagents.get(parent)?.at(-1)?.id !== id) addTo(subagents, parent, { id, isSpawned });
  }
  return { forks, subagents };
}

/** Nothing in a home refers to a copy of a thread. */
const OF_COPY: ThreadData = {
  forks: () => [],
  subagents: () => [],
  copies: () => [],
  prompts: () => [],
  isLocked: () => false,
  turnCache: () => null,
};

function copiesIn(units: Scope['units'] = new Map()): Map<string, string[]> {
  return grouped([...units.keys()].flatMap((id) => (isCopyBeside(id, units) ? [[originalOf(id), id] as const] : [])));
}

/** Rollouts of a home, without copies of threads that it has. */
function* rolloutsOf(units: Scope['units'] = new Map()): Generator<{ readonly id: string; readonly path: string }> {
  for (const [id, parts] of units) if (!isCopyBeside(id, units)) for (const { path } of parts) yield { id, path };
}

/** Paths by the id that forks name as their source: a segment's own id, else the thread's. */
function rolloutsIn({ units }: Scope): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { id, path } of rolloutsOf(units))
    addTo(paths, rolloutNameOf(baseName(path))?.window ?? originalOf(id), path);
  return paths;
}

function othersIn(
  scope: Scope,
  { sourceAt }: Sources,
  metaAt: (path: string) => KnownMeta,
): CodexScope['otherRollouts'] {
  const byRollout = once(() => rolloutsIn(scope));
  const pathsOf = (id: string) => byRollout().get(id) ?? (scope.units?.get(id) ?? []).map(({ path }) => path);
  return { pathsOf, sourceAt, metaAt };
}

function metaReader(sources: Sources, isChange: boolean): (path: string) => KnownMeta {
  const known = new Map<string, KnownMeta>();
  return (path) => {
    const read = known.get(path) ?? (isChange ? readMeta : metaOrRefused)(path, sources);
    known.set(path, read);
    return read;
  };
}

/** REFUSED for an unreadable rollout: it has its own finding and does not hinder others, but a change must know all forks of its thread. */
function metaOrRefused(path: string, sources: Sources): KnownMeta {
  try {
    return readMeta(path, sources);
  } catch (error) {
    if (!isRefusedBySystem(error)) throw error;
    return REFUSED;
  }
}

/** Reads the first record. Of a compressed rollout the beginning nearly always suffices, which matters because all of a home are read. */
function readMeta(path: string, { sourceAt, beginningAt }: Sources): KnownMeta {
  const beginning = beginningAt(path);
  const read = beginning === null ? NO_META : metaIn(beginning);
  if (read.meta !== null || !isCompressed(path)) return read;
  const source = sourceAt(path);
  return source === null || source === 'torn' ? NO_META : metaIn(source);
}

const NO_META: KnownMeta = { meta: null, base: null, isRefused: () => false };
const REFUSED: KnownMeta = { ...NO_META, isRefused: () => true };

const BOM_BYTES = 3;

function metaIn(source: Source): KnownMeta {
  const head = rolloutHead(source);
  const hasBom = head.meta === null && wholeFinding(source)?.code === 'CX004';
  const { base } = hasBom ? rolloutHead(source, BOM_BYTES) : head;
  return { meta: head.meta, base, isRefused: once(() => isRefusedHead(head, () => metaEntry(source) !== null)) };
}

function filesOf({ site, units, sourceAt, writtenAt }: Scope, inflate: Inflate, thread: string): RolloutFile[] {
  return (units?.get(thread) ?? []).flatMap(({ path }) => {
    const source = sourceAt?.(path) ?? null;
    const place = placeCodex(site, path, 'file');
    if (source === null || place.type !== 'part') return [];
    const bytes = place.load === 'whole' ? source.slice(0, source.size) : null;
    const mtime = writtenAt?.(path) ?? 0;
    const part = { path, role: place.role, type: 'file', bytes, source, size: source.size, mtime, mode: 0 } as const;
    return openRollout({ ...part, digest: () => sha256(source) }, site.shape, inflate);
  });
}

function rowNames({ name = null, title = null }: Partial<ThreadRow> = {}): string[] {
  return [title, name].filter((each) => each !== null);
}

function sha256(source: Source): string {
  const hash = createHash('sha256');
  for (let at = 0; at < source.size; at += WINDOW) hash.update(source.slice(at, WINDOW));
  return hash.digest('hex');
}

const WINDOW = 1 << 20;

class HomeFacts {
  readonly all = new Set<string>();
  /** Ids of threads with a row in the program's database. */
  readonly listed = new Set<string>();
  hasPaginated = false;
  readonly #rollouts: RolloutFacts[] = [];
  /** Null after a rollout was added: it is computed anew. */
  #hasSource: ReturnType<typeof sourcesAmong> | null = null;

  add({ ids, listed, isPaginated, rollouts }: CodexFacts): void {
    for (const id of ids) this.all.add(id);
    if (listed !== null) this.listed.add(listed);
    this.hasPaginated ||= isPaginated;
    addAll(this.#rollouts, rollouts);
    this.#hasSource = null;
  }

  /** True if the sources of the rollout at `path` are whole. */
  hasSource(path: string): boolean {
    this.#hasSource ??= sourcesAmong(this.#rollouts);
    return this.#hasSource(path);
  }
}
