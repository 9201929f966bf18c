/** What the walker found at a path; `link` is a symbolic link that was not followed. */
export type EntryType = 'file' | 'folder' | 'link' | 'other';

/** What a path is to a kind, told from its name and type alone. */
export type Place =
  /** Walk into it; `scope` when all that lies below belongs to that one. */
  | { readonly is: 'folder'; readonly scope?: string }
  /**
   * A file (or folder in the place of one) of the unit `id`; `role` is the kind's word for it. `scope` is printed as the
   * project; empty where a store has no projects. `inside`: a folder that is walked into as well.
   */
  | {
      readonly is: 'part';
      readonly scope: string;
      readonly id: string;
      readonly role: string;
      readonly load: Load;
      readonly inside?: true;
    }
  /**
   * A file or folder that concerns a whole scope, such as an index or settings. `scope` null: the whole site; it is given
   * to the scope named '', which is opened for it even when it has no unit. `inside`: as above.
   */
  | {
      readonly is: 'shared';
      readonly scope: string | null;
      readonly role: string;
      readonly load: Load;
      readonly inside?: true;
    }
  /** The owner's other data: not walked, not judged. */
  | { readonly is: 'foreign' };

/** How much of a file a kind reads: all of it, ranges of it when it asks for them, its first 4 KiB, or nothing. */
export type Load = 'whole' | 'lines' | 'head' | 'name';
