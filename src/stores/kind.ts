import type { Edit } from '../codecs/edit.ts';
import type { KindName, Section, Transcript, View } from '../model/conversation.ts';
import type { Finding } from '../model/finding.ts';
import type { Part } from '../model/part.ts';
import type { EntryType, Place } from '../model/place.ts';
import type { Process } from '../model/process.ts';
import type { Versions } from '../model/versions.ts';
import type { Conversion, Outcome } from './outcome.ts';

export type { Part } from '../model/part.ts';
export type { EntryType, Place } from '../model/place.ts';
export type { Versions } from '../model/versions.ts';
export type { Conversion, Outcome } from './outcome.ts';

/** What a given path looks like from outside: enough to say whose store it is. */
export interface Given {
  /** Absolute. */
  readonly path: string;
  readonly type: 'file' | 'folder';
  /** Names inside it, sorted; empty for a file. */
  readonly names: readonly string[];
  /** The first bytes of a file (at most 64 KiB); empty for a folder. */
  readonly head: Uint8Array;
  /** Names inside its parent, grandparent, ... for as far as a layout reaches up (four levels). */
  readonly above: readonly { readonly path: string; readonly names: readonly string[] }[];
}

/** What a kind needs to know to say where its stores usually are. */
export interface Surroundings {
  /** Absolute; null when it is not set. */
  readonly home: string | null;
  /** Absolute. */
  readonly cwd: string;
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute folders of all worktrees of the repository that `cwd` lies in, the main one first; none outside a repository. */
  readonly worktrees: readonly string[];
}

/** One store on disk: where it begins, and what of it is asked for. */
export interface Site {
  readonly kind: KindName;
  /** Absolute; every path of the site is relative to it. The journal lives here. */
  readonly root: string;
  /** A kind's own word for how the root is laid out (fnord: `home`, `project`, `folder`, `file`). */
  readonly shape: string;
  /** Only this scope, when the path given lies inside one. */
  readonly scope: string | null;
  /** Only this file, relative to the root, when a single file was given. */
  readonly file: string | null;
}

/** All parts of one id. */
export interface Unit {
  readonly id: string;
  readonly parts: readonly Part[];
}

/** What one index covers, opened: its shared parts, then its units one by one. */
export interface Scope {
  /** As in `Place`: the project, or empty for what belongs to none. */
  readonly name: string;
  readonly site: Site;
  readonly shared: readonly Part[];
  /** Whole Unix seconds. */
  readonly now: number;
  /** Signatures are to be judged too, where documents carry any: it takes long. */
  readonly signatures: boolean;
  /** Where its units lie on disk, by id, whether or not they will be opened; left out where they were not looked for. */
  readonly units?: ReadonlyMap<string, readonly Pick<Part, 'path'>[]>;
  /** A folder of it could not be looked into: what is missing may lie there. Left out where all of it was seen. */
  readonly hidden?: boolean;
}

/** What a changing verb is asked to do. Time, ids and randomness come in here. */
export interface Ask {
  readonly verb: 'heal' | 'migrate' | 'fork' | 'archive' | 'restore' | 'delete';
  readonly now: number;
  newId(): string;
  readonly lossy: boolean;
  /** Heal only these codes; null for all. */
  readonly only: readonly string[] | null;
  /** The format to migrate to; null for the next one. */
  readonly to: string | null;
  /** Fork: cut before this message, as `show --all` numbers it. */
  readonly at: string | null;
  /** Heal: the timestamp (Unix seconds) for documents that never had one. */
  readonly timestamp: number | null;
  readonly dropApprovals: boolean;
  /** Heal: phases (as they stand, lower-case) and what each is to become. */
  readonly mapPhase: ReadonlyMap<string, string>;
  /** Migrate: the phase for documents of eras that have none. */
  readonly phase: string | null;
  /** Restore: the id to come back under; null for its own. */
  readonly as: string | null;
  /** Fork: what is left behind unless it is asked for, because two conversations would then act on one thing. */
  readonly carry: ReadonlySet<'changes' | 'remote'>;
}

/** One unit, decoded; nothing of it is dropped. */
export interface Document {
  readonly id: string;
  /** One for each conversation file (or folder) on disk; none for a unit that is only a leftover. */
  readonly conversations: readonly View[];
  findings(): Iterable<Finding>;
  /** What the owner hydrates from one of `conversations`; also from damaged ones, as far as they go. */
  transcript(path: string): Transcript;
  /** The files beside one of `conversations`, to be shown; left out by kinds that have none. */
  companions?(path: string): readonly Section[];
  change(ask: Ask): Outcome;
  /** For one of the kind's `outputs`, named by `ask.to`; left out by kinds that have none. */
  convert?(ask: Ask): Conversion;
}

/** What `close` answers. */
export type Closing = Extract<Outcome, { state: 'changed' | 'refused' }>;

/** One scope, opened. Holds facts and names across documents, never a document. */
export interface Session {
  open(unit: Unit): Document;
  /** After the last unit: documents that an index names and the disk lacks. */
  absent(): Iterable<Document>;
  /** After the last unit: what concerns the whole scope. */
  findings(): Iterable<Finding>;
  /**
   * After the last unit: one Change for every document whose `change` answered `joined`, and changes to shared files that this
   * verb asks for. `whole`: no unit of the scope was left out.
   */
  close(ask: Ask, whole: boolean): Iterable<Closing>;
  /** The owner's order of this scope, known after the last unit; left out where it is that of the ids. */
  order?(a: View, b: View): number;
  /** Folders that the owner says its scopes are about, absolute; left out by sessions that know of none. */
  folders?(): Iterable<{ readonly scope: string; readonly path: string }>;
}

/** One kind of store: pure functions, no disk, no clock. */
export interface Kind {
  readonly name: KindName;
  readonly formats: readonly string[];
  /**
   * Absolute paths where its stores usually are, in groups: of the first group of which any exists, all that exist are
   * looked at. fnord: `[['/home/ann/.fnord']]`.
   */
  homes(around: Surroundings): readonly (readonly string[])[];
  /** The site that a path belongs to, or null when it is not of this kind. */
  recognise(given: Given): Site | null;
  place(site: Site, path: string, type: EntryType): Place;
  /** True when these first bytes of a part already show that the verb has nothing to do. */
  settled(ask: Ask, role: string, head: Uint8Array): boolean;
  /** Loads what a session of this kind cannot do without and most runs can; awaited before `begin`, left out where there is nothing. */
  prepare?(wishes: Pick<Scope, 'signatures'>): Promise<void>;
  begin(scope: Scope): Session;
  /** Sentences for a whole run that changes this many conversations: what follows from it, and the way back. */
  remarks(ask: Ask, changed: number): readonly string[];
  /** Formats that `migrate --to` can come to; the first is where it goes when none is named. */
  readonly targets: readonly string[];
  /** Formats that `migrate --to` writes to a folder of its own, and leaves the store as it is; left out for none. */
  readonly outputs?: readonly string[];
  /**
   * Takes back what a run did to a file that several conversations share, after its owner saved it again: edits on `now` that
   * put back what differs between `before` and `after`, none when all of it is as before. Null when an entry that the run changed
   * is no longer as it left it, or a file cannot be understood. Left out by kinds without shared files.
   */
  takeBack?(path: string, versions: Versions): readonly Edit[] | null;
  /** Is this process the owner at work on this site: it would overwrite what is changed beneath it. Left out where nothing can tell. */
  isOwner?(process: Process, site: Pick<Site, 'root'>): boolean;
}
