import type { Edit } from '../codecs/edit.ts';
import type { Source } from '../codecs/lines/source.ts';
import type { KindName, Transcript, View } from '../model/conversation.ts';
import type { Finding } from '../model/finding.ts';
import type { Prompt, Trace } from '../model/lost.ts';
import type { Part } from '../model/part.ts';
import type { SavedOver, Versions } from '../model/plan.ts';
import type { Process, ProcessNotes } from '../model/process.ts';
import type { Reason } from '../model/reason.ts';
import type { Sentence } from '../model/sentence.ts';
import type { Answered, StatsSink } from '../model/stats.ts';
import type { TableRead } from '../model/table.ts';
import type { Ask } from './ask.ts';
import type { NotChanged, SharedChange, UnitDecision } from './decided.ts';
import type { Layout, Site } from './layout.ts';

export type { EntryType, Load, Part, Place } from '../model/part.ts';
export type { SavedOver, Versions } from '../model/plan.ts';
export type { Ask, AskFor } from './ask.ts';
export type { NotChanged, SharedChange, UnitChange, UnitDecision } from './decided.ts';
export type { Given, Layout, Site, Surroundings } from './layout.ts';

/** All parts of one id. */
export interface Unit {
  readonly id: string;
  readonly parts: readonly Part[];
  /** Parts of the same id in other scopes of the site; left out where there are none. */
  readonly elsewhere?: readonly Part[];
}

/** A scope, which one index covers, opened: its shared parts, then its units one by one. */
export interface Scope {
  /** As in `Place`: the project, or empty for what belongs to none. */
  readonly name: string;
  readonly site: Site;
  readonly shared: readonly Part[];
  /** Shared parts of the whole site, for every scope of it; left out where there are none. */
  readonly common?: readonly Part[];
  /** Is there something at an absolute path outside the store; left out where nothing can tell. */
  readonly exists?: (path: string) => boolean;
  /** Did convo write the file of this path last, at this time, and nobody since; left out where nothing can tell. */
  readonly isWrittenByConvo?: (path: string, mtime: number) => boolean;
  /** Is the process of this id alive; left out where nothing can tell. */
  readonly alive?: (pid: number) => boolean;
  /** The system's notes on processes; left out where nothing can tell. */
  readonly system?: ProcessNotes;
  /** The bytes of a file of the store, by its path below the root, read when they are asked for; null for what cannot be read. Left out where nothing can tell. */
  readonly sourceAt?: (path: string) => Source | null;
  /** Some columns of a table of a database of the store, by its path below the root; it is never written to. Left out where nothing can tell. */
  readonly tableAt?: (path: string, table: string, columns: readonly string[]) => TableRead;
  /** Does a process hold a lock (flock) on a file of the store, by its path below the root; left out where nothing can tell. */
  readonly isHeld?: (path: string) => boolean;
  /** Whole Unix seconds. */
  readonly now: number;
  /** Signatures are to be judged too, where documents carry any: it takes long. */
  readonly signatures: boolean;
  /** Where its units are on disk, by id, whether or not they will be opened; left out where they were not looked for. */
  readonly units?: ReadonlyMap<string, readonly Pick<Part, 'path'>[]>;
  /** The roles that the parts of its units have, whether or not they will be opened; left out where they were not looked for. */
  readonly roles?: ReadonlySet<string>;
  /** A folder of it could not be looked into: what is missing may be there. Left out where all of it was seen. */
  readonly hidden?: boolean;
  /** The names of all scopes of the site; left out where not all of it was walked. */
  readonly scopes?: ReadonlySet<string>;
}

/** Options of a transcript, beyond the one that the program shows; kinds ignore options for data that they do not have. */
export interface TranscriptOptions {
  /** The files beside it. */
  readonly companions?: boolean;
  /** Records that the program does not reach too, in the order of the file. */
  readonly everything?: boolean;
  /** The transcript of this subagent instead; its id may be shortened to a unique beginning. */
  readonly agent?: string | null;
}

