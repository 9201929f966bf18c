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

/** A kind's access to the disk. Paths are below the root, except those of `exists`. Members are missing in a scope without a disk. */
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

/** A scope, covered by one index. Its shared parts come first, then its units one by one. */
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
  /** True if signatures are verified too, which is slow. */
  readonly signatures: boolean;
  /** Places of units by id, opened or not. Missing if the store was not walked. */
  readonly units?: ReadonlyMap<string, readonly Pick<Part, 'path'>[]>;
  /** Roles in its units, opened or not. Missing if the store was not walked. */
  readonly roles?: ReadonlySet<string>;
  /** True if a folder could not be read: missing files may be in it. */
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
  /** One view per conversation file or folder; none for leftovers. */
  readonly conversations: readonly View[];
  /** Number of `conversations` that are stored here: one with only companions is not. Missing: all. */
  readonly storedCount?: number;
  /** Facts for `addFacts` of its scope. */
  facts(): F;
  /** Announces requests in this order: findings, counts and this transcript, so that one pass can serve all. */
  willShow?(path: string): void;
  /** A transcript as the program loads it; of a damaged conversation, the readable part. */
  transcript(path: string, options?: TranscriptOptions): Transcript;
  /** Ids of subagents in files of this unit, for `agent` of its transcript. */
  subagents?(path: string): readonly string[];
  /** Ids of conversations that the program began as this one's subagents. */
  subagentThreads?(path: string): readonly string[];
  /** Names given to one of `conversations` or to its subagents, oldest first, without a title that is only its first question. */
  names?(path: string): readonly string[];
  /** Texts outside of messages that a person saw or typed. */
  asides?(path: string): readonly Aside[];
  /** False if every record of its files is readable. Otherwise `readable` of the views decides. */
  mayHide?(): boolean;
  /** Lines of a conversation's file, decompressed; null if unreadable. Only for kinds that compress files. */
  lines?(path: string): Source | null;
  /** Lines of a file that is compressed under a name that does not say so, where findings are placed in its bytes; null for any other. */
  unpacked?(path: string): Source | null;
  /** Ids of conversations without which it is incomplete: those it continues, directly or through others. */
  goesOnFrom?(): readonly string[];
  /** Ids of conversations that the program continued in this one. */
  cameFrom?(): readonly string[];
  /** Counts messages, tokens and bytes by content in the pass of `judge`. Missing: the transcript is counted. */
  tally?(into: StatsSink, judge: () => unknown): void;
  /** Tokens of the conversation's answers, each at least once. */
  answers?(): Iterable<AnswerUsage>;
}

export interface Judged {
  /** Judges the document on first use. */
  findings(): readonly Finding[];
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
  /** True if the rest of the file may still be written. */
  readonly isYoung?: boolean;
}

/** A scope after the facts of its last unit. `M`: its share of findings about the whole site. */
export interface EndedScope<M = unknown> {
  /** Ids with an index entry but no file. */
  absent(): Iterable<string>;
  /** Findings about the whole scope. */
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
  /** Pure: keeps nothing. A unit without parts has only an index entry. */
  open(unit: Unit): D;
  /** The list row of a unit with exactly one `listed` file, which no other file affects. */
  row?(id: string, part: Part): LazyView;
  addFacts(facts: F): void;
  /** Files of other conversations that archive, restore and delete include. */
  takenAlong?(document: D): readonly TimedFile[];
  /** Names in shared files that may be this conversation's and that its own files lack. Names that conversations share are one list. */
  namesFor?(id: string): readonly NameList[];
  companions?(): readonly CompanionFile[];
  /** True if changes to other conversations may cause an error here. For kinds joined by their index. */
  hangs?(id: string): boolean;
  /** True if changes to others resolve a finding of an unchanged unit. */
  isOver?(finding: Finding): boolean;
  /** The working folder in a unit's file. Missing for kinds whose scopes are their projects. */
  folderAt?(path: string): string | null;
  /** Absolute folders of its scopes by the program's own data. */
  folders?(): Iterable<{ readonly scope: string; readonly path: string }>;
}

