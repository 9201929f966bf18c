import type { PlacedFinding } from '../../model/finding.ts';
import { truncatedJson } from '../findings/findings-json.ts';
import { findingLine } from '../findings/sentence.ts';
import { documentJson, jsonStream, jsonText } from '../json-text.ts';
import { paint } from '../paint.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { prometheus } from './prometheus.ts';
import type { MakeReporter } from './reporter.ts';

/**
 * What `convo merge-reports` joins: a line for the run, a line for each finding as in the JSON contract, a line for the end. A blob
 * without its end was cut off.
 */
const blob: MakeReporter = ({ version, base, checkout, shard, gate, sites }) => ({
  open: () => {
    const stores = sites.map(({ kind, root }) => ({ kind, root }));
    return `${documentJson('verify', { blob: 1, version, base, checkout, shard: { ...shard }, gate: { ...gate }, sites: stores })}\n`;
  },
  finding: (finding) => `${jsonText({ ...finding })}\n`,
  close: ({ summary, stores, exit, interrupted }) =>
    `${documentJson('verify', { summary: { ...summary }, stores: Object.fromEntries(stores), exit, interrupted })}\n`,
});

/** One JSON document a line: each finding as in the JSON contract, then the summary. */
const ndjson: MakeReporter = () => ({
  open: () => '',
  finding: (finding) => `${jsonText({ ...finding })}\n`,
  close: ({ summary, exit }) => `${documentJson('verify', { summary: { ...summary }, exit })}\n`,
});

/** The document that --json prints. */
const json: MakeReporter = () => {
  const stream = jsonStream('verify', 'findings');
  const counted: PlacedFinding[] = [];
  return {
    open: stream.open,
    finding: (finding) => {
      if (finding.count === undefined) return stream.item({ ...finding });
      counted.push(finding);
      return '';
    },
    close: ({ summary, interrupted }) =>
      stream.close({ ...truncatedJson(counted), summary: { ...summary }, ...(interrupted ? { interrupted } : {}) }),
  };
};

/** One finding a line, as a pipe gets it: `path:line:col: severity CODE what is wrong`. */
const concise: MakeReporter = ({ base }) => {
  const plain = paint(false);
  return { open: () => '', finding: (finding) => `${findingLine(finding, plain, base)}\n`, close: () => '' };
};

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
