/** Who shares a scope: the folder that its owner names, and the other worktrees of the repository there. Absolute. */
export interface Sharing {
  readonly folder: string;
  readonly worktrees: readonly string[];
}
