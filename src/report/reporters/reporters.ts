import { blob } from './blob.ts';
import { concise } from './concise.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { ndjson } from './ndjson.ts';
import { prometheus } from './prometheus.ts';
import type { MakeReporter } from './reporter.ts';

/** Every report that `--report` can name, but for the text of a terminal. */
export const REPORT_FORMATS = [
  'concise',
  'json',
  'ndjson',
  'sarif',
  'junit',
  'github',
  'gitlab',
  'markdown',
  'prometheus',
  'blob',
] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What makes reports of a format. */
export async function reporterOf(format: ReportFormat): Promise<MakeReporter> {
  // Its rules carry the pages of `convo explain`, which no other report loads.
  return format === 'sarif' ? (await import('./sarif.ts')).sarif : REPORTERS[format];
}

const REPORTERS: Readonly<Record<Exclude<ReportFormat, 'sarif'>, MakeReporter>> = {
  concise,
  json,
  ndjson,
  junit,
  github,
  gitlab,
  markdown,
  prometheus,
  blob,
};
