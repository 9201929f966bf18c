import { nearestWords } from '../../model/nearest.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../report/reporters/reporters.ts';
import { parsedBy } from '../flag.ts';

/** `file` null or `-`: stdout. */
export interface ReportOptions {
  readonly format: ReportFormat | 'text';
  readonly file: string | null;
}

const FORMATS = ['text', ...REPORT_FORMATS];

export const reportOption = Object.assign(parsedBy(reportIn, 'takes FORMAT or FORMAT=FILE', misfitText), {
  words: FORMATS,
});

function reportIn(text: string): ReportOptions | null {
  const at = text.indexOf('=');
  const format = at === -1 ? text : text.slice(0, at);
  const file = at === -1 || text.slice(at) === '=-' ? null : text.slice(at + 1);
  return isFormat(format) && file !== '' && file?.includes('\0') !== true ? { format, file } : null;
}

function isFormat(text: string): text is ReportFormat | 'text' {
  return FORMATS.includes(text);
}

function misfitText(text: string): string {
  const [format = ''] = text.split('=');
  if (isFormat(format)) return 'takes FORMAT or FORMAT=FILE';
  const near = nearestWords(format, FORMATS);
  return near.length === 0
    ? `takes one of ${FORMATS.join(', ')}`
    : `takes a known format (did you mean ${near.join(', ')}?)`;
}
