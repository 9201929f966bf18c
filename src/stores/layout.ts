import type { KindName } from '../model/kinds.ts';
import type { EntryType, Place } from '../model/part.ts';

/** A path seen from outside: enough to recognise its store. */
export interface CandidatePath {
  /** Absolute. */
  readonly path: string;
  readonly type: 'file' | 'folder';
  /** Names inside it, sorted; empty for a file. */
  readonly names: readonly string[];
  /** The first bytes of a file (at most 64 KiB); empty for a folder. */
  readonly head: Uint8Array;
  /** Names inside its parent, grandparent and so on, up to four levels. */
  readonly above: readonly { readonly path: string; readonly names: readonly string[] }[];
  /** Names inside a nearby folder, by absolute path; none if unreadable. */
  readonly inside?: (path: string) => readonly string[];
}

/** Surroundings from which a kind derives the usual places of its stores. */
export interface HostEnvironment {
  /** Absolute; null if unset. */
  readonly home: string | null;
  /** Absolute. */
  readonly cwd: string;
  /** As Node names it: `linux`, `darwin`, `win32`. */
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
  beside?(around: Omit<HostEnvironment, 'worktrees'>): readonly string[];
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
