import { createRequire } from 'node:module';
import { parse as parseJunit } from 'junit2json';
import { describe, expect, test } from 'vitest';
import { newDigest } from '../../../src/io/disk/digest.ts';
import { type Code, type PlacedFinding, ruleOf } from '../../../src/model/finding.ts';
import { findingPage } from '../../../src/ops/package-texts.ts';
import type { ReportContext } from '../../../src/report/reporters/reporter.ts';
import { REPORT_FORMATS, type ReportFormat, reporterOf } from '../../../src/report/reporters/reporters.ts';
import { sarifFaults } from './sarif-faults.ts';

const require = createRequire(import.meta.url);

/** The package has no types of its own. */
interface Family {
  readonly name: string;
  readonly metrics: readonly { readonly value: string }[];
}
const parsePrometheus: (text: string) => Family[] = require('parse-prometheus-text-format');

const CONTEXT: ReportContext = {
  version: '9.9.9',
  base: '/builds/repo',
  checkout: '/builds/repo',
  now: 1795000000,
  shard: { index: 1, of: 1 },
  gate: { level: 'error', codes: [], maxWarnings: null },
  commandPrefix: 'convo',
  sites: [],
  newDigest,
  page: findingPage,
  fails: ({ severity }) => severity === 'error',
};

const HOSTILE = 'a"b\'<c>&\u001b]52;c;x\u0007\n::error::%25|`*\ud800\uffff \u202e, ]]>';

function finding(code: Code, over: Partial<PlacedFinding> = {}): PlacedFinding {
  const { severity, healing } = ruleOf(code);
  return {
    code,
    severity,
    healing,
    kind: 'fnord',
    root: '/home/ann/.fnord',
    project: 'alpha',
    id: 'c1',
    path: '/home/ann/.fnord/projects/alpha/conversations/c1.json',
    at: '/messages/3',
    offset: 400,
    line: 2,
    column: 17,
    owner: 'refuses',
    message: 'ends in the middle of a value',
    expected: null,
    actual: null,
    fingerprint: '0123456789abcdef0123456789abcdef',
    ...over,
  };
}

const SOME = [
  finding('FN006'),
  finding('FN201', { line: null, column: null, offset: null, at: null }),
  finding('ST001', { id: null, path: '/builds/repo/a b/c:d%.json', message: 'cannot be read' }),
  finding('FN006', {
    path: `/home/${HOSTILE}/${HOSTILE}`,
    id: HOSTILE,
    message: HOSTILE,
    project: HOSTILE,
    root: `/home/${HOSTILE}`,
  }),
];

const MAKERS = new Map(await Promise.all(REPORT_FORMATS.map(async (name) => [name, await reporterOf(name)] as const)));

function report(format: ReportFormat, findings: Iterable<PlacedFinding>, exit = 1): string {
  const reporter = MAKERS.get(format)?.(CONTEXT);
  if (reporter === undefined) throw new Error(`no reporter for ${format}`);
  let text = reporter.open();
  const summary = {
    stores: 1,
    conversations: 4,
    files: 9,
    bytes: 12345,
    errors: 0,
    warnings: 0,
    infos: 0,
    unjudged: 0,
  };
  for (const each of findings) {
    text += reporter.finding(each);
    summary[({ error: 'errors', warning: 'warnings', info: 'infos' } as const)[each.severity]]++;
    if (ruleOf(each.code).unjudged === true) summary.unjudged++;
  }
  return text + reporter.close({ summary, stores: new Map(), exit, interrupted: false });
}

describe.each(REPORT_FORMATS)('the report %s', (format) => {
  test('lets nothing from a store act on a terminal', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
    expect(report(format, SOME)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|\p{Surrogate}/u);
  });

  test('names no absolute folder of a file below the base or its store', () => {
    const text = report(format, [finding('FN006'), finding('ST001', { path: '/builds/repo/x.json' })]);
    // These are read on the machine itself: by the tool that runs us, or by whoever opens the path.
    if (['json', 'ndjson', 'prometheus', 'concise', 'blob'].includes(format))
      return expect(text).toContain('/home/ann/.fnord');
    expect(text).not.toContain('/home/ann');
    expect(text).not.toContain('/builds/repo');
  });
});

describe('sarif', () => {
  test.each([
    ['none', []],
    ['some, with hostile texts', SOME],
  ])('is valid against the published schema: %s', (_, findings) => {
    expect(sarifFaults(report('sarif', findings))).toBeNull();
  });

  test('carries a rule for each code, with its help, and points results at it', () => {
    const { runs } = JSON.parse(report('sarif', SOME));
    const { rules } = runs[0].tool.driver;
    expect(rules.map(({ id }: { id: string }) => id)).toEqual(['FN006', 'FN201', 'ST001']);
    expect(rules[0].help.text).toContain(findingPage('FN006').sound);
    for (const { ruleId, ruleIndex } of runs[0].results) expect(rules[ruleIndex].id).toBe(ruleId);
    expect(runs[0].results[2].locations[0].physicalLocation.artifactLocation.uri).toBe('a%20b/c%3Ad%25.json');
  });

  test('30,000 findings stay within the limits of GitHub, and none is uncounted', () => {
    const many = Array.from({ length: 30_000 }, (_, n) =>
      finding((['FN006', 'FN201', 'FN013'] as const)[n % 3] ?? 'FN006'),
    );
    const text = report('sarif', many);
    const { results } = JSON.parse(text).runs[0];
    expect(results.length).toBeLessThanOrEqual(5000);
    const counted = results.reduce(
      (sum: number, each: { occurrenceCount?: number }) => sum + (each.occurrenceCount ?? 1),
      0,
    );
    expect(counted).toBe(30_000);
    expect(sarifFaults(text)).toBeNull();
  });
});

