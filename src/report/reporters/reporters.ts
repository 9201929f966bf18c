import type { PlacedFinding } from '../../model/finding.ts';
import { truncatedJson } from '../findings/findings-json.ts';
import { findingLine } from '../findings/sentence.ts';
import { documentJson, findingJson, type JsonObject, jsonStream, jsonText } from '../json-text.ts';
import { paint } from '../paint.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { prometheus } from './prometheus.ts';
import type { MakeReporter } from './reporter.ts';

/**
 * Input of `convo merge-reports`: a line for the run, each finding, and the end with their number and digest. Without that end
 * a blob is incomplete.
 */
const blob: MakeReporter = ({ version, base, checkout, shard, gate, sites, newDigest }) => {
  const digest = newDigest();
  let findings = 0;
  const line = (text: string) => {
    digest.add(`${text}\n`);
    return `${text}\n`;
  };
  return {
    open: () => {
      const stores = sites.map(({ kind, root }) => ({ kind, root }));
      const head = { blob: 2, version, base, checkout, shard: { ...shard }, gate: { ...gate }, sites: stores };
      return line(documentJson('verify', head));
    },
    finding: ({ consequences, title, excerpt, wayOn, ...finding }) => {
      findings++;
      return line(jsonText({ ...finding, consequences: consequences?.map(consequenceJson) }));
    },
    close: ({ summary, stores, exit, interrupted }) => {
      const end = { summary: { ...summary }, stores: Object.fromEntries(stores), exit, interrupted, findings };
      const text = documentJson('verify', end);
      digest.add(text);
      return `${text.slice(0, -1)},"digest":"${digest.end()}"}\n`;
    },
  };
};

/** Marks findings of the scope: other shards may report them too. */
function consequenceJson(finding: PlacedFinding): JsonObject {
  return { ...findingJson(finding), ...(finding.ofScope === true && { ofScope: true }) };
}

/** One JSON document per line: findings, then the summary. */
const ndjson: MakeReporter = () => ({
  open: () => '',
  finding: (finding) => `${jsonText(findingJson(finding))}\n`,
  close: ({ summary, exit }) => `${documentJson('verify', { summary: { ...summary }, exit })}\n`,
});

/** The document of --json. */
const json: MakeReporter = () => {
  const stream = jsonStream('verify', 'findings');
  const counted: PlacedFinding[] = [];
  return {
    open: stream.open,
    finding: (finding) => {
      if (finding.count === undefined) return stream.item(findingJson(finding));
      counted.push(finding);
      return '';
    },
    close: ({ summary, interrupted }) =>
      stream.close({ ...truncatedJson(counted), summary: { ...summary }, ...(interrupted ? { interrupted } : {}) }),
  };
};

/** As for a pipe: `path:line:col: severity CODE message`. */
const concise: MakeReporter = ({ base }) => {
  const plain = paint(false);
  return { open: () => '', finding: (finding) => `${findingLine(finding, plain, base)}\n`, close: () => '' };
};

/** Values of `--report`, except `text`. */
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

export async function reporterOf(format: ReportFormat): Promise<MakeReporter> {
  // Only SARIF loads the pages of `convo explain`.
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
