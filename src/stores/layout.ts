import type { KindName } from '../model/conversation.ts';
import type { EntryType, Place } from '../model/part.ts';

/** A given path seen from outside: enough to say whose store it is. */
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
  /** Names inside a folder near it, by its absolute path: none for what cannot be listed. */
  readonly inside?: (path: string) => readonly string[];
}

/** The surroundings by which a kind knows where its stores usually are. */
export interface Surroundings {
  /** Absolute; null when it is not set. */
  readonly home: string | null;
  /** Absolute. */
  readonly cwd: string;
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute folders of all worktrees of the repository that `cwd` is in, the main one first; none outside a repository. */
  readonly worktrees: readonly string[];
}

/** One store on disk: where it begins, and what of it is asked for. */
export interface Site {
  readonly kind: KindName;
  /** Absolute; every path of the site is relative to it. The journal lives here. */
  readonly root: string;
  /** A kind's own word for how the root is laid out (fnord: `home`, `project`, `folder`, `file`). */
  readonly shape: string;
  /** Only this scope, and those below its folder, when the path given is inside one. */
  readonly scope: string | null;
  /** Only this file, relative to the root, when a single file was given. */
  readonly file: string | null;
}

/** Where stores of a kind are, and what their paths are. */
export interface Layout {
  /**
   * Absolute paths where its stores usually are, in groups: of the first group of which any exists, all that exist are
   * looked at. fnord: `[['/home/ann/.fnord']]`.
   */
  homes(around: Surroundings): readonly (readonly string[])[];
  /** Absolute paths of what else its program keeps, where nobody looks for a store: settings, and what later versions read. */
  beside?(around: Omit<Surroundings, 'worktrees'>): readonly string[];
  /** The name that a root of this shape is known by, where what is in it may not say enough; null, or left out, for none. */
  rootName?(shape: string): string | null;
  /** The site that a path belongs to, or null when it is not of this kind. */
  recognise(given: Given): Site | null;
  place(site: Site, path: string, type: EntryType): Place;
  /** Do its conversations name their project themselves: `folderAt` of a session answers it. */
  readonly hasOwnProjects?: true;
  /**
   * The projects that its program shows in a working folder (absolute, without links) of a repository with these worktrees;
   * `list` answers the names inside a folder of the store.
   */
  projectsAt?(
    folder: string,
    worktrees: readonly string[],
    list: (path: string) => readonly string[],
    read: (path: string) => Uint8Array | null,
  ): readonly string[];
  /** The projects whose folder has this name; `list` as above. */
  projectsEnding?(name: string, list: (path: string) => readonly string[]): readonly string[];
}
