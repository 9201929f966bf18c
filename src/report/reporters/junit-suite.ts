import { printable } from '../text.ts';

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
