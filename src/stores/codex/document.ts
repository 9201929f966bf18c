import type { View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { isNameOfCopy, originalOf } from '../../model/ids.ts';
import { once } from '../../model/once.ts';
import type { Part } from '../../model/part.ts';
import { baseName } from '../../model/path.ts';
import type { StatsSink } from '../../model/stats.ts';
import { type typedPrompts, unrecordedPrompts } from '../engine/prompts/typed-prompts.ts';
import { namesSection } from '../engine/sections.ts';
import type { OpenDocument, Scope, TypedPrompt, Unit } from '../kind.ts';
import type { ChangedThreads } from './change/changed-threads.ts';
import { rolloutNameOf } from './layout/layout.ts';
import { CodexView } from './list/codex-view.ts';
import { byPreference } from './list/listing.ts';
import { answerReader, rolloutAnswers } from './read/answers.ts';
import type { CachedThread, ThreadRow, ThreadTable } from './read/databases.ts';
import { isRefusedHead } from './read/head.ts';
import { type Lineage, lineageOf, type OtherRollouts, type RolloutFacts } from './read/lineage.ts';
import type { Entry } from './read/record.ts';
import { type Inflate, openRollout, type RolloutFile } from './read/rollout-file.ts';
import { codexCounts, mayLackTurns, rolloutCounts, type SaidCount, ShownCounter } from './read/shown-counter.ts';
import { codexTranscript, messagesIn, NO_LINEAGE } from './read/transcript.ts';

export interface CodexScope extends Scope {
  readonly inflate: Inflate;
  readonly index: Part | undefined;
  readonly nameOf: (id: string) => string | null;
  /** All names given to a thread, the oldest first. */
  readonly namesOf: (id: string) => readonly string[];
  /** The thread's row in the program's database; null for none, or if that is not known. */
  readonly rowOf: (id: string) => ThreadRow | null;
  readonly isUnread: () => boolean;
  readonly isIndexed: (id: string) => boolean;
  readonly otherRollouts: OtherRollouts;
  readonly ofThread: ThreadData;
  readonly filesOf: (thread: string) => readonly RolloutFile[];
  readonly isThere: (path: string) => boolean;
  readonly changed: ChangedThreads;
  /** True for a copy of a thread that the home has, too. */
  readonly isCopy: boolean;
}

/** Facts of a home about a thread, by its id, beside its rollouts. */
export interface ThreadData {
  /** Rollouts that continue a thread, with the number of its bytes that each inherits. */
  forks(thread: string): readonly CodexFork[];
  subagents(thread: string): readonly CodexSubagent[];
  copies(thread: string): readonly string[];
  prompts: ReturnType<typeof typedPrompts>;
  isLocked(thread: string): boolean;
  /** The program's cache of turns, read on demand; null for none. */
  turnCache(): ThreadTable<CachedThread> | null;
}

/** A fork inherits `bytes` of its source; `ordinal` is that of the first record after them. */
export interface CodexFork {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  readonly ordinal: number;
}

export interface CodexSubagent {
  readonly id: string;
  readonly isSpawned: boolean;
}

export interface CodexFacts {
  readonly ids: readonly string[];
  /** The id of the thread that the program's list shows; null for none. */
  readonly listed: string | null;
  readonly isPaginated: boolean;
  readonly rollouts: readonly RolloutFacts[];
}

export interface CodexDocument extends OpenDocument {
  readonly unit: Unit;
  readonly scope: CodexScope;
  readonly files: readonly RolloutFile[];
  readonly conversations: readonly CodexView[];
  facts(): CodexFacts;
  lineage(file: RolloutFile): Lineage;
  /** The name given to the thread; null for none. */
  name(file: RolloutFile): string | null;
  isOpen(): boolean;
}

export function openCodex(scope: CodexScope, unit: Unit): CodexDocument {
  const files = unit.parts
    .map((part) => openRollout(part, scope.site.shape, scope.inflate, () => scope.isIndexed(unit.id)))
    .sort(byPreference);
  const fileAt = (path: string) => files.find(({ part }) => part.path === path);
  const fromFile = (path: string, idsOf: (file: RolloutFile) => readonly string[]) => {
    const file = fileAt(path);
    return file === undefined ? [] : idsOf(file);
  };
  const threadOf = (file: RolloutFile) => file.head().meta?.id ?? unit.id;
  const subagentThreads = (file: RolloutFile) => scope.ofThread.subagents(threadOf(file)).map(({ id }) => id);
  const lineage = lineagesIn(withOwn(scope.otherRollouts, files));
  const counting = countersOf(lineage);
  const names = once(() => new Set(unit.parts.map(({ path }) => path)));
  const ids = () => [unit.id, ...files.flatMap((file) => file.head().meta?.id ?? [])];
  const conversations = files.map((file, n) =>
    viewOf(scope, unit, file, { lineage, counting, names, threadOf, earlier: files.length === 1 ? undefined : n }),
  );
  const document: CodexDocument = {
    id: unit.id,
    unit,
    scope,
    files,
    conversations,
    lineage,
    name: (file) => nameIn(scope, file, unit.id),
    isOpen: once(() => ids().some(scope.ofThread.isLocked)),
    facts: () => factsOf(unit.id, ids(), conversations, files),
    tally: (into, judge) => tallyRollouts(shownRollouts(document), judge, into),
    willShow: (path) => {
      const file = fileAt(path);
      file?.willSpeak();
      if (file !== undefined) counting.watch(file);
    },
    transcript: (path, { everything = false } = {}) => {
      const file = fileAt(path);
      if (file === undefined) throw new Failure('failed', `${scope.site.root}/${path} is not a rollout of ${unit.id}`);
      const subagents = () => subagentThreads(file);
      const sections = namesSection(scope.namesOf(threadOf(file)), conversations[files.indexOf(file)]?.title ?? null);
      const typed = typedIn(document, file);
      return codexTranscript(file, lineage(file), { everything, subagents, sections, typed });
    },
    names: (path) => fromFile(path, (file) => scope.namesOf(threadOf(file))),
    subagentThreads: (path) => fromFile(path, subagentThreads),
    mayHide: () => files.some(isHiding),
    lines: (path) => fileAt(path)?.source ?? null,
    goesOnFrom: () => files.flatMap((file) => sourceThreads(scope, file)).filter((id) => id !== unit.id),
    answers: () => files.flatMap((file) => [...rolloutAnswers(file)]),
  };
  return document;
}

interface ViewParts {
  readonly lineage: (file: RolloutFile) => Lineage;
  readonly counting: ReturnType<typeof countersOf>;
  /** Paths of all files of the unit. */
  readonly names: () => ReadonlySet<string>;
  readonly threadOf: (file: RolloutFile) => string;
  readonly earlier: number | undefined;
}

function viewOf(scope: CodexScope, unit: Unit, file: RolloutFile, parts: ViewParts): CodexView {
  const { lineage, counting, names, threadOf, earlier } = parts;
  return new CodexView(unit.id, file, {
    hasUncompressed: names().has(file.part.path.replace(/\.zst$/, '')),
    name: () => nameIn(scope, file, unit.id),
    question: () => scope.rowOf(threadOf(file))?.preview ?? null,
    messages: () => counting.countsOf(file).messages,
    hasSource: () => lineage(file).fault === null,
    resumeId: () => innerId(scope, unit.id, file),
    earlier,
    isCopy: scope.isCopy,
  });
}

/** The id in a rollout's first record, if the file's name has another id and no file is named by the inner one; null otherwise. */
function innerId({ filesOf }: CodexScope, id: string, file: RolloutFile): string | null {
  const inner = file.head().meta?.id ?? id;
  return inner === id || isNameOfCopy(id) || filesOf(inner).length > 0 ? null : inner;
}

function shownRollouts({ files, conversations, lineage }: CodexDocument) {
  return files.flatMap((file, n) => {
    const view = conversations[n];
    return view === undefined ? [] : { view, file, lineage: lineage(file) };
  });
}

/** Prompts that only the history has; of several rollouts, the thread's newest shows them. */
export function typedIn({ scope, files, lineage, id }: CodexDocument, file: RolloutFile): readonly TypedPrompt[] {
  const typed = file === files[0] ? scope.ofThread.prompts(file.head().meta?.id ?? id) : [];
  return unrecordedPrompts(typed, function* () {
    for (const each of files) if (each.source !== null) yield* messagesIn(each, lineage(each), false);
  });
}

function isHiding(file: RolloutFile): boolean {
  if (file.part.size === 0) return false;
  return file.isDocument || file.source === null || file.summary().hasUnread || !file.summary().hasMeta;
}

function lineagesIn(others: OtherRollouts): (file: RolloutFile) => Lineage {
  const lineages = new Map<RolloutFile, Lineage>();
  return (file) => {
    const { meta } = file.head();
    const known = lineages.get(file) ?? (meta === null ? NO_LINEAGE : lineageOf(file.part.path, meta, others));
    lineages.set(file, known);
    return known;
  };
}

function countersOf(lineage: (file: RolloutFile) => Lineage) {
  const counters = new Map<RolloutFile, () => ShownCounter | null>();
  return {
    watch: (file: RolloutFile): void => {
      counters.set(
        file,
        file.watch(() => new ShownCounter(file, lineage(file), { own: false })),
      );
    },
    countsOf: (file: RolloutFile) => {
      const counter = counters.get(file)?.() ?? null;
      return counter === null ? codexCounts(file, lineage(file)) : rolloutCounts(file, counter);
    },
  };
}

/** Rollouts of the document replace those in the store: during a heal they are the healed ones. */
function withOwn(others: OtherRollouts, files: readonly RolloutFile[]): OtherRollouts {
  const own = new Map(files.map((file) => [file.part.path, file] as const));
  return { ...others, sourceAt: (path) => own.get(path)?.source ?? others.sourceAt(path) };
}

/** Threads that a rollout continues, the nearest first. A segment counts as its thread. */
function sourceThreads({ otherRollouts }: CodexScope, file: RolloutFile): readonly string[] {
  const threads: string[] = [];
  const met = new Set<string>();
  let base = file.head().meta?.base ?? null;
  while (base !== null && !met.has(base.thread)) {
    met.add(base.thread);
    const [path] = otherRollouts.pathsOf(base.thread);
    threads.push((path === undefined ? null : rolloutNameOf(baseName(path))?.thread) ?? base.thread);
    base = path === undefined ? null : otherRollouts.metaAt(path).base;
  }
  return threads;
}

/**
 * The name of a thread:
 * - paginated: the program's database, or the index of names if that is unread;
 * - legacy: the database, then the index.
 */
function nameIn({ nameOf, rowOf, isUnread }: CodexScope, file: RolloutFile, unit: string): string | null {
  const { meta } = file.head();
  const id = meta?.id ?? unit;
  const row = rowOf(id);
  if (meta?.mode !== 'paginated') return row?.title ?? nameOf(id);
  return row?.name ?? (isUnread() ? nameOf(id) : null);
}

function factsOf(
  id: string,
  ids: readonly string[],
  views: readonly CodexView[],
  files: readonly RolloutFile[],
): CodexFacts {
  const listed = files.find(({ where }, n) => where === 'dated' && views[n]?.hidden === null);
  const isPaginated = files.some((file) => file.head().meta?.mode === 'paginated');
  const rollouts = files.map((file) => {
    const head = file.head();
    const { path } = file.part;
    return {
      name: file.name?.window ?? originalOf(id),
      path,
      meta: head.meta,
      isRefused: isRefusedHead(head, () => false),
    };
  });
  return { ids, listed: listed?.head().meta?.id ?? null, isPaginated, rollouts };
}

/** A rollout to be counted. In lists, the one with which the program goes on comes first. */
interface TalliedRollout {
  readonly file: RolloutFile;
  readonly lineage: Lineage;
  readonly view: Pick<View, 'readable'>;
}

/** Counts messages and tokens in the pass that judges the rollouts; each counts in the rollout that has it. */
function tallyRollouts(all: readonly TalliedRollout[], judge: () => unknown, into: StatsSink): void {
  for (const { file } of all) if (mayLackTurns(file)) file.willSpeak();
  const ends = all.map((each, n) => talliedLater({ ...each, isCopy: isCopy(each, all.slice(0, n)) }, into));
  judge();
  for (const end of ends) end();
}

/** True if a rollout listed before has an equal name: the file is its compressed or archived copy. */
function isCopy({ file: { name } }: TalliedRollout, newer: readonly TalliedRollout[]): boolean {
  return (
    name !== null &&
    newer.some(({ file: { name: other } }) => other?.time === name.time && other.window === name.window)
  );
}

/** Counts a rollout in its next pass. Call the result after that pass. */
function talliedLater(
  { file, lineage, view, isCopy }: TalliedRollout & { readonly isCopy: boolean },
  into: StatsSink,
): () => void {
  const read = file.watch(() => tallyReader({ file, lineage }, into));
  return () => {
    // Lines of a wholly damaged file are not judged, and need a pass of their own.
    if (read() === null) for (const _ of file.entries());
    if (file.part.size > 0 && view.readable && !isCopy) addSaid(read()?.counter.counts() ?? [], into);
  };
}

function tallyReader({ file, lineage }: Omit<TalliedRollout, 'view'>, into: StatsSink) {
  const counter = new ShownCounter(file, lineage, { own: true });
  const answerIn = answerReader();
  return {
    counter,
    take: (entry: Entry): void => {
      counter.take(entry);
      const answer = answerIn(entry);
      if (answer !== null) into.answered(answer);
    },
  };
}

function addSaid(all: Iterable<SaidCount>, into: StatsSink): void {
  for (const { kind, count } of all) into.said(kind, count);
}