/** One unit, decoded; nothing of it is dropped. `F`: its facts, structured-clonable. */
export interface Document<F = unknown> {
  readonly id: string;
  /** One for each conversation file (or folder) on disk; none for a unit that is only a leftover. */
  readonly conversations: readonly View[];
  /** For `addFacts` of its scope. */
  facts(): F;
  findings(): Iterable<Finding>;
  /** Its findings, its counts and this transcript will be asked for, in this order: what one pass can read for all is read once. Left out by kinds that read all at once. */
  willShow?(path: string): void;
  /** What the program hydrates from one of `conversations`, also from damaged ones as far as they go; with the files beside it where asked. */
  transcript(path: string, options?: TranscriptOptions): Transcript;
  /** The subagents of a conversation, whose transcripts `transcript` gives too; left out by kinds that have none. */
  subagents?(path: string): readonly string[];
  /** False where every record of its files can be read. Left out by kinds whose views say it (`readable`). */
  mayHide?(): boolean;
  /** The lines of a conversation's file, inflated where it is compressed; null for what cannot be read. Left out by kinds that compress none. */
  lines?(path: string): Source | null;
  /** Ids of the conversations that it goes on from, and those from theirs, without which it is not whole; left out by kinds whose conversations are. */
  goesOnFrom?(): readonly string[];
  /** Ids of the conversations that the program continued in this one; left out by kinds that link none. */
  cameFrom?(): readonly string[];
  /** Counts its messages and the tokens of its answers, and what the bytes of its files hold, in the pass that judges it; left out by kinds whose transcripts are counted. */
  tally?(into: StatsSink): void;
  /** The tokens of its answers, of each at least once; left out by kinds whose files do not have them, and by those that only `tally` them. */
  answers?(): Iterable<Answered>;
}

/** One scope, opened. It keeps facts of its documents, never a document. `M`: its part in findings about the whole site. */
export interface OpenScope<D extends Document = Document, F = unknown, M = unknown> {
  /** A function of its arguments: keeps nothing. A unit without parts is one that only the index names. */
  open(unit: Unit): D;
  /** Takes in the `facts` of a document that was opened. */
  addFacts(facts: F): void;
  /** After the last unit: ids that an index names and the disk lacks. */
  absent(): Iterable<string>;
  /** After the last unit: findings about the whole scope. */
  findings(): Iterable<Finding>;
  /** After the last unit, for kinds with findings about a whole site. */
  sum?(): M;
  /** After the last scope of a site: one finding for each thing that concerns many conversations of it alike. */
  together?(sums: readonly M[]): Iterable<Finding>;
  /** The program's order of this scope, known after the last unit; left out where it is that of the ids. */
  order?(a: View, b: View): number;
  /**
   * Whether an error of this conversation may come when others of its scope change; asked of kinds that hang together by their
   * index, and left out where none may.
   */
  hangs?(id: string): boolean;
  /**
   * Is a finding of a unit that stays as it is over, now that the facts of all units are those after a change of others; left out
   * where none ever is.
   */
  isOver?(finding: Finding): boolean;
  /** The working folder that a file of a unit names; null for none. Left out by kinds whose scopes are their projects. */
  folderAt?(path: string): string | null;
  /** Folders that the program says its scopes are about, absolute; left out by sessions that know of none. */
  folders?(): Iterable<{ readonly scope: string; readonly path: string }>;
}

/** What a kind decides. `S`: its open scope; `U`: the update of a shared index that a change of one unit brings. */
export interface Verbs<D = Document, S = OpenScope, U = unknown> {
  /**
   * The change of one unit. `soFar`: decisions in its scope before; heal and migrate do not look at them, the other verbs are decided
   * in the order of ids.
   */
  decide(document: D, ask: Ask, soFar: readonly UnitDecision<U>[]): UnitDecision<U>;
  /**
   * After the last unit: the change of the shared files, around the changes that are made together with them. `decided` has those and
   * everything with an index update, others without their steps. `whole`: no unit of the scope was missed. Not asked for an output folder.
   */
  close(scope: S, ask: Ask, decided: readonly UnitDecision<U>[], whole: boolean): SharedChange | NotChanged;
  /**
   * Undoes the change of a run in a file that its program saved again since: the file with the difference of `before` and `after` put
   * back, or `now` itself when all of it is as before. Null when the change is no longer as the run left it, or a file cannot be
   * understood. Missing for kinds whose files nobody else writes to.
   */
  putBack?(path: string, versions: Versions): Source | null;
  /** The harm of that to data that its program saved since, in a clause; null for none. */
  harmOf?(path: string, change: SavedOver): Sentence | null;
}

/** An open scope with its verbs, whatever their types. They throw where the scope was opened to be read alone. */
export interface Session extends OpenScope {
  decide(document: Document, ...asked: Tail<Parameters<Verbs['decide']>>): UnitDecision;
  close(...asked: Tail<Parameters<Verbs['close']>>): SharedChange | NotChanged;
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer R] ? R : never;

