import type { PlacedFinding } from '../../model/finding.ts';
import type { ReportContext } from './reporter.ts';

/** Relative to the checkout, else to the store's root: CI matches it against the repository. */
export function reportPath(
  { path, root }: Pick<PlacedFinding, 'path' | 'root'>,
  { checkout }: Pick<ReportContext, 'checkout'>,
): string {
  return below(path, checkout) ?? below(path, root) ?? path;
}

/** As a relative URI reference. */
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

/** Unchanged if not below. */
export function pathBelow(path: string, folder: string): string {
  return below(path, folder) ?? path;
}

function below(path: string, folder: string): string | null {
  if (path === folder) return '.';
  const lead = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(lead) ? path.slice(lead.length) : null;
}
