import type { PlacedFinding, VerifySummary } from '../../model/finding.ts';

/** What a report needs to know before the first finding. */
export interface ReportContext {
  /** The version of this program. */
  readonly version: string;
  /** Where the findings are shown from, absolute: paths below it are written relative to it. */
  readonly base: string;
  /** Whole Unix seconds at which the run began. */
  readonly now: number;
  /** Whether a finding makes the run fail, as --fail-on and the baseline have it. */
  fails(finding: PlacedFinding): boolean;
}

/** What a report needs to know after the last finding. */
export interface ReportEnd {
  readonly summary: VerifySummary;
  /** The exit code of the run. */
  readonly exit: number;
  /** Interrupted before all was looked at. */
  readonly interrupted: boolean;
}

/** One report of a run, made in pieces, so that memory stays flat whatever the number of findings. */
export interface Reporter {
  open(): string;
  finding(finding: PlacedFinding): string;
  close(end: ReportEnd): string;
}

/** Builds the report of one run. */
export type MakeReporter = (context: ReportContext) => Reporter;
