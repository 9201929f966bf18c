import { byKey } from '../../model/compare-text.ts';
import { type PlacedFinding, standsFor } from '../../model/finding.ts';
import { addToCount } from '../../model/grouped.ts';
import { printable } from '../printable.ts';
import type { MakeReporter, ReportEnd } from './reporter.ts';

/** Gauges for Prometheus' node exporter (textfile collector). */
export const prometheus: MakeReporter = ({ now }) => {
  const counts = new Map<string, number>();
  return {
    open: () => '',
    finding: (finding) => {
      addToCount(counts, labels(finding), standsFor(finding));
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
