import type { Edit } from '../codecs/edit.ts';
import type { Source } from '../codecs/lines/source.ts';
import type { Sentence } from '../model/command.ts';
import type { Aside, LazyView, TimedFile, Transcript, View } from '../model/conversation.ts';
import type { Finding } from '../model/finding.ts';
import type { KindName } from '../model/kinds.ts';
import type { Prompt, Trace } from '../model/lost.ts';
import type { EntryType, Part, Place, TableRead } from '../model/part.ts';
import type { Versions, VersionsAndUndone } from '../model/plan.ts';
import type { Process, ProcessNotes } from '../model/process.ts';
import type { ListReason } from '../model/reason.ts';
import type { Extent } from '../model/rules/row.ts';
import type { AnswerUsage, StatsSink } from '../model/stats.ts';
import type { Ask, NotChanged, SharedChange, UnitDecision } from './decision.ts';

export interface Unit {
  readonly id: string;
  readonly parts: readonly Part[];
  /** Parts of this id in other scopes of the site. */
  readonly elsewhere?: readonly Part[];
}

/**
 * Questions that a kind may ask the disk. Paths are below the root, but that of `exists`. Missing in a scope where
 * nobody can say.
 */
export interface StoreView {
  /** True for an existing absolute path, outside the store too. */
  readonly exists: (path: string) => boolean;
  /** Bytes of a file, read on demand; null if unreadable. */
  readonly sourceAt: (path: string) => Source | null;
  /** Names in a folder; empty if unreadable. */
  readonly namesAt: (path: string) => readonly string[];
  /** Whole Unix seconds of the last write of a file; null if unknown. */
  readonly writtenAt: (path: string) => number | null;
  /** Columns of a database table; never written. */
  readonly tableAt: (path: string, table: string, columns: readonly string[]) => TableRead;
  readonly isFlocked: (path: string) => boolean;
}

/** A scope, covered by one index: its shared parts, then its units one by one. */
export interface Scope extends Partial<StoreView> {
  /** The project; empty for none, as in `Place`. */
  readonly name: string;
  readonly site: Site;
  readonly shared: readonly Part[];
  /** Shared parts of the whole site, given to every scope. */
  readonly common?: readonly Part[];
  /** True if convo wrote this file last, at this time. Missing if unknown. */
  readonly isWrittenByConvo?: (path: string, mtime: number) => boolean;
  /** True for a running process. Missing if unknown. */
  readonly alive?: (pid: number) => boolean;
  /** The system's facts on processes. Missing if unknown. */
  readonly system?: ProcessNotes;
  readonly now: number;
  /** Signatures are judged, too: slow. */
  readonly signatures: boolean;
  /** Places of units by id, opened or not. Missing if nobody looked. */
  readonly units?: ReadonlyMap<string, readonly Pick<Part, 'path'>[]>;
  /** Roles in its units, opened or not. Missing if nobody looked. */
  readonly roles?: ReadonlySet<string>;
  /** A folder could not be read: missing files may be in it. */
  readonly hasUnreadFolder?: boolean;
  /** All scopes of the site. Missing if it was not walked whole. */
  readonly scopes?: ReadonlySet<string>;
}

/** Options beyond the transcript that the program shows. Kinds ignore options for data they lack. */
export interface TranscriptOptions {
  readonly companions?: boolean;
  /** Includes records that the program does not reach, in file order. */
  readonly everything?: boolean;
  readonly asides?: boolean;
  /** The transcript of this subagent; a unique prefix of its id suffices. */
  readonly agent?: string | null;
}

/** One unit, decoded; nothing of it is dropped. `F`: its facts, structured-clonable. */
export interface OpenDocument<F = unknown> {
  readonly id: string;
  /** One for each conversation file or folder; none for leftovers. */
  readonly conversations: readonly View[];
  /** How many of `conversations` are held here: one with companions alone is not. Missing: all. */
  readonly held?: number;
  /** For `addFacts` of its scope. */
  facts(): F;
  /** Its findings, counts and this transcript will be requested in this order, so that one pass can serve all. */
  willShow?(path: string): void;
  /** One of `conversations` as the program hydrates it; damaged ones as far as readable. */
  transcript(path: string, options?: TranscriptOptions): Transcript;
  /** Subagents in files of this unit: ids for `agent` of its transcript. */
  subagents?(path: string): readonly string[];
  /** Ids of conversations of their own that its program began as its subagents. */
  subagentThreads?(path: string): readonly string[];
  /** Names given to one of `conversations` or to its subagents, oldest first; no title that is its first question. */
  names?(path: string): readonly string[];
  /** Texts beside messages that a person saw or typed. */
  beside?(path: string): readonly Aside[];
  /** False if every record of its files is readable. Otherwise `readable` of the views decides. */
  mayHide?(): boolean;
  /** Lines of a conversation's file, decompressed; null if unreadable. Only for kinds that compress. */
  lines?(path: string): Source | null;
  /** Ids of conversations that it needs to be whole: those it continues, and theirs. */
  goesOnFrom?(): readonly string[];
  /** Ids of conversations that the program continued in this one. */
  cameFrom?(): readonly string[];
  /** Counts messages, tokens and bytes by content in the pass of `judge`. Without it, the transcript is counted. */
  tally?(into: StatsSink, judge: () => unknown): void;
  /** Tokens of its answers, each at least once. */
  answers?(): Iterable<AnswerUsage>;
}

