import type { PlacedFinding } from '../../model/finding.ts';
import { ruleOf } from '../../model/findings.ts';
import { type Outputs, userFile } from '../../ops/outputs.ts';
import { findingPage } from '../../ops/package-texts.ts';
import type { Reading } from '../../ops/reading.ts';
import { newDigest } from '../../ops/user-files.ts';
import type { ReportContext } from '../../report/reporters/reporter.ts';
import type { ReportFormat } from '../../report/reporters/reporters.ts';
import { wordedFinding } from '../../report/worded.ts';
import { checkoutOf } from '../env.ts';
import { EXIT } from '../exit.ts';
import { toggle } from '../flag.ts';
import type { Job } from '../job.ts';
import { ReaderGone, refuseTwoOnStdout, writeReport } from '../output.ts';
import { rerun } from '../rerun.ts';
import type { ReportOptions } from '../values/report-option.ts';
import { VERSION } from '../version.ts';
import type { Gate } from './gate.ts';
import { comparingListener, type Listener, reportListener, textListener } from './listener.ts';

export interface ReportsOptions {
  readonly reports: readonly ReportOptions[];
  readonly ids: readonly string[];
  readonly all: boolean;
  /** Requested codes; empty for all. */
  readonly only?: readonly string[];
  readonly annotations: boolean;
  readonly gate: Gate;
  /** Default: all. */
  readonly shard?: ReportContext['shard'] | undefined;
  /** Base of shown paths; default: the working directory. */
  readonly from?: Pick<ReportContext, 'base' | 'checkout'> | undefined;
  /** All ids in scope, for shortening. */
  readonly known?: readonly string[];
  /** The seal to compare with. */
  readonly against?: string | undefined;
}

/** Text for every finding. */
export const EACH = toggle(
  '--all',
  'each finding in text: infos about single conversations too, and on a terminal where one code has many',
);

/**
 * All requested reports as one listener. In a GitHub workflow, annotations accompany plain text. Throws Failure `usage`
 * for two reports on stdout.
 */
export async function listeners(
  job: Job,
  reading: Reading,
  outputs: Outputs,
  asked: ReportsOptions,
): Promise<Listener> {
  const { env, options } = job;
  const { reports, gate, shard = { index: 1, of: 1 }, from } = asked;
  const { base, checkout } = from ?? { base: env.cwd, checkout: checkoutOf(env) };
  refuseTwoOnStdout(
    reports.map(({ file }) => file),
    options.json,
  );
  const now = Math.floor(env.now() / 1000);
  const commandPrefix = rerun(options);
  const run = { version: VERSION, base, checkout, now, shard, commandPrefix, sites: reading.sites };
  const context = { ...run, gate: gate.record, newDigest, page: findingPage, fails: gate.fails };
  const begun: Listener[] = [];
  try {
    for (const { format, file } of reports)
      if (file !== null) begun.push(await fileListener(outputs, { format, file }, context));
    const read = together(await stdoutListeners(job, asked, context));
    const all = together([...begun, whileRead(read, gate, begun.length === 0)]);
    return { ...all, tell: (finding) => all.tell(wordedFinding(finding, commandPrefix)) };
  } catch (error) {
    for (const each of begun) each.abandon();
    throw error;
  }
}

async function stdoutListeners(job: Job, asked: ReportsOptions, context: ReportContext): Promise<Listener[]> {
  const { reports, ids, all, annotations, against, known } = asked;
  const format = reports.find(({ file }) => file === null)?.format ?? 'text';
  const { out, options } = job;
  const report = (name: ReportFormat): Promise<Listener> => {
    const write = (text: string) => writeReport(out, name, text);
    return reportListener(name, context, { write, finish: () => {}, abandon: () => {} });
  };
  if (options.json) return [await report('json')];
  if (format !== 'text') return [await report(format)];
  const isCountedOnly = (finding: PlacedFinding) => isOnlyCounted(finding, asked);
  const text = (against === undefined ? textListener : comparingListener)(job, {
    ids,
    all,
    isCountedOnly,
    ...(known && { known }),
  });
  return annotations && isOnGitHub(job) ? [text, await report('github')] : [text];
}

/** True for an info among findings of many conversations: counted, so that it buries nothing. */
function isOnlyCounted(finding: PlacedFinding, { all, ids, only = [], gate }: ReportsOptions): boolean {
  if (all || ids.length > 0 || only.length > 0 || finding.severity !== 'info' || finding.id === null) return false;
  return !gate.fails(finding) && ruleOf(finding.code).unjudged !== true;
}

/**
 * Survives the loss of its reader (`| head`). A partial report must not pass a gate: the run continues silently. It
 * ends early only if nobody else listens and the gate has failed.
 */
function whileRead(listener: Listener, gate: Gate, alone: boolean): Listener {
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
    tell: async (found) => {
      await unlessGone(() => listener.tell(found));
      if (gone !== null && alone && gate.failed()) throw Object.assign(gone, { exit: EXIT.findings });
    },
    end: (verified, exit) => unlessGone(() => listener.end(verified, exit)),
    abandon: listener.abandon,
  };
}

function isOnGitHub({ env }: Job): boolean {
  return env.vars['GITHUB_ACTIONS'] === 'true';
}

function fileListener(
  outputs: Outputs,
  { format, file }: { readonly format: ReportOptions['format']; readonly file: string },
  context: ReportContext,
): Promise<Listener> {
  const sink = userFile(outputs.file(file, 'report'));
  return reportListener(format === 'text' ? 'concise' : format, context, sink);
}

function together(all: readonly Listener[]): Listener {
  return {
    tell: async (finding) => {
      for (const each of all) await each.tell(finding);
    },
    end: async (verified, exit) => {
      for (const each of all) await each.end(verified, exit);
    },
    abandon: () => {
      for (const each of all) each.abandon();
    },
  };
}