/** Rows of the `listed` files of a scope, from their ends. */
export interface ListRows extends Pick<EndedScope, 'order'> {
  /** `row` of an open scope, without facts that need a whole reading; null if such a fact decides. */
  row(id: string, part: Part): LazyView | null;
}

/** A kind's own open scope; one without an index only opens units. */
export type ScopeTable<D extends OpenDocument = OpenDocument, F = unknown, M = unknown> = Pick<
  OpenScope<D, F, M>,
  'open'
> &
  Partial<OpenScope<D, F, M>>;

/** `S`: the kind's open scope; `U`: one unit's update of a shared index. */
export interface Verbs<D = Document, S = OpenScope, U = unknown> {
  /** The change of one unit. `soFar`: earlier decisions in its scope, in id order; unused by heal and migrate. */
  decide(document: D, ask: Ask, soFar: readonly UnitDecision<U>[]): UnitDecision<U>;
  /**
   * After the last unit: the change of the shared files, around changes in one transaction with them. `decided`: those, and all with an
   * index update; others lack their steps. `sawAll`: no unit was skipped. Not called for an output folder.
   */
  close?(scope: S, ask: Ask, decided: readonly UnitDecision<U>[], sawAll: boolean): SharedChange | NotChanged;
  /**
   * Undoes a run's change in a file that its program saved later: reverts the difference of `before` and `after` in `now`. Null if it
   * changed again, or a file is unreadable. Missing for kinds whose files no program writes.
   */
  putBack?(path: string, versions: Versions): Source | null;
  harmOf?(path: string, change: VersionsAndUndone): Sentence | null;
}

/** An open scope with its verbs, which throw if it was opened for reading only. */
export interface DecidingScope extends OpenScope {
  decide(document: Document, ...context: Tail<Parameters<Verbs['decide']>>): UnitDecision;
  close(...context: Tail<Parameters<NonNullable<Verbs['close']>>>): SharedChange | NotChanged;
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer R] ? R : never;

/** One kind of store: pure functions without disk or clock. A kind decides; ops makes Changes. */
export interface Kind {
  readonly name: KindName;
  readonly formats: readonly string[];
  readonly layout: Layout;
  /** `over`: the program replaces a file by rename. Missing: it may write through a kept link, so originals are copied. */
  readonly writes?: 'over';
  /** Roles of files that a list reads beyond size and time. Missing: any. */
  readonly listed?: readonly string[];
  /** Number of conversations in these files of a unit, unopened. Missing: one for each of the `listed` roles, at least one. */
  conversationsIn?(parts: readonly Pick<Part, 'role'>[]): number;
  /** Loads the maker of list rows, without the code that opens a scope. For kinds whose ids come from files only. */
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
  /** Why the program's list omits or alters a conversation, in report order. Words are never renamed or reused. */
  reasons?(): Promise<Readonly<Record<string, ListReason>>>;
  /**
   * Extent of the preview before a change. `scope`: all units, because errors may spread. `index`: changes sharing an index. Missing:
   * conversations are independent.
   */
  readonly coupling?: 'scope' | 'index';
  /** Conversations may continue others of their scope: worker threads get the places of all units. */
  readonly refers?: true;
  traces?(): Promise<Traces>;
  entries?(): Promise<SharedEntries>;
  /** True for the program at work on this site, which would overwrite changes. */
  isOwner?(process: Process, site: Pick<Site, 'root'>): boolean;
}

/** Entries of shared files about conversations, which move with them. */
export interface SharedEntries {
  readonly roles: readonly string[];
  /** An entry is all of its file's text, short enough for a sentence. */
  readonly isWholeText?: true;
  /** The file with entries of these conversations only; null if unreadable. */
  only(role: string, bytes: Uint8Array, ids: ReadonlySet<string>): Uint8Array | null;
  /** Entries as written, by conversation, for those of `ids` that have any; null if unreadable. */
  entriesFor(role: string, bytes: Uint8Array, ids: ReadonlySet<string>): ReadonlyMap<string, string> | null;
  /** Edits that add another file's entries on these conversations, which have none here; null if unreadable. */
  takeIn(
    role: string,
    files: { readonly into: Uint8Array; readonly from: Uint8Array },
    ids: ReadonlySet<string>,
  ): readonly Edit[] | null;
}

