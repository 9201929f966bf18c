import { type Code, findingCount, type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { bySeverity, type Healing, isDamage, type Severity } from '../../model/rules/row.ts';
import { alsoText } from '../findings/report.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { bytesText, countText, escapedMarkdown, numberText } from '../text.ts';
import { type MakeReporter, type ReportContext, type ReportEnd, reportPath } from './reporter.ts';

const MAX_FINDINGS = 20;
/** Most characters of a cell, enough for a final command. */
const CELL = 600;

const MARK = { error: '❌ error', warning: '⚠️ warning', info: 'ℹ️ info' } as const satisfies Record<Severity, string>;

/** Report for a step summary: verdict, table by code, first findings, next command. */
export const markdown: MakeReporter = (context) => {
  const codes = new Map<string, CodeTotal>();
  const named: Record<Severity, PlacedFinding[]> = { error: [], warning: [], info: [] };
  return {
    open: () => '',
    finding: (finding) => {
      const { code, severity, healing } = finding;
      const key = `${code} ${severity} ${healing}`;
      codes.set(key, { code, severity, healing, count: (codes.get(key)?.count ?? 0) + findingCount(finding) });
      const same = named[finding.severity];
      if (same.length < MAX_FINDINGS) same.push(finding);
      return '';
    },
    close: (end) => {
      const all = [...codes.values()];
      const first = [...named.error, ...named.warning].slice(0, MAX_FINDINGS);
      return [...verdictLines(end), ...table(all), ...places(first, end, context), ...next(all, context)]
        .join('\n')
        .concat('\n');
    },
  };
};

interface CodeTotal {
  readonly code: Code;
  readonly severity: Severity;
  readonly healing: Healing;
  readonly count: number;
}

function* verdictLines({ summary, exit }: ReportEnd): Generator<string> {
  const { stores, conversations, files, bytes, errors, warnings, infos } = summary;
  const counts = [countText(errors, 'error'), countText(warnings, 'warning'), countText(infos, 'info')].join(', ');
  const verdict = exit !== 0 ? 'failed' : errors > 0 ? 'passed, with errors allowed' : 'passed';
  yield `## Conversation stores: ${verdict}`;
  yield '';
  yield `**${counts}**${alsoText(summary)} in ${countText(conversations, 'conversation')} of ${countText(stores, 'store')} (${countText(files, 'file')}, ${bytesText(bytes)}).`;
}

function* table(codes: readonly CodeTotal[]): Generator<string> {
  if (codes.length === 0) return;
  yield* ['', '| Code | Severity | Count | What | Repair |', '|---|---|--:|---|---|'];
  const sorted = codes.toSorted((a, b) => bySeverity(a.severity, b.severity) || b.count - a.count);
  for (const { code, severity, healing, count } of sorted) {
    const { title } = ruleOf(code);
    yield `| ${code} | ${MARK[severity]} | ${numberText(count)} | ${tableCell(title)} | ${healing} |`;
  }
}

function* places(
  findings: readonly PlacedFinding[],
  { summary }: ReportEnd,
  context: ReportContext,
): Generator<string> {
  if (findings.length === 0) return;
  const more = summary.errors + summary.warnings - findings.length;
  yield* ['', '| Where | Code | What is wrong |', '|---|---|---|'];
  for (const finding of findings) {
    const place = finding.line === null ? '' : `:${finding.line}:${finding.column ?? 1}`;
    yield `| ${tableCell(`${reportPath(finding, context)}${place}`)} | ${finding.code} | ${tableCell(sentenceOf(finding))} |`;
  }
  if (more > 0) yield* ['', `${numberText(more)} more errors and warnings are not shown here.`];
}

function* next(codes: readonly CodeTotal[], { commandPrefix }: ReportContext): Generator<string> {
  const healing = new Set(codes.filter(isDamage).map(({ healing }) => healing));
  if (healing.size === 0) return;
  yield* ['', 'Next:', ''];
  if (healing.has('safe')) yield `- \`${commandPrefix} heal --dry-run\` shows what can be repaired without loss.`;
  if (healing.has('lossy')) yield `- \`${commandPrefix} heal --lossy --dry-run\` shows what else can be saved.`;
  yield '- `convo explain CODE` says what a code means and what is still sound.';
}

export function tableCell(text: string): string {
  const short = text.length > CELL ? `${text.slice(0, CELL)}…` : text;
  return escapedMarkdown(short).replaceAll('\\<', '&lt;').replaceAll('\\>', '&gt;').replaceAll('@', '&#64;');
}
