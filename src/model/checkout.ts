/** The working copy of a repository that a store is in. */
export interface Checkout {
  /** Absolute. */
  readonly worktree: string;
  /** Null when none is checked out. */
  readonly branch: string | null;
}

/** Who shares a scope: the folder that its owner names, and the other worktrees of the repository there. Absolute. */
export interface Sharing {
  readonly folder: string;
  readonly worktrees: readonly string[];
}
