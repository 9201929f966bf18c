/** Working copy of a git repository around a store. */
export interface Checkout {
  /** Absolute. */
  readonly worktree: string;
  /** Null when none is checked out. */
  readonly branch: string | null;
}

/** Which worktrees share a scope. Absolute paths. */
export interface Sharing {
  readonly folder: string;
  readonly worktrees: readonly string[];
}