/** Places of data that outlives its conversations. */
export interface Traces {
  /** Meanings of folders below the root that have a folder for each id. */
  readonly folders: Readonly<Record<string, Trace['what']>>;
  /** Files of typed prompts. `list` returns the names in a folder below the root. */
  promptFiles(
    list: (path: string) => readonly string[],
    read: (path: string) => Uint8Array | null,
  ): readonly PromptFile[];
  /** Opens those files for damage. Missing if each scope has all of them as `companions`. */
  companionFiles?(files: StoreFiles, paths: readonly string[]): readonly CompanionFile[];
  /** Files with words of prompts that a prompt file refers to. */
  pasteFiles?(list: (path: string) => readonly string[]): readonly string[];
  /** Prompts of the wanted conversations, in file order. `sourceAt` opens other files below the root. */
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
  /** True for a conversation's file, of at most `MAX_STUB_BYTES` bytes, without words. */
  isStub?(source: Source): boolean;
}

/**
 * A file of typed prompts. `path` is below the root. `scope` and `folder`: those of all its conversations; null if each prompt names them,
 * or none does.
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

/** A path seen from outside, enough to recognise its store. */
export interface CandidatePath {
  /** Absolute. */
  readonly path: string;
  readonly type: 'file' | 'folder';
  /** Sorted names inside a folder. */
  readonly names: readonly string[];
  /** The first bytes of a file, at most 64 KiB, else empty. */
  readonly head: Uint8Array;
  /** True for a path that a person gives: a file of lines is then known by its content alone, under any name. */
  readonly isGiven?: boolean;
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
  /** Bytes of a settings file by its absolute path; null if unreadable. Missing without a disk. */
  readonly read?: (path: string) => Uint8Array | null;
}

/** One store on disk: its root, and the selected part. */
export interface Site {
  readonly kind: KindName;
  /** Absolute; every path of the site is relative to it. The journal lives here. */
  readonly root: string;
  /** A kind's own word for how the root is laid out (fnord: `home`, `project`, `folder`, `file`). */
  readonly shape: string;
  /** Restricts to this scope and those below its folder; null for all. */
  readonly scope: string | null;
  /** Restricts to this file, relative to the root; null for all. */
  readonly file: string | null;
}

export interface Layout {
  /** Absolute usual places, in groups: all that exist of the first group with any. fnord: `[['/home/ann/.fnord']]`. */
  homes(around: HostEnvironment): readonly (readonly string[])[];
  /** Absolute paths of other data of its program: settings, and files of later versions. */
  otherData?(around: Omit<HostEnvironment, 'worktrees'>): readonly string[];
  /** The usual name of a root of this shape, if its contents may not identify it. */
  rootName?(shape: string): string | null;
  /** The site of a path; null for another kind's. */
  recognise(candidate: CandidatePath): Site | null;
  place(site: Site, path: string, type: EntryType): Place;
  /** Name of a folder in which the program reads every file by its name, whoever made the folder. */
  readonly readsAllIn?: string;
  /** Name of a settings file that, with conversations beside it, marks a home. */
  readonly settings?: string;
  /** True if the site's conversations name their project: `folderAt` of a session returns it. */
  hasOwnProjects?(site: Site): boolean;
  /**
   * Projects that its program shows in a working folder (absolute, without links) of a repository with these worktrees. `list` returns the
   * names in a folder of the store.
   */
  projectsAt?(
    folder: string,
    worktrees: readonly string[],
    list: (path: string) => readonly string[],
    read: (path: string) => Uint8Array | null,
  ): readonly string[];
  /** Projects whose folder has this name; `list` returns the names in a folder of the store. */
  projectsEnding?(name: string, list: (path: string) => readonly string[]): readonly string[];
}
