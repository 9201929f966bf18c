import { addToCount } from '../../model/collections.ts';
import { findingCount, type PlacedFinding, ruleOf } from '../../model/finding.ts';
import { shortener } from '../../model/ids.ts';
import { isDamage } from '../../model/rules/row.ts';
import { type Outputs, openOutput } from '../../ops/outputs.ts';
import { findingPage } from '../../ops/package-texts.ts';
import type { ReadContext } from '../../ops/reading.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { textDigest } from '../../ops/user-files.ts';
import type { Verified } from '../../ops/verify.ts';
import { plainReport, screenReport } from '../../report/findings/report.ts';
import type { ReportContext } from '../../report/reporters/reporter.ts';
import { REPORT_FORMATS, type ReportFormat, reporterOf } from '../../report/reporters/reporters.ts';
import { countText, fitted, numberText, wrap } from '../../report/text.ts';
import { wordedFinding } from '../../report/worded.ts';
import { type Job, readerPlace, rerun, VERSION } from '../command.ts';
import { checkoutOf } from '../env.ts';
import { EXIT, type Exit } from '../exit.ts';
import { toggle } from '../flag.ts';
import { paintFor, ReaderGone, refuseTwoOnStdout, writeReport } from '../output.ts';
import { type ReportOption, reportOptionOf } from '../values/report-option.ts';
import type { Gate } from './gate.ts';

type TextOrReport = 'text' | ReportFormat;

export const reportOption = reportOptionOf<TextOrReport>(['text', ...REPORT_FORMATS]);

export interface ReportsOptions {
  readonly reports: readonly ReportOption<TextOrReport>[];
  readonly ids: readonly string[];
  readonly all: boolean;
  /** Requested codes; empty for all. */
  readonly only?: readonly string[];
  readonly annotations: boolean;
  readonly gate: Gate;
  readonly shard?: ReportContext['shard'] | undefined;
  readonly kinds?: ReportContext['kinds'];
  /** Base of shown paths; default: the working directory. */
  readonly from?: Pick<ReportContext, 'base' | 'checkout'> | undefined;
  readonly storedIds?: readonly string[];
  readonly against?: string | undefined;
  readonly redactor?: Redactor | null;
  /** True for a comparison that read no file. */
  readonly quick?: boolean;
}

export const EACH_FLAG = toggle(
  '--all',
  'each finding in text: infos about single conversations too, and on a terminal where one code has many',
);

/**
 * All requested reports as one writer. In a GitHub workflow, annotations accompany plain text. Throws Failure `usage`
 * for two reports on stdout.
 */
export async function reportWriter(
  job: Job,
  reading: ReadContext,
  outputs: Outputs,
  reportsOptions: ReportsOptions,
): Promise<ReportWriter> {
  const { env, options } = job;
  const { reports, gate, shard = { index: 1, of: 1 }, kinds, from, redactor = null } = reportsOptions;
  const { base, checkout } = from ?? { base: env.cwd, checkout: checkoutOf(env) };
  const clean = redactor ?? String;
  refuseTwoOnStdout(
    reports.map(({ file }) => file),
    options.json,
  );
  const now = Math.floor(env.now() / 1000);
  const commandPrefix = clean(rerun(options));
  const sites = reading.sites.map(({ kind, root }) => ({ kind, root: clean(root) }));
  const run = {
    version: VERSION,
    base: clean(base),
    checkout: clean(checkout),
    now,
    shard,
    kinds,
    commandPrefix,
    sites,
  };
  const context = { ...run, gate: gate.record, newDigest: textDigest, page: findingPage, fails: gate.isFault };
  const begun: ReportWriter[] = [];
  try {
    for (const { format, file } of reports)
      if (file !== null) begun.push(await fileWriter(outputs, { format, file }, context));
    const read = together(await stdoutWriters(job, reportsOptions, context));
    const all = together([...begun, whileRead(read, gate, begun.length === 0)]);
    const cleanFinding = await findingCleaner(redactor);
    return { ...all, add: (finding) => all.add(wordedFinding(cleanFinding(finding), commandPrefix)) };
  } catch (error) {
    for (const each of begun) each.abandon();
    throw error;
  }
}