export interface Judged {
  findings(): Iterable<Finding>;
}

export interface Document<F = unknown> extends OpenDocument<F>, Judged {}

export type NameList = readonly string[];

export type StoreFiles = Pick<Scope, 'site' | 'sourceAt' | 'namesAt' | 'writtenAt' | 'now'>;

/** A file beside the conversations with words that a person typed. `path` is relative to the root. */
export interface CompanionFile {
  readonly path: string;
  /** Null for a file that is whole, missing, or being written. */
  damage(): CompanionDamage | null;
}

export interface CompanionDamage {
  readonly finding: Finding;
  /** How much convo cannot read; null if it reads all. */
  readonly extent: Extent | null;
  /** The rest of it may still be written. */
  readonly isYoung?: boolean;
}

/** Answers of a scope that has the facts of its last unit. `M`: its part in findings about the whole site. */
export interface EndedScope<M = unknown> {
  /** Ids with an index entry but no file. */
  absent(): Iterable<string>;
  /** About the whole scope. */
  findings(): Iterable<Finding>;
  /** For kinds with findings about a whole site. */
  sum?(): M;
  /** One finding for each fact about many conversations of a site, from the sums of its scopes. */
  siteFindings?(sums: readonly M[]): Iterable<Finding>;
  /** The program's order of this scope. Default: by id. */
  order?(a: View, b: View): number;
}

/** One scope, opened. It keeps facts of its documents, never a document. */
export interface OpenScope<D extends OpenDocument = Document, F = unknown, M = unknown> extends EndedScope<M> {
  /** A function of its arguments, keeping nothing. A unit without parts has only an index entry. */
  open(unit: Unit): D;
  /** The list row of a unit with exactly one `listed` file. Its other files do not affect it. */
  row?(id: string, part: Part): LazyView;
  addFacts(facts: F): void;
  /** Files of other conversations that archive, restore and delete take along. */
  takenAlong?(document: D): readonly TimedFile[];
  /**
   * Names in shared files that may be those of this conversation, whose own files lack them. What conversations share
   * is one list.
   */
  namesFor?(id: string): readonly NameList[];
  companions?(): readonly CompanionFile[];
  /** True if changes of others may cause an error here. For kinds joined by their index. */
  hangs?(id: string): boolean;
  /** True if a finding of an unchanged unit disappears with the facts after a change of others. */
  isOver?(finding: Finding): boolean;
  /** The working folder named in a unit's file. Missing for kinds whose scopes are their projects. */
  folderAt?(path: string): string | null;
  /** Absolute folders of its scopes by the program's own data. */
  folders?(): Iterable<{ readonly scope: string; readonly path: string }>;
}

/** Rows of the `listed` files of a scope, from their ends. */
export interface ListRows extends Pick<EndedScope, 'order'> {
  /** `row` of an open scope, without facts that need a whole reading; null if such a fact decides. */
  row(id: string, part: Part): LazyView | null;
}

/** A kind's own open scope: one without an index only opens units. */
export type ScopeTable<D extends OpenDocument = OpenDocument, F = unknown, M = unknown> = Pick<
  OpenScope<D, F, M>,
  'open'
> &
  Partial<OpenScope<D, F, M>>;

/** `S`: the kind's open scope; `U`: a shared index's update by one unit's change. */
export interface Verbs<D = Document, S = OpenScope, U = unknown> {
  /** The change of one unit. `soFar`: earlier decisions in its scope, in id order; unused by heal and migrate. */
  decide(document: D, ask: Ask, soFar: readonly UnitDecision<U>[]): UnitDecision<U>;
  /**
   * After the last unit: the change of the shared files, around changes made together with them. `decided` has those,
   * and all with an index update; others lack their steps. `sawAll`: no unit was skipped. Not called for an output
   * folder.
   */
  close?(scope: S, ask: Ask, decided: readonly UnitDecision<U>[], sawAll: boolean): SharedChange | NotChanged;
  /**
   * Undoes a run's change in a file that its program saved since: reverts the difference of `before` and `after` in
   * `now`. Null if it changed again, or a file is unreadable. Missing for kinds whose files nobody else writes.
   */
  putBack?(path: string, versions: Versions): Source | null;
  harmOf?(path: string, change: VersionsAndUndone): Sentence | null;
}

