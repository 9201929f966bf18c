import type { Code, PlacedFinding, VerifySummary } from '../../model/finding.ts';
import type { KindName } from '../../model/kinds.ts';
import type { FindingPage } from '../../model/pages.ts';
import type { Severity } from '../../model/rules/row.ts';

/** The gate as plain values, for joining shards. */
export interface GateRecord {
  readonly level: Severity | null;
  readonly codes: readonly string[];
  /** Most warnings; null for no limit. */
  readonly maxWarnings: number | null;
}

/** Facts known before the first finding. */
export interface ReportContext {
  readonly version: string;
  /** Absolute folder to which paths below it are relative. */
  readonly base: string;
  /** Checkout that CI compares paths with. */
  readonly checkout: string;
  /** Whole Unix seconds of the start. */
  readonly now: number;
  /** Part of the run; 1 of 1 for all. */
  readonly shard: { readonly index: number; readonly of: number };
  readonly gate: GateRecord;
  /** Kinds that flags narrow to; missing for all. */
  readonly kinds?: readonly string[] | undefined;
  /** Command line up to the verb, for these stores. */
  readonly commandPrefix: string;
  readonly sites: readonly { readonly kind: KindName; readonly root: string }[];
  newDigest(): { add(text: string): void; end(): string };
  page(code: Code): FindingPage;
  fails(finding: PlacedFinding): boolean;
}

/** Facts known after the last finding. `stores`: number of conversations by `kind:project`. */
export interface ReportEnd {
  readonly summary: VerifySummary;
  readonly stores: ReadonlyMap<string, number>;
  readonly exit: number;
  readonly interrupted: boolean;
}

/** A streaming report: memory is independent of the number of findings. */
export interface Reporter {
  open(): string;
  finding(finding: PlacedFinding): string;
  close(end: ReportEnd): string;
}

export type MakeReporter = (context: ReportContext) => Reporter;

/** Path relative to the checkout, else to the store's root, because CI matches it against the repository. */
export function reportPath(
  { path, root }: Pick<PlacedFinding, 'path' | 'root'>,
  { checkout }: Pick<ReportContext, 'checkout'>,
): string {
  return relativePath(path, checkout) ?? relativePath(path, root) ?? path;
}

export function reportUri(
  finding: Pick<PlacedFinding, 'path' | 'root'>,
  context: Pick<ReportContext, 'checkout'>,
): string {
  const names = reportPath(finding, context)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/');
  const uri = names.map(encodeURIComponent).join('/');
  // A colon in the first name would look like a scheme; encodeURIComponent escapes it.
  return uri === '' ? '.' : uri;
}

export function pathBelow(path: string, folder: string): string {
  return relativePath(path, folder) ?? path;
}

function relativePath(path: string, folder: string): string | null {
  if (path === folder) return '.';
  const lead = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(lead) ? path.slice(lead.length) : null;
}
