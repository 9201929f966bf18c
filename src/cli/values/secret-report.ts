import { SECRET_REPORTS, type SecretReport } from '../../report/reporters/secret-reports.ts';
import { readBy } from './read-by.ts';

/** `file` null: stdout. */
interface SecretReportOptions {
  readonly format: SecretReport;
  readonly file: string | null;
}

/** `FORMAT` or `FORMAT=FILE`. */
export const secretReportOption = Object.assign(
  readBy(reportOf, `takes FORMAT or FORMAT=FILE: ${SECRET_REPORTS.join(', ')}`),
  { words: SECRET_REPORTS },
);

function reportOf(text: string): SecretReportOptions | null {
  const [name = '', ...rest] = text.split('=');
  const format = SECRET_REPORTS.find((each) => each === name);
  const file = rest.join('=');
  if (format === undefined || (rest.length > 0 && file === '') || file.includes('\0')) return null;
  return { format, file: rest.length === 0 || file === '-' ? null : file };
}
