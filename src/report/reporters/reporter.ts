import type { KindName } from '../../model/conversation.ts';
import type { PlacedFinding, VerifySummary } from '../../model/finding.ts';
import type { Code } from '../../model/findings.ts';
import type { FindingPage } from '../../model/pages.ts';
import type { Severity } from '../../model/rules/row.ts';

/** The conditions that make a run fail, as plain values: a blob keeps it for the run that joins several. */
export interface GateRecord {
  readonly level: Severity | null;
  readonly codes: readonly string[];
  /** Null for no limit. */
  readonly maxWarnings: number | null;
}

/** The head of a report, before the first finding. */
export interface ReportContext {
  /** The version of this program. */
  readonly version: string;
  /** Where the findings are shown from, absolute: paths below it are written relative to it. */
  readonly base: string;
  /** The checkout that CI compares paths with. */
  readonly checkout: string;
  /** Whole Unix seconds at which the run began. */
  readonly now: number;
  /** Which part of the stores was looked at; 1 of 1 for all. */
  readonly shard: { readonly index: number; readonly of: number };
  readonly gate: GateRecord;
  /** The command line up to the verb that looks at the same stores. */
  readonly commandPrefix: string;
  /** The stores that are looked at. */
  readonly sites: readonly { readonly kind: KindName; readonly root: string }[];
  /** The digest of text that comes in pieces, in hexadecimal digits. */
  newDigest(): { add(text: string): void; end(): string };
  /** All that is written of a code. */
  page(code: Code): FindingPage;
  /** Whether a finding makes the run fail, as --fail-on and the baseline have it. */
  fails(finding: PlacedFinding): boolean;
}

/** The end of a report, after the last finding. */
export interface ReportEnd {
  readonly summary: VerifySummary;
  /** Conversations of each store and project, as `kind:project`. */
  readonly stores: ReadonlyMap<string, number>;
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
