import { type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { printable } from '../text.ts';
import { type MakeReporter, type ReportContext, reportPath } from './reporter.ts';

/**
 * A suite per file, a case per finding. Failing findings are failures, unjudged files errors, others pass. A last suite sums
 * up: no report is empty.
 */
export const junit: MakeReporter = (context) => {
  let held: PlacedFinding[] = [];
  const flush = (): string => {
    const text = held.length === 0 ? '' : suite(held, context);
    held = [];
    return text;
  };
  return {
    open: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="convo verify">\n',
    finding: (finding) => {
      const same = held[0] !== undefined && held[0].path === finding.path && held.length < MAX_SUITE_FINDINGS;
      const text = same ? '' : flush();
      held.push(finding);
      return text;
    },
    close: ({ summary: { conversations, files, unjudged } }) => {
      const judged = unjudged === 0 ? '' : `<error message="${unjudged} not judged"/>`;
      const seen = `${files} files of ${conversations} conversations were read`;
      const end = `<testcase classname="convo verify" name="${seen}">${judged}</testcase>`;
      const suites = `  <testsuite name="convo verify" tests="1" failures="0" errors="${unjudged === 0 ? 0 : 1}">\n    ${end}\n  </testsuite>`;
      return `${flush()}${suites}\n</testsuites>\n`;
    },
  };
};

/** Findings per suite; more make further suites. */
const MAX_SUITE_FINDINGS = 1000;

function suite(findings: readonly PlacedFinding[], context: ReportContext): string {
  const [first] = findings;
  const name = first === undefined ? '' : escapedXml(reportPath(first, context));
  const errors = findings.filter(({ code }) => ruleOf(code).unjudged === true).length;
  const failures = findings.filter((each) => ruleOf(each.code).unjudged !== true && context.fails(each)).length;
  const cases = findings.map((each) => `    ${testCase(each, name, context)}\n`).join('');
  return `  <testsuite name="${name}" tests="${findings.length}" failures="${failures}" errors="${errors}">\n${cases}  </testsuite>\n`;
}

function testCase(finding: PlacedFinding, name: string, context: ReportContext): string {
  const { code, severity, line, column, at, id } = finding;
  const place = line === null ? '' : ` (${line}:${column ?? 1})`;
  const label = escapedXml(`${code} ${id ?? ''}${at ?? ''}${place}`.replace(/ {2}/g, ' '));
  const text = escapedXml(sentenceOf(finding));
  const type = escapedXml(`${severity} ${code}: ${ruleOf(code).title}`);
  const head = `<testcase classname="${name}" name="${label}">`;
  if (ruleOf(code).unjudged === true) return `${head}<error type="${type}" message="${text}"/></testcase>`;
  if (context.fails(finding)) return `${head}<failure type="${type}" message="${text}"/></testcase>`;
  return `${head}<system-out>${type}: ${text}</system-out></testcase>`;
}

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes characters that XML 1.0 cannot represent. */
export function escapedXml(text: string): string {
  return printable(text)
    .replace(/[\ufffe\uffff]/g, (found) => `\\u${found.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (found) => ENTITY[found] ?? found);
}