/** An open scope with its verbs, which throw if it was opened for reading. */
export interface DecidingScope extends OpenScope {
  decide(document: Document, ...asked: Tail<Parameters<Verbs['decide']>>): UnitDecision;
  close(...asked: Tail<Parameters<NonNullable<Verbs['close']>>>): SharedChange | NotChanged;
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer R] ? R : never;

/** One kind of store: pure functions without disk or clock. A kind decides; ops makes Changes. */
export interface Kind {
  readonly name: KindName;
  readonly formats: readonly string[];
  readonly layout: Layout;
  /** `over`: saves replace a file by rename. Missing: they may write through a kept link, so originals are copied. */
  readonly writes?: 'over';
  /** Roles of files that a list reads beyond size and time. Missing: any. */
  readonly listed?: readonly string[];
  /** Conversations in these files of a unit, unopened. Missing: one for each of the `listed` roles, at least one. */
  conversationsIn?(parts: readonly Pick<Part, 'role'>[]): number;
  /** Loads the maker of list rows, without the code that opens a scope. For kinds without ids of an index alone. */
  rows?(scope: Scope): Promise<ListRows>;
  /** `changes`: loads the code of the verbs, too. */
  begin(scope: Scope, changes: boolean): Promise<DecidingScope>;
  verbs(): Promise<Pick<Verbs, 'putBack' | 'harmOf'>>;
  /** True if the head of a part shows that the verb has nothing to do. */
  skips?(ask: Ask, role: string, head: Uint8Array): boolean;
  /** Sentences for a run that changes this many conversations, from 1: consequences, and the way back. */
  remarks?(ask: Ask, changed: number): readonly Sentence[];
  /** Targets of `migrate --to`; the first is the default. */
  readonly targets: readonly string[];
  /** Targets that `migrate --to` writes to a folder, leaving the store unchanged. */
  readonly outputs?: readonly string[];
  /** Why the program's list lacks or alters a conversation, in report order. Words are never renamed or reused. */
  reasons?(): Promise<Readonly<Record<string, ListReason>>>;
  /**
   * Extent of the preview before a change. `scope`: all, because errors may spread. `index`: changes sharing an index.
   * Missing: conversations are independent.
   */
  readonly coupling?: 'scope' | 'index';
  /** Conversations may continue others of their scope: threads get the places of units. */
  readonly refers?: true;
  traces?(): Promise<Traces>;
  entries?(): Promise<SharedEntries>;
  /** True for the program at work on this site, which would overwrite changes. */
  isOwner?(process: Process, site: Pick<Site, 'root'>): boolean;
}

/** Shared files' entries on conversations, which move with them. */
export interface SharedEntries {
  readonly roles: readonly string[];
  /** The file with entries of these conversations only; null if unreadable. */
  only(role: string, bytes: Uint8Array, ids: ReadonlySet<string>): Uint8Array | null;
  /** Entries as written, by conversation, for those of `ids` that have any; null if unreadable. */
  taken(role: string, bytes: Uint8Array, ids: ReadonlySet<string>): ReadonlyMap<string, string> | null;
  /** Edits that add another file's entries on these conversations, which have none here; null if unreadable. */
  takeIn(
    role: string,
    files: { readonly into: Uint8Array; readonly from: Uint8Array },
    ids: ReadonlySet<string>,
  ): readonly Edit[] | null;
}

/** Places of data that outlives its conversations. */
export interface Traces {
  /** Folders below the root with a folder for each id, and their meaning. */
  readonly folders: Readonly<Record<string, Trace['what']>>;
  /** Files of typed prompts. `list` answers the names inside a folder below the root. */
  promptFiles(
    list: (path: string) => readonly string[],
    read: (path: string) => Uint8Array | null,
  ): readonly PromptFile[];
  /** Opens those files for damage. Missing where each scope has all of them as `companions`. */
  companionFiles?(files: StoreFiles, paths: readonly string[]): readonly CompanionFile[];
  /** Files with words of prompts that a prompt file only names. */
  pasteFiles?(list: (path: string) => readonly string[]): readonly string[];
  /** Prompts of the wanted conversations, in file order. `sourceAt` answers other files below the root. */
  promptsIn(
    source: Source,
    wanted: (id: string) => boolean,
    sourceAt: (path: string) => Source | null,
  ): Iterable<TypedPrompt>;
  scopeOf(folder: string, scopes: readonly string[]): string;
  isId(name: string): boolean;
  /** The path of a conversation's file, below the root. */
  pathOf(scope: string, id: string): string;
  /** Patterns below a root of files that may name these scopes' folders, and that no verb writes. */
  naming(root: string, scopes: readonly string[]): readonly string[];
  /** Roles of the conversation's own files, and of subagents' transcripts; the others are companions. */
  readonly roles: { readonly itself: readonly string[]; readonly agent: readonly string[] };
  agentAt(path: string): string | null;
  /** True for a conversation's file, of at most `MAX_STUB_BYTES` bytes, in which nothing was said. */
  isStub?(source: Source): boolean;
}

