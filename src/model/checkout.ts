/** The working copy of a repository that a store lies in. */
export interface Checkout {
  /** Absolute. */
  readonly worktree: string;
  /** Null when none is checked out. */
  readonly branch: string | null;
}
