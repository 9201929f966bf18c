import type { PlacedFinding } from '../../model/finding.ts';
import type { ReportContext } from './reporter.ts';

/**
 * The file of a finding without a machine's own folders: relative to the checkout when it is below, else relative to the store's
 * root. CI systems match it against the repository.
 */
export function reportPath(
  { path, root }: Pick<PlacedFinding, 'path' | 'root'>,
  { checkout }: Pick<ReportContext, 'checkout'>,
): string {
  return below(path, checkout) ?? below(path, root) ?? path;
}

/** A report path as a relative URI reference. */
export function reportUri(
  finding: Pick<PlacedFinding, 'path' | 'root'>,
  context: Pick<ReportContext, 'checkout'>,
): string {
  const names = reportPath(finding, context)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/');
  const uri = names.map(encodeURIComponent).join('/');
  // A first name with a colon would be read as a scheme; encodeURIComponent writes it as %3A.
  return uri === '' ? '.' : uri;
}

/** A path relative to a folder that it is below; else as it is. */
export function pathBelow(path: string, folder: string): string {
  return below(path, folder) ?? path;
}

function below(path: string, folder: string): string | null {
  if (path === folder) return '.';
  const lead = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(lead) ? path.slice(lead.length) : null;
}
