/** What a verify looked at and found: `summary` of the JSON contract. */
export interface VerifySummary {
  readonly stores: number;
  readonly conversations: number;
  readonly files: number;
  readonly bytes: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings that say what could not be judged; counted under their severity too. */
  readonly unjudged: number;
  /** Findings that the baseline accepts: not reported, and in no other count; left out without a baseline. */
  readonly known?: number;
}