describe('junit', () => {
  test('is read by a JUnit reader, with as many failures and errors as there are', async () => {
    const read = await parseJunit(report('junit', SOME));
    const suites = (read as { testsuite: { tests: number; failures: number; errors: number; testcase: object[] }[] })
      .testsuite;
    const sum = (key: 'tests' | 'failures' | 'errors') => suites.reduce((all, each) => all + Number(each[key]), 0);
    expect([sum('tests'), sum('failures'), sum('errors')]).toEqual([5, 2, 2]);
    for (const { tests, testcase } of suites) expect(testcase.length).toBe(tests);
  });

  test('has a passed case when nothing was found', async () => {
    const read = (await parseJunit(report('junit', [], 0))) as { testsuite: { tests: number; failures: number }[] };
    expect(read.testsuite.map(({ tests, failures }) => [tests, failures])).toEqual([[1, 0]]);
  });
});

describe('github', () => {
  test('each annotation is one line, and its text ends no property', () => {
    const lines = report('github', SOME).trimEnd().split('\n');
    expect(lines).toHaveLength(SOME.length);
    expect(lines[0]).toBe(
      `::error file=projects/alpha/conversations/c1.json,line=2,col=17,title=FN006 ${ruleOf('FN006').title.replaceAll(':', '%3A').replaceAll(',', '%2C')}::c1: ends in the middle of a value (/messages/3); fnord refuses it`,
    );
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning|notice) file=[^:,]+(?:,line=\d+,col=\d+)?,title=[^:,]+::/);
  });

  test('past fifty of a severity the rest is counted', () => {
    const linesOf = (errors: number, warnings: number) => {
      const many = Array.from({ length: errors + warnings }, (_, n) => finding(n < errors ? 'FN006' : 'FN201'));
      return report('github', many).trimEnd().split('\n');
    };
    expect(linesOf(80, 0)).toHaveLength(51);
    expect(linesOf(80, 0).at(-1)).toContain('30 errors more are not shown here');
    expect(linesOf(51, 1050).at(-1)).toContain('::1 error, 1,000 warnings more are not shown here');
  });
});

describe('gitlab', () => {
  test('is a list of issues with what GitLab asks of each', () => {
    const issues = JSON.parse(report('gitlab', SOME));
    for (const { description, check_name, fingerprint, severity, location } of issues) {
      expect(description.length * check_name.length * fingerprint.length).toBeGreaterThan(0);
      expect(['info', 'minor', 'major', 'critical', 'blocker']).toContain(severity);
      expect(location.path).not.toMatch(/^\//);
      expect(location.lines.begin).toBeGreaterThanOrEqual(1);
    }
    expect(JSON.parse(report('gitlab', []))).toEqual([]);
  });
});

describe('prometheus', () => {
  test('is read by a Prometheus reader, with the counts by code', () => {
    const families = parsePrometheus(report('prometheus', SOME));
    const found = families.find(({ name }) => name === 'convostore_findings');
    const sum = found?.metrics.reduce((all, { value }) => all + Number(value), 0);
    expect(sum).toBe(SOME.length);
    expect(families.map(({ name }) => name)).toContain('convostore_verify_exit_code');
  });
});

describe('markdown', () => {
  test('a text from a store breaks no table and makes no tag', () => {
    const page = report('markdown', SOME);
    const rows = page.split('\n').filter((line) => line.startsWith('| '));
    const cells = rows.map((line) => line.replaceAll('\\|', '').split('|').length);
    expect(new Set(cells)).toEqual(new Set([7, 5]));
    expect(page).not.toContain('<c>');
  });
});

test('a severity that was changed is that of every report', () => {
  const changed = [finding('FN006', { severity: 'info' })];
  expect(report('markdown', changed, 0)).toMatch(/^\| FN006 \| ℹ️ info \| 1 \|/m);
  expect(report('junit', changed, 0)).toContain('info FN006');
  expect(report('github', changed, 0)).toMatch(/^::notice /);
  expect(report('sarif', changed, 0)).toContain('"level":"note"');
  expect(report('prometheus', changed, 0)).toContain('severity="info"');
});

describe('ndjson', () => {
  test('is one document a line, the summary last', () => {
    const lines = report('ndjson', SOME)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(SOME.length + 1);
    expect(lines.at(-1).summary.errors).toBe(3);
  });
});
