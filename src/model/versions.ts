/** A file before a run, as the run left it, and as it lies now. */
export interface Versions {
  /** Empty when there was none. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly now: Uint8Array;
}
