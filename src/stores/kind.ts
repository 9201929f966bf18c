import type { Counts, KindName, Transcript, View } from '../model/conversation.ts';
import type { Finding } from '../model/finding.ts';
import type { Code } from '../model/findings.ts';
import type { Part } from '../model/part.ts';
import type { EntryType, Place } from '../model/place.ts';
import type { Change } from '../model/plan.ts';

export type { Part } from '../model/part.ts';
export type { EntryType, Place } from '../model/place.ts';

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
}

/** What a verb comes to for one unit. */
export type Outcome =
  | {
      readonly state: 'changed';
      readonly change: Change;
      readonly before: Counts;
      readonly after: Counts;
      /** Every difference between the counts, and everything a person should know, a sentence each. */
      readonly notes: readonly string[];
      readonly newId?: string;
    }
  | { readonly state: 'unchanged'; readonly reason?: string }
  | {
      readonly state: 'refused';
      readonly codes: readonly Code[];
      readonly reason: string;
      /** Left for safety, whatever it holds: a link, a file in the way. */
      readonly unsafe?: boolean;
    };

/** One unit, decoded; nothing of it is dropped. */
export interface Document {
  readonly id: string;
  /** One for each conversation file (or folder) on disk; none for a unit that is only a leftover. */
  readonly conversations: readonly View[];
  findings(): Iterable<Finding>;
  /** What the owner hydrates from one of `conversations`; also from damaged ones, as far as they go. */
  transcript(path: string): Transcript;
  change(ask: Ask): Outcome;
}

/** One scope, opened. Holds facts and names across documents, never a document. */
export interface Session {
  open(unit: Unit): Document;
  /** After the last unit: documents that an index names and the disk lacks. */
  absent(): Iterable<Document>;
  /** After the last unit: what concerns the whole scope. */
  findings(): Iterable<Finding>;
  /** After the last unit: changes to shared files that this verb asks for. */
  close(ask: Ask): Iterable<Outcome>;
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
  begin(scope: Scope): Session;
  /** Sentences for a whole run that changes this many conversations: what follows from it, and the way back. */
  remarks(ask: Ask, changed: number): readonly string[];
  /** The owner's order of one scope; left out by a kind whose index gives the order in which documents come. */
  order?(a: View, b: View): number;
}