async function findingCleaner(redactor: Redactor | null): Promise<(finding: PlacedFinding) => PlacedFinding> {
  if (redactor === null) return (finding) => finding;
  const { redactedFinding } = await import('../../ops/secrets/redacted.ts');
  return (finding) => redactedFinding(finding, redactor);
}

async function stdoutWriters(
  job: Job,
  reportsOptions: ReportsOptions,
  context: ReportContext,
): Promise<ReportWriter[]> {
  const { reports, ids, all, annotations, against, storedIds, quick = false } = reportsOptions;
  const format = reports.find(({ file }) => file === null)?.format ?? 'text';
  const { out, options } = job;
  const report = (name: ReportFormat): Promise<ReportWriter> => {
    const write = (text: string) => writeReport(out, name, text);
    return formatWriter(name, context, { write, finish: () => {}, abandon: () => {} });
  };
  if (options.json) return [await report('json')];
  if (format !== 'text') return [await report(format)];
  const isCountedOnly = (finding: PlacedFinding) => isOnlyCounted(finding, reportsOptions);
  const textOptions = { ids, all, isCountedOnly, ...(storedIds && { storedIds }) };
  const text = against === undefined ? textWriter(job, textOptions) : comparingWriter(job, textOptions, quick);
  return annotations && isOnGitHub(job) ? [text, await report('github')] : [text];
}

/** True for an info among findings of many conversations: counted, so that it buries nothing. */
function isOnlyCounted(finding: PlacedFinding, { all, ids, only = [], gate }: ReportsOptions): boolean {
  if (all || ids.length > 0 || only.length > 0 || isDamage(finding) || finding.id === null) return false;
  return !gate.isFault(finding) && ruleOf(finding.code).unjudged !== true;
}

/**
 * A writer that survives the loss of its reader (`| head`). A partial report must not pass a gate, so the run continues silently. It ends
 * early only if there is no other report and the gate has failed.
 */
function whileRead(writer: ReportWriter, gate: Gate, alone: boolean): ReportWriter {
  let gone: ReaderGone | null = null;
  const unlessGone = async (say: () => Promise<void>): Promise<void> => {
    try {
      if (gone === null) await say();
    } catch (error) {
      if (!(error instanceof ReaderGone)) throw error;
      gone = error;
    }
  };
  return {
    add: async (found) => {
      await unlessGone(() => writer.add(found));
      if (gone !== null && alone && gate.hasFailed()) throw Object.assign(gone, { exit: EXIT.findings });
    },
    end: (verified, exit) => unlessGone(() => writer.end(verified, exit)),
    abandon: writer.abandon,
  };
}

function isOnGitHub({ env }: Job): boolean {
  return env.vars['GITHUB_ACTIONS'] === 'true';
}

function fileWriter(
  outputs: Outputs,
  { format, file }: { readonly format: TextOrReport; readonly file: string },
  context: ReportContext,
): Promise<ReportWriter> {
  const output = openOutput(outputs.file(file, 'report'));
  return formatWriter(format === 'text' ? 'concise' : format, context, output);
}

function together(all: readonly ReportWriter[]): ReportWriter {
  return {
    add: async (finding) => {
      for (const each of all) await each.add(finding);
    },
    end: async (verified, exit) => {
      for (const each of all) await each.end(verified, exit);
    },
    abandon: () => {
      for (const each of all) each.abandon();
    },
  };
}

type VerifyEnd = Pick<Verified, 'summary' | 'stores' | 'interrupted'>;

export interface ReportWriter {
  add(finding: PlacedFinding): Promise<void>;
  end(verified: VerifyEnd, exit: Exit): Promise<void>;
  abandon(): void;
}

interface ReportOutput {
  write(text: string): Promise<void> | void;
  finish(): unknown;
  abandon(): void;
}

interface TextOptions {
  readonly ids: readonly string[];
  /** True to fold nothing. */
  readonly all: boolean;
  readonly isCountedOnly: (finding: PlacedFinding) => boolean;
  readonly storedIds?: readonly string[];
}

