/** Flags of all changing verbs. Each verb reads its own. */
export interface VerbFlags {
  /** Codes to heal; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  /** Whole Unix seconds. */
  readonly timestamp: number | null;
  /** Working directory for Codex threads that name none, absolute. */
  readonly cwd: string | null;
  /** Pairs of a phase, in lower case, and its replacement. */
  readonly mapPhase: readonly (readonly [string, string])[];
  readonly to: string | null;
  readonly phase: string | null;
  readonly at: string | null;
  readonly dropApprovals: boolean;
  readonly independent: boolean;
  readonly carry: readonly ('changes' | 'remote')[];
  readonly as: string | null;
  readonly title: string;
  readonly tag: string | null;
  readonly moved: { readonly from: string; readonly to: string };
}

export const NO_FLAGS: VerbFlags = {
  only: null,
  lossy: false,
  timestamp: null,
  cwd: null,
  mapPhase: [],
  to: null,
  phase: null,
  at: null,
  dropApprovals: false,
  independent: false,
  carry: [],
  as: null,
  title: '',
  tag: null,
  moved: { from: '', to: '' },
};

/** The request behind a plan: enough to decide again. */
export interface PlanRequest {
  readonly flags: VerbFlags;
  /** Null for all. */
  readonly ids: readonly string[] | null;
  /** Empty for all. */
  readonly projects: readonly string[];
  /** Part of the store that was named. */
  readonly scope: string | null;
  readonly file: string | null;
  /** Only conversations last changed by then (Unix seconds); null for all. */
  readonly until: number | null;
  /** Allow a new error. */
  readonly force: boolean;
  /** Source of all new ids; null if none are made. */
  readonly seed: string | null;
  /** The store to read, if the root is an output folder. Absolute. */
  readonly store: string | null;
}
