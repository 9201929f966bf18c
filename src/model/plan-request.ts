/** The flags of all changing verbs, as plain values; each verb looks at its own. */
export interface VerbFlags {
  /** Heal only these codes; null for all. */
  readonly only: readonly string[] | null;
  readonly lossy: boolean;
  /** Whole Unix seconds. */
  readonly timestamp: number | null;
  /** The folder of Codex threads that name none, absolute. */
  readonly cwd: string | null;
  /** Phases in lower case, and what each is to become. */
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

/** The flags where none is given. */
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

/** The request that a plan was made for, beside its verb and its time: enough to decide on it again. */
export interface PlanRequest {
  readonly flags: VerbFlags;
  /** Only these conversations; null for all. */
  readonly ids: readonly string[] | null;
  /** Only these projects; none for all. */
  readonly projects: readonly string[];
  /** The part of the store that was named. */
  readonly scope: string | null;
  readonly file: string | null;
  /** Only conversations last changed at or before this (Unix seconds); null for all. */
  readonly until: number | null;
  /** Also what leaves a new error. */
  readonly force: boolean;
  /** All new ids follow from it; null where none are made. */
  readonly seed: string | null;
  /** The store that is read where the root is a folder of its own to write to, absolute; null where the root is the store. */
  readonly store: string | null;
}