/**
 * Its path below the root. `scope` and `folder` are those of all its conversations; null where each prompt, or none,
 * says it.
 */
export interface PromptFile {
  readonly path: string;
  readonly scope: string | null;
  readonly folder: string | null;
}

export const MAX_STUB_BYTES = 65_536;

export interface TypedPrompt extends Prompt {
  readonly id: string;
  readonly folder: string | null;
  /** A command to the program, possibly without a conversation. */
  readonly isCommand: boolean;
}

/** Enough to find and recognise a kind's stores, without its other code. */
export type KindInfo = Omit<Kind, 'begin' | 'verbs'>;

/**
 * A path seen from outside, enough to recognise its store. `path` is absolute. `names`: sorted names inside a folder.
 * `head`: the first bytes of a file, at most 64 KiB, else empty.
 */
export interface CandidatePath {
  readonly path: string;
  readonly type: 'file' | 'folder';
  readonly names: readonly string[];
  readonly head: Uint8Array;
  /** Names inside its parent, grandparent and so on, up to four levels. */
  readonly above: readonly { readonly path: string; readonly names: readonly string[] }[];
  /** Names inside a nearby folder, by absolute path; none if unreadable. */
  readonly inside?: (path: string) => readonly string[];
}

/**
 * Surroundings from which a kind derives the usual places of its stores. `home` (null if unset) and `cwd` are absolute;
 * `platform` is Node's word: `linux`, `darwin`, `win32`.
 */
export interface HostEnvironment {
  readonly home: string | null;
  readonly cwd: string;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute folders of all worktrees of `cwd`'s repository, the main one first; none outside a repository. */
  readonly worktrees: readonly string[];
  /** Bytes of a file of settings by its absolute path; null if unreadable. Missing where no disk is at hand. */
  readonly read?: (path: string) => Uint8Array | null;
}

/** One store on disk: its root, and the selected part. */
export interface Site {
  readonly kind: KindName;
  /** Absolute; every path of the site is relative to it. The journal lives here. */
  readonly root: string;
  /** A kind's own word for how the root is laid out (fnord: `home`, `project`, `folder`, `file`). */
  readonly shape: string;
  /** Only this scope and those below its folder, if the given path is inside one. */
  readonly scope: string | null;
  /** Only this file, relative to the root, if one was given. */
  readonly file: string | null;
}

export interface Layout {
  /**
   * Absolute usual places, in groups: all existing ones of the first group that has any. fnord:
   * `[['/home/ann/.fnord']]`.
   */
  homes(around: HostEnvironment): readonly (readonly string[])[];
  /** Absolute paths of other data of its program: settings, and files of later versions. */
  otherData?(around: Omit<HostEnvironment, 'worktrees'>): readonly string[];
  /** The usual name of a root of this shape, if its contents may not suffice. */
  rootName?(shape: string): string | null;
  /** The site of a path; null for another kind's. */
  recognise(given: CandidatePath): Site | null;
  place(site: Site, path: string, type: EntryType): Place;
  /** Name of its folders whose every file the program reads by its name, whoever made the folder. */
  readonly readsAllIn?: string;
  /** Name of a file of settings that, with conversations beside it, marks a home. */
  readonly settings?: string;
  /** The site's conversations name their project: `folderAt` of a session answers it. */
  hasOwnProjects?(site: Site): boolean;
  /**
   * Projects that its program shows in a working folder (absolute, without links) of a repository with these worktrees.
   * `list` answers the names inside a folder of the store.
   */
  projectsAt?(
    folder: string,
    worktrees: readonly string[],
    list: (path: string) => readonly string[],
    read: (path: string) => Uint8Array | null,
  ): readonly string[];
  /** Projects whose folder has this name; `list` as above. */
  projectsEnding?(name: string, list: (path: string) => readonly string[]): readonly string[];
}
