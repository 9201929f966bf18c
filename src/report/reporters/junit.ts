import { type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { printable } from '../text.ts';
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

/** A case; without a fault it passed. `classname` defaults to the name of its suite. */
export interface JunitCase {
  readonly classname?: string;
  readonly name: string;
  readonly fault?: JunitFault | null;
  readonly output?: string;
}

export interface JunitFault {
  readonly tag: 'failure' | 'error';
  readonly type?: string;
  readonly message: string;
}

export function junitHead(name: string | null): string {
  const named = name === null ? '' : ` name="${escaped(name)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${named}>\n`;
}

export const JUNIT_END = '</testsuites>\n';

export function junitSuite(name: string, cases: readonly JunitCase[]): string {
  const count = (tag: JunitFault['tag']) => cases.filter(({ fault }) => fault?.tag === tag).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  const lines = cases.map((each) => `    ${caseText(name, each)}\n`).join('');
  return `  <testsuite name="${escaped(name)}" ${counts}>\n${lines}  </testsuite>\n`;
}

function caseText(suite: string, { classname = suite, name, fault, output }: JunitCase): string {
  const inner =
    fault != null ? faultText(fault) : output === undefined ? '' : `<system-out>${escaped(output)}</system-out>`;
  return `<testcase classname="${escaped(classname)}" name="${escaped(name)}">${inner}</testcase>`;
}

function faultText({ tag, type, message }: JunitFault): string {
  const typed = type === undefined ? '' : ` type="${escaped(type)}"`;
  return `<${tag}${typed} message="${escaped(message)}"/>`;
}

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes characters that XML 1.0 cannot represent. */
function escaped(text: string): string {
  return printable(text)
    .replace(/[\ufffe\uffff]/g, (found) => `\\u${found.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (found) => ENTITY[found] ?? found);
}