function textWriter(
  { out, err, options, env }: Job,
  { ids, all, storedIds = [], isCountedOnly }: TextOptions,
): ReportWriter {
  const { isTTY, columns: width = 80 } = env.stdout;
  const colors = paintFor(options.color, env.stdout, env.vars, { isLog: true });
  const naming = { commandPrefix: rerun(options), idOf: shortener(storedIds) };
  const report =
    isTTY === true
      ? screenReport({ ...naming, paint: colors, width, cwd: env.cwd, around: readerPlace({ env }) }, all)
      : plainReport(colors, env.cwd);
  let countedOnly = 0;
  return {
    add: async (finding) => {
      if (isCountedOnly(finding)) countedOnly += findingCount(finding);
      else await out.lines(report.add(finding));
    },
    end: async ({ summary, interrupted }) => {
      const last = report.end(summary, { ids, countedOnly });
      await out.lines(last.out);
      await out.flush();
      for (const line of last.err) await err.line(line);
      if (interrupted) await err.line('convo: interrupted; this is what was looked at until then');
    },
    abandon: () => {},
  };
}

/** Findings of a comparison with a seal or a baseline. */
const COMPARED = /^ST5\d\d$/;

/**
 * A writer that shows findings of the comparison first. Other findings follow with `all`, else they are counted; unjudged files count as
 * not compared.
 */
function comparingWriter(job: Job, options: TextOptions, quick: boolean): ReportWriter {
  const { out } = job;
  const { all } = options;
  // A difference from the seal is always listed.
  const text = textWriter(job, { ...options, isCountedOnly: () => false });
  const compared: PlacedFinding[] = [];
  const others: PlacedFinding[] = [];
  let uncounted = 0;
  return {
    add: async (finding) => {
      const { code } = finding;
      if (COMPARED.test(code) || ruleOf(code).unjudged === true) compared.push(finding);
      else if (all) others.push(finding);
      else uncounted += findingCount(finding);
    },
    end: async (verified, exit) => {
      await out.lines(comparisonText(compared, quick).flatMap((line) => fitted(line, out.width)));
      const isForOthers = exit === EXIT.findings && compared.every((each) => !isDamage(each));
      const why = isForOthers ? ': for them, and not for the seal, the exit code is 1' : '';
      const rest = `${countText(uncounted, 'other finding')} (--all lists them)${why}`;
      if (uncounted > 0) await out.lines(wrap(rest, 0, { width: out.width, hang: 2 }));
      if (uncounted > 0 && compared.length > 0) await out.line('');
      for (const finding of [...compared, ...others]) await text.add(finding);
      await text.end(verified, exit);
    },
    abandon: text.abandon,
  };
}

function comparisonText(compared: readonly PlacedFinding[], quick: boolean): string[] {
  const counts = new Map<PlacedFinding['code'], number>();
  for (const finding of compared)
    if (COMPARED.test(finding.code)) addToCount(counts, finding.code, findingCount(finding));
  if (counts.size === 0) {
    const same = quick ? 'Counts and sizes are as they were sealed, and nothing else was compared' : 'As it was sealed';
    return [compared.length === 0 ? `${same}.` : `${same}, as far as it can be read.`, ''];
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const lines = [...counts].map(
    ([code, count]) => `  ${code}  ${ruleOf(code).title}${count === 1 ? '' : `: ${numberText(count)}`}`,
  );
  return [`${countText(total, 'difference')} from the seal:`, ...lines, ''];
}

/** A writer that writes nothing before the first finding or the end, so that a failure can replace it. */
async function formatWriter(format: ReportFormat, context: ReportContext, output: ReportOutput): Promise<ReportWriter> {
  const report = (await reporterOf(format))(context);
  let begun = false;
  const open = async () => {
    if (!begun) await output.write(report.open());
    begun = true;
  };
  return {
    add: async (finding) => {
      await open();
      await output.write(report.finding(finding));
    },
    end: async ({ summary, stores, interrupted }, exit) => {
      await open();
      await output.write(report.close({ summary, stores, exit, interrupted }));
      await output.finish();
    },
    abandon: output.abandon,
  };
}
