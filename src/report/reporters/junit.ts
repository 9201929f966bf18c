import { type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { JUNIT_END, type JunitCase, type JunitFault, junitHead, junitSuite } from './junit-suite.ts';
import { type MakeReporter, type ReportContext, reportPath } from './reporter.ts';

/**
 * A suite per file, a case per finding. Failing findings are failures, unjudged files errors, others pass. A last suite sums
 * up: no report is empty.
 */
export const junit: MakeReporter = (context) => {
  let suite: PlacedFinding[] = [];
  const flush = (): string => {
    const [first] = suite;
    const cases = suite.map((each) => caseOf(each, context));
    suite = [];
    return first === undefined ? '' : junitSuite(reportPath(first, context), cases);
  };
  return {
    open: () => junitHead('convo verify'),
    finding: (finding) => {
      const same = suite[0] !== undefined && suite[0].path === finding.path && suite.length < MAX_SUITE_FINDINGS;
      const text = same ? '' : flush();
      suite.push(finding);
      return text;
    },
    close: ({ summary: { conversations, files, unjudged } }) => {
      const name = `${files} files of ${conversations} conversations were read`;
      const fault: JunitFault | null = unjudged === 0 ? null : { tag: 'error', message: `${unjudged} not judged` };
      return `${flush()}${junitSuite('convo verify', [{ name, fault }])}${JUNIT_END}`;
    },
  };
};

/** Findings per suite; more make further suites. */
const MAX_SUITE_FINDINGS = 1000;

function caseOf(finding: PlacedFinding, context: ReportContext): JunitCase {
  const { code, severity, line, column, at, id } = finding;
  const place = line === null ? '' : ` (${line}:${column ?? 1})`;
  const name = `${code} ${id ?? ''}${at ?? ''}${place}`.replace(/ {2}/g, ' ');
  const message = sentenceOf(finding);
  const type = `${severity} ${code}: ${ruleOf(code).title}`;
  if (ruleOf(code).unjudged === true) return { name, fault: { tag: 'error', type, message } };
  if (context.fails(finding)) return { name, fault: { tag: 'failure', type, message } };
  return { name, output: `${type}: ${message}` };
}
