import { addToCount } from '../../model/grouped.ts';
import type { HomeReport } from '../../model/home-report.ts';
import type { Counted, StoreStats } from '../../model/stats.ts';
import { redactedConversation, redactedFinding } from './redacted.ts';
import type { TextPass } from './redactor.ts';

export function redactedReport(report: HomeReport, redact: TextPass): HomeReport {
  for (const { root } of report.roots) redact.meet(root);
  return {
    ...report,
    roots: report.roots.map(({ kind, root }) => ({ kind, root: redact(root) })),
    stores: report.stores.map((store) => redactedStats(store, redact)),
    findings: report.findings.map(({ first, count }) => ({ first: redactedFinding(first, redact), count })),
    due: report.due.map((each) => redactedConversation(each, redact)),
  };
}

function redactedStats(store: StoreStats, redact: TextPass): StoreStats {
  const { root, project, largest, contents, tokens, tools, formats } = store;
  const orNull = (text: string | null) => (text === null ? null : redact(text));
  return {
    ...store,
    root: redact(root),
    project: orNull(project),
    largest: largest.map((each) => ({ ...each, id: redact(each.id), title: orNull(each.title) })),
    contents: contents.map((each) => ({ ...each, type: orNull(each.type) })),
    tokens: tokens.map((each) => ({ ...each, model: redact(each.model) })),
    tools: redactedNames(tools, redact),
    formats: redactedNames(formats, redact),
  };
}

/** Redacted names may coincide. */
function redactedNames(counts: Counted, redact: TextPass): Counted {
  const sums = new Map<string, number>();
  for (const [name, count] of Object.entries(counts)) addToCount(sums, redact(name), count);
  return Object.fromEntries(sums);
}