/** One kind of store: pure functions, no disk, no clock. A kind only decides; ops makes Changes of its decisions. */
export interface Kind {
  readonly name: KindName;
  readonly formats: readonly string[];
  readonly layout: Layout;
  /**
   * How its program saves: `over` replaces a file by rename; `inside` writes in place, so that it could write through a kept
   * link, and originals are copied.
   */
  readonly writes: 'over' | 'inside';
  /** Roles of the files that a list shows something of, beyond their size and time; left out where it may be any. */
  readonly listed?: readonly string[];
  /** `changes`: something may be decided in it, so the code of the verbs is loaded. */
  begin(scope: Scope, changes: boolean): Promise<Session>;
  verbs(): Promise<Pick<Verbs, 'putBack' | 'harmOf'>>;
  /** True when these first bytes of a part already show that the verb has nothing to do. */
  skips(ask: Ask, role: string, head: Uint8Array): boolean;
  /** Sentences for a whole run that changes this many conversations: what follows from it, and the way back. */
  remarks(ask: Ask, changed: number): readonly Sentence[];
  /** Formats that `migrate --to` can reach; the first is the default. */
  readonly targets: readonly string[];
  /** Formats that `migrate --to` writes to a folder of its own, and leaves the store as it is; left out for none. */
  readonly outputs?: readonly string[];
  /** Why its program's list leaves a conversation out, or has it otherwise, in the order in which reasons are reported. A word is never renamed or reused. */
  reasons(): Promise<Readonly<Record<string, Reason>>>;
  /**
   * What is looked at as it would be, before a verb changes it: with `scope` all of its scope, because an error of one conversation may
   * appear or go with another; with `index` what is changed together with its index. Left out where conversations are independent.
   */
  readonly coupling?: 'scope' | 'index';
  /** Conversations may go on from others of their scope: each thread gets the places of the units. Left out for none. */
  readonly refers?: true;
  /** Traces that outlive a conversation; left out by kinds without any. */
  traces?(): Promise<Traces>;
  /** What its shared files hold of each conversation; left out by kinds whose conversations have nothing in a shared file. */
  entries?(): Promise<SharedEntries>;
  /** Is this process the program at work on this site: it would overwrite what is changed beneath it. Left out where nothing can tell. */
  isOwner?(process: Process, site: Pick<Site, 'root'>): boolean;
}

/** What the files that a scope shares hold of its conversations, so that it goes where they go. */
export interface SharedEntries {
  /** The roles of those files. */
  readonly roles: readonly string[];
  /** Such a file with what is about these conversations alone; null for one that cannot be understood. */
  only(role: string, bytes: Uint8Array, ids: ReadonlySet<string>): Uint8Array | null;
  /**
   * Those of these conversations of which such a file has an entry, and may have one, each with its entries as they are written; null
   * for one that cannot be understood.
   */
  taken(role: string, bytes: Uint8Array, ids: ReadonlySet<string>): ReadonlyMap<string, string> | null;
  /** The edits by which such a file gets what another of its role holds of these conversations, of which it has none; null as above. */
  takeIn(
    role: string,
    files: { readonly into: Uint8Array; readonly from: Uint8Array },
    ids: ReadonlySet<string>,
  ): readonly Edit[] | null;
}

/** Where a program keeps something of its conversations that outlives them. */
export interface Traces {
  /** Folders below the root that hold a folder for each id, and what those are. */
  readonly folders: Readonly<Record<string, Trace['what']>>;
  /** A file below the root with what people typed. */
  readonly prompts: string;
  /** Those of the conversations that are asked about, in the order of the file. */
  promptsIn(source: Source, wanted: (id: string) => boolean): Iterable<TypedPrompt>;
  /** The scope of the conversations about a folder, among those there are. */
  scopeOf(folder: string, scopes: readonly string[]): string;
  isId(name: string): boolean;
  /** Where the file of a conversation is, below the root. */
  pathOf(scope: string, id: string): string;
  /** Patterns below a root of this name of files that may name the folders of these scopes, and that no verb writes. */
  naming(root: string, scopes: readonly string[]): readonly string[];
  /** The use of the files of a unit, by their roles: the conversation itself, and the transcript of a subagent; all others stand beside it. */
  readonly roles: { readonly itself: readonly string[]; readonly agent: readonly string[] };
  /** The subagent whose transcript has this name. */
  agentAt(path: string): string | null;
  /** Is the file of a conversation, of at most `LARGEST_STUB` bytes, one in which nothing was said. Left out by kinds that leave none. */
  isStub?(source: Source): boolean;
}

/** Bytes. */
export const LARGEST_STUB = 65_536;

/** A prompt, with the conversation and the folder that it was typed in. */
export interface TypedPrompt extends Prompt {
  readonly id: string;
  readonly folder: string | null;
  /** A command to the program, after which there may be no conversation. */
  readonly isCommand: boolean;
}

/** Enough of a kind to find and recognise its stores, without the code that reads and changes them. */
export type KindInfo = Omit<Kind, 'begin' | 'verbs'>;
