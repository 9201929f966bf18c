import { addToCount, byKey } from '../../model/collections.ts';
import { findingCount, type PlacedFinding } from '../../model/finding.ts';
import type { Severity } from '../../model/rules/row.ts';
import { findingLine, sentenceOf } from '../findings/sentence.ts';
import { documentJson, findingJson, type JsonObject, jsonStream, jsonText, truncatedJson } from '../json-text.ts';
import { paint } from '../paint.ts';
import { printable } from '../text.ts';
import { github } from './github.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { type MakeReporter, type ReportEnd, reportPath } from './reporter.ts';

/**
 * Input of `convo merge-reports`: a line for the run, each finding, and the end with their number and digest. A blob without that end is
 * incomplete.
 */
const blob: MakeReporter = ({ version, base, checkout, shard, gate, kinds, sites, newDigest }) => {
  const digest = newDigest();
  let findings = 0;
  const line = (text: string) => {
    digest.add(`${text}\n`);
    return `${text}\n`;
  };
  return {
    open: () => {
      const stores = sites.map(({ kind, root }) => ({ kind, root }));
      const narrowed = kinds === undefined ? {} : { kinds: [...kinds] };
      const head = { blob: 2, version, base, checkout, shard: { ...shard }, gate: { ...gate }, ...narrowed };
      return line(documentJson('verify', { ...head, sites: stores }));
    },
    finding: ({ consequences, title, folder, excerpt, next, remedy, ...finding }) => {
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

/** A consequence with more members than in the contract: other shards may report the scope's findings too, and causes have other words. */
function consequenceJson(finding: PlacedFinding): JsonObject {
  const { ofScope, isCause } = finding;
  return { ...findingJson(finding), ...(ofScope === true && { ofScope }), ...(isCause === true && { isCause }) };
}

/** One JSON document per line: findings, then the summary. */
const ndjson: MakeReporter = () => ({
  open: () => '',
  finding: (finding) => `${jsonText(findingJson(finding))}\n`,
  close: ({ summary, exit }) => `${documentJson('verify', { summary: { ...summary }, exit })}\n`,
});

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

/** The pipe format: `path:line:col: severity CODE message`. */
const concise: MakeReporter = ({ base }) => {
  const plain = paint(false);
  return { open: () => '', finding: (finding) => `${findingLine(finding, plain, base)}\n`, close: () => '' };
};

/** GitLab's code quality report. GitLab requires unique fingerprints. */
const gitlab: MakeReporter = (context) => {
  let first = true;
  return {
    open: () => '[',
    finding: (finding) => {
      const lead = first ? '\n' : ',\n';
      first = false;
      const { code, severity, fingerprint, line } = finding;
      const path = reportPath(finding, context);
      const issue = {
        type: 'issue',
        check_name: code,
        description: sentenceOf(finding),
        severity: SEVERITY[severity],
        fingerprint,
        categories: ['Bug Risk'],
        location: { path, lines: { begin: line ?? 1 } },
      };
      return lead + jsonText(issue);
    },
    close: () => `${first ? '' : '\n'}]\n`,
  };
};

/** Gauges for Prometheus' node exporter (textfile collector). */
const prometheus: MakeReporter = ({ now }) => {
  const counts = new Map<string, number>();
  return {
    open: () => '',
    finding: (finding) => {
      addToCount(counts, labels(finding), findingCount(finding));
      return '';
    },
    close: (end) => {
      const found = [...counts].sort(byKey).map(([key, count]) => `convostore_findings{${key}} ${count}\n`);
      const head = '# HELP convostore_findings Findings of the last verify.\n# TYPE convostore_findings gauge\n';
      return `${head}${found.join('')}${totals(end, now)}`;
    },
  };
};

function totals({ summary, exit }: ReportEnd, now: number): string {
  const { stores, conversations, files, bytes, unjudged } = summary;
  return [
    gauge('convostore_stores', 'Stores that were verified.', stores),
    gauge('convostore_conversations', 'Conversations that were verified.', conversations),
    gauge('convostore_files', 'Files that were read.', files),
    gauge('convostore_bytes', 'Bytes that were read.', bytes),
    gauge('convostore_unjudged', 'Findings that say that something could not be judged.', unjudged),
    gauge('convostore_verify_exit_code', 'Exit code of the last verify.', exit),
    gauge('convostore_verify_timestamp_seconds', 'Time at which the last verify began.', now),
  ].join('');
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
}

function labels({ kind, root, project, code, severity }: PlacedFinding): string {
  const all = { kind, root, project: project ?? '', code, severity };
  return Object.entries(all)
    .map(([name, value]) => `${name}="${printable(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
    .join(',');
}

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

const SEVERITY = { error: 'critical', warning: 'major', info: 'info' } as const satisfies Record<Severity, string>;
